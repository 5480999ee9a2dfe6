import '../engine/temporaryN8n';
import {
	Expression,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
} from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';
import fc from '../../seeded';
import { ItemCall } from '../../../nodes/MultiCurrencyPayments/run/itemCall';
import { Parameters } from '../../../nodes/MultiCurrencyPayments/run/parameters';
import type { Run } from '../../../nodes/MultiCurrencyPayments/run/run';
import { resources } from '../../../nodes/MultiCurrencyPayments/resources';
import { additionalDataOf } from '../engine/additionalData';
import { newRunData } from '../engine/newRunData';
import { agentWithTool } from '../engine/agentTool';
import { ACTION } from '../engine/nodeTypes';
import { startService } from '../engine/service';
import { workflowOf } from '../engine/workflow';
import { operation } from './orders';

/** The node in a run of n8n's engine. Its parameters and input items can be replaced. */
function engine() {
	const workflow = workflowOf({ nodes: [{ name: 'Pay', type: ACTION }], wires: [] });
	const node = workflow.getNode('Pay');
	if (!node) throw new Error('The workflow has no node');
	const input: INodeExecutionData[] = [];
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataOf({}, { executionId: '1', mode: 'trigger' }),
		'trigger',
		newRunData({ executionData: {} }),
		0,
		input,
		{ main: [input] },
		{ node, data: { main: [input] }, source: null },
		[],
	);
	const n8n = context as unknown as IExecuteFunctions;
	const evaluated = jest.spyOn(workflow.expression, 'resolveSimpleParameterValue');
	return {
		n8n,
		workflow,
		/** How many expressions n8n has evaluated since the run began. */
		evaluations: () => evaluated.mock.calls.filter(([value]) => String(value).startsWith('=')).length,
		/** Begins a run. The editor would drop parameters that it does not show; here every name is a parameter. */
		begin(parameters: object, items: IDataObject[]): Parameters {
			node.parameters = parameters as INodeParameters;
			input.splice(0, input.length, ...items.map((json) => ({ json })));
			evaluated.mockClear();
			return new Parameters(n8n);
		},
	};
}

/** The outcome of a call, in a form that can be compared: the value with its type, or the error thrown. */
function outcomeOf(call: () => unknown): unknown {
	try {
		const value = call();
		return { type: value === null ? 'null' : typeof value, value };
	} catch (error) {
		const { name, message } = error as Error;
		return { name, message };
	}
}

/** Generated cases per property. The sandbox takes many times as long for each. */
const RUNS = { legacy: 250, vm: 100 };

/** Picks the first text ten times as often as any other. */
const mostly = (usual: string, ...others: string[]) =>
	fc.oneof({ weight: 10, arbitrary: fc.constant(usual) }, ...others.map((other) => fc.constant(other)));

const oddNames = [
	...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'caller'],
	...['binding', 'class', 'default', 'in', 'isProxy', 'toJSON', 'json', '0', '01', '-1', 'a b', 'ä', '__isError', '$x'],
	...["it's", 'say "hi"', 'a.constructor', 'f(x)', 'a\\b', '}}', '{{', 'zero\u200bwidth', 'line\nbreak', '名前', ''],
];
const name = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom('name', 'amount', 'items', 'a', 'b', '_id') },
	{ weight: 2, arbitrary: fc.constantFrom(...oddNames) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);
const space = mostly('', ' ', '\n', '\t ', '\r\n', '\u00a0');
const step = fc.oneof(
	fc.tuple(space, space, name).map(([a, b, key]) => `${a}.${b}${key}`),
	fc
		.tuple(space, fc.constantFrom('"', "'", '`'), name, space)
		.map(([a, quote, key, b]) => `${a}[${b}${quote}${key}${quote}${a}]`),
	fc
		.tuple(space, fc.constantFrom('0', '1', '2', '01', '-1', '1.5', 'x', '"0"', "'1'"))
		.map(([a, key]) => `[${a}${key}${a}]`),
	fc.constantFrom('?.a', '?.["a"]', '.toUpperCase()', '.isEmpty()', ' + 1', '.a.length', '; 1'),
);
const usual = fc.constantFrom(
	'.name',
	'.amount',
	'["a b"]',
	"['name']",
	'.a.b',
	'.a[0]',
	'.items[0]',
	'.items[1].name',
);
const expression = fc
	.tuple(
		mostly('={{', '= {{', '={{ {{', '='),
		space,
		mostly('$json', '$input.item.json', '$data', '$jsonx'),
		fc.oneof(
			{ weight: 3, arbitrary: usual },
			fc.array(step, { maxLength: 3 }).map((steps) => steps.join('')),
		),
		space,
		mostly('}}', '}} ', '}', '}}{{ 1 }}'),
	)
	.map((parts) => parts.join(''));

const leaf = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 8 }),
	fc.constantFrom('', '0', '={{ 1 }}', 'a\u0000b', '2031-03-04T05:06:07.000Z'),
	fc.double(),
	fc.integer(),
	fc.boolean(),
	fc.constantFrom(null, undefined, -0),
);
const { json } = fc.letrec<{ json: unknown; tree: unknown }>((tie) => ({
	tree: fc.oneof(
		{ maxDepth: 3, depthSize: 'small', withCrossShrink: true },
		leaf,
		fc.array(tie('tree'), { maxLength: 3 }),
		fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
	),
	json: fc.dictionary(name, tie('tree'), { maxKeys: 6 }),
}));
const item = json as fc.Arbitrary<IDataObject>;

/** Older versions of n8n have only one engine. */
const engines = 'initExpressionEngine' in Expression ? (['legacy', 'vm'] as const) : (['legacy'] as const);

describe.each(engines)('with n8n’s %s engine for expressions', (kind) => {
	const { n8n, workflow, evaluations, begin } = engine();

	const { stackTraceLimit } = Error;
	beforeAll(async () => {
		// Nobody reads the stacks of refused expressions, and Jest takes long to make them.
		Error.stackTraceLimit = 0;
		if (kind === 'legacy') return;
		await Expression.initExpressionEngine({
			engine: kind,
			poolSize: 1,
			maxCodeCacheSize: 1024,
			bridgeTimeout: 5_000,
			bridgeMemoryLimit: 128,
		});
		await workflow.expression.acquireIsolate();
	});
	afterAll(async () => {
		Error.stackTraceLimit = stackTraceLimit;
		if (kind === 'legacy') return;
		await workflow.expression.releaseIsolate();
		await Expression.disposeExpressionEngine();
		Expression.setExpressionEngine('legacy');
	});

	/** Expects the same outcome as n8n for each item. @returns whether the node needed no evaluation by n8n */
	function expectSame(parameter: unknown, items: IDataObject[]): boolean {
		const parameters = begin({ field: parameter }, items);
		const own = items.map((_, index) => outcomeOf(() => read(parameters, 'field', index)));
		const withoutN8n = evaluations() === 0;
		expect(own).toEqual(items.map((_, index) => outcomeOf(() => n8n.getNodeParameter('field', index))));
		return withoutN8n;
	}

	it('a parameter has the value, type or refusal that n8n gives it, whatever its text and the items', () => {
		let withoutN8n = 0;
		fc.assert(
			fc.property(expression, fc.array(item, { minLength: 1, maxLength: 2 }), (text, items) => {
				if (expectSame(text, items)) withoutN8n++;
			}),
			{ numRuns: RUNS[kind] },
		);
		expect(withoutN8n / RUNS[kind]).toBeGreaterThan(0.1);
	});

	it('a parameter of several parts has what n8n gives it, each part by itself', () => {
		const part = fc.oneof(expression, leaf);
		// Objects that n8n builds with the name `__proto__` cannot be compared.
		const partName = name.filter((each) => each !== '__proto__');
		const parts = fc.oneof(
			fc.dictionary(
				partName,
				fc.oneof(part, fc.array(part, { maxLength: 3 }), fc.dictionary(partName, part, { maxKeys: 3 })),
			),
			fc.array(part, { maxLength: 3 }),
		);
		fc.assert(
			fc.property(parts, fc.array(item, { minLength: 1, maxLength: 2 }), (value, items) => {
				expectSame(value, items);
			}),
			{ numRuns: RUNS[kind] },
		);
	});

	it.each(oddNames)('a field named %j is read as n8n reads it, or left to n8n', (odd) => {
		for (const quoted of [`.${odd}`, `["${odd}"]`, `['${odd}']`]) {
			for (const json of [
				{ [odd]: 'text' },
				{ [odd]: 0 },
				{ [odd]: null },
				{},
				JSON.parse(`{"${'__proto__'}": {"x": 1}}`),
			])
				expectSame(`={{ $json${quoted} }}`, [json as IDataObject]);
			expectSame(`={{ $json.a${quoted} }}`, [{ a: { [odd]: true } }, { a: [1, 2] }, { a: 'text' }, { a: null }, {}]);
		}
	});

	it.each([
		['={{ $json.name }}', 'Ada'],
		['={{$json.name}}', 'Ada'],
		['={{ $json["name"] }}', 'Ada'],
		["={{ $json['full name'] }}", 'Ada Byron'],
		['={{ $json.bank.accounts[1].number }}', '000123'],
		['={{ $json.bank["accounts"][0]["number"] }}', 7],
		['={{\n\t$json\n\t\t.bank\n\t\t.open\n}}', true],
		['={{ $json.missing }}', undefined],
		['={{ $json.nothing }}', null],
		['=AUD', 'AUD'],
		['AUD', 'AUD'],
	])('%j is found without n8n', (text, value) => {
		const items = [
			{
				name: 'Ada',
				'full name': 'Ada Byron',
				nothing: null,
				bank: { open: true, accounts: [{ number: 7 }, { number: '000123' }] },
			},
		];
		expect(expectSame(text, items)).toBe(true);
		expect(read(begin({ field: text }, items), 'field', 0)).toBe(value);
	});

	it.each([
		'={{ $json.name + "" }}',
		'={{ $json.name }} ',
		'={{ $json.list }}',
		'={{ $json.date }}',
		'={{ $json.list.length }}',
		'={{ $json.missing.name }}',
		'={{ $json["constructor"] }}',
		'={{ $json }}',
		'={{ $now }}',
		'={{ $parameter.field }}',
	])('%j is left to n8n', (text) => {
		const items = [{ name: 'Ada', list: [1, 2], date: new Date(0) }] as unknown as IDataObject[];
		const parameters = begin({ field: text }, items);
		outcomeOf(() => read(parameters, 'field', 0));
		expect(evaluations()).toBeGreaterThan(0);
	});
});

/** A parameter as an item of the run has it. */
function read(parameters: Parameters, name: string, item: number): unknown {
	const parameter = parameters.of(name);
	return typeof parameter === 'function' ? parameter(item) : parameter.fixed;
}

describe('a parameter', () => {
	const { n8n, evaluations, begin } = engine();

	it('that is not there is empty', () => {
		const parameters = begin({ empty: '', nothing: null }, [{}]);
		expect(['empty', 'nothing', 'none'].map((name) => read(parameters, name, 0))).toEqual(['', null, '']);
	});

	it('is evaluated once per item, and only where it is more than the name of a field', () => {
		const options = { a: '={{ $json.a }}', b: '={{ Math.random() }}', c: 'x', d: '=y' };
		const run = { n8n, parameters: begin({ options }, [{ a: 1 }, { a: 2 }]) } as unknown as Run;
		const items = [new ItemCall(run, 0), new ItemCall(run, 1)] as const;
		const read = () => items.map((item) => item.options);
		const once = read();
		expect(read()).toEqual(once);
		expect(once).toMatchObject([
			{ a: 1, c: 'x', d: 'y' },
			{ a: 2, c: 'x', d: 'y' },
		]);
		expect(once[0]?.b).not.toBe(once[1]?.b);
		expect(evaluations()).toBe(2);
	});

	it('with dates among its parts has them as text, as n8n gives them', () => {
		const value = { on: '={{ DateTime.fromISO("2031-03-04T05:06:07Z").toUTC() }}', all: ['={{ $json.a }}'] };
		const parameters = begin({ field: value }, [{ a: 1 }]);
		expect(read(parameters, 'field', 0)).toEqual({ on: '2031-03-04T05:06:07.000Z', all: [1] });
		expect(n8n.getNodeParameter('field', 0)).toEqual({ on: '2031-03-04T05:06:07.000Z', all: [1] });
	});

	it('is never one that n8n checks or changes after it has evaluated it', () => {
		const checked = (properties: object[]): object[] =>
			properties.flatMap((property) => {
				const { options = [], values = [] } = property as { options?: object[]; values?: object[] };
				const own = 'validateType' in property || 'extractValue' in property ? [property] : [];
				return [...own, ...checked(options), ...checked(values)];
			});
		expect(resources.flatMap(({ operations }) => operations.flatMap(({ properties }) => checked(properties)))).toEqual(
			[],
		);
	});
});

describe('a tool of an agent', () => {
	it('reads $json from the agent’s item, as n8n does, not from the arguments that the model gives', async () => {
		const service = await startService();
		const parameters = operation('payin', 'get', { uuid: '={{ $json.uuid }}' });
		const agent = await agentWithTool(parameters, service.credentials());
		expect(await agent.refusal({ uuid: 'K7QX2M9D' })).toContain('Fill in Payin');
		await service.close();
	});
});

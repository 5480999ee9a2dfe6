import type { INodeParameters, INodeType, INodeTypes } from 'n8n-workflow';
import { MultiCurrencyPayments } from '../../../nodes/MultiCurrencyPayments/MultiCurrencyPayments.node';
import { runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, CALL_WORKFLOW, nodeTypesWith, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { outputsOf } from '../engine/workflow';

/** A file of payouts that the workflow makes anew, as Convert to File does: it is the same payroll in other bytes. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const FILE_MAKER = 'stub.fileMaker';
const HEAD = 'payee,email,amount,bsb,account_number';
const ADA = 'Ada Byron,ada@shop.test,12.50,062-000,12345678';
const BOB = 'Bob Lee,bob@shop.test,30,062-000,12345679';
const OTHER = `${HEAD}\nCy Fox,cy@shop.test,5,062-000,12345670\n`;
const WAGES = `${HEAD}\n${ADA}\n${BOB}\n`;

/** Makes the next of some files in each run. */
function makerOf(files: string[]): INodeType {
	const left = [...files];
	return {
		description: {
			...{ displayName: 'File', name: 'file', group: ['transform'], version: 1, description: '', properties: [] },
			...{ defaults: { name: 'File' }, inputs: ['main'], outputs: ['main'] },
		},
		execute: async () => {
			const data = Buffer.from(left.shift() ?? '').toString('base64');
			const binary = { data: { data, mimeType: 'text/csv', fileName: 'wages.csv' } };
			return [[{ json: {}, binary, pairedItem: { item: 0 } }]];
		},
	};
}

function nodesThatMake(files: string[]): INodeTypes {
	const others = nodeTypesWith(new MultiCurrencyPayments());
	const maker = makerOf(files);
	return {
		...others,
		getByName: (name) => (name === FILE_MAKER ? maker : others.getByName(name)),
		getByNameAndVersion: (name, version) => (name === FILE_MAKER ? maker : others.getByNameAndVersion(name, version)),
	};
}

const parameters: INodeParameters = {
	...{ resource: 'audPayout', operation: 'createFromFile', binaryPropertyName: 'data', notify: 'none' },
	...{ paymentDescription: 'March wages', scheduledAt: '2099-01-01T00:00:00Z', externalId: '', additionalFields: {} },
};
const loseAnswer = () =>
	service.fault({ endpoint: 'v1.payouts.createFromFile', fault: 'reset', when: 'after', nth: 1 });
const paid = () => service.emulator.account('AUD').audPayouts.summary().aud_payouts.count;

const errorLoop: WorkflowPlan = {
	nodes: [
		{ name: 'Start', type: PASS_ON },
		{ name: 'File', type: FILE_MAKER, typeVersion: 1 },
		{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueErrorOutput' } },
		{ name: 'Once', type: AT_MOST, parameters: { times: 1 } },
	],
	wires: [
		['Start', 0, 'File'],
		['File', 0, 'Pay'],
		['Pay', 1, 'Once'],
		['Once', 0, 'File'],
	],
};

const calls = (count: number): WorkflowPlan => ({
	nodes: [
		{ name: 'Start', type: PASS_ON },
		...Array.from({ length: count }, (_, index) => ({
			name: `Call ${index}`,
			type: CALL_WORKFLOW,
			parameters: { workflow: 'called' },
			settings: { retryOnFail: true, maxTries: 2 },
		})),
	],
	wires: Array.from({ length: count }, (_, index): [string, number, string] => [
		index === 0 ? 'Start' : `Call ${index - 1}`,
		0,
		`Call ${index}`,
	]),
	others: [
		{
			id: 'called',
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'File', type: FILE_MAKER, typeVersion: 1 },
				{ name: 'Pay', type: ACTION, parameters },
			],
			wires: [
				['Start', 0, 'File'],
				['File', 0, 'Pay'],
			],
		},
	],
});

const run = async (plan: WorkflowPlan, files: string[]) =>
	await runWorkflow(plan, [{ json: {} }], { credentials: service.credentials(), nodeTypes: nodesThatMake(files) });

const AGAIN: [string, string][] = [
	['alike', WAGES],
	['without the last line end', WAGES.trimEnd()],
	['in another order', `${HEAD}\n${BOB}\n${ADA}\n`],
	['with a name in another spelling', WAGES.replace('Ada Byron', 'ADA BYRON')],
	['with another payee', `${WAGES}Cy Fox,cy@shop.test,5,062-000,12345670\n`],
];

it.each(AGAIN)('whose payment is unclear is not sent again when it comes by an error output, %s', async (_, again) => {
	loseAnswer();
	const { runData } = await run(errorLoop, [WAGES, again]);
	const told = (runData.Pay ?? []).flatMap((each) => outputsOf(each).flat());
	expect(told.map(({ json }) => typeof json.error)).toEqual(['string', 'string']);
	expect(paid()).toBe(2);
});

it.each(AGAIN)('is not sent again by Retry On Fail of the call of a workflow that makes it, %s', async (_, again) => {
	loseAnswer();
	const { status } = await run(calls(1), [WAGES, again]);
	expect([status, paid()]).toEqual(['error', 2]);
});

it('pays nobody in silence in a second call without an External ID: another file asks for one', async () => {
	const { error } = await run(calls(2), [WAGES, OTHER, OTHER]);
	expect(error?.description ?? error?.message).toContain('External ID');
	expect(paid()).toBe(2);
});

it('is sent for each round of a loop, after one that is made', async () => {
	const { nodes } = errorLoop;
	const wires: WorkflowPlan['wires'] = [
		['Start', 0, 'File'],
		['File', 0, 'Pay'],
		['Pay', 0, 'Once'],
		['Once', 0, 'File'],
	];
	await run({ nodes, wires }, [WAGES, OTHER]);
	expect(paid()).toBe(3);
});

it('a file whose bytes change is not paid again in another retry, by its error output', async () => {
	const down: WorkflowPlan = {
		...errorLoop,
		nodes: errorLoop.nodes.map((node) => (node.name === 'File' ? { name: 'File', type: CALL_WORKFLOW } : node)),
	};
	const failed = await runWorkflow(down, [{ json: {} }], { credentials: service.credentials() });
	const retry = async (...files: string[]) => await failed.retry({ plan: errorLoop, nodeTypes: nodesThatMake(files) });
	await retry(WAGES);
	expect(paid()).toBe(2);
	const again = `${HEAD}\n${BOB}\n${ADA}\n`;
	await retry(again, again);
	expect(paid()).toBe(2);
	await retry(OTHER, again);
	expect(paid()).toBeLessThan(4);
});

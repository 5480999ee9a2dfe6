import {
	NodeHelpers,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
	type NodeParameterValueType,
} from 'n8n-workflow';
import { MultiCurrencyPaymentsPollingTrigger } from '../../../nodes/MultiCurrencyPaymentsPollingTrigger/MultiCurrencyPaymentsPollingTrigger.node';
import { MultiCurrencyPaymentsTrigger } from '../../../nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node';
import { ACTION, nodeTypes } from '../engine/nodeTypes';

/** What stands beside the fields of a form, in every state of it. */

const actionNode = nodeTypes.getByNameAndVersion(ACTION).description;
const nodes: [string, INodeTypeDescription][] = [
	['the action node', actionNode],
	['the tool of an AI agent', { ...actionNode, name: `${actionNode.name}Tool` }],
	['the trigger', new MultiCurrencyPaymentsTrigger().description],
	['the polling trigger', new MultiCurrencyPaymentsPollingTrigger().description],
];

/** What fits into the two lines that n8n shows of it. */
const LONGEST_BESIDE_CHOICE = 110;

type Values = Record<string, NodeParameterValueType>;

const isShown = (description: INodeTypeDescription, property: INodeProperties, values: Values): boolean =>
	NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description);

/** Values by which other fields are shown or hidden. */
function choicesOf(properties: readonly INodeProperties[], { name, type, options }: INodeProperties) {
	const decides = properties.some(({ displayOptions }) => displayOptions?.show?.[name] ?? displayOptions?.hide?.[name]);
	if (!decides) return [];
	if (type === 'boolean') return [true, false];
	if (type === 'options') return (options as INodePropertyOptions[]).map(({ value }) => value);
	return ['', 'something'];
}

/** Every state of a form: the values that decide what it shows. */
function* statesOf(description: INodeTypeDescription, values: Values = {}, from = 0): Generator<Values> {
	const { properties } = description;
	for (let index = from; index < properties.length; index++) {
		const property = properties[index] as INodeProperties;
		if (property.name in values || !isShown(description, property, values)) continue;
		const choices = choicesOf(properties, property);
		if (choices.length === 0) continue;
		for (const choice of choices) yield* statesOf(description, { ...values, [property.name]: choice }, index + 1);
		return;
	}
	yield values;
}

const repeated = (labels: readonly string[]) => labels.filter((label, index) => labels.indexOf(label) !== index);

describe.each(nodes)('the form of %s', (_, description) => {
	const states = [...statesOf(description)];

	it('never shows two fields of one label or one name', () => {
		const twice = states.flatMap((values) => {
			const shown = description.properties.filter((property) => isShown(description, property, values));
			const [labels, names] = [shown.map(({ displayName }) => displayName), shown.map(({ name }) => name)];
			return [...repeated(labels), ...repeated(names)].map((each) => ({ each, values }));
		});
		expect(twice).toEqual([]);
		expect(states.length).toBeGreaterThan(description === actionNode ? 46 : 0);
	});

	it('has collections whose fields differ in label and in name', () => {
		for (const { type, options = [] } of description.properties) {
			if (type !== 'collection') continue;
			const fields = (options as INodeProperties[]).filter((field) =>
				isShown(description, field, { notify: 'trigger' }),
			);
			expect(repeated(fields.map(({ displayName }) => displayName))).toEqual([]);
			expect(repeated(fields.map(({ name }) => name))).toEqual([]);
		}
	});

	it('ends with Options, below the fields that are always there', () => {
		for (const values of states) {
			const shown = description.properties.filter((property) => isShown(description, property, values));
			const place = shown.findIndex(({ name }) => name === 'options');
			if (place !== -1) expect(shown[place]).toBe(shown.at(-1));
		}
	});
});

describe('the tool of an AI agent', () => {
	const description = { ...actionNode, name: `${actionNode.name}Tool` };
	const { properties } = description;
	const shownWith = (values: Values) => properties.filter((property) => isShown(description, property, values));
	const names = (values: Values) => shownWith(values).map(({ name }) => name);

	it('offers no operation and no notification for which an execution would have to wait', () => {
		const options = properties.flatMap((property) =>
			((property.options ?? []) as INodePropertyOptions[]).map((option) => ({ property, option })),
		);
		const hidden = options.filter(
			({ option: { displayOptions } }) => displayOptions?.hide?.['@tool']?.includes(true) ?? false,
		);
		expect([...new Set(hidden.map(({ option }) => option.value))].sort()).toEqual([
			'createAndWait',
			'testTrigger',
			'thisExecution',
			'waitForStatus',
		]);
		const waiting = options.filter(({ option: { value } }) => value === 'createAndWait' || value === 'waitForStatus');
		for (const each of waiting) expect(hidden).toContainEqual(each);
	});

	it('lets no model fill in the path of the trigger', () => {
		const values = { resource: 'payout', operation: 'create', externalId: 'wage-1', notify: 'trigger' };
		const pathsFor = (node: INodeTypeDescription) =>
			node.properties
				.filter((property) => property.name === 'options' && isShown(node, property, values))
				.flatMap(({ options = [] }) => options as INodeProperties[])
				.filter((property) => property.name === 'triggerPath' && isShown(node, property, values));
		expect(pathsFor(description)).toMatchObject([{ noDataExpression: true }]);
		expect(pathsFor(actionNode).map(({ noDataExpression }) => noDataExpression)).toEqual([undefined]);
	});

	it('asks for a human review where it moves money out, and only there', () => {
		const moving = [...statesOf(description)].filter((values) => names(values).includes('moneyNotice'));
		expect([...new Set(moving.map(({ resource, operation }) => `${String(resource)}.${String(operation)}`))]).toEqual([
			'payout.create',
			'payin.refund',
			'checkoutLink.refund',
			'audPayout.create',
			'audPayout.createFromFile',
		]);
	});
});

it('every create asks for the External ID just before it asks for the amount', () => {
	const creates = [...statesOf(actionNode)].filter(({ operation }) => /^create/.test(String(operation)));
	for (const values of creates) {
		const shown = actionNode.properties.filter((property) => isShown(actionNode, property, values));
		const place = shown.findIndex(({ name }) => name === 'amount');
		// A gateway link has its order's number, above the amount; a contact has its email.
		if (place === -1 || values.resource === 'gatewayLink') continue;
		expect([values, shown[place - 1]?.name]).toEqual([values, 'externalId']);
	}
});

it('n8n cuts no text that stands beside a choice', () => {
	const long = actionNode.properties
		.flatMap(({ name, options = [] }) => (options as INodePropertyOptions[]).map((option) => ({ name, option })))
		.filter(({ name, option }) => /^(resource|operation|notify|waitUntil)$/.test(name) && 'value' in option)
		.filter(({ option: { description = '' } }) => description.length > LONGEST_BESIDE_CHOICE);
	expect(long.map(({ option }) => option.description)).toEqual([]);
});

// n8n lists the operations of every property of this name, so that a second one would show each action twice.
it('the action node has one field for the resource, whose default moves no money', () => {
	const resources = actionNode.properties.filter(({ name }) => name === 'resource');
	expect(resources.map((resource) => resource.default)).toEqual(['balance']);
	const operation = actionNode.properties.find(
		({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes('balance'),
	);
	expect(operation?.default).toBe('get');
});

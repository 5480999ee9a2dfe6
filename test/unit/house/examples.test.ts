import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type IConnections, type INode, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { MultiCurrencyPayments } from '../../../nodes/MultiCurrencyPayments/MultiCurrencyPayments.node';
import { MultiCurrencyPaymentsPollingTrigger } from '../../../nodes/MultiCurrencyPaymentsPollingTrigger/MultiCurrencyPaymentsPollingTrigger.node';
import { MultiCurrencyPaymentsTrigger } from '../../../nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node';
import { exampleNames, readExample, releasesWithExamples } from '../../../runtime/exampleWorkflows';
import type { WorkflowDefinition } from '../../../runtime/n8nRecords';

const FOLDER = join(__dirname, '..', '..', '..', 'examples');
const STICKY = 'n8n-nodes-base.stickyNote';
const NEEDS = /^## Needs (?:an AUD account|AUD, INR and PHP accounts) · change these fields\n/;
const files = readdirSync(FOLDER)
	.filter((file) => file !== 'README.md')
	.sort();
const all: [string, WorkflowDefinition][] = exampleNames.map((name) => [name, readExample(name)]);

const action = new MultiCurrencyPayments();
const OWN: Readonly<Record<string, INodeType>> = {
	'n8n-nodes-multi-currency-payments.multiCurrencyPayments': action,
	'n8n-nodes-multi-currency-payments.multiCurrencyPaymentsTrigger': new MultiCurrencyPaymentsTrigger(),
	'n8n-nodes-multi-currency-payments.multiCurrencyPaymentsPollingTrigger': new MultiCurrencyPaymentsPollingTrigger(),
};

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** What a node covers on the canvas, its name below it included. */
function boxOf({ name, type, position: [left, top], parameters }: INode): Box {
	if (type === STICKY)
		return { name, left, top, right: left + Number(parameters.width), bottom: top + Number(parameters.height) };
	return { name, left, top, right: left + 96, bottom: top + 140 };
}

/** Whether items come from one node to another, through any others between them. */
function leads(connections: IConnections, from: string, to: string, passed = new Set<string>()): boolean {
	if (passed.has(from)) return false;
	passed.add(from);
	const next = (connections[from]?.main ?? []).flatMap((one) => one ?? []).map(({ node }) => node);
	return next.includes(to) || next.some((node) => leads(connections, node, to, passed));
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

it('the examples are numbered in the order in which they are best read, in their files and in n8n', () => {
	const numbers = files.map((_, index) => String(index + 1).padStart(2, '0'));
	expect(files.map((file) => file.slice(0, 3))).toEqual(numbers.map((number) => `${number}-`));
	expect(all.map(([, { name }]) => name.slice(0, 3))).toEqual(numbers.map((number) => `${number} `));
});

describe.each(all)('%s', (_, { nodes, connections, ...rest }) => {
	const stickies = nodes.filter(({ type }) => type === STICKY);
	const others = nodes.filter(({ type }) => type !== STICKY);

	it('begins with what to change', () => {
		const content = String(stickies[0]?.parameters.content);
		expect(content).toMatch(NEEDS);
		const named = [...content.matchAll(/\*([^*]+)\*(?!\*)/g)].map(([, name]) => name);
		const known = others.map(({ name }) => name);
		// What stands in italics is a node.
		expect(named.filter((name) => /^[A-Z]/.test(name ?? '')).filter((name) => !known.includes(name ?? ''))).toEqual([]);
	});

	it('has no credential, no pinned data and no setting of somebody’s n8n', () => {
		expect(Object.keys(rest)).toEqual(['name', 'settings']);
		expect(rest.settings).toEqual({ executionOrder: 'v1' });
		for (const node of nodes) expect(node).not.toHaveProperty('credentials');
	});

	it('connects every node, from left to right but where a loop begins again, and nothing overlaps', () => {
		const ids = nodes.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		const at = new Map(others.map((node) => [node.name, node.position]));
		const connected = new Set<string>();
		for (const [from, byType] of Object.entries(connections))
			for (const [type, outputs] of Object.entries(byType))
				for (const { node } of outputs.flatMap((one) => one ?? [])) {
					const [there, here] = [at.get(node), at.get(from)];
					connected.add(node).add(from);
					expect([from, there !== undefined && here !== undefined]).toEqual([from, true]);
					const isRight = Number(there?.[0]) > Number(here?.[0]) || leads(connections, node, from);
					if (type === 'main') expect([from, node, isRight]).toEqual([from, node, true]);
				}
		expect(others.map(({ name }) => name).filter((name) => !connected.has(name))).toEqual([]);
		const boxes = nodes.map(boxOf);
		const clashes = boxes.flatMap((a, index) =>
			boxes.slice(index + 1).flatMap((b) => (overlap(a, b) ? [`${a.name} and ${b.name}`] : [])),
		);
		expect(clashes).toEqual([]);
	});
});

/** Those of the releases too: their workflows stand in the n8n of users. */
const kept = releasesWithExamples.flatMap((release) =>
	exampleNames.map((name): [string, WorkflowDefinition] => [`${release}: ${name}`, readExample(name, release)]),
);

/** The nodes of this package in the examples, with their descriptions. */
const ownNodes = [...all, ...kept].flatMap(([example, { nodes }]) =>
	nodes.flatMap((node): [string, INode, INodeTypeDescription][] => {
		const description = OWN[node.type]?.description;
		return description ? [[`${example}: ${node.name}`, node, description]] : [];
	}),
);

it.each(ownNodes)('%s has only what its form has, and all that the form requires', (_, node, description) => {
	// n8n adds this one to every polling trigger.
	const { pollTimes, ...parameters } = node.parameters;
	expect(pollTimes === undefined).toBe(description.polling !== true);
	const { properties } = description;
	const shown = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description) ?? {};
	expect(Object.keys(shown)).toEqual(expect.arrayContaining(Object.keys(parameters)));
	expect(NodeHelpers.getNodeParametersIssues(properties, { ...node, parameters: shown }, description)).toBeNull();
});

it('the tools of the AI agent have only parameters of the node', () => {
	const known = new Set([...action.description.properties.map(({ name }) => name), 'toolDescription']);
	const tools = readExample('ask-an-ai-agent').nodes.filter(({ type }) => type.endsWith('multiCurrencyPaymentsTool'));
	const given = tools.flatMap(({ parameters }) => Object.keys(parameters));
	expect(tools).toHaveLength(4);
	expect(given.filter((name) => !known.has(name))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import type { N8nClient } from './n8nClient';
import type { WorkflowDefinition } from './n8nRecords';
import { CREDENTIAL_TYPE, type NamedCredential } from './paymentCredential';
import { PACKAGE } from './workflows';

/** The example workflows that can run against the emulator, by file name. */
const examples = [
	'pay-payees-from-csv',
	'take-a-payin-and-refund',
	'receive-status-events',
	'page-balance-history',
	'download-settlement-report',
] as const;

export type Example = (typeof examples)[number];

const FOLDER = join(__dirname, '..', 'examples');
const MILLISECONDS: Readonly<Record<string, number>> = {
	seconds: 1_000,
	minutes: 60_000,
	hours: 3_600_000,
	days: 86_400_000,
};

/** What an example needs to run against an emulator. */
interface Surroundings {
	credential: NamedCredential;
	/** The emulator's control interface. */
	controlUrl: string;
}

/** Replaces a node that waits with one that moves the emulator's clock by the same time. */
function movesClock(node: INode, controlUrl: string): INode {
	const { amount, unit } = node.parameters;
	const advance = Number(amount) * (MILLISECONDS[String(unit)] ?? Number.NaN);
	if (!Number.isFinite(advance)) throw new Error(`The node "${node.name}" does not wait for a time.`);
	const { id, name, position } = node;
	return {
		id,
		name,
		position,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${controlUrl}/clock`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: JSON.stringify({ advance }),
			options: {},
		},
		notes: `Moves the emulator's clock by ${String(amount)} ${String(unit)} instead of waiting.`,
		notesInFlow: true,
	};
}

function adapted(node: INode, { credential, controlUrl }: Surroundings): INode {
	if (node.type.startsWith(`${PACKAGE}.`)) return { ...node, credentials: { [CREDENTIAL_TYPE]: credential } };
	return node.type === 'n8n-nodes-base.wait' ? movesClock(node, controlUrl) : node;
}

/** An exported example, by file name. */
export const readExample = (name: string): WorkflowDefinition =>
	JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as WorkflowDefinition;

/** Imports the examples into n8n, or updates them there. Returns the workflows' ids. */
export async function importExamples(client: N8nClient, surroundings: Surroundings): Promise<Record<Example, string>> {
	const ids = {} as Record<Example, string>;
	for (const example of examples) {
		const definition = readExample(example);
		const nodes = definition.nodes.map((node) => adapted(node, surroundings));
		ids[example] = await client.saveWorkflow({ ...definition, nodes });
	}
	return ids;
}

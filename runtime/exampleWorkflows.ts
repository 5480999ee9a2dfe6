import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import type { Accounts } from './mailbox';
import type { N8nClient } from './n8nClient';
import type { WorkflowDefinition } from './n8nRecords';
import { CREDENTIAL_TYPE, type NamedCredential } from './paymentCredential';
import { PACKAGE } from './workflows';

/** Today's examples. */
export const EXAMPLES = join(__dirname, '..', 'examples');
/** The examples of each release stand in `<version>/examples`. */
const SAVED = join(__dirname, '..', 'test', 'saved');
const WAIT = 'n8n-nodes-base.wait';
const MILLISECONDS: Readonly<Record<string, number>> = {
	seconds: 1_000,
	minutes: 60_000,
	hours: 3_600_000,
	days: 86_400_000,
};

/** What an example says first when one account is not enough for it. */
const SEVERAL_CURRENCIES = '## Needs AUD, INR and PHP accounts';

/** What the examples say in place of the user's own values. */
const PLACEHOLDERS = { apiUrl: 'https://sandbox.service.example/api', folder: '/home/node/.n8n-files' };

/** What the examples need to run against an emulator. */
export interface Surroundings {
	credential: NamedCredential;
	/** A credential with the accounts of all currencies in {@link SEVERAL_CURRENCIES}. Default: `credential`. */
	severalAccounts?: NamedCredential;
	/** The emulator's control interface, to move its clock where an example waits. Left out: it waits. */
	controlUrl?: string;
	/** Base address of the service, ending in /api. */
	apiUrl: string;
	/** A folder that n8n may write to. */
	folder: string;
	/** The accounts of other services, by the type of the node that uses them. */
	accounts?: Accounts;
	/** The release whose examples are taken. Default: today's. */
	release?: string;
	/** How long a person has to decide, in minutes. Default: as long as the example says. */
	decideWithin?: number;
	/** Texts that others take the place of, such as the number of the order that an example is about. */
	instead?: Readonly<Record<string, string>>;
}

const filesIn = (folder: string) =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort();

/** The name of an example: that of its file, without the number of the order in which they are best read. */
const nameOf = (file: string) => file.replace(/^\d+-|\.json$/g, '');

/** The names of today's examples. */
export const exampleNames: readonly string[] = filesIn(EXAMPLES).map(nameOf);

/** The releases whose examples are kept, because they have to run with every later one. */
export const releasesWithExamples: readonly string[] = readdirSync(SAVED).filter((release) =>
	existsSync(join(SAVED, release, 'examples')),
);

/** An example as today's or another release has it, by name; today's where that release has none of this name. */
export function readExample(name: string, release?: string): WorkflowDefinition {
	const folders = release === undefined ? [EXAMPLES] : [join(SAVED, release, 'examples'), EXAMPLES];
	for (const folder of folders) {
		const file = filesIn(folder).find((each) => nameOf(each) === name);
		if (file !== undefined) return JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowDefinition;
	}
	throw new Error(`There is no example ${name}.`);
}

/** Replaces a node that waits with one that moves the emulator's clock by the same time. */
function movesClock(node: INode, controlUrl: string): INode {
	const { amount, unit } = node.parameters;
	const advance = Number(amount) * (MILLISECONDS[String(unit)] ?? Number.NaN);
	if (!Number.isFinite(advance)) throw new Error(`The node "${node.name}" does not wait for a time.`);
	const { id, name, position, executeOnce } = node;
	return {
		id,
		name,
		position,
		...(executeOnce && { executeOnce }),
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
	};
}

/** Says below a node that waits what it does here. It stands where no example has anything. */
function clockNote({ id, name, position: [x, y], parameters: { amount, unit } }: INode): INode {
	return {
		id: `${id}-clock`,
		name: `Note: ${name}`,
		position: [x - 80, y + 190],
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		parameters: {
			content: `**Here** *${name}* moves the emulator’s clock ${String(amount)} ${String(unit)} forward. Other open payments get older, too, and may expire.`,
			width: 260,
			height: 140,
		},
	};
}

/** A value without placeholders, at any depth. */
function filledIn<T>(value: T, surroundings: Surroundings): T {
	const { apiUrl, folder, instead = {} } = surroundings;
	const texts = Object.entries({ [PLACEHOLDERS.apiUrl]: apiUrl, [PLACEHOLDERS.folder]: folder, ...instead });
	const fill = (text: string) => texts.reduce((filled, [from, to]) => filled.replace(from, to), text);
	return JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'string' ? fill(part) : part)) as T;
}

/** The parameters of a node, with another limit for the person whom it asks. */
function hurried(parameters: INode['parameters'], resumeAmount: number): INode['parameters'] {
	const { limitWaitTime, ...options } = { ...(parameters.options as INode['parameters'] | undefined) };
	if (limitWaitTime === undefined) return parameters;
	const values = { limitType: 'afterTimeInterval', resumeAmount, resumeUnit: 'minutes' };
	return { ...parameters, options: { ...options, limitWaitTime: { values } } };
}

function adapted(node: INode, surroundings: Surroundings): INode {
	const { credential, controlUrl, accounts = {}, decideWithin } = surroundings;
	if (node.type === 'n8n-nodes-base.stickyNote') return node;
	if (node.type === WAIT && controlUrl !== undefined) return movesClock(node, controlUrl);
	const usesCredential = node.type.startsWith(`${PACKAGE}.`) || node.parameters.nodeCredentialType === CREDENTIAL_TYPE;
	const credentials = usesCredential ? { [CREDENTIAL_TYPE]: credential } : accounts[node.type];
	const given = filledIn(node.parameters, surroundings);
	const parameters = decideWithin === undefined ? given : hurried(given, decideWithin);
	return { ...node, parameters, ...(credentials && { credentials }) };
}

function credentialFor({ nodes }: WorkflowDefinition, { credential, severalAccounts }: Surroundings): NamedCredential {
	const needsSeveral = String(nodes[0]?.parameters.content).startsWith(SEVERAL_CURRENCIES);
	return (needsSeveral ? severalAccounts : undefined) ?? credential;
}

/** Imports one example into n8n, or updates it there. Returns the workflow's id. */
export async function importExample(client: N8nClient, name: string, surroundings: Surroundings): Promise<string> {
	const definition = readExample(name, surroundings.release);
	const credential = credentialFor(definition, surroundings);
	const nodes = definition.nodes.flatMap((node) => {
		const note = node.type === WAIT && surroundings.controlUrl !== undefined ? [clockNote(node)] : [];
		return [adapted(node, { ...surroundings, credential }), ...note];
	});
	return await client.saveWorkflow({ ...definition, nodes });
}

/** Imports all examples. Returns the workflows' ids by the examples' names. */
export async function importExamples(
	client: N8nClient,
	surroundings: Surroundings,
): Promise<Readonly<Record<string, string>>> {
	const ids: Record<string, string> = {};
	// The last one first, because n8n lists the newest at the top.
	for (const name of exampleNames.toReversed()) ids[name] = await importExample(client, name, surroundings);
	return ids;
}

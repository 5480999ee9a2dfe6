import { Listr } from 'listr2';
import type { IDataObject, INode } from 'n8n-workflow';
import { startEmulator, type Emulator } from '../emulator/server';
import { failureOf } from '../runtime/executionOutput';
import { installedN8n } from '../runtime/installedN8n';
import { startN8n } from '../runtime/n8n';
import { N8nClient } from '../runtime/n8nClient';
import type { WorkflowDefinition } from '../runtime/n8nRecords';
import { inWords, sumOf } from './amounts';
import { installCurrentPackage } from './currentPackage';
import { CURRENCY } from './job';
import { Lifetime } from './lifetime';
import { openPlace, type Place } from './place';
import { OWNER } from './preparation';
import { PROGRESS } from './story';

/**
 * What "Retry On Fail" costs: the same ten payouts in a real n8n, through n8n's own HTTP Request node and through this
 * package's node. One payout is made and its answer is a 500. The service's books say what each of them paid.
 */

/** One way to pay, and what the service's books hold afterwards. */
interface Row {
	way: string;
	node: string;
	status: string;
	payouts: number;
	paidTwice: number;
	sum: string;
}

interface Story {
	emulator: Emulator;
	client: N8nClient;
	credential: { id: string; name: string };
	rows: Row[];
}

const CREDENTIAL_TYPE = 'multiCurrencyPaymentsApi';
const PAYEES = 10;
/** The payout whose answer is lost. */
const STRUCK = 5;
const DESCRIPTION = 'Wages of March';

const payees = Array.from({ length: PAYEES }, (_, index) => ({
	reference: `wage-${index + 1}`,
	name: `Payee ${index + 1}`,
	email: `payee${index + 1}@shop.example`,
	amount: 100 + index,
}));

/** A node by which the list is paid, with n8n's own repeats. */
type PayingNode = Pick<INode, 'type' | 'typeVersion' | 'parameters'>;

const payoutNode = (batchMode: 'perItem' | 'allItems'): PayingNode => ({
	type: 'n8n-nodes-multi-currency-payments.multiCurrencyPayments',
	typeVersion: 1,
	parameters: {
		resource: 'payout',
		operation: 'create',
		batchMode,
		payoutMethodName: { __rl: true, mode: 'id', value: 'au_payid_npp_aud' },
		firstName: 'Payee',
		lastName: '={{ $json.name.split(" ")[1] }}',
		email: '={{ $json.email }}',
		amount: '={{ $json.amount }}',
		description: DESCRIPTION,
		methodParameters: {
			mappingMode: 'defineBelow',
			value: { pay_id: '={{ $json.email }}', pay_id_type: 'EMAIL' },
			matchingColumns: [],
			schema: [],
		},
		options: { settleSeconds: 2 },
	},
});

/** The same request as this package sends it, with the reference that the service could be asked for. */
const httpRequestNode = (apiUrl: string): PayingNode => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: `${apiUrl}/v2/payouts`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_TYPE,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ JSON.stringify({
			payout_method_name: 'au_payid_npp_aud',
			currency: '${CURRENCY}',
			description: '${DESCRIPTION}',
			external_id: $json.reference,
			payout_transaction_details: [{
				first_name: 'Payee',
				last_name: $json.name.split(' ')[1],
				email: $json.email,
				amount: $json.amount,
				payout_method_params: { pay_id: $json.email, pay_id_type: 'EMAIL' },
				external_id: $json.reference,
			}],
			webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'not needed here' },
		}) }}`,
		options: {},
	},
});

function workflow(name: string, paying: PayingNode, credential: Story['credential']): WorkflowDefinition {
	const node = (id: string, label: string, x: number, more: PayingNode & Partial<INode>): INode => ({
		id,
		name: label,
		position: [x, 0],
		...more,
	});
	return {
		name,
		nodes: [
			node('1', 'Start', 0, { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }),
			node('2', 'List', 200, {
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify({ payees }), options: {} },
			}),
			node('3', 'Payees', 400, {
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'payees', options: {} },
			}),
			node('4', 'Pay', 600, {
				...paying,
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 1_000,
				credentials: { [CREDENTIAL_TYPE]: credential },
			}),
		],
		connections: {
			Start: { main: [[{ node: 'List', type: 'main', index: 0 }]] },
			List: { main: [[{ node: 'Payees', type: 'main', index: 0 }]] },
			Payees: { main: [[{ node: 'Pay', type: 'main', index: 0 }]] },
		},
	};
}

/** Runs the list once, in a service that knows of no payment yet, and reads its books. */
async function compare({ emulator, client, credential, rows }: Story, way: string, paying: PayingNode): Promise<void> {
	await emulator.reset();
	const nth = paying.parameters.batchMode === 'allItems' ? 1 : STRUCK;
	emulator.world.faults.add({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, when: 'after', nth });
	const id = await client.saveWorkflow(workflow(way, paying, credential));
	const execution = await client.runToEnd(id, 120_000);
	const failure = failureOf(execution);
	if (emulator.world.faults.firings.length !== 1)
		throw new Error(`The service was to fail once, and did not${failure ? `: ${failure}` : '.'}`);
	const { payouts } = emulator.account(CURRENCY).payouts.payments();
	const times = new Map<string, number>();
	for (const { payee } of payouts) times.set(payee, (times.get(payee) ?? 0) + 1);
	rows.push({
		way,
		node: paying.type.startsWith('n8n-nodes-base.') ? 'n8n' : 'this package',
		status: failure === undefined ? execution.status : `${execution.status} (${failure})`,
		payouts: payouts.length,
		paidTwice: [...times.values()].filter((count) => count > 1).length,
		sum: sumOf(payouts.map(({ amount }) => amount)),
	});
}

function steps(place: Place, lifetime: Lifetime) {
	return new Listr<Story>(
		[
			{
				title: 'Service emulator',
				async task(story) {
					story.emulator = await startEmulator({ notificationRetries: 0 });
					lifetime.defer(() => story.emulator.close());
				},
			},
			{
				title: 'Package: build, pack and install into n8n as a user would',
				task: async () => void (await installCurrentPackage(place)),
			},
			{
				title: 'n8n',
				async task(story) {
					const n8n = await startN8n({ userFolder: place.userFolder });
					lifetime.defer(() => n8n.stop());
					story.client = await N8nClient.connect(n8n.url, OWNER);
					const { appId, secretKey } = story.emulator.account(CURRENCY);
					const data: IDataObject = { environment: 'sandbox', baseUrl: story.emulator.apiUrl, appId, secretKey };
					const name = 'Payment service emulator';
					story.credential = { name, id: await story.client.saveCredential({ name, type: CREDENTIAL_TYPE, data }) };
				},
			},
			{
				title: 'Ten payouts through the HTTP Request node',
				task: async (story) => await compare(story, 'HTTP Request', httpRequestNode(story.emulator.apiUrl)),
			},
			{
				title: 'Ten payouts through this node, one request per item',
				task: async (story) => await compare(story, 'Payout: Create, one request per item', payoutNode('perItem')),
			},
			{
				title: 'Ten payouts through this node, all in one request',
				task: async (story) => await compare(story, 'Payout: Create, all items in one request', payoutNode('allItems')),
			},
		],
		PROGRESS,
	);
}

function tableOf(rows: readonly Row[]): string {
	const lines = [
		['Node', 'of', 'Execution', 'Payouts made', 'People paid twice', 'Money out'],
		...rows.map(({ way, node, status, payouts, paidTwice, sum }) => [
			way,
			node,
			status,
			`${payouts} of ${PAYEES}`,
			String(paidTwice),
			inWords(sum, CURRENCY),
		]),
	];
	const widths = lines.reduce<number[]>(
		(most, line) => line.map((cell, at) => Math.max(cell.length, most[at] ?? 0)),
		[],
	);
	const text = lines.map((line) => `  ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
	text.splice(1, 0, `  ${widths.map((width) => '─'.repeat(width)).join('  ')}`);
	return text.join('\n');
}

async function run(lifetime: Lifetime): Promise<void> {
	await installedN8n();
	const story = { rows: [] as Row[] } as Story;
	await steps(openPlace({ once: true, reset: false }, lifetime), lifetime).run(story);
	const wanted = sumOf(payees.map(({ amount }) => amount));
	const own = story.rows.filter(({ node }) => node === 'this package');
	const exact = own.every(({ payouts, paidTwice, sum }) => payouts === PAYEES && paidTwice === 0 && sum === wanted);
	process.exitCode = exact && own.length > 0 ? 0 : 1;
	console.log(
		[
			'',
			`The same ${PAYEES} payouts (${inWords(wanted, CURRENCY)}), "Retry On Fail" on, one 500 after the payout was made.`,
			"What was paid, by the service's books:",
			'',
			tableOf(story.rows),
			'',
		].join('\n'),
	);
}

const lifetime = new Lifetime();
run(lifetime)
	.catch((error: unknown) => {
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		process.exitCode = 1;
	})
	.finally(() => lifetime.end())
	// Connections kept open by the clients of both servers would hold the process for a while.
	.finally(() => process.exit());

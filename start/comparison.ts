import { Listr } from 'listr2';
import type { IDataObject } from 'n8n-workflow';
import { startEmulator, type Emulator } from '../emulator/server';
import { installCurrentPackage, type Place } from '../runtime/currentPackage';
import { failureOf } from '../runtime/executionOutput';
import { installedN8n } from '../runtime/installedN8n';
import type { Lifetime } from '../runtime/lifetime';
import { startN8n } from '../runtime/n8n';
import { N8nClient } from '../runtime/n8nClient';
import { CREDENTIAL_TYPE, savePaymentCredential, type NamedCredential } from '../runtime/paymentCredential';
import { runProgram } from '../runtime/program';
import { tableOf } from '../runtime/table';
import { manualStart, NODE_TYPES, workflow, type NodeSketch } from '../runtime/workflows';
import { inWords, sumOf } from './amounts';
import { CURRENCY } from './job';
import { openPlace } from './place';
import { PROGRESS } from './story';

/**
 * What "Retry On Fail" costs: the same ten payouts in a real n8n, with n8n's own HTTP Request node and with this package's
 * node. One request takes effect but gets a 500. The service's books show what each node paid.
 */

/** A way to pay, and what the service's books show afterwards. */
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
	credential: NamedCredential;
	rows: Row[];
}

const PAYEES = 10;
/** Which payout's answer is lost, counted from 1. */
const STRUCK = 5;
const DESCRIPTION = 'Wages of March';
const PATIENCE_MS = 120_000;

const payees = Array.from({ length: PAYEES }, (_, index) => ({
	external_id: `wage-${index + 1}`,
	name: `Payee ${index + 1}`,
	email: `payee${index + 1}@shop.example`,
	amount: 100 + index,
}));

/** The node that pays the list. */
interface PayingNode {
	type: string;
	typeVersion: number;
	parameters: IDataObject;
}

const THIS_PACKAGE = NODE_TYPES.action;

const payoutNode = (batchMode: 'perItem' | 'allItems'): PayingNode => ({
	type: THIS_PACKAGE.name,
	typeVersion: THIS_PACKAGE.version,
	parameters: {
		resource: 'payout',
		operation: 'create',
		batchMode,
		...(batchMode === 'allItems' && { batchExternalId: 'wages-2031-03' }),
		payoutMethodName: { __rl: true, mode: 'id', value: 'au_payid_npp_aud' },
		firstName: 'Payee',
		lastName: '={{ $json.name.split(" ")[1] }}',
		email: '={{ $json.email }}',
		amount: '={{ $json.amount }}',
		externalId: '={{ $json.external_id }}',
		paymentDescription: DESCRIPTION,
		methodParameters: {
			mappingMode: 'defineBelow',
			value: { pay_id: '={{ $json.email }}', pay_id_type: 'EMAIL' },
			matchingColumns: [],
			schema: [],
		},
		options: { settleSeconds: 2 },
	},
});

/** The request that this package's node sends, with an External ID by which the payment could be looked up. */
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
			external_id: $json.external_id,
			payout_transaction_details: [{
				first_name: 'Payee',
				last_name: $json.name.split(' ')[1],
				email: $json.email,
				amount: $json.amount,
				payout_method_params: { pay_id: $json.email, pay_id_type: 'EMAIL' },
				external_id: $json.external_id,
			}],
			webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'not needed here' },
		}) }}`,
		options: {},
	},
});

/** The nodes of a workflow that pays the list, with Retry On Fail on. */
const nodesWith = (paying: PayingNode, credential: NamedCredential): NodeSketch[] => [
	manualStart,
	{
		name: 'List',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ payees }), options: {} },
	},
	{
		name: 'Payees',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'payees', options: {} },
	},
	{ name: 'Pay', ...paying, credential, more: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 } },
];

/** Pays the list once, on a service that has no payments yet, and reads the service's books. */
async function compare({ emulator, client, credential, rows }: Story, way: string, paying: PayingNode): Promise<void> {
	await emulator.reset();
	const nth = paying.parameters.batchMode === 'allItems' ? 1 : STRUCK;
	emulator.world.faults.add({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, when: 'after', nth });
	const id = await client.saveWorkflow(workflow(way, nodesWith(paying, credential)));
	const execution = await client.runToEnd(id, PATIENCE_MS);
	const failure = failureOf(execution);
	if (emulator.world.faults.firings.length !== 1)
		throw new Error(`The service was to fail once, and did not${failure ? `: ${failure}` : '.'}`);
	const { payouts } = emulator.account(CURRENCY).payouts.payments();
	const times = new Map<string, number>();
	for (const { payee } of payouts) times.set(payee, (times.get(payee) ?? 0) + 1);
	rows.push({
		way,
		node: paying.type === THIS_PACKAGE.name ? 'this package' : 'n8n',
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
					story.client = await N8nClient.connect(n8n.url);
					story.credential = await savePaymentCredential(
						story.client,
						'Payment service emulator',
						story.emulator.apiUrl,
						story.emulator.account(CURRENCY),
					);
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

const resultsOf = (rows: readonly Row[]): string =>
	tableOf(
		['Node', 'of', 'Execution', 'Payouts made', 'People paid twice', 'Money out'],
		rows.map(({ way, node, status, payouts, paidTwice, sum }) => [
			way,
			node,
			status,
			`${payouts} of ${PAYEES}`,
			String(paidTwice),
			inWords(sum, CURRENCY),
		]),
	);

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
			resultsOf(story.rows),
			'',
		].join('\n'),
	);
}

void runProgram(run);

import type { IDataObject } from 'n8n-workflow';
import { storedExecutions } from '../../runtime/storedExecutions';
import { until } from '../../runtime/until';
import { paymentsNode, webhookStart, workflow, type NodeSketch } from '../../runtime/workflows';
import type { Surroundings } from './copies';
import type { QueueMode } from './queueMode';

const PATIENCE_MS = 300_000;
const PATH = 'claims';

/** So short that a test can wait for what a killed worker had claimed. Seconds. */
const OPTIONS = { settleSeconds: 3, requestTimeout: 5, timeLimit: 10 };

/** A way to pay many. */
interface Way {
	name: string;
	payees: number;
	parameters: IDataObject;
	/** Whether the service can be asked for what was paid. If not, what a killed worker had sent stays unknown. */
	canAsk: boolean;
}

const payout = {
	...{ resource: 'payout', operation: 'create', notify: 'none', paymentDescription: 'March wages' },
	...{ externalId: '={{ $json.id }}', amount: '={{ $json.amount }}', email: 'nathan@example.com' },
	payoutMethodName: { __rl: true, mode: 'id', value: 'au_bank_aud' },
	...{ firstName: 'Nathan', lastName: 'Smith' },
	methodParameters: {
		mappingMode: 'defineBelow',
		value: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
		matchingColumns: [],
		schema: [],
	},
	options: OPTIONS,
};
const audPayout = {
	...{ resource: 'audPayout', operation: 'create', notify: 'none', paymentDescription: 'March wages' },
	...{ externalId: '={{ $json.id }}', amount: '={{ $json.amount }}', email: 'ada@shop.test' },
	...{ payee: 'Ada Byron', addressing: 'payid', payid: 'ada@shop.test', payidType: 'email' },
	options: OPTIONS,
};
const together = {
	batchMode: 'allItems',
	batchExternalId: "={{ $('Order').first().json.body.list }}",
	additionalFields: { maxPerBatch: 5 },
};
const WAYS: readonly Way[] = [
	{ name: '200 payouts in a list', payees: 200, parameters: { ...payout, ...together }, canAsk: true },
	{ name: '50 payouts one by one', payees: 50, parameters: payout, canAsk: true },
	{ name: '200 AUD payouts in a list', payees: 200, parameters: { ...audPayout, ...together }, canAsk: false },
	{ name: '50 AUD payouts one by one', payees: 50, parameters: audPayout, canAsk: false },
];

const eachPayee: NodeSketch = {
	name: 'Each',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.payees', options: { destinationFieldName: '' } },
};

/**
 * Pays the same External IDs twice at the same moment, on two workers that run one execution at a time; and kills the workers
 * amid a list, which is started again on another.
 * @returns what differs from "nobody twice, nobody left out"
 */
export async function payOnTwoWorkers(
	surroundings: Surroundings,
	queueMode: QueueMode,
	runs: number,
): Promise<string[]> {
	const findings: string[] = [];
	await queueMode.replaceWorkers(2, 1);
	for (const way of WAYS) for (let run = 1; run <= runs; run++) findings.push(...(await payTwice(way, surroundings)));
	for (const way of WAYS)
		for (let run = 1; run <= runs; run++) findings.push(...(await payAfterKill(way, surroundings, queueMode)));
	return findings;
}

/** A workflow that pays what it is called with, and what came of it. */
async function payingWorkflow(way: Way, { client, emulator, balancer, credential }: Surroundings) {
	const name = `${way.name} ${++paying}`;
	const pay = paymentsNode('action', 'Pay', credential, way.parameters);
	const id = await client.saveWorkflow(
		workflow(name, [webhookStart(PATH), eachPayee, { ...pay, more: { onError: 'continueRegularOutput' } }]),
	);
	await client.publish(id);
	const payees = Array.from({ length: way.payees }, (_, index) => ({
		id: `claims-${paying}-${index}`,
		amount: `${index + 1}.25`,
	}));
	const isOurs = ({ external_id }: { external_id: string | null }) =>
		external_id?.startsWith(`claims-${paying}-`) === true;
	const { payouts, audPayouts } = emulator.account('AUD');
	const paid = () => [...payouts.payments().payouts, ...audPayouts.payments().aud_payouts].filter(isOurs);
	return {
		id,
		isPaid: () => paid().length,
		start: async () => {
			const body = JSON.stringify({ list: name, payees });
			const headers = { 'content-type': 'application/json' };
			await fetch(`${balancer.url}webhook/${PATH}`, { method: 'POST', headers, body });
		},
		/** What each execution that came to its end tells of its payees. */
		told: async (executions: number): Promise<string[][]> => {
			const ended = await until(
				async () => {
					const successes = (await storedExecutions(client, id)).filter(({ status }) => status === 'success');
					return successes.length >= executions && successes;
				},
				{ withinMs: PATIENCE_MS, everyMs: 500, otherwise: `${name}: not ${executions} executions ended` },
			);
			const all = await Promise.all(ended.map(async (each) => await client.waitForEnd(each.id)));
			return all.map((execution) =>
				(execution.data?.resultData.runData.Pay?.[0]?.data?.main[0] ?? []).map(({ json }) =>
					String(json?.outcome ?? json.error),
				),
			);
		},
		/** Payees that were paid twice, or not although nothing says that this is unknown. */
		wrong: (told: readonly string[]): string[] => {
			const all = paid();
			const times = (key: string) => all.filter(({ external_id }) => external_id === key).length;
			return payees.flatMap(({ id: key }, index) => {
				if (times(key) > 1) return [`${way.name}: ${key} was paid ${times(key)} times`];
				const isUnknown = told[index] === 'unknown';
				return times(key) === 1 || (isUnknown && !way.canAsk)
					? []
					: [`${way.name}: ${key} was not paid: ${told[index]}`];
			});
		},
	};
}
let paying = 0;

async function payTwice(way: Way, surroundings: Surroundings): Promise<string[]> {
	const { client } = surroundings;
	const { id, start, told, wrong } = await payingWorkflow(way, surroundings);
	await Promise.all([start(), start()]);
	const outcomes = await told(2);
	await client.unpublish(id);
	const created = outcomes.flat().filter((outcome) => outcome === 'created').length;
	const isTold = created === way.payees ? [] : [`${way.name}: ${created} of ${way.payees} are told as created`];
	return [...wrong(outcomes[0] ?? []), ...isTold];
}

async function payAfterKill(way: Way, surroundings: Surroundings, queueMode: QueueMode): Promise<string[]> {
	const { client } = surroundings;
	const { id, start, isPaid, told, wrong } = await payingWorkflow(way, surroundings);
	await start();
	await until(() => isPaid() > way.payees / 4, { withinMs: PATIENCE_MS, everyMs: 5, otherwise: 'Nothing was paid' });
	await queueMode.replaceWorkers(1);
	await start();
	const [outcomes = []] = await told(1);
	await client.unpublish(id);
	return wrong(outcomes);
}

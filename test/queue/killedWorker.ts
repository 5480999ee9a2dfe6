import { setTimeout as pause } from 'node:timers/promises';
import { outputJson } from '../../runtime/executionOutput';
import type { ExecutionStatus } from '../../runtime/n8nRecords';
import { storedExecutions } from '../../runtime/storedExecutions';
import { until } from '../../runtime/until';
import { paymentsNode, webhookStart, workflow, type NodeSketch } from '../../runtime/workflows';
import type { Surroundings } from './copies';
import type { QueueMode } from './queueMode';

/** n8n holds an execution in memory for less than 65 seconds, so that it is running when its worker is killed. */
const HELD_SECONDS = 60;
const PATIENCE_MS = 300_000;
/** How long an execution that must not start is waited for. */
const SILENCE_MS = 5_000;
const EXTERNAL_ID = 'killed-worker-1';
const LIST = 'killed-worker-list';
const EVENT = 'killed-worker-event';

const hold = (seconds: number | string): NodeSketch => ({
	name: 'Hold',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'timeInterval', amount: seconds, unit: 'seconds' },
});

/**
 * Kills the workers while one execution has paid and another was started by an event, and compares what follows with what
 * `docs/running.md` says of a killed worker.
 * @returns what differs from it
 */
export async function killWorkers(surroundings: Surroundings, queueMode: QueueMode): Promise<string[]> {
	const { client, account, emulator, balancer, credential } = surroundings;
	const pay = paymentsNode('action', 'Pay', credential, {
		...{ resource: 'payout', operation: 'create', amount: '12.50', externalId: EXTERNAL_ID, notify: 'none' },
		payoutMethodName: { __rl: true, mode: 'id', value: 'au_bank_aud' },
		...{ firstName: 'Nathan', lastName: 'Smith', email: 'nathan@example.com', paymentDescription: 'March wages' },
		methodParameters: {
			mappingMode: 'defineBelow',
			value: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
			matchingColumns: [],
			schema: [],
		},
	});
	const seconds = "={{ $('Order').first().json.body.seconds }}";
	const list = await client.saveWorkflow(workflow('Killed list', [webhookStart(LIST), pay, hold(seconds)]));
	const trigger = paymentsNode('trigger', 'Payments', credential, { path: EVENT });
	const event = await client.saveWorkflow(workflow('Killed event', [trigger, hold(HELD_SECONDS)]));
	await client.publish(list);
	await client.publish(event);
	const timesPaid = () =>
		emulator
			.account('AUD')
			.payouts.payments()
			.payouts.filter(({ external_id: id }) => id === EXTERNAL_ID).length;
	const startList = async (held: number) =>
		await fetch(`${balancer.url}webhook/${LIST}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ seconds: held }),
		});
	const becomes = async (workflowId: string, position: number, statuses: readonly ExecutionStatus[]) =>
		await until(
			async () => {
				const execution = (await storedExecutions(client, workflowId))[position];
				return execution !== undefined && statuses.includes(execution.status) && execution;
			},
			{ withinMs: PATIENCE_MS, everyMs: 1_000, otherwise: `An execution did not become ${statuses.join(' or ')}` },
		);

	await startList(HELD_SECONDS);
	const payin = await account.createPayin(EVENT, `${balancer.url}webhook/${EVENT}`);
	await account.simulatePayin(payin.uuid);
	await account.delivered();
	await becomes(event, 0, ['running']);
	await until(() => timesPaid() > 0, { withinMs: PATIENCE_MS, everyMs: 100, otherwise: 'Nothing was paid' });
	await queueMode.replaceWorkers(1);

	const findings: string[] = [];
	const expect = (holds: boolean, finding: string) => void (holds || findings.push(finding));
	const killed = await becomes(list, 0, ['error', 'crashed', 'success']);
	expect(killed.status === 'error', `the killed execution is shown as ${killed.status}`);
	const lost = await becomes(event, 0, ['error', 'crashed', 'success']);
	expect(lost.status === 'error', `the killed execution of an event is shown as ${lost.status}`);

	await client.rest('POST', `/executions/${killed.id}/retry`, { loadWorkflow: false });
	const retried = await becomes(list, 1, ['error', 'crashed', 'success']);
	expect(retried.status === 'error', `its retry ends with ${retried.status}`);
	expect(timesPaid() === 1, `after the retry, the payment exists ${timesPaid()} times`);

	await startList(1);
	const again = await client.waitForEnd((await becomes(list, 2, ['error', 'success'])).id);
	const [paid] = again.status === 'success' ? outputJson(again, 'Pay') : [];
	expect(paid?.outcome === 'found', 'the payment is not found when the workflow is started again');
	expect(timesPaid() === 1, `started again, the payment exists ${timesPaid()} times`);

	const { notifications } = emulator.world;
	const copy = notifications.deliveries.findLast(({ url }) => url.endsWith(EVENT));
	if (copy) await notifications.redeliver(copy.id);
	await pause(SILENCE_MS);
	const started = (await storedExecutions(client, event)).length;
	expect(copy !== undefined && started === 1, `a copy of the event leads to ${started} executions`);
	await client.unpublish(list);
	await client.unpublish(event);
	return findings;
}

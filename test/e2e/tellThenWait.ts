import type { Stage } from '../../runtime/stage';
import { outputJson } from '../../runtime/executionOutput';
import { until } from '../../runtime/until';
import { end, manualStart, paymentsNode, webhookStart, workflow, type NodeSketch } from '../../runtime/workflows';
import { post, signatureOf } from './post';
import { FIELDS, outcomeOf, WaitingWorkflow } from './waiting';

const QUARTER_HOUR_MS = 15 * 60_000;
const WAIT = 'Wait for the payment';
/** Delay of the service's answer, in milliseconds, so that a notification overtakes it. */
const SLOW_MS = 6_000;

const PAYIN = { resource: 'payin', operation: 'create', amount: '49.90', paymentDescription: 'Order', ...FIELDS.payin };

/** The nodes of a workflow that takes a payin, tells the customer, and waits. */
function nodesOf({ credential }: Stage, path: string, between: NodeSketch[] = []): NodeSketch[] {
	const payin = { ...PAYIN, externalId: '={{ $json.body.order }}', notify: 'thisExecution' };
	const wait = {
		resource: 'payin',
		operation: 'waitForStatus',
		uuid: '={{ $("Create").item.json.uuid }}',
		waitLimit: 60,
	};
	return [
		webhookStart(path),
		paymentsNode('action', 'Create', credential, payin),
		...between,
		end('Mail'),
		paymentsNode('action', WAIT, credential, wait),
		end('Then'),
	];
}

/** Executions that give the customer a payment before they wait for it. */
export function tellThenWaitTests(stage: () => Stage): void {
	const answersAbout = (uuid: string) =>
		stage()
			.emulator.world.notifications.deliveries.filter(({ about }) => about === uuid)
			.flatMap(({ attempts }) => attempts.map(({ status, failure }) => failure ?? status));
	const outcome = async (executionId: string) => outcomeOf(await stage().client.waitForEnd(executionId), WAIT);

	async function pay(uuid: string): Promise<void> {
		await stage().account.simulatePayin(uuid);
		await stage().account.delivered();
	}

	describe('create, tell, wait', () => {
		let payins: WaitingWorkflow;

		beforeAll(async () => {
			payins = await WaitingWorkflow.publishNodes(stage, 'tell-then-wait', 'payin', nodesOf(stage(), 'tell-then-wait'));
		});

		test('the customer is told before the wait, and a later notification ends it, in copies or alone', async () => {
			const { client, emulator } = stage();
			const { executionId, uuid } = await payins.orderAndWait('tells-1');
			const waiting = await client.execution(executionId);
			expect(waiting && outputJson(waiting, 'Mail')).toMatchObject([{ uuid, account_number: expect.any(String) }]);
			emulator.world.notifications.plan({ duplicate: 9 });
			await pay(uuid);
			emulator.world.notifications.plan(null);
			expect(await outcome(executionId)).toMatchObject({ uuid, status: 'received', wait: { outcome: 'final' } });
			expect(answersAbout(uuid).filter((status) => status === 200)).toHaveLength(1);
		});

		test('a payment that was made before the wait is not waited for', async () => {
			const paid = paymentsNode('action', 'Paid at once', stage().credential, {
				...{ resource: 'payin', operation: 'simulate', uuid: '={{ $json.uuid }}', outcome: 'completed' },
			});
			const quick = await WaitingWorkflow.publishNodes(
				stage,
				'tell-late',
				'payin',
				nodesOf(stage(), 'tell-late', [paid]),
			);
			const executionId = await quick.order('tells-2');
			expect(await outcome(executionId)).toMatchObject({ status: 'received', wait: { outcome: 'final' } });
			await stage().account.delivered();
			expect(answersAbout(await quick.paymentOf('tells-2'))).toEqual([409]);
		});

		test('a notification between the look and the wait is made good by the next delivery', async () => {
			const { client, emulator, account } = stage();
			const { faults, clock } = emulator.world;
			faults.add({ endpoint: 'v2.payins.detail', when: 'after', fault: 'slow', delayMs: SLOW_MS, times: 1 });
			const firings = faults.firings.length;
			const executionId = await payins.order('tells-3');
			await until(() => faults.firings.length > firings, { everyMs: 20, otherwise: 'The node did not look' });
			const uuid = await payins.paymentOf('tells-3');
			await pay(uuid);
			expect(answersAbout(uuid)).toEqual([409]);
			await client.waitForStatus(executionId, ['waiting']);
			await clock.advance(QUARTER_HOUR_MS);
			await account.delivered();
			expect(await outcome(executionId)).toMatchObject({ uuid, status: 'received', wait: { outcome: 'final' } });
			expect(answersAbout(uuid)).toEqual([409, 200]);
		});

		test('forged notifications leave it waiting, also after n8n was killed and started again', async () => {
			const { account, client, emulator, killN8n, startN8n } = stage();
			const { executionId, uuid } = await payins.orderAndWait('tells-4');
			await killN8n();
			await startN8n();
			const { endpoint_url: url, authorization_header: authorization } = emulator
				.account('AUD')
				.payins.get(uuid).target;
			const received = {
				uuid,
				external_id: 'tells-4',
				status: 'received',
				currency: 'AUD',
				payment_method: 'au_bank_aud',
			};
			const cases: [number, string, string, object][] = [
				[401, url, 'Bearer forged', received],
				[401, url, account.authorization('another'), received],
				[401, url.replace(/signature=./, 'signature=!'), authorization, received],
				// The address without its last part would resume any node that waits.
				[404, url.replace('/payment-status', ''), authorization, received],
				[503, url, authorization, received],
				[503, url, account.authorization('another'), { ...received, uuid: 'ANOTHER', external_id: 'another' }],
			];
			for (const [expected, address, value, body] of cases) {
				const text = JSON.stringify(body);
				const headers = {
					'content-type': 'application/json',
					authorization: value,
					'x-signature': signatureOf(text, account.webhookSecretKey),
				};
				expect([expected, address, (await post(address, headers, text)).status]).toEqual([expected, address, expected]);
				expect((await client.execution(executionId))?.status).toBe('waiting');
			}
			await pay(uuid);
			expect(await outcome(executionId)).toMatchObject({ uuid, wait: { outcome: 'final' } });
		});
	});

	describe('endpoints with other names', () => {
		afterAll(async () => {
			await stage().stopN8n();
			await stage().startN8n();
		});

		test('are where the service sends its notifications, to triggers and to executions that wait', async () => {
			const { client, credential, emulator, n8n, startN8n, stopN8n } = stage();
			await stopN8n();
			await startN8n({
				N8N_ENDPOINT_WEBHOOK: 'hooks',
				N8N_ENDPOINT_WEBHOOK_TEST: 'hooks-test',
				N8N_ENDPOINT_WEBHOOK_WAIT: 'resumed',
			});
			const waits = await WaitingWorkflow.publishNodes(stage, 'renamed', 'payin', nodesOf(stage(), 'renamed'));
			waits.endpoint = 'hooks';
			const { executionId, uuid } = await waits.orderAndWait('tells-5');
			const targetOf = (of: string) => emulator.account('AUD').payins.get(of).target.endpoint_url;
			expect(targetOf(uuid)).toMatch(new RegExp(`^${n8n.url}/resumed/${executionId}/payment-status\\?signature=`));
			await pay(uuid);
			expect(await outcome(executionId)).toMatchObject({ uuid, wait: { outcome: 'final' } });

			const path = 'renamed-trigger';
			const trigger = [paymentsNode('trigger', 'Payments', credential, { path })];
			const id = await client.saveWorkflow(workflow('Renamed: trigger', trigger));
			await client.publish(id);
			const byHand = await client.saveWorkflow(
				workflow('Renamed: payin', [
					manualStart,
					paymentsNode('action', 'Create', credential, {
						...PAYIN,
						externalId: 'tells-6',
						notify: 'trigger',
						options: { triggerPath: path },
					}),
				]),
			);
			const [created] = outputJson(await client.runToEnd(byHand), 'Create');
			expect(targetOf(String(created?.uuid))).toBe(`${n8n.url}/hooks/${path}`);
			await pay(String(created?.uuid));
			expect(answersAbout(String(created?.uuid))).toEqual([200]);
			const [execution] = await client.waitForExecutions(1, { workflowId: id, includeData: true });
			expect(execution && outputJson(execution, 'Payments')).toMatchObject([
				{ uuid: created?.uuid, status: 'received' },
			]);
			await client.unpublish(id);
		});
	});
}

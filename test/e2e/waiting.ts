import type { IDataObject } from 'n8n-workflow';
import { outputItems, outputJson } from '../../runtime/executionOutput';
import type { Execution } from '../../runtime/n8nRecords';
import type { PaymentKind } from '../../runtime/serviceAccount';
import type { Stage } from '../../runtime/stage';
import { storedExecutions } from '../../runtime/storedExecutions';
import { until } from '../../runtime/until';
import { end, manualStart, paymentsNode, webhookStart, workflow, type NodeSketch } from '../../runtime/workflows';
import { post, signatureOf } from './post';

const JSON_BODY = { 'content-type': 'application/json' };
const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const WAITING_NODE = 'Pay and wait';
/** Delay of the service's answer, in milliseconds, so that a notification overtakes it. */
const SLOW_MS = 6_000;

export const FIELDS: Readonly<Record<PaymentKind, IDataObject>> = {
	payin: {
		payinMethodName: { __rl: true, mode: 'list', value: 'au_bank_aud' },
		customerName: 'Ada Byron',
		customerEmail: 'ada@shop.example',
	},
	payout: {
		payoutMethodName: { __rl: true, mode: 'list', value: 'au_payid_npp_aud' },
		firstName: 'Ben',
		lastName: 'Okafor',
		email: 'ben@payees.example',
		methodParameters: {
			mappingMode: 'defineBelow',
			value: { pay_id: 'ben@payees.example', pay_id_type: 'EMAIL' },
			matchingColumns: [],
			schema: [],
		},
	},
	checkoutLink: { customerEmail: 'ada@shop.example', firstName: 'Ada', lastName: 'Byron' },
};

/** The nodes of a workflow that creates a payment and waits for its final status. */
function waitingNodes(
	stage: Stage,
	start: NodeSketch,
	resource: PaymentKind,
	waitLimit: number,
	externalId: string,
): NodeSketch[] {
	const parameters = {
		resource,
		operation: 'createAndWait',
		amount: '49.90',
		paymentDescription: 'Order and wait',
		externalId,
		waitLimit,
		...FIELDS[resource],
	};
	return [start, paymentsNode('action', WAITING_NODE, stage.credential, parameters), end('Then')];
}

/** A waiting execution, and the payment it waits for. */
interface Waiting {
	workflowId: string;
	executionId: string;
	uuid: string;
	externalId: string;
}

/** A published workflow that a shop calls for each order: it creates a payment and waits for it. */
export class WaitingWorkflow {
	/** The operator's name for the webhook endpoint. */
	endpoint = 'webhook';

	private constructor(
		private readonly stage: () => Stage,
		readonly id: string,
		private readonly path: string,
		private readonly resource: PaymentKind,
	) {}

	static async publish(
		stage: () => Stage,
		name: string,
		resource: PaymentKind,
		waitLimit = 60,
	): Promise<WaitingWorkflow> {
		const nodes = waitingNodes(stage(), webhookStart(name), resource, waitLimit, '={{ $json.body.order }}');
		return await WaitingWorkflow.publishNodes(stage, name, resource, nodes);
	}

	/** @param nodes begin with {@link webhookStart}, whose path is the name */
	static async publishNodes(
		stage: () => Stage,
		name: string,
		resource: PaymentKind,
		nodes: readonly NodeSketch[],
	): Promise<WaitingWorkflow> {
		const { client } = stage();
		const id = await client.saveWorkflow(workflow(`Waits: ${name}`, nodes));
		await client.publish(id);
		return new WaitingWorkflow(stage, id, name, resource);
	}

	/** Starts an execution and returns its id. */
	async order(order: string): Promise<string> {
		const { client, n8n } = this.stage();
		const before = await storedExecutions(client, this.id);
		const answer = await fetch(`${n8n.url}/${this.endpoint}/${this.path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify({ order }),
		});
		expect(answer.status).toBe(200);
		const started = await storedExecutions(client, this.id, before.at(-1)?.id);
		expect(started).toHaveLength(1);
		return started[0].id;
	}

	/** Starts an execution and waits until n8n has stored it as waiting. */
	async orderAndWait(externalId: string): Promise<Waiting> {
		const executionId = await this.order(externalId);
		await this.stage().client.waitForStatus(executionId, ['waiting']);
		return { workflowId: this.id, executionId, externalId, uuid: await this.paymentOf(externalId) };
	}

	/** The service's uuid of the payment with this external ID. */
	async paymentOf(externalId: string): Promise<string> {
		return (await this.stage().account.find(this.resource, externalId)).uuid;
	}
}

/** The one item that came out of the waiting node and reached the node after it. */
export function outcomeOf(execution: Execution, waitingNode = WAITING_NODE): IDataObject {
	expect([execution.id, execution.status]).toEqual([execution.id, 'success']);
	const items = outputJson(execution, waitingNode);
	expect(items).toHaveLength(1);
	expect(execution.data?.resultData.runData.Then).toHaveLength(1);
	expect(outputItems(execution, 'Then').map(({ json }) => json)).toEqual(items);
	return items[0];
}

/** Executions that wait for the final status of a payment. */
export function waitingTests(stage: () => Stage): void {
	describe('create and wait', () => {
		let payins: WaitingWorkflow;

		beforeAll(async () => {
			payins = await WaitingWorkflow.publish(stage, 'wait-for-payin', 'payin');
		});

		const headersFor = (authorization: string, body: string) => ({
			'content-type': 'application/json',
			authorization,
			'x-signature': signatureOf(body, stage().account.webhookSecretKey),
		});
		const deliveriesAbout = (uuid: string) =>
			stage().emulator.world.notifications.deliveries.filter(({ about }) => about === uuid);
		const answersAbout = (uuid: string) =>
			deliveriesAbout(uuid).flatMap(({ attempts }) => attempts.map(({ status, failure }) => failure ?? status));
		const statusOf = async (id: string) => (await stage().client.execution(id))?.status;

		async function pay(uuid: string): Promise<void> {
			await stage().account.simulatePayin(uuid);
			await stage().account.delivered();
		}

		test('a payin resumes its execution when it is received', async () => {
			const { executionId, uuid, externalId } = await payins.orderAndWait('waits-1');
			await pay(uuid);
			const outcome = outcomeOf(await stage().client.waitForEnd(executionId));
			expect(outcome).toMatchObject({
				uuid,
				external_id: externalId,
				status: 'received',
				wait: { outcome: 'final' },
				outcome: 'created',
			});
			expect(answersAbout(uuid)).toEqual([200]);
		});

		test('a payout stays waiting while it is processed and resumes when it is completed', async () => {
			const { client, account, emulator } = stage();
			const { clock, settings } = emulator.world;
			const { payoutDelayMs } = settings;
			settings.payoutDelayMs = HOUR_MS;
			try {
				const payouts = await WaitingWorkflow.publish(stage, 'wait-for-payout', 'payout');
				const { executionId, uuid } = await payouts.orderAndWait('waits-2');
				await clock.advance(HOUR_MS);
				await account.delivered();
				expect(answersAbout(uuid)).toEqual([200]);
				expect(await statusOf(executionId)).toBe('waiting');
				await clock.advance(HOUR_MS);
				await account.delivered();
				const outcome = outcomeOf(await client.waitForEnd(executionId));
				expect(outcome).toMatchObject({
					status: 'settled',
					external_id: 'waits-2',
					...{ batch_uuid: uuid, batch_status: 'completed' },
					wait: { outcome: 'final' },
				});
			} finally {
				settings.payoutDelayMs = payoutDelayMs;
			}
		});

		test('a checkout link resumes its execution when the customer has paid on the hosted page', async () => {
			const { account, client } = stage();
			const links = await WaitingWorkflow.publish(stage, 'wait-for-link', 'checkoutLink');
			const { executionId, uuid } = await links.orderAndWait('waits-10');
			account.payLink(uuid);
			await account.delivered();
			const outcome = outcomeOf(await client.waitForEnd(executionId));
			expect(outcome).toMatchObject({
				uuid,
				status: 'received',
				wait: { outcome: 'final' },
			});
		});

		test('a loop waits for one payment after the other, and every item comes out', async () => {
			const { client, emulator } = stage();
			const keys = ['waits-11', 'waits-12', 'waits-13'];
			const loop: NodeSketch = {
				...{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 },
				parameters: { batchSize: 1, options: {} },
			};
			const split: NodeSketch = {
				...{ name: 'Split', type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
				parameters: { fieldToSplitOut: 'body.order', options: { destinationFieldName: 'order' } },
			};
			const [start, wait, then] = waitingNodes(
				stage(),
				webhookStart('wait-in-loop'),
				'payin',
				60,
				'={{ $json.order }}',
			);
			const plan = workflow('Waits: wait-in-loop', [start, split, loop, wait, then]);
			const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
			// Its first output is for what comes after the loop.
			plan.connections.Loop = { main: [to(then.name), to(wait.name)] };
			plan.connections[wait.name] = { main: [to(loop.name)] };
			const id = await client.saveWorkflow(plan);
			await client.publish(id);
			const answer = await post(`${stage().n8n.url}/webhook/wait-in-loop`, JSON_BODY, JSON.stringify({ order: keys }));
			expect(answer.status).toBe(200);
			const [{ id: executionId }] = await storedExecutions(client, id);
			const made = (key: string) =>
				emulator
					.account('AUD')
					.payins.payments()
					.payins.find(({ external_id }) => external_id === key);
			for (const key of keys) {
				await until(() => made(key) !== undefined, { everyMs: 50, otherwise: `The payin ${key} was not made` });
				await client.waitForStatus(executionId, ['waiting']);
				await pay(made(key)?.uuid ?? '');
			}
			const execution = await client.waitForEnd(executionId);
			expect(outputJson(execution, 'Then')).toMatchObject(
				keys.map((key) => ({ external_id: key, status: 'received', wait: { outcome: 'final' } })),
			);
		});

		test('a notification that comes before n8n has stored the waiting execution is made good by the next one', async () => {
			const { client, account, emulator } = stage();
			const { faults, clock } = emulator.world;
			faults.add({ endpoint: 'v2.payins.detail', when: 'after', fault: 'slow', delayMs: SLOW_MS, times: 1 });
			const firings = faults.firings.length;
			const executionId = await payins.order('waits-3');
			await until(() => faults.firings.length > firings, {
				everyMs: 20,
				otherwise: 'The node did not ask for the payin',
			});
			const uuid = await payins.paymentOf('waits-3');
			await pay(uuid);
			expect(answersAbout(uuid)).toEqual([409]);

			await client.waitForStatus(executionId, ['waiting']);
			await clock.advance(QUARTER_HOUR_MS);
			await account.delivered();
			expect(outcomeOf(await client.waitForEnd(executionId))).toMatchObject({
				uuid,
				status: 'received',
				wait: { outcome: 'final' },
			});
			expect(answersAbout(uuid)).toEqual([409, 200]);
		});

		test('ten copies at once and ten later resume the execution once', async () => {
			const { client, emulator } = stage();
			const { notifications } = emulator.world;
			const { executionId, workflowId, uuid } = await payins.orderAndWait('waits-4');
			notifications.plan({ duplicate: 9 });
			await pay(uuid);
			notifications.plan(null);
			expect(outcomeOf(await client.waitForEnd(executionId))).toMatchObject({ uuid, wait: { outcome: 'final' } });
			// n8n lets one of them resume the execution, and answers the others with a conflict or an error.
			const answersOf = (attempt: number) => deliveriesAbout(uuid).map(({ attempts }) => attempts[attempt].status);
			expect(answersOf(0)).toHaveLength(10);
			expect(answersOf(0).filter((status) => status === 200)).toHaveLength(1);

			const before = await storedExecutions(client, workflowId);
			for (const { id } of deliveriesAbout(uuid)) await notifications.redeliver(id);
			expect(answersOf(1)).toEqual(Array(10).fill(409));
			expect(await storedExecutions(client, workflowId)).toHaveLength(before.length);
			outcomeOf(await client.waitForEnd(executionId));
		});

		test('forged notifications, and genuine ones about something else, leave it waiting', async () => {
			const { client, account, emulator } = stage();
			const { executionId, uuid } = await payins.orderAndWait('waits-5');
			const { target } = emulator.account('AUD').payins.get(uuid);
			const received = { uuid, status: 'received', currency: 'AUD', amount: '49.9', payment_method: 'au_bank_aud' };
			const cases: [string, number, string, string, object][] = [
				['another authorization', 401, target.endpoint_url, 'Bearer forged', received],
				['no authorization', 401, target.endpoint_url, '', received],
				[
					'another token',
					401,
					target.endpoint_url.replace(/signature=./, 'signature=!'),
					target.authorization_header,
					received,
				],
				['another payment', 503, target.endpoint_url, account.authorization(null), { ...received, uuid: 'SOMEELSE' }],
				['not final', 200, target.endpoint_url, account.authorization(null), { ...received, status: 'pending' }],
				['nothing known', 400, target.endpoint_url, account.authorization(null), { hello: 'world' }],
				// The value is genuine but belongs to a payment without an external ID, and this payment's record has one.
				['made for another', 401, target.endpoint_url, account.authorization(null), received],
				// Genuine in form, but the service says that the payment is still pending.
				['not confirmed', 503, target.endpoint_url, target.authorization_header, received],
			];
			for (const [what, expected, url, authorization, body] of cases) {
				const { status } = await post(url, headersFor(authorization, JSON.stringify(body)), JSON.stringify(body));
				expect([what, status]).toEqual([what, expected]);
				expect([what, await statusOf(executionId)]).toEqual([what, 'waiting']);
			}
			await pay(uuid);
			expect(outcomeOf(await client.waitForEnd(executionId))).toMatchObject({ uuid, wait: { outcome: 'final' } });
		});

		test('a run by hand waits and resumes, too', async () => {
			const { client } = stage();
			const id = await client.saveWorkflow(
				workflow('Waits: by hand', waitingNodes(stage(), manualStart, 'payin', 60, 'waits-6')),
			);
			const executionId = await client.run(id);
			await client.waitForStatus(executionId, ['waiting']);
			const uuid = await payins.paymentOf('waits-6');
			await pay(uuid);
			const execution = await client.waitForEnd(executionId);
			expect(execution.mode).toBe('manual');
			expect(outcomeOf(execution)).toMatchObject({ uuid, wait: { outcome: 'final' } });
		});

		test('an execution that the user has stopped stays stopped when the notification comes', async () => {
			const { client } = stage();
			const { executionId, workflowId, uuid } = await payins.orderAndWait('waits-7');
			await client.stop(executionId);
			await client.waitForStatus(executionId, ['canceled']);
			const before = await storedExecutions(client, workflowId);
			await pay(uuid);
			expect(answersAbout(uuid)).toEqual([409]);
			expect(await statusOf(executionId)).toBe('canceled');
			expect(await storedExecutions(client, workflowId)).toHaveLength(before.length);
		});
	});
}

/** Two executions that wait during all other tests: one reaches its time limit, the other survives the restarts of n8n. */
export class LongWaits {
	private timesOut: Waiting | undefined;
	private outlives: Waiting | undefined;

	constructor(private readonly stage: () => Stage) {}

	async begin(): Promise<void> {
		const limited = await WaitingWorkflow.publish(this.stage, 'wait-one-minute', 'payin', 1);
		this.timesOut = await limited.orderAndWait('waits-8');
		const patient = await WaitingWorkflow.publish(this.stage, 'wait-long', 'payin');
		this.outlives = await patient.orderAndWait('waits-9');
	}

	/** To be run before n8n is killed: what it resumes at that moment crashes. */
	testsOfLimit(): void {
		describe('create and wait, meanwhile', () => {
			test('after the limit the execution goes on with the record as it was last known', async () => {
				if (!this.timesOut) throw new Error('It was not started.');
				const { executionId, uuid } = this.timesOut;
				// n8n checks once a minute for executions whose wait is over.
				const execution = await this.stage().client.waitForEnd(executionId, 180_000);
				expect(outcomeOf(execution)).toMatchObject({ uuid, status: 'pending', wait: { outcome: 'timed_out' } });
			});
		});
	}

	tests(): void {
		describe('create and wait, meanwhile', () => {
			test('an execution that waited while n8n was killed and started again is resumed', async () => {
				if (!this.outlives) throw new Error('It was not started.');
				const { executionId, uuid } = this.outlives;
				const { account, client } = this.stage();
				await account.simulatePayin(uuid);
				await account.delivered();
				expect(outcomeOf(await client.waitForEnd(executionId))).toMatchObject({ uuid, wait: { outcome: 'final' } });
			});
		});
	}
}

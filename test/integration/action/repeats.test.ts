import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentWithTool, toolPlan } from '../engine/agentTool';
import { NODE, runNode, runWorkflow } from '../engine/execution';
import { ACTION, LOOP, PASS_ON } from '../engine/nodeTypes';
import { startService, type Service } from '../engine/service';
import { outputsOf } from '../engine/workflow';
import { batch, operation, payin, payout, QUICK } from './orders';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const paid = () => service.emulator.account('AUD').payouts.payments().payouts;
const keysPaid = () => paid().map(({ external_id }) => external_id);
const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ key: `wage-${index}`, amount: 100 + index, name: `Payee ${index}` }));
const idsOf = ({ items }: { items: { json: IDataObject }[] }) => items.map(({ json }) => json.external_id);

describe.each([
	['one by one', payout()],
	['in one batch', batch()],
])('payees paid %s', (_, parameters) => {
	const given = { items: people(3), parameters };

	it.each(['reset', 'truncate', 'invalid-json', 'status', 'stall'] as const)(
		'are paid once with Retry On Fail, when the answer to a payment is lost (%s)',
		async (fault) => {
			service.fault({
				endpoint: 'v2.payouts.create',
				when: 'after',
				nth: 1,
				fault,
				...(fault === 'status' ? { status: 502 } : {}),
			});
			const quick = { ...parameters, options: { ...QUICK, requestTimeout: 0.5 } };
			const run = await runNode({
				...given,
				parameters: quick,
				credentials: service.credentials(),
				settings: { retryOnFail: true, maxTries: 3 },
			});
			expect(run.status).toBe('success');
			expect(paid()).toHaveLength(3);
			expect(idsOf(run)).toEqual(keysPaid());
		},
	);

	it('are paid once with Retry On Fail, when the first try did not reach the service', async () => {
		service.fault({ endpoint: 'v2.payouts.create', when: 'before', nth: 2, fault: 'status', status: 500 });
		const run = await runNode({
			...given,
			parameters: { ...parameters, additionalFields: { maxPerBatch: 1 } },
			credentials: service.credentials(),
			settings: { retryOnFail: true, maxTries: 3 },
		});
		expect(run.status).toBe('success');
		expect(paid()).toHaveLength(3);
		expect(idsOf(run).sort()).toEqual(keysPaid().sort());
	});

	it('are paid once when the stored execution is retried, and the error lists who was paid', async () => {
		service.fault({
			endpoint: 'v2.payouts.create',
			when: 'before',
			nth: { from: 2, to: 3 },
			fault: 'status',
			status: 500,
		});
		const single = { ...parameters, additionalFields: { maxPerBatch: 1 } };
		const failed = await runNode({ ...given, parameters: single, credentials: service.credentials() });
		expect(failed.error?.message).toBe('It is unknown whether the payment wage-1 was made');
		expect(failed.error?.description).toContain('Already made before the node stopped (1): wage-0.');
		expect(paid()).toHaveLength(1);
		const again = await failed.retry();
		expect(again.error?.message).toMatch(/^It is unknown whether/);
		expect(paid()).toHaveLength(1);
		const last = await again.retry();
		expect(last.status).toBe('success');
		expect(idsOf(last)).toEqual(keysPaid());
		expect(paid()).toHaveLength(3);
		expect(last.id).not.toBe(failed.id);
	});

	it('are not asked for again when all of them are paid and a later try repeats the node', async () => {
		const failing = { ...given, items: [...people(2), { key: 'wage-2', amount: 'none', name: 'Payee 2' }] };
		const run = await runNode({
			...failing,
			credentials: service.credentials(),
			settings: { retryOnFail: true, maxTries: 3, onError: 'continueRegularOutput' },
		});
		expect(run.items).toMatchObject([
			{ json: { outcome: 'created' } },
			{ json: { outcome: 'created' } },
			{ json: { error: expect.any(String) as string } },
		]);
		expect(paid()).toHaveLength(2);
	});
});

describe('an outcome that stays unknown', () => {
	it('is an error that names the External ID, and never an output', async () => {
		service.fault({ endpoint: 'v2.payouts.create', when: 'before', fault: 'reset' });
		const run = await runNode({
			credentials: service.credentials(),
			parameters: payout(),
			items: [{ amount: 5, key: 'wage-1' }],
		});
		expect(run.items).toEqual([]);
		expect(run.error?.message).toBe('It is unknown whether the payment wage-1 was made');
		expect(run.error?.description).toBe(
			'The request was sent, but no usable answer came. The connection to the payment service broke. Run this again with the same External ID: it is looked for first. Another External ID without looking may pay twice.',
		);
		expect(service.calls()['v2.payouts.create']).toBe(1);
	});

	it('is told on its item alone when the others go on', async () => {
		service.fault({
			endpoint: 'v2.payouts.create',
			when: 'before',
			fault: 'status',
			status: 503,
			match: { external_id: 'wage-1' },
		});
		const run = await runNode({
			credentials: service.credentials(),
			parameters: payout(),
			items: people(3),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(run.items).toMatchObject([
			{ json: { outcome: 'created' }, pairedItem: { item: 0 } },
			{
				json: {
					error: 'It is unknown whether the payment wage-1 was made',
					...{ outcome: 'unknown', external_id: 'wage-1' },
				},
				pairedItem: { item: 1 },
			},
			{ json: { outcome: 'created' }, pairedItem: { item: 2 } },
		]);
		expect(keysPaid()).toEqual(['wage-0', 'wage-2']);
	});

	it('is unknown for every payee of the batch', async () => {
		service.fault({ endpoint: 'v2.payouts.create', when: 'before', fault: 'reset' });
		const run = await runNode({
			credentials: service.credentials(),
			parameters: batch(),
			items: people(3),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(run.items.map(({ json }) => json.outcome)).toEqual(['unknown', 'unknown', 'unknown']);
		expect(paid()).toEqual([]);
	});

	it('is found when the record appears within the settle time', async () => {
		service.emulator.world.settings.listLagMs = 1000;
		service.fault({ endpoint: 'v2.payouts.create', when: 'after', nth: 1, fault: 'reset' });
		const appears = setTimeout(() => void service.advance(2000), 400);
		const run = await runNode({
			credentials: service.credentials(),
			parameters: payout({ options: { ...QUICK, settleSeconds: 5 } }),
			items: [{ amount: 5, key: 'wage-1' }],
		});
		clearTimeout(appears);
		expect(run.items.map(({ json }) => json)).toMatchObject([{ outcome: 'created', external_id: 'wage-1' }]);
		expect(paid()).toHaveLength(1);
	});

	it('of a refund is settled by the refund records of the payin', async () => {
		const credentials = service.credentials();
		const created = await runNode({ credentials, parameters: payin(), items: [{ amount: 50, key: 'order-1' }] });
		const uuid = String(created.items[0]?.json.uuid);
		await runNode({ credentials, parameters: operation('payin', 'simulate', { uuid }) });
		service.fault({ endpoint: 'v2.payins.refund', when: 'after', nth: 1, fault: 'reset' });
		const refund = { uuid, externalId: 'refund-1', reason: 'Parcel came late', options: QUICK };
		const run = await runNode({ credentials, parameters: operation('payin', 'refund', refund) });
		expect(run.items.map(({ json }) => json)).toMatchObject([{ outcome: 'created' }]);
		expect(service.emulator.account('AUD').payins.payments().refunds).toHaveLength(1);
	});
});

describe('a loop', () => {
	const plan = (parameters: INodeParameters) => ({
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: 'Loop', type: LOOP },
			{ name: NODE, type: ACTION, parameters },
			{ name: 'Done', type: PASS_ON },
		],
		wires: [
			['Start', 0, 'Loop'],
			['Loop', 0, NODE],
			['Loop', 1, 'Done'],
			[NODE, 0, 'Loop'],
		] as [string, number, string][],
	});

	it('goes on where it stopped when the execution is retried', async () => {
		service.fault({ endpoint: 'v2.payouts.create', when: 'after', nth: 2, fault: 'status', status: 500 });
		const { payouts } = service.emulator.account('AUD');
		const { create } = payouts;
		jest.spyOn(payouts, 'create').mockImplementation((body) => {
			const batch = create(body);
			// After the second payment, every look-up fails.
			if (paid().length === 2) service.fault({ endpoint: 'v2.payouts.list', fault: 'status', status: 500 });
			return batch;
		});
		const quick = payout({ options: { ...QUICK, timeLimit: 0.2 } });
		const failed = await runWorkflow(
			plan(quick),
			people(3).map((json) => ({ json })),
			{ credentials: service.credentials() },
		);
		expect(failed.error?.message).toMatch(/^It is unknown/);
		expect(paid()).toHaveLength(2);
		service.emulator.world.faults.remove();
		const again = await failed.retry();
		expect(again.error).toBeUndefined();
		const [answers = []] = outputsOf(again.runData.Done?.at(-1));
		expect(answers.map(({ json }) => json)).toMatchObject([
			{ outcome: 'created' },
			{ outcome: 'found' },
			{ outcome: 'created' },
		]);
		expect(paid()).toHaveLength(3);
	});
});

describe('as the tool of an agent', () => {
	const parameters = payout({
		amount: '={{ $fromAI("amount", "how much", "string") }}',
		externalId: '={{ $fromAI("key", "number of the invoice", "string") }}',
	});

	it('each External ID is a payment of its own, and its answer names it', async () => {
		const agent = await agentWithTool(parameters, service.credentials());
		const answers = [
			await agent.call({ amount: '5', key: 'inv-1' }),
			await agent.call({ amount: '5', key: 'inv-2' }),
		].map((text) => (JSON.parse(text) as IDataObject[])[0]);
		expect(answers).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
		expect(answers.map((answer) => answer?.external_id)).toEqual(keysPaid());
		expect(new Set(keysPaid()).size).toBe(2);
	});

	it('calls at the same time are payments of their own', async () => {
		const agent = await agentWithTool(parameters, service.credentials());
		const calls = ['5', '5', '6'].map((amount, index) => ({ amount, key: `inv-${index}` }));
		await Promise.all(calls.map(async (call) => await agent.call(call)));
		expect(new Set(keysPaid()).size).toBe(3);
	});

	it('an agent that repeats an unclear call does not pay twice', async () => {
		service.fault({ endpoint: 'v2.payouts.create', when: 'after', nth: 1, fault: 'reset' });
		// Three requests look for an earlier payment before this one is sent.
		service.fault({ endpoint: 'v2.payouts.list', when: 'before', nth: { from: 4, to: 54 }, fault: 'reset', times: 20 });
		const tool = { ...parameters, options: { ...QUICK, timeLimit: 0.2 } };
		const agent = await agentWithTool(tool, service.credentials());
		expect(await agent.refusal({ amount: '5', key: 'inv-1' })).toContain('no usable answer came');
		service.emulator.world.faults.remove();
		const [answer] = JSON.parse(await agent.call({ amount: '5', key: 'inv-1' })) as IDataObject[];
		expect(answer).toMatchObject({ outcome: 'found' });
		expect(paid()).toHaveLength(1);
	});

	it('tells the model what is wrong with its arguments', async () => {
		const agent = await agentWithTool(parameters, service.credentials());
		await expect(agent.call({ amount: 'five', key: 'inv-1' })).rejects.toThrow(/Amount cannot be used/);
		expect(service.writes()).toBe(0);
	});

	it('calls that the engine runs are payments of their own too', async () => {
		const plan = toolPlan(parameters);
		const withStart = {
			...plan,
			nodes: [{ name: 'Start', type: PASS_ON }, ...plan.nodes],
			wires: [['Start', 0, 'Agent']] as [string, number, string][],
		};
		const run = await runWorkflow(
			withStart,
			[{ json: { amount: '5', key: 'inv-1' } }, { json: { amount: '5', key: 'inv-2' } }],
			{
				credentials: service.credentials(),
			},
		);
		expect(run.error).toBeUndefined();
		expect(new Set(keysPaid()).size).toBe(2);
	});
});

describe('stopping', () => {
	it('ends the node at once, sends nothing more, and leaves the payment to be looked up by a retry', async () => {
		service.fault({ endpoint: 'v2.payouts.create', when: 'after', nth: 2, fault: 'stall' });
		const stop = new AbortController();
		const waiting = setInterval(() => {
			if (paid().length === 2) stop.abort();
		}, 10);
		const started = Date.now();
		const run = await runNode({
			credentials: service.credentials(),
			parameters: payout(),
			items: people(4),
			stop: stop.signal,
		});
		clearInterval(waiting);
		expect(Date.now() - started).toBeLessThan(4000);
		expect(run.error?.message).toMatch(/^It is unknown whether the payment .* was made$/);
		expect(service.calls()['v2.payouts.create']).toBe(2);
		const again = await run.retry({ stop: undefined });
		expect(again.status).toBe('success');
		expect(again.items.map(({ json }) => json)).toMatchObject([
			{ outcome: 'found' },
			{ outcome: 'found' },
			{ outcome: 'created' },
			{ outcome: 'created' },
		]);
		expect(paid()).toHaveLength(4);
	});
});

it('"execute once" pays the first item alone', async () => {
	const run = await runNode({
		credentials: service.credentials(),
		parameters: payout(),
		items: people(3),
		settings: { executeOnce: true },
	});
	expect(run.items).toHaveLength(1);
	expect(paid()).toHaveLength(1);
});

import type { INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, form, operation, payin, payout } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';

/** Several payments under one External ID: the user wanted another one, or the first one has failed. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const UNKNOWN_ACCOUNT = form({ bsb: '062000', account_name: 'Nathan Smith', account_number: '12390001' });
const order = { items: [{ amount: 10, key: 'INV-7' }] };

/** Pays in a process of its own, which remembers nothing of the payments before. */
const pay = async (parameters: INodeParameters) =>
	await run(service, { ...parameters, options: AT_ONCE }, { ...order, nodeTypes: startProcess().nodeTypes });

const loseAnswer = (when: 'before' | 'after', endpoint: 'v2.payouts.create' | 'v2.payins.create') =>
	service.fault({ endpoint, fault: 'status', status: 503, when, times: 1 });

describe.each([
	['payout', 'v2.payouts.create', payout],
	[
		'payout of all items',
		'v2.payouts.create',
		(changes: INodeParameters) => payout({ batchMode: 'allItems', ...changes }),
	],
	['payin', 'v2.payins.create', payin],
] as const)('another %s under a used External ID, Prevent Duplicates off', (_kind, endpoint, parameters) => {
	const another = (changes: INodeParameters = {}) => parameters({ preventDuplicates: false, ...changes });

	it.each(['before', 'after'] as const)(
		'stays unknown where its answer is lost (%s it was made): the earlier one is not taken for it',
		async (when) => {
			await pay(another());
			loseAnswer(when, endpoint);
			const { error } = await pay(another());
			expect(error?.message).toContain('unknown whether');
		},
	);

	it.each([
		['made by another process', true],
		['made by this process a moment ago', false],
	])(
		'is never sent again, nor taken for the earlier one, when n8n repeats the node (%s)',
		async (_where, isElsewhere) => {
			const [first, second] = [startProcess().nodeTypes, startProcess().nodeTypes];
			await run(service, { ...another(), options: AT_ONCE }, { ...order, nodeTypes: first });
			loseAnswer('before', endpoint);
			const writes = service.writes();
			const { error } = await run(
				service,
				{ ...another(), options: AT_ONCE },
				{ ...order, nodeTypes: isElsewhere ? second : first, settings: { retryOnFail: true, maxTries: 3 } },
			);
			expect(error?.message).toContain('unknown whether');
			expect(service.writes()).toBe(writes + 1);
		},
	);

	it('is found where there was none before', async () => {
		loseAnswer('after', endpoint);
		const { items } = await pay(another());
		expect(items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
	});

	it.each([false, true])(
		'is not taken for the earlier one by the next execution either, with Prevent Duplicates %s',
		async (preventDuplicates) => {
			const { nodeTypes } = startProcess();
			await run(service, { ...another(), options: AT_ONCE }, { ...order, nodeTypes });
			loseAnswer('before', endpoint);
			await run(service, { ...another(), options: AT_ONCE }, { ...order, nodeTypes });
			const writes = service.writes();
			const next = await run(service, { ...another({ preventDuplicates }), options: AT_ONCE }, { ...order, nodeTypes });
			expect(next.error?.message).toContain('unknown whether');
			expect(service.writes()).toBe(writes);
		},
	);

	it('is not sent where the service cannot tell if there is an earlier one', async () => {
		service.fault({ endpoint: ['v2.payouts.list', 'v2.payins.list'], fault: 'status', status: 500 });
		const { error } = await pay(another());
		expect(error?.description).toContain('Nothing was sent.');
		expect(service.writes()).toBe(0);
	});

	it('does not make this process forget the earlier one when it is refused', async () => {
		const once = async (changes: INodeParameters) =>
			await run(service, { ...parameters(changes), options: AT_ONCE }, order);
		await once({});
		Object.assign(service.emulator.world.settings, { listLagMs: 3_600_000 });
		service.fault({ endpoint, fault: 'status', status: 429, times: 9, retryAfter: '3600' });
		expect((await once({ preventDuplicates: false })).error).toBeDefined();
		service.emulator.world.faults.remove();
		const { items } = await once({});
		expect(items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
	});
});

it.each([
	['a payout', 'v2.payouts.create', payout()],
	[
		'a payout under a Batch External ID',
		'v2.payouts.create',
		payout({ additionalFields: { batchExternalId: 'MARCH' } }),
	],
	['a payin', 'v2.payins.create', payin()],
] as const)(
	'%s of an older year is not taken for another one whose answer is lost',
	async (_, endpoint, parameters) => {
		const older = await startService({ start: new Date(Date.now() - 400 * 86_400_000) });
		const once = async (changes: INodeParameters) =>
			await run(
				older,
				{ ...parameters, ...changes, options: { ...AT_ONCE, returnEnded: true } },
				{ ...order, nodeTypes: startProcess().nodeTypes, settings: { retryOnFail: true, maxTries: 3 } },
			);
		await once({});
		await older.advance(400 * 86_400_000 - 60_000);
		const writes = older.writes();
		older.fault({ endpoint, fault: 'status', status: 503, when: 'before', times: 1 });
		const { error } = await once({ preventDuplicates: false });
		expect(error?.message).toContain('unknown whether');
		expect(older.writes()).toBe(writes + 1);
		await older.close();
	},
);

it('a payout that was made alone after one in a list had failed is found', async () => {
	await run(service, payout({ batchMode: 'allItems', methodParameters: UNKNOWN_ACCOUNT, options: AT_ONCE }), {
		items: [...order.items, { amount: 11, key: 'INV-8' }],
	});
	await service.advance(10_000);
	await pay(payout({ preventDuplicates: false, methodParameters: UNKNOWN_ACCOUNT }));
	const { items, error } = await pay(payout({ methodParameters: UNKNOWN_ACCOUNT }));
	expect(error).toBeUndefined();
	expect(items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
	expect(items[0]?.json.status).not.toBe('failed');
});

it.each(['expired', 'return_rejected'])(
	'a refund that was made again after it had ended as %s is found',
	async (status) => {
		const { payins } = service.emulator.account('AUD');
		const uuid = String((await pay(payin())).items[0]?.json.uuid);
		payins.simulate(uuid, 'completed');
		await service.advance(60 * 60_000);
		const refund = (changes: INodeParameters = {}) =>
			operation('payin', 'refund', {
				...{ uuid, refundType: 'partial', amount: '2', externalId: 'R-1', reason: 'Parcel came late', ...changes },
			});
		await pay(refund());
		const [first] = payins.payments().refunds;
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_settings, _endpoint, answer) =>
				everywhere(answer as Record<string, unknown>, (fields) =>
					fields.uuid === first?.uuid ? { ...fields, status } : fields,
				),
			);
		const stopped = await pay(refund());
		expect(stopped.error?.message).toContain(`has ended without money: ${status.replace('return_', '')}`);
		await pay(refund({ preventDuplicates: false }));
		const { items, error } = await pay(refund());
		expect(error).toBeUndefined();
		expect(items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
	},
);

it('a payout whose answer says that it has failed is no success, and none when it is repeated either', async () => {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			endpoint !== 'v2.payouts.create'
				? (answer as object)
				: everywhere(answer as Record<string, unknown>, (fields) =>
						'payee' in fields ? { ...fields, status: 'failed', error_message: 'Account not found' } : fields,
					),
		);
	const { error } = await run(service, payout({ options: AT_ONCE }), {
		...order,
		settings: { retryOnFail: true, maxTries: 3 },
	});
	expect(error?.message).toContain('was made and has ended without money: failed');
	Object.assign(service.emulator.world.settings, { listLagMs: 3_600_000 });
	const again = await run(service, payout({ options: AT_ONCE }), order);
	expect(again.error?.message).toContain('has ended without money: failed');
	expect(service.writes()).toBe(1);
});

import * as wire from '../../../emulator/otherwise';
import { operation, payin, payout } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';

/** Answers that say more, or in another type, than the specification shows. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const order = { items: [{ amount: 10, key: 'order-1' }] };
const answering = (change: (answer: object) => object) =>
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, _endpoint, answer) => change(answer as object));

describe.each([
	['an empty list of errors', { errors: [] }],
	['an empty object of errors', { errors: {}, error: {} }],
	['no error', { errors: null, error: null, error_code: null }],
	['an empty text', { error: '', errors: '' }],
])('answers that hold %s', (_what, nothing) => {
	it.each([
		['payin', payin()],
		['payout', payout()],
	])('count: a %s is made once, and listed', async (resource, parameters) => {
		answering((answer) => ({ ...answer, ...nothing }));
		const made = await run(service, parameters, order);
		expect(made.error).toBeUndefined();
		expect(made.items[0]?.json.idempotency).toMatchObject({ outcome: 'created' });
		expect(service.writes()).toBe(1);
		const listed = await run(service, operation(resource, 'getAll', { returnAll: true }));
		expect(listed.items).toHaveLength(1);
	});
});

it('numbers of records that come as text are counted all the same', async () => {
	for (const key of ['order-1', 'order-2', 'order-3']) await run(service, payin(), { items: [{ amount: 10, key }] });
	answering((answer) => {
		const { total, page, limit, ...rest } = answer as Record<string, unknown>;
		return total === undefined
			? rest
			: { ...rest, total: String(total as number), page: String(page as number), limit: String(limit as number) };
	});
	const { items, error } = await run(service, operation('payin', 'getAll', { returnAll: true }));
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
});

it.each([
	['by itself', (transaction: object) => transaction],
	['in an envelope', (transaction: object) => ({ record: transaction })],
])('one transaction of a payout may come %s, and is shown with its payee and amount', async (_how, shown) => {
	await run(service, payout(), order);
	const [{ batch_uuid: uuid = '', uuid: childUuid = '' } = {}] = service.emulator
		.account('AUD')
		.payouts.payments().payouts;
	answering((answer) => {
		const [transaction = {}] = (answer as { payout_transactions: object[] }).payout_transactions;
		return shown(transaction);
	});
	const { items, error } = await run(
		service,
		operation('payout', 'get', { uuid, additionalFields: { childUuid }, options: { timeLimit: 1 } }),
	);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ uuid: childUuid, payee: 'Nathan Smith', amount: '10.00', status: 'created' });
});

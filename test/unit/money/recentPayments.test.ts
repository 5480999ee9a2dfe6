import { FRESH } from '../../../nodes/MultiCurrencyPayments/money/sharedInRun';
import type { PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { Payments } from '../../../nodes/MultiCurrencyPayments/money/earlierPayouts';
import { SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { paymentsSince, shownOf, stillMissing } from '../../../nodes/MultiCurrencyPayments/money/recentPayments';
import { execution } from './execution';
import { listOf, payeeOf, shown } from './list';

const NOW = Date.parse('2030-01-01T00:00:00Z');
const DAY = 24 * 3_600_000;
/** Somebody looked up then is looked for again. */
const STALE = NOW - 2 * FRESH - 1;

let account = 0;
let memory: SentMemory;
beforeEach(() => {
	memory = new SentMemory(execution(), `account ${++account}`, []);
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => jest.restoreAllMocks());

/** Somebody whom the service did not know at a moment. */
function payee(key: string, askedAt: number | null, about: Partial<PaymentRequest> = {}) {
	const one = payeeOf(memory, key, about);
	if (askedAt !== null) one.payment.notFound(askedAt);
	return one;
}

/** A list of which the service shows some payments. */
function listThat(shows = new Payments(), inBatch = new Payments()) {
	const since = jest.fn().mockResolvedValue(shows);
	const under = jest.fn().mockResolvedValue(inBatch);
	return { list: listOf(memory, { since, under }, NOW), since, under };
}

describe('recent payments', () => {
	it('are asked for by the keys of payees, wherever these may be', async () => {
		const { list, since } = listThat();
		await paymentsSince(list.earlier, 7, [payee('a', null), payee('b', null)]);
		expect(since).toHaveBeenLastCalledWith(
			7,
			[
				{ key: 'a', places: ['n8n-batch', 'a'] },
				{ key: 'b', places: ['n8n-batch', 'b'] },
			],
			'',
		);
		await paymentsSince(list.earlier, 8, [payee('a', null, { batchKey: 'wages' })]);
		expect(since).toHaveBeenLastCalledWith(8, [{ key: 'a', places: ['wages'] }], 'wages');
		await paymentsSince(list.earlier, 9, []);
		expect(since).toHaveBeenLastCalledWith(9, [], '');
	});

	it('of a payee are those in a batch that may be the own one', () => {
		const lately = shown({ key: 'a' }, { key: 'b', batchKey: 'a' });
		const keysOf = (...[key, about]: [string, Partial<PaymentRequest>?]) =>
			shownOf(payee(key, null, about), lately).map(({ transaction }) => transaction.external_id);
		expect([keysOf('a'), keysOf('b'), keysOf('b', { batchKey: 'a' })]).toEqual([['a'], [], ['b']]);
	});
});

describe('before a request of a list leaves, its payees', () => {
	it.each<[string, number | null]>([
		['were never looked up', null],
		['were looked up now', NOW],
		['were looked up a moment ago', STALE + 1],
	])('are sent without a question if they %s', async (_, askedAt) => {
		const { list, since } = listThat();
		const chunk = [payee('a', askedAt)];
		expect(await stillMissing(list, [chunk, [payee('b', STALE)]], 0)).toEqual(chunk);
		expect(since).not.toHaveBeenCalled();
	});

	it.each<[string, number, number]>([
		['too long ago', STALE, STALE],
		['before the clock was set back', NOW + 1, NOW - DAY],
	])('are looked for again if they were looked up %s', async (_, askedAt, from) => {
		const { list, since } = listThat();
		const [stale, young] = [payee('a', askedAt), payee('b', NOW)];
		expect(await stillMissing(list, [[stale, young]], 0)).toEqual([stale, young]);
		expect(since).toHaveBeenCalledTimes(1);
		expect(since).toHaveBeenCalledWith(from, [expect.objectContaining({ key: 'a' })], '');
		expect(stale.payment.notFoundAt).toBe(NOW);
	});

	it('are not sent if somebody has paid them meanwhile', async () => {
		const { list } = listThat(shown({ key: 'a' }));
		const [paid, missing] = [payee('a', STALE), payee('b', STALE)];
		expect(await stillMissing(list, [[paid, missing]], 0)).toEqual([missing]);
		expect(list.outcomes.get(paid.request)).toMatchObject({
			result: { key: 'a', outcome: 'found', record: { uuid: 'uuid of a' } },
		});
	});

	it('are looked for together with those behind them, since the earliest of their look-ups', async () => {
		const { list, since } = listThat(shown({ key: 'c' }));
		const before = payee('before', STALE - 9);
		const [first, behind, paid, young] = [payee('a', STALE), payee('b', STALE - 5), payee('c', STALE), payee('d', NOW)];
		expect(await stillMissing(list, [[before], [first], [behind, paid], [young]], 1)).toEqual([first]);
		const keys = ['a', 'b', 'c'].map((key) => expect.objectContaining({ key }) as unknown);
		expect(since.mock.calls).toEqual([[STALE - 5, keys, '']]);
		expect(list.outcomes.open([behind, paid, young])).toEqual([behind, young]);
		expect(before.payment.notFoundAt).toBe(STALE - 9);
	});

	it('are looked for without those behind them that are under another Batch External ID, or are done', async () => {
		const { list, since } = listThat();
		const first = payee('a', STALE, { batchKey: 'wages' });
		const done = payee('b', STALE, { batchKey: 'wages' });
		const other = payee('c', STALE, { batchKey: 'bonus' });
		list.outcomes.note(done.request, () => ({ key: 'b', record: {}, outcome: 'created' }));
		expect(await stillMissing(list, [[first], [other], [done], []], 0)).toEqual([first]);
		expect(since.mock.calls).toEqual([[STALE, [{ key: 'a', places: ['wages'] }], 'wages']]);
	});

	it('fail alone where the service cannot be asked', async () => {
		const { list, since } = listThat();
		const failure = new Error('The service is down');
		since.mockRejectedValue(failure);
		const [stale, young, behind] = [payee('a', STALE), payee('b', NOW), payee('c', STALE)];
		expect(await stillMissing(list, [[stale, young], [behind]], 0)).toEqual([young]);
		expect(list.outcomes.get(stale.request)).toEqual({ request: stale.request, failure });
		expect(list.outcomes.get(behind.request)).toBeUndefined();
	});

	it('are not sent if somebody else with the same name was paid under their batch meanwhile', async () => {
		const { list, under } = listThat(new Payments(), shown({ key: 'other', batchKey: 'wages' }));
		const stale = payee('by account', STALE, { batchKey: 'wages', externalId: '' });
		expect(await stillMissing(list, [[stale]], 0)).toEqual([]);
		expect(under).toHaveBeenCalledWith('wages', NOW);
		expect(list.outcomes.get(stale.request)).toMatchObject({ failure: expect.any(Error) as unknown });
	});

	it('are nobody in a request that is not there', async () => {
		const { list } = listThat();
		expect(await stillMissing(list, [], 0)).toEqual([]);
	});
});

import { SHARED_BATCH_KEY } from '../../../core/payments/facts';
import type { Sought } from '../../../nodes/MultiCurrencyPayments/money/earlierPayouts';
import { EarlierPayouts, Payments, placesOf } from '../../../nodes/MultiCurrencyPayments/money/earlierPayouts';
import { ServiceFailure } from '../../../nodes/service/failure';
import { payoutPeriods } from '../../../nodes/service/payouts';
import { PayoutRecords } from './payoutRecords';

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.parse('2030-06-01T12:00:00Z');

beforeEach(() => {
	const REAL = ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'queueMicrotask', 'performance'] as const;
	jest.useFakeTimers({ now: START, doNotFake: [...REAL] });
});
afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => jest.setSystemTime(Date.now() + milliseconds);

const sought = (key: string, batchKey = ''): Sought => ({ key, places: placesOf(key, batchKey) });
const people = (count: number, from = 0): string[] => Array.from({ length: count }, (_, at) => `wage-${from + at}`);
const failed = (key: string) => ({ key, status: 'failed' });
const refusal = (status: number) =>
	new ServiceFailure('refused', false, { method: 'GET', path: '' }, { status, answer: { errors: {} }, attempts: 1 });

/** Records of which it is known that no year before the last one has any. */
async function recordsOf(pageSize?: number): Promise<PayoutRecords> {
	const records = new PayoutRecords(pageSize);
	await payoutPeriods(records.client);
	records.requests();
	return records;
}

/** The lists that were asked for, one word for each page. */
const asked = (records: PayoutRecords): string[] =>
	records.requests().lists.map(({ key = 'all', page }) => (page === 1 ? key : `${key}, page ${page}`));

/** Looks as a new run of the node does. @returns the uuids that were found, by key */
async function find(
	records: PayoutRecords,
	all: readonly Sought[],
	{ notBefore = Date.now(), isYoung = false, earlier = new EarlierPayouts(records.client) } = {},
): Promise<Record<string, string[]>> {
	const found = await earlier.find(all, notBefore, isYoung);
	return Object.fromEntries(
		[...found].map(([{ key }, there]) => [key, there.map(({ transaction }) => transaction.uuid)]),
	);
}

const uuidsOf = ({ payout_transactions: all }: { payout_transactions: { uuid: string }[] }) =>
	all.map(({ uuid }) => uuid);

describe('where a payment may be', () => {
	it('is in a batch with others or in one of its own, or else under its Batch External ID', () => {
		expect(placesOf('k', '')).toEqual([SHARED_BATCH_KEY, 'k']);
		expect(placesOf('k', 'payroll')).toEqual(['payroll']);
	});
});

describe('payments by their key', () => {
	const two = (batchKey = 'payroll') => new PayoutRecords().pay(batchKey, ['k', 'k']);
	const of = (...batches: Parameters<Payments['add']>[0][]) => {
		const payments = new Payments();
		for (const batch of batches) payments.add(batch);
		return payments;
	};
	const found = (payments: Payments, ...args: Parameters<Payments['withKey']>) =>
		payments.withKey(...args).map(({ transaction: { uuid } }) => uuid);

	it('are all there, each once, even if a list that changes shows their batch twice', () => {
		const batch = two();
		expect(found(of(batch, batch), 'k')).toEqual(uuidsOf(batch));
	});

	it('count only in the batches that are asked for, in whatever spelling', () => {
		const [one, other] = [two('Payroll'), two('bonus')];
		const all = of(one, other);
		expect(found(all, 'k')).toEqual([...uuidsOf(one), ...uuidsOf(other)]);
		expect(found(all, 'k', ['payroll', 'wages'])).toEqual(uuidsOf(one));
		expect(found(all, 'k', [])).toEqual([]);
		expect(found(all, 'another')).toEqual([]);
	});

	it('are those in another spelling only where none has the very key', () => {
		const records = new PayoutRecords();
		const [upper, lower] = [records.pay('payroll', ['K']), records.pay('payroll', ['k'])];
		expect(found(of(upper), 'k')).toEqual(uuidsOf(upper));
		expect(found(of(upper, lower), 'k')).toEqual(uuidsOf(lower));
	});
});

describe('payments by their payee', () => {
	const records = new PayoutRecords();
	const batch = records.pay('payroll', [
		{ key: 'a', payee: 'Ada King', email: 'ada@example.com' },
		{ key: 'b', payee: 'King Ada', email: 'home@example.com' },
		{ key: 'c', payee: 'Bob', email: ' ADA@example.com' },
		{ key: 'd', payee: 'Eve', email: '' },
	]);
	const keysTo = (payee: string, email: string, amount?: string) => {
		const payments = new Payments();
		payments.add(batch);
		return payments
			.toPayeeOf({ payee, email, amount, currency: 'AUD' })
			.map(({ transaction }) => transaction.external_id);
	};

	it('are those of the name or of the email', () => {
		expect(keysTo('ada king', 'nobody@example.com')).toEqual(['a', 'b']);
		expect(keysTo('Nobody', 'Ada@Example.com')).toEqual(['a', 'c']);
		expect(keysTo('Nobody', 'nobody@example.com')).toEqual([]);
	});

	it('are those of the amount, as it may be booked, or of one that is not shown', () => {
		const hidden = records.pay('payroll', [{ key: 'f', payee: 'Ada King', email: '' }]);
		for (const transaction of hidden.payout_transactions) Object.assign(transaction, { amount: null });
		const payments = new Payments();
		for (const each of [batch, hidden]) payments.add(each);
		const keysOf = (amount: string, currency = 'AUD') =>
			payments
				.toPayeeOf({ payee: 'ada king', email: '', amount, currency })
				.map(({ transaction }) => transaction.external_id);
		expect(keysOf('10')).toEqual(['a', 'b', 'f']);
		expect(keysOf('10.00')).toEqual(['a', 'b', 'f']);
		expect(keysOf('10.001')).toEqual(['a', 'b', 'f']);
		expect(keysOf('9.5', 'JPY')).toEqual(['a', 'b', 'f']);
		expect(keysOf('11')).toEqual(['f']);
	});

	it('are none for somebody without an email, though others have none either', () => {
		expect(keysTo('Nobody', '')).toEqual([]);
	});

	it('have each payment once where name and email are one word', () => {
		const payments = new Payments();
		payments.add(records.pay('payroll', [{ key: 'e', payee: 'x@example.com', email: 'x@example.com' }]));
		expect(payments.toPayeeOf({ payee: 'x@example.com', email: '', amount: undefined, currency: 'AUD' })).toHaveLength(
			1,
		);
	});
});

/** With more payees than are asked for one by one, what there is decides in which way they are looked for. */
describe.each<[way: string, payees: number, pageSize: number, expected: (lists: readonly string[]) => boolean]>([
	['few payees, one by one', 12, 20, (lists) => !lists.includes('all')],
	['many payees among few payments', 40, 20, (lists) => lists.every((list) => list === 'all')],
	[
		'many payees among more payments',
		60,
		1,
		(lists) => lists.includes(SHARED_BATCH_KEY) && !lists.includes('wage-30') && lists.includes('all, page 20'),
	],
	[
		'payees among many payments',
		20,
		1,
		(lists) => lists.includes(SHARED_BATCH_KEY) && lists.includes('wage-11') && !lists.includes('all, page 2'),
	],
])('what was paid before: %s', (_, payees, pageSize, isTheWay) => {
	it('is found wherever it is, and nothing else', async () => {
		const records = await recordsOf(pageSize);
		const together = records.pay(SHARED_BATCH_KEY, ['wage-0', 'wage-1', failed('wage-3'), failed('wage-4')]);
		const alone = records.pay('wage-2', ['wage-2']);
		const second = records.pay('wage-3', ['wage-3']);
		const again = records.pay(SHARED_BATCH_KEY, ['wage-0']);
		records.pay('bonus', ['wage-5']);
		records.pay('wage-6', ['somebody']);
		records.pay('wage-0', ['wage-7']);
		for (let other = 0; other < 13; other++) records.pay('other', [`other-${other}`]);
		const found = await find(
			records,
			people(payees).map((key) => sought(key)),
		);
		const [first, one, ended, gone] = uuidsOf(together);
		expect(found).toEqual({
			'wage-0': expect.arrayContaining([first, ...uuidsOf(again)]) as unknown,
			'wage-1': [one],
			'wage-2': uuidsOf(alone),
			'wage-3': [ended, ...uuidsOf(second)],
			'wage-4': [gone],
		});
		expect(found['wage-0']).toHaveLength(2);
		const lists = asked(records);
		expect({ lists, isTheWay: isTheWay(lists) }).toMatchObject({ isTheWay: true });
	});
});

describe('what it costs to look for payments', () => {
	const all = (count: number) => people(count).map((key) => sought(key));

	it('is one list for those paid together, and one for each who is not among them', async () => {
		const records = await recordsOf();
		records.pay(SHARED_BATCH_KEY, ['wage-0', failed('wage-1')]);
		await find(records, all(3));
		expect(asked(records)).toEqual([SHARED_BATCH_KEY, 'wage-1', 'wage-2']);
	});

	it('is nothing for nobody', async () => {
		const records = new PayoutRecords();
		expect(await find(records, [])).toEqual({});
		expect(asked(records)).toEqual([]);
	});

	it('is nothing more for one that was paid again after it had failed', async () => {
		const records = await recordsOf();
		records.pay(SHARED_BATCH_KEY, ['wage-0', failed('wage-0')]);
		await find(records, all(1));
		expect(asked(records)).toEqual([SHARED_BATCH_KEY]);
	});

	it.each([
		[16, false],
		[17, true],
	])('is the list of everything for %i payees: %s', async (payees, isRead) => {
		const records = await recordsOf();
		await find(records, all(payees));
		expect(asked(records).includes('all')).toBe(isRead);
	});

	it.each([
		[17, false],
		[18, true],
	])('is more than the list of everything where that has %i pages: %s', async (pages, isMore) => {
		const records = await recordsOf(1);
		records.payEach(people(pages, 100));
		await find(records, all(20));
		const lists = asked(records);
		expect(lists.includes(SHARED_BATCH_KEY)).toBe(isMore);
		expect(lists.includes('all, page 2')).toBe(!isMore);
	});

	it.each([
		[32, 'wage-0'],
		[33, 'all, page 18'],
	])('is the cheaper way for %i payees: %s', async (payees, list) => {
		const records = await recordsOf(1);
		records.payEach(people(18, 100));
		await find(records, all(payees));
		const lists = asked(records);
		expect(lists).toContain(list);
		expect(lists.includes('wage-0') && lists.includes('all, page 18')).toBe(false);
	});

	it.each([
		[24, 'wage-0'],
		[25, 'all, page 18'],
	])('is the cheaper way for %i payees where each is asked for in two years: %s', async (payees, list) => {
		jest.setSystemTime(START - 500 * DAY);
		const records = new PayoutRecords(1);
		records.pay('old', ['old']);
		jest.setSystemTime(START);
		records.payEach(people(18, 100));
		await payoutPeriods(records.client);
		records.requests();
		await find(records, all(payees));
		const lists = asked(records);
		expect(lists).toContain(list);
		expect(lists.includes('wage-0') && lists.includes('all, page 18')).toBe(false);
	});

	it('counts only those who were not paid with others', async () => {
		const records = await recordsOf(1);
		records.payEach(people(17, 100));
		records.pay(SHARED_BATCH_KEY, people(1));
		await find(records, all(33));
		expect(asked(records)).toEqual(expect.arrayContaining(people(32, 1)));
	});

	it('is the list of everything, of which the first page was asked for ahead', async () => {
		const records = await recordsOf();
		const earlier = new EarlierPayouts(records.client);
		earlier.begin(START);
		await new Promise(setImmediate);
		expect(asked(records)).toEqual(['all']);
		await find(records, all(20), { earlier });
		expect(asked(records)).toEqual([]);
	});

	it('is asked for anew where what was asked ahead has failed', async () => {
		const records = await recordsOf();
		const earlier = new EarlierPayouts(records.client);
		records.beforeAnswer = () => {
			throw refusal(403);
		};
		earlier.begin(START);
		await new Promise(setImmediate);
		records.beforeAnswer = () => undefined;
		records.payEach(people(1));
		expect(Object.keys(await find(records, all(20), { earlier }))).toEqual(['wage-0']);
	});

	it('leaves out older years of what cannot be older', async () => {
		jest.setSystemTime(START - 500 * DAY);
		const records = new PayoutRecords();
		records.payEach(people(1));
		records.pay('payroll', ['wage-1']);
		jest.setSystemTime(START);
		for (const [key, place] of [
			['wage-0', 'wage-0'],
			['wage-1', 'payroll'],
		] as const) {
			const earlier = new EarlierPayouts(records.client);
			expect(await find(records, [{ key, places: [place] }], { isYoung: true, earlier })).toEqual({});
			expect(asked(records)).toEqual([place]);
			expect(Object.keys(await find(records, [{ key, places: [place] }], { earlier }))).toEqual([key]);
			records.requests();
		}
		const many = people(20).map((key) => ({ key, places: [key] }));
		const earlier = new EarlierPayouts(records.client);
		expect(await find(records, many, { isYoung: true, earlier })).toEqual({});
		expect(Object.keys(await find(records, many, { earlier }))).toEqual(['wage-0']);
	});
});

describe('payments under Batch External IDs', () => {
	it('are found in one list of each, and nowhere else', async () => {
		const records = await recordsOf();
		const [march, april] = [records.pay('march', ['a', 'b']), records.pay('april', ['a'])];
		records.payEach(['c']);
		records.pay(SHARED_BATCH_KEY, ['c']);
		const found = await find(records, [sought('b', 'march'), sought('a', 'april'), sought('c', 'march')]);
		expect(found).toEqual({ b: [uuidsOf(march)[1]], a: uuidsOf(april) });
		expect(asked(records).toSorted()).toEqual(['april', 'march']);
	});

	it('are found beside those in the other places where they may be', async () => {
		const records = await recordsOf();
		const all = [records.pay('march', ['a']), records.pay(SHARED_BATCH_KEY, [failed('a')]), records.pay('a', ['a'])];
		const found = await find(records, [{ key: 'a', places: ['march', SHARED_BATCH_KEY, 'a'] }]);
		expect(found.a?.toSorted()).toEqual(all.flatMap(uuidsOf).toSorted());
	});

	it('are not asked for elsewhere when they are known to have left alone, or together with others', async () => {
		const records = await recordsOf();
		const [together] = [records.pay(SHARED_BATCH_KEY, ['a']), records.payEach(['a'])];
		expect(await find(records, [{ key: 'a', places: [SHARED_BATCH_KEY] }])).toEqual({ a: uuidsOf(together) });
		expect(asked(records)).toEqual([SHARED_BATCH_KEY]);
		await find(records, [{ key: 'a', places: ['a'] }]);
		expect(asked(records)).toEqual(['a']);
	});

	it('are found once where a Batch External ID is the External ID of another payment', async () => {
		const records = await recordsOf();
		const [one] = [records.pay('x', ['x']), records.pay(SHARED_BATCH_KEY, ['z'])];
		expect(await find(records, [sought('x'), sought('y', 'x')])).toEqual({ x: uuidsOf(one) });
	});

	it('are found once where the External ID is the name of batches with several payees', async () => {
		const records = await recordsOf();
		const batch = records.pay(SHARED_BATCH_KEY, [SHARED_BATCH_KEY]);
		expect(await find(records, [sought(SHARED_BATCH_KEY)])).toEqual({ [SHARED_BATCH_KEY]: uuidsOf(batch) });
	});
});

describe('where the service lists all batches, whatever it is asked for', () => {
	/** The list shows no total of a batch of somebody else, so that only its detail would. */
	const withOthers = async () => {
		const records = await recordsOf();
		records.ignoresFilter = true;
		records.pay('bonus', ['001'], { total_amount: undefined });
		return records;
	};

	it('nothing of others is found, or asked for', async () => {
		const records = await withOthers();
		records.pay('1', ['001']);
		const together = records.pay(SHARED_BATCH_KEY, ['002']);
		const found = await find(records, [sought('001'), sought('001', 'payroll'), sought('001', '01'), sought('002')]);
		expect(found).toEqual({ '002': uuidsOf(together) });
		expect(records.requests().details).toEqual([together.uuid]);
	});

	it('what was paid under a reference is found', async () => {
		const records = await withOthers();
		const [alone, named] = [records.pay('003', ['003']), records.pay('PAYROLL', ['004'])];
		const found = await find(records, [sought('003'), sought('004', 'payroll')]);
		expect(found).toEqual({ '003': uuidsOf(alone), '004': uuidsOf(named) });
	});
});

describe('an answer of the service', () => {
	const keys = ['k'];
	const ask = async (earlier: EarlierPayouts, notBefore: number) => await earlier.under('payroll', notBefore);

	it('counts as long as it is not too old', async () => {
		const records = await recordsOf();
		const earlier = new EarlierPayouts(records.client);
		const first = await ask(earlier, START);
		pass(MINUTE);
		expect(await ask(earlier, START)).toBe(first);
		expect(asked(records)).toHaveLength(1);
		expect(await ask(earlier, START + 1)).not.toBe(first);
		expect(asked(records)).toHaveLength(1);
	});

	it('does not count when the clock was set back since', async () => {
		const records = await recordsOf();
		const earlier = new EarlierPayouts(records.client);
		await earlier.under('payroll', START);
		pass(-1);
		await earlier.under('payroll', START - MINUTE);
		expect(asked(records).filter((list) => list === 'payroll')).toHaveLength(2);
	});

	it('is shared by those who ask at the same time', async () => {
		const records = await recordsOf();
		const earlier = new EarlierPayouts(records.client);
		await Promise.all([earlier.under('payroll', START), earlier.under('payroll', START)]);
		expect(asked(records)).toHaveLength(1);
	});

	it('is asked for again after it has failed', async () => {
		const records = await recordsOf();
		const earlier = new EarlierPayouts(records.client);
		records.beforeAnswer = () => {
			throw refusal(403);
		};
		await expect(earlier.under('payroll', START)).rejects.toThrow();
		records.beforeAnswer = () => undefined;
		records.pay('payroll', keys);
		expect((await earlier.under('payroll', START)).withKey('k')).toHaveLength(1);
	});

	it('counts although an older question fails after it', async () => {
		const records = await recordsOf();
		const earlier = new EarlierPayouts(records.client);
		let fail: () => void = () => undefined;
		records.beforeAnswer = async () => await new Promise<void>((_, reject) => (fail = () => reject(refusal(403))));
		const older = earlier.under('payroll', START);
		await new Promise(setImmediate);
		records.beforeAnswer = () => undefined;
		pass(MINUTE);
		await earlier.under('payroll', Date.now());
		fail();
		await expect(older).rejects.toThrow();
		await earlier.under('payroll', Date.now());
		expect(asked(records)).toHaveLength(2);
	});

	it('of the last year does not stand for all years', async () => {
		jest.setSystemTime(START - 500 * DAY);
		const records = new PayoutRecords();
		records.pay('payroll', keys);
		jest.setSystemTime(START);
		const earlier = new EarlierPayouts(records.client);
		expect((await earlier.under('payroll', START, true)).withKey('k')).toEqual([]);
		expect((await earlier.under('payroll', START)).withKey('k')).toHaveLength(1);
	});
});

describe('payments of the last moments', () => {
	it('are found in their batches alone', async () => {
		const records = await recordsOf();
		const batch = records.pay('A', ['a']);
		records.pay('bonus', ['a']);
		const lately = await new EarlierPayouts(records.client).since(START, [sought('a')], '');
		expect(lately.withKey('a').map(({ transaction: { uuid } }) => uuid)).toEqual(uuidsOf(batch));
		expect(asked(records)).toEqual(['all']);
	});

	it('are asked for under their Batch External ID', async () => {
		const records = await recordsOf();
		const batch = records.pay('payroll', ['a']);
		const lately = await new EarlierPayouts(records.client).since(START, [sought('a', 'payroll')], 'payroll');
		expect(lately.withKey('a').map(({ transaction: { uuid } }) => uuid)).toEqual(uuidsOf(batch));
		expect(asked(records)).toEqual(['payroll']);
	});

	it('are those since a moment by the clock of the service, which may be behind, until tomorrow', async () => {
		const records = new PayoutRecords(20, 2 * MINUTE);
		await new EarlierPayouts(records.client).since(START - 60 * MINUTE, [sought('a')], '');
		const [{ from, to } = { from: '', to: '' }] = records.requests().lists;
		expect([from, to]).toEqual(['2030-06-01T10:53:00Z', '2030-06-02T12:00:00Z']);
	});
});

describe('what other retries of an execution have paid', () => {
	const KEYS = ['n8n-1-a', 'n8n-1-b', 'n8n-1-c', 'n8n-2-a', 'x-n8n-1-'];
	const all = () => true;
	/** An execution, as a run of its node remembers it. */
	const memory = (remembered = {}) => ({ stem: 'n8n-1-', remembered });
	const keysIn = (payments: Payments) => KEYS.filter((key) => payments.withKey(key).length > 0);
	const begun = START - DAY;
	const froms = (records: PayoutRecords) => records.requests().lists.map(({ from }) => from);

	it('is found by how its keys begin, alone and with others, as far as it counts', async () => {
		const records = await recordsOf();
		records.payEach(['n8n-1-a', 'n8n-2-a', 'x-n8n-1-']);
		records.pay(SHARED_BATCH_KEY, ['n8n-1-b', 'n8n-1-c']);
		const ask = async (isOfOther: (key: unknown) => boolean) =>
			keysIn(await new EarlierPayouts(records.client).ofRetries(memory(), begun, START, 0, isOfOther));
		expect(await ask(all)).toEqual(['n8n-1-a', 'n8n-1-b', 'n8n-1-c']);
		expect(await ask((key) => key !== 'n8n-1-b')).toEqual(['n8n-1-a', 'n8n-1-c']);
	});

	it('is read once by all runs of the node, and later what is new in it', async () => {
		const records = await recordsOf();
		const { remembered } = memory();
		const ask = async (notBefore: number) =>
			keysIn(await new EarlierPayouts(records.client).ofRetries(memory(remembered), begun, notBefore, MINUTE, all));
		records.payEach(['n8n-1-a']);
		expect(await ask(START)).toEqual(['n8n-1-a']);
		expect(froms(records)).toEqual(['2030-05-31T11:55:00Z']);
		pass(MINUTE);
		records.payEach(['n8n-1-b']);
		expect(await ask(START)).toEqual(['n8n-1-a']);
		expect(froms(records)).toEqual([]);
		pass(MINUTE);
		expect(await ask(START + MINUTE)).toEqual(['n8n-1-a', 'n8n-1-b']);
		expect(froms(records)).toEqual(['2030-06-01T11:54:00Z']);
		expect(await ask(START + 2 * MINUTE)).toEqual(['n8n-1-a', 'n8n-1-b']);
		expect(froms(records)).toEqual([]);
	});

	it.each<[string, (records: PayoutRecords) => void]>([
		['the clock was set back', () => pass(-MINUTE)],
		[
			'it could not be read',
			(records) => {
				records.beforeAnswer = () => {
					throw refusal(403);
				};
			},
		],
	])('is read as a whole again after %s', async (_what, spoil) => {
		const records = await recordsOf();
		const { remembered } = memory();
		const ask = async (notBefore: number) =>
			await new EarlierPayouts(records.client).ofRetries(memory(remembered), begun, notBefore, MINUTE, all);
		await ask(START);
		froms(records);
		spoil(records);
		await ask(START + 1).catch(() => undefined);
		records.beforeAnswer = () => undefined;
		await ask(START + 2 * MINUTE);
		expect(froms(records)).toContain('2030-05-31T11:55:00Z');
	});
});

describe('the list of those who were paid together', () => {
	const from = (records: PayoutRecords) =>
		records.requests().lists.flatMap((list) => (list.key === SHARED_BATCH_KEY ? [list.from] : []));
	const WHOLE = '2029-06-03T12:00:00Z';

	it('is read once by a process, and from then on what is new in it', async () => {
		const records = await recordsOf();
		const first = records.pay(SHARED_BATCH_KEY, ['a']);
		expect(await find(records, [sought('a')])).toEqual({ a: uuidsOf(first) });
		expect(from(records)).toEqual([WHOLE]);
		expect(await find(records, [sought('a')])).toEqual({ a: uuidsOf(first) });
		expect(from(records)).toEqual([]);
		pass(60 * MINUTE);
		const second = records.pay(SHARED_BATCH_KEY, ['a', 'b']);
		expect(await find(records, [sought('b'), sought('a')])).toEqual({
			a: expect.arrayContaining([...uuidsOf(first), uuidsOf(second)[0]]) as unknown,
			b: [uuidsOf(second)[1]],
		});
		// What the service may have shown late is read again, and known by then.
		expect(from(records)).toEqual(['2030-06-01T11:00:00Z']);
		for (const since of ['2030-06-01T12:00:00Z', '2030-06-01T12:10:00Z']) {
			pass(10 * MINUTE);
			expect(Object.keys(await find(records, [sought('b')]))).toEqual(['b']);
			expect(from(records)).toEqual([since]);
		}
	});

	it('is read by the clock of the service where that is behind', async () => {
		const records = new PayoutRecords(20, 5 * MINUTE);
		await find(records, [sought('a')]);
		pass(60 * MINUTE);
		from(records);
		await find(records, [sought('a')]);
		expect(from(records)).toEqual(['2030-06-01T10:55:00Z']);
	});

	it('is read anew when the clock was set back since', async () => {
		const records = await recordsOf();
		await find(records, [sought('a')]);
		pass(-MINUTE);
		from(records);
		await find(records, [sought('a')]);
		expect(from(records)).toEqual(['2029-06-03T11:59:00Z']);
	});

	it('is that of one account', async () => {
		const [one, other] = [await recordsOf(), await recordsOf()];
		one.pay(SHARED_BATCH_KEY, ['a']);
		await find(one, [sought('a')]);
		expect(await find(other, [sought('a')])).toEqual({});
	});

	it('leads to the detail of each batch, which is read once in a run', async () => {
		const records = await recordsOf();
		const { uuid } = records.pay(SHARED_BATCH_KEY, ['a', 'b']);
		records.pay(SHARED_BATCH_KEY, ['c']);
		const earlier = new EarlierPayouts(records.client);
		await find(records, [sought('a')], { earlier });
		await find(records, [sought('b')], { earlier });
		expect(records.requests().details).toEqual([uuid]);
	});

	it('does not count a batch that its detail shows under another reference', async () => {
		const records = await recordsOf();
		records.pay(SHARED_BATCH_KEY, ['a']);
		records.inDetail = (batch) => ({ ...batch, external_id: 'bonus' });
		expect(await find(records, [sought('a')])).toEqual({});
	});

	it('is read anew where a batch is not there any more, because the sandbox was reset', async () => {
		const records = await recordsOf();
		records.pay(SHARED_BATCH_KEY, ['a']);
		await find(records, [sought('a')]);
		records.batches.pop();
		const other = records.pay(SHARED_BATCH_KEY, ['a']);
		pass(60 * MINUTE);
		expect(await find(records, [sought('a')])).toEqual({ a: uuidsOf(other) });
	});

	it('does not hide a payment whose batch is listed but has no detail', async () => {
		const records = await recordsOf();
		records.pay(SHARED_BATCH_KEY, ['a']);
		records.inDetail = () => {
			throw refusal(404);
		};
		await expect(find(records, [sought('a')])).rejects.toMatchObject({ details: { status: 404 } });
		expect(from(records)).toHaveLength(2);
	});

	it('is not read again where a detail is refused for another reason', async () => {
		const records = await recordsOf();
		records.pay(SHARED_BATCH_KEY, ['a']);
		records.inDetail = () => {
			throw refusal(403);
		};
		await expect(find(records, [sought('a')])).rejects.toMatchObject({ details: { status: 403 } });
		expect(from(records)).toHaveLength(1);
	});

	it('is remembered up to 250,000 payments, and read as a whole beyond that', async () => {
		const records = await recordsOf();
		const key = (at: number) => `p${at}`;
		records.pay(
			SHARED_BATCH_KEY,
			Array.from({ length: 249_999 }, (_, at) => key(at)),
			{ total_amount: '2499990' },
		);
		// One without a reference takes no room.
		records.pay(SHARED_BATCH_KEY, [{ key: '' }, 'last']);
		const has = async (...keys: string[]) =>
			Object.keys(
				await find(
					records,
					keys.map((each) => sought(each)),
				),
			).length;
		expect(await has('last')).toBe(1);
		pass(60 * MINUTE);
		from(records);
		records.pay(SHARED_BATCH_KEY, ['p0']);
		expect(await find(records, [sought('p0')])).toMatchObject({ p0: { length: 2 } });
		expect(from(records)).toEqual(['2030-06-01T11:00:00Z']);
		pass(MINUTE);
		const { uuid } = records.pay(SHARED_BATCH_KEY, ['one more']);
		expect(await has('last', 'nobody')).toBe(1);
		expect(records.requests()).toMatchObject({ details: expect.not.arrayContaining([uuid]) as unknown });
		pass(MINUTE);
		expect(await has('one more', 'last', 'nobody')).toBe(2);
		expect(from(records)).toEqual(['2029-06-03T13:02:00Z']);
	});
});

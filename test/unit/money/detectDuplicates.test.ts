import type { IDataObject } from 'n8n-workflow';
import type { PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { detectDuplicates } from '../../../nodes/MultiCurrencyPayments/money/detectDuplicates';
import { PaidTwice } from '../../../nodes/MultiCurrencyPayments/money/failures';
import type { Payee } from '../../../nodes/MultiCurrencyPayments/money/payee';
import type { PaymentList } from '../../../nodes/MultiCurrencyPayments/money/paymentList';
import { ServiceFailure } from '../../../nodes/service/failure';
import { listOf, make, payeeOf } from './payees';
import { PayoutRecords } from './payoutRecords';

const START = Date.parse('2030-06-01T12:00:00Z');
const MINUTE = 60_000;

let records: PayoutRecords;
let list: PaymentList<PaymentRequest>;
beforeEach(() => {
	jest.useFakeTimers({ now: START });
	records = new PayoutRecords();
	list = listOf(records);
});
afterEach(() => jest.useRealTimers());

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

/** Pays it, and the service lists it. @returns the payee, and the uuid under which the service has it */
function paid(key: string, about: Parameters<typeof payeeOf>[2] & { isListed?: boolean; shows?: IDataObject } = {}) {
	const { isListed = true, shows, ...payee } = about;
	const made = payeeOf(list, key, { terms: { settleTime: 300 }, ...payee });
	const batch = records.pay(made.request.batchKey || key, [key]);
	if (!isListed) records.batches.shift();
	const [{ uuid } = { uuid: '' }] = batch.payout_transactions;
	make(list, made, shows ?? { uuid });
	return { made, uuid, show: () => records.batches.unshift({ batch, createdAt: Date.now() }) };
}

/** Another process has paid the same. @returns its uuid */
function again(key: string, about: object = {}, batchKey = key): string {
	const [{ uuid } = { uuid: '' }] = records.pay(batchKey, [{ key, ...about }]).payout_transactions;
	return uuid;
}

/** Looks for duplicates. @returns whether it is still looking */
function look(...made: Payee<PaymentRequest>[]): { isLooking: boolean; done: Promise<void> } {
	const looking = { isLooking: true, done: Promise.resolve() };
	looking.done = detectDuplicates(list, made).finally(() => (looking.isLooking = false));
	return looking;
}

const outcomeOf = ({ request }: Payee<PaymentRequest>) => list.outcomes.get(request);
const noteOf = (made: Payee<PaymentRequest>) => {
	const outcome = outcomeOf(made);
	return outcome && 'result' in outcome ? outcome.result.note : outcome;
};
const UNTOLD = expect.stringContaining('could not be told') as unknown;
const twice = (key: string, ...uuids: string[]) => ({ failure: new PaidTwice(key, uuids) });

/** Of which payments the service was asked for, and since when. */
const asked = () => records.requests().lists.map(({ key, from }) => [key, from]);

describe('a payment that was made', () => {
	it('is there once where the service lists no other', async () => {
		const { made, uuid } = paid('a');
		again('b');
		await detectDuplicates(list, [made]);
		expect(outcomeOf(made)).toMatchObject({ result: { record: { uuid }, outcome: 'created' } });
		expect(noteOf(made)).toBeUndefined();
		expect(asked()).toHaveLength(1);
	});

	it('is there twice where the service lists another under its key', async () => {
		const { made, uuid } = paid('a');
		const other = again('a');
		const { made: single } = paid('b');
		await detectDuplicates(list, [made, single]);
		expect(outcomeOf(made)).toMatchObject(twice('a', uuid, other));
		expect(noteOf(single)).toBeUndefined();
	});

	it('is there twice as soon as the service lists the other one, though not this one', async () => {
		const { made, uuid } = paid('a', { isListed: false });
		const other = again('a');
		await detectDuplicates(list, [made]);
		expect(outcomeOf(made)).toMatchObject(twice('a', uuid, other));
	});

	it('is there twice where its answer showed no uuid and two are listed', async () => {
		const { made, uuid } = paid('a', { shows: {} });
		const other = again('a');
		await detectDuplicates(list, [made]);
		expect(outcomeOf(made)).toMatchObject({ failure: { uuids: expect.arrayContaining([uuid, other]) as unknown } });
	});

	it.each<[string, object]>([
		['has ended without money', { status: 'failed' }],
		['has its key in another spelling', { external_id: 'A' }],
	])('is there once where the other one %s', async (_, about) => {
		const { made } = paid('a');
		again('a', about);
		await detectDuplicates(list, [made]);
		expect(outcomeOf(made)).toHaveProperty('result');
		expect(noteOf(made)).toBeUndefined();
	});

	it('is there once where the other one is in a batch of somebody else', async () => {
		const { made } = paid('a');
		again('a', {}, 'bonus');
		await detectDuplicates(list, [made]);
		expect(outcomeOf(made)).toHaveProperty('result');
	});
});

describe('nobody is asked for a payment', () => {
	it.each<[string, Parameters<typeof payeeOf>[2]]>([
		['that nobody else can make', { id: { isKnownElsewhere: false } }],
		['that the user wants whatever there is', { terms: { makesAnother: true } }],
	])('%s', async (_, about) => {
		const { made } = paid('a', about);
		again('a');
		await detectDuplicates(list, [made]);
		expect(outcomeOf(made)).toHaveProperty('result');
		expect(asked()).toEqual([]);
	});

	it('of a kind that the service cannot be asked for', async () => {
		const { made } = paid('a');
		await detectDuplicates({ ...list, kind: { ...list.kind, found: null } }, [made]);
		expect(asked()).toEqual([]);
	});
});

describe('a payment that the service lists late', () => {
	it('is looked for until it is listed', async () => {
		const { made, show } = paid('a', { isListed: false, terms: { settleTime: MINUTE } });
		const looking = look(made);
		await pass(0);
		expect(asked()).toHaveLength(1);
		await pass(249);
		expect(asked()).toHaveLength(0);
		await pass(1);
		expect(asked()).toHaveLength(1);
		await pass(499);
		show();
		expect(looking.isLooking).toBe(true);
		await pass(1);
		expect(looking.isLooking).toBe(false);
		expect(noteOf(made)).toBeUndefined();
		await pass(MINUTE);
		expect(asked()).toHaveLength(1);
	});

	it('is looked for until its time is over, and then says that it could not be told', async () => {
		const { made } = paid('a', { isListed: false });
		const looking = look(made);
		await pass(299);
		expect(looking.isLooking).toBe(true);
		expect(noteOf(made)).toBeUndefined();
		await pass(1);
		expect(looking.isLooking).toBe(false);
		expect(noteOf(made)).toEqual(UNTOLD);
		expect(asked()).toHaveLength(3);
	});

	it('says so as well where its answer showed no uuid, or only the other one is listed and has failed', async () => {
		const { made } = paid('a', { shows: {} });
		const { made: other } = paid('b', { isListed: false });
		again('b', { status: 'failed' });
		const looking = look(made, other);
		await pass(300);
		expect(looking.isLooking).toBe(false);
		expect([noteOf(made), noteOf(other)]).toEqual([UNTOLD, UNTOLD]);
	});

	it('says so as well where only one with its key in another spelling is listed', async () => {
		const { made } = paid('a', { isListed: false });
		again('a', { external_id: 'A' });
		await Promise.all([look(made).done, pass(300)]);
		expect(noteOf(made)).toEqual(UNTOLD);
	});

	it('does not keep waiting who was told', async () => {
		const [{ made: first }, { made: second }] = [paid('a'), paid('b', { isListed: false })];
		const [one, other] = [look(first), look(second)];
		await pass(0);
		expect([one.isLooking, other.isLooking]).toEqual([false, true]);
		await pass(300);
		expect(noteOf(second)).toEqual(UNTOLD);
	});

	it('is looked for as long as the last of several', async () => {
		const { made: short } = paid('a', { isListed: false });
		const { made: long, show } = paid('b', { isListed: false, terms: { settleTime: 10_000 } });
		const looking = look(short, long);
		await pass(1_000);
		expect([noteOf(short), noteOf(long)]).toEqual([UNTOLD, undefined]);
		show();
		await pass(5_000);
		expect(looking.isLooking).toBe(false);
		expect(noteOf(long)).toBeUndefined();
	});

	it('is not looked for any more after the user has stopped the execution', async () => {
		const stopping = new AbortController();
		const terms = { settleTime: MINUTE, signal: stopping.signal };
		const { made } = paid('a', { isListed: false, terms });
		const looking = look(made);
		await pass(4_000);
		expect(looking.isLooking).toBe(true);
		stopping.abort();
		await pass(200);
		expect(looking.isLooking).toBe(false);
		expect(noteOf(made)).toEqual(UNTOLD);
	});

	it('lets the items after it go on', async () => {
		const leaveLane = jest.fn();
		const { made } = paid('a', { item: { leaveLane } });
		await detectDuplicates(list, [made]);
		expect(leaveLane).toHaveBeenCalledTimes(1);
	});
});

describe('several items of a run', () => {
	it('are looked for together', async () => {
		const all = ['a', 'b', 'c'].map((key) => paid(key, { isListed: false, terms: { settleTime: MINUTE } }));
		const looking = all.map(({ made }) => look(made));
		await pass(0);
		// The first begins to look at once, and the others join it.
		records.requests();
		for (const { show } of all) show();
		await pass(250);
		expect(looking.map(({ isLooking }) => isLooking)).toEqual([false, false, false]);
		expect(asked()).toHaveLength(1);
	});

	it('are looked for soon, though others have been looked for in vain for long', async () => {
		const { made, show } = paid('a', { isListed: false, terms: { settleTime: MINUTE } });
		look(made);
		await pass(3_750);
		show();
		const { made: late, show: showLate } = paid('b', { isListed: false, terms: { settleTime: MINUTE } });
		records.beforeAnswer = () => void look(late);
		await pass(4_000);
		records.beforeAnswer = () => undefined;
		expect(noteOf(made)).toBeUndefined();
		showLate();
		records.requests();
		await pass(250);
		expect(asked()).toHaveLength(1);
	});

	it.each<[string, Parameters<typeof payeeOf>[2]]>([
		['the others have been told', {}],
		['there was nothing to look for', { id: { isKnownElsewhere: false } }],
	])('begin to look when %s', async (_, about) => {
		const { made } = paid('a', about);
		await detectDuplicates(list, [made]);
		const { made: late, uuid } = paid('b');
		const other = again('b');
		await detectDuplicates(list, [late]);
		expect(outcomeOf(late)).toMatchObject(twice('b', uuid, other));
	});
});

describe('a look for duplicates that fails', () => {
	const refusal = () =>
		new ServiceFailure('refused', false, { method: 'GET', path: '' }, { status: 403, answer: {}, attempts: 1 });

	it('is made again, and does not change what was made', async () => {
		const { made, uuid } = paid('a');
		const other = again('a');
		records.beforeAnswer = () => {
			throw refusal();
		};
		const looking = look(made);
		await pass(0);
		expect([looking.isLooking, noteOf(made)]).toEqual([true, undefined]);
		records.beforeAnswer = () => undefined;
		await pass(250);
		expect(outcomeOf(made)).toMatchObject(twice('a', uuid, other));
	});

	it('leaves it untold in the end', async () => {
		const { made } = paid('a');
		records.beforeAnswer = () => {
			throw refusal();
		};
		await Promise.all([look(made).done, pass(300)]);
		expect(noteOf(made)).toEqual(UNTOLD);
	});
});

describe('duplicates are looked for', () => {
	const minutesBefore = (time: string, minutes: number) =>
		new Date(Date.parse(time) - minutes * MINUTE).toISOString().replace('.000', '');
	const at = (time: string) => minutesBefore(`2030-06-01T${time}Z`, 5);

	it('since the run began, where the payment was not looked for before', async () => {
		await pass(7 * MINUTE);
		await detectDuplicates(list, [paid('a').made]);
		expect(asked()).toEqual([[undefined, at('12:00:00')]]);
	});

	it('since the first of them was looked for in vain', async () => {
		await pass(10 * MINUTE);
		const [first, second] = [paid('a').made, paid('b').made];
		second.payment.notFound(START + 3 * MINUTE);
		first.payment.notFound(START + 2 * MINUTE);
		await detectDuplicates(list, [second, first]);
		expect(asked()).toEqual([[undefined, at('12:02:00')]]);
	});

	it('since the payment was made by the clock of the service, where that is earlier', async () => {
		const { made } = paid('a', { shows: { uuid: 'u', created_at: '2030-06-01T11:30:00Z' } });
		void look(made);
		await pass(0);
		expect(asked()).toEqual([[undefined, at('11:30:00')]]);
		await pass(300);
	});

	it('under each Batch External ID by itself', async () => {
		const [one, other] = [paid('a', { batchKey: 'march' }), paid('a', { batchKey: 'april' })];
		const second = again('a', {}, 'april');
		await detectDuplicates(list, [one.made, other.made]);
		expect(asked().map(([key]) => key)).toEqual(['march', 'april']);
		expect(outcomeOf(one.made)).toHaveProperty('result');
		expect(outcomeOf(other.made)).toMatchObject(twice('a', other.uuid, second));
	});
});

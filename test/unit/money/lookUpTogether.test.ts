import { SHARED_BATCH_KEY } from '../../../core/payments/facts';
import { answered, findNamesakes, lookUpTogether } from '../../../nodes/MultiCurrencyPayments/money/lookUpTogether';
import type { PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { KeyTaken, UnknownOutcome } from '../../../nodes/MultiCurrencyPayments/money/failures';
import type { Payee } from '../../../nodes/MultiCurrencyPayments/money/payee';
import type { PaymentList } from '../../../nodes/MultiCurrencyPayments/money/paymentList';
import { thisProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import { ServiceFailure } from '../../../nodes/service/failure';
import { payoutPeriods } from '../../../nodes/service/payouts';
import { listOf, payeeOf } from './payees';
import { PayoutRecords } from './payoutRecords';

const START = Date.parse('2030-06-01T12:00:00Z');
const SECOND = 1_000;

const before = thisProcess.startedAt;
let records: PayoutRecords;
let list: PaymentList<PaymentRequest>;
beforeEach(async () => {
	jest.useFakeTimers({ now: START });
	// However long it takes, nobody else has to be let work meanwhile.
	jest.spyOn(performance, 'now').mockReturnValue(0);
	records = new PayoutRecords();
	await payoutPeriods(records.client);
	records.requests();
	list = listOf(records);
});
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
	thisProcess.startedAt = before;
});

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

const payee = (key: string, about?: Parameters<typeof payeeOf>[2]) => payeeOf(list, key, about);
/** One that was sent in this try of the node, with an unclear outcome. */
function unclear(key: string, settleTime: number, about: Parameters<typeof payeeOf>[2] = {}): Payee<PaymentRequest> {
	const one = payee(key, { ...about, terms: { settleTime, ...about.terms } });
	one.payment.leave(about.batchKey ?? key);
	one.payment.unanswered(new ServiceFailure('serviceFailure', true, { method: 'POST', path: '' }, { attempts: 1 }));
	return one;
}

const asked = () => records.requests().lists.map(({ key = 'all' }) => key);
const outcomeOf = ({ request }: Payee<PaymentRequest>) => list.outcomes.get(request);
const keysOf = (payees: readonly Payee<PaymentRequest>[]) => payees.map(({ payment }) => payment.key);

/** Looks them up. @returns how far it has come */
function look(payees: readonly Payee<PaymentRequest>[], accept?: Parameters<typeof lookUpTogether>[2]) {
	const looking: { left?: string[]; done: Promise<void> } = { done: Promise.resolve() };
	looking.done = lookUpTogether(list, payees, accept).then((left) => void (looking.left = keysOf(left)));
	return looking;
}

const refusal = () =>
	new ServiceFailure('refused', false, { method: 'GET', path: '' }, { status: 403, answer: {}, attempts: 1 });

describe('payments that may have been made before', () => {
	it('are found, or may be sent', async () => {
		const [{ uuid } = { uuid: '' }] = records.pay('a', ['a']).payout_transactions;
		const [there, missing] = [payee('a'), payee('b')];
		expect(keysOf(await lookUpTogether(list, [there, missing]))).toEqual(['b']);
		expect(outcomeOf(there)).toMatchObject({ result: { key: 'a', record: { uuid }, outcome: 'found' } });
		expect(outcomeOf(missing)).toBeUndefined();
		expect(missing.payment.notFoundAt).toBe(START);
	});

	it('are not asked for where nobody else can have made them', async () => {
		const one = payee('a', { id: { isKnownElsewhere: false } });
		expect(keysOf(await lookUpTogether(list, [one, payee('b')]))).toEqual(['a', 'b']);
		expect(asked()).toEqual([SHARED_BATCH_KEY, 'b']);
	});

	it('fail where the key belongs to another payment, and the others do not', async () => {
		records.pay(SHARED_BATCH_KEY, [{ key: 'a', amount: '11' }, 'b']);
		const all = [payee('a'), payee('b')];
		expect(await lookUpTogether(list, all)).toEqual([]);
		expect(all.map(outcomeOf)).toMatchObject([{ failure: expect.any(KeyTaken) as unknown }, { result: {} }]);
	});

	it('are taken by whoever looks for them', async () => {
		records.pay('a', ['a']);
		const one = payee('a');
		const taken = jest.fn();
		await lookUpTogether(list, [one], (who, result) => {
			taken(who, result.key);
			throw new Error('taken');
		});
		expect(taken.mock.calls).toEqual([[one, 'a']]);
		expect(outcomeOf(one)).toMatchObject({ failure: new Error('taken') });
	});

	it('fail each where the service cannot be asked', async () => {
		const failure = refusal();
		records.beforeAnswer = () => {
			throw failure;
		};
		const all = [payee('a'), payee('b')];
		expect(await lookUpTogether(list, all)).toEqual([]);
		expect(all.map(outcomeOf)).toMatchObject([{ failure }, { failure }]);
	});

	it('are not asked for after the user has stopped the execution', async () => {
		const one = payee('a', { terms: { signal: AbortSignal.abort() } });
		await lookUpTogether(list, [one]);
		expect(outcomeOf(one)).toMatchObject({ failure: { outcome: 'cancelled' } });
		expect(asked()).toEqual([]);
	});

	it('are looked for in older years, too', async () => {
		const old = new PayoutRecords();
		jest.setSystemTime(START - 500 * 86_400_000);
		old.pay('payroll', ['a']);
		old.pay('b', ['b']);
		jest.setSystemTime(START);
		list = listOf(old);
		const all = [payee('a', { batchKey: 'payroll' }), payee('b')];
		expect(await lookUpTogether(list, all)).toEqual([]);
	});
});

describe('answers of a run about what was made before', () => {
	const askAfter = async (milliseconds: number): Promise<string[]> => {
		await lookUpTogether(list, [payee('a', { batchKey: 'payroll' })]);
		records.requests();
		await pass(milliseconds);
		await lookUpTogether(list, [payee('b', { batchKey: 'payroll' })]);
		return asked();
	};

	it.each([
		[30 * SECOND, []],
		[30 * SECOND + 1, ['payroll']],
	])('count for half a minute: %i', async (milliseconds, lists) => {
		expect(await askAfter(milliseconds)).toEqual(lists);
	});

	it('do not count for what was sent since', async () => {
		await lookUpTogether(list, [payee('a', { batchKey: 'payroll' })]);
		await pass(SECOND);
		records.requests();
		await lookUpTogether(list, [unclear('b', 0, { batchKey: 'payroll' }), payee('c', { batchKey: 'payroll' })]);
		expect(asked()).toEqual(['payroll']);
	});
});

describe('what an earlier process may have sent a moment ago', () => {
	const terms = { settleTime: 10 * SECOND };
	beforeEach(() => (thisProcess.startedAt = START));

	it('is looked for once more when the service must list it', async () => {
		const one = payee('a', { terms });
		const looking = look([one]);
		await pass(10 * SECOND - 1);
		expect(asked()).toEqual([SHARED_BATCH_KEY, 'a']);
		records.pay('a', ['a']);
		await pass(1);
		await looking.done;
		expect(outcomeOf(one)).toMatchObject({ result: { outcome: 'found' } });
		expect(looking.left).toEqual([]);
	});

	it('may be sent when it is not there by then', async () => {
		const looking = look([payee('a', { terms })]);
		await pass(10 * SECOND);
		expect(looking.left).toEqual(['a']);
	});

	it('is looked for when the first of several must be listed, and again for those that may be listed later', async () => {
		const later = { settleTime: 20 * SECOND };
		const all = [payee('a', { terms: later, batchKey: 'payroll' }), payee('b', { terms, batchKey: 'payroll' })];
		const looking = look(all);
		await pass(0);
		records.requests();
		await pass(10 * SECOND);
		expect(asked()).toEqual(['payroll']);
		expect(all.map(({ payment }) => payment.step)).toEqual(['lookUp', 'send']);
		expect(looking.left).toBeUndefined();
		await pass(10 * SECOND);
		expect(asked()).toEqual(['payroll']);
		expect(looking.left).toEqual(['a', 'b']);
	});

	it('is not asked for again where the run was told since', async () => {
		const about = { terms, batchKey: 'payroll' };
		const first = look([payee('a', about)]);
		await pass(11 * SECOND);
		await first.done;
		records.requests();
		const second = look([payee('b', about)]);
		await pass(0);
		expect(second.left).toEqual(['b']);
		expect(asked()).toEqual([]);
	});
});

describe('a payment that was sent with an unclear outcome', () => {
	it('is looked for again and again, until it is found', async () => {
		const one = unclear('a', 60 * SECOND);
		const looking = look([one]);
		await pass(249);
		expect(asked()).toEqual(['a']);
		await pass(1);
		expect(asked()).toEqual(['a']);
		records.pay('a', ['a']);
		await pass(500);
		expect(outcomeOf(one)).toMatchObject({ result: { outcome: 'found' } });
		expect(looking.left).toEqual([]);
	});

	it('is unknown when the service does not list it in time', async () => {
		const [one, other] = [unclear('a', 300), unclear('b', 0)];
		const looking = look([one, other]);
		await pass(299);
		expect(outcomeOf(one)).toBeUndefined();
		await pass(1);
		expect([one, other].map(outcomeOf)).toMatchObject(
			[1, 2].map(() => ({ failure: expect.any(UnknownOutcome) as unknown })),
		);
		expect(looking.left).toEqual([]);
	});

	it('is unknown where the service cannot be asked for it', async () => {
		const one = unclear('a', 0, { terms: { canLookUp: false } });
		expect(await lookUpTogether(list, [one])).toEqual([]);
		expect(outcomeOf(one)).toMatchObject({ failure: expect.any(UnknownOutcome) as unknown });
		expect(asked()).toEqual([]);
	});

	it('is unknown after the user has stopped the execution, at once', async () => {
		const stopping = new AbortController();
		const one = unclear('a', 60 * SECOND, { terms: { signal: stopping.signal } });
		const looking = look([one]);
		await pass(5 * SECOND);
		stopping.abort();
		records.requests();
		await pass(200);
		expect(looking.left).toEqual([]);
		expect(outcomeOf(one)).toMatchObject({ failure: expect.any(UnknownOutcome) as unknown });
		expect(asked()).toEqual([]);
	});

	it('is looked for in the batch in which it left, among the payments of the last year', async () => {
		const fresh = new PayoutRecords();
		list = listOf(fresh);
		const looked = async (...all: Payee<PaymentRequest>[]) => {
			await lookUpTogether(list, all);
			return fresh.requests().lists.map(({ key = 'older year' }) => key);
		};
		expect(await looked(unclear('a', 0))).toEqual(['a']);
		expect(await looked(unclear('b', 0, { batchKey: 'payroll' }))).toEqual(['payroll']);
		expect(await looked(unclear('c', 0, { batchKey: 'payroll' }), payee('d', { batchKey: 'payroll' }))).toEqual([
			'older year',
			'older year',
			'payroll',
		]);
	});

	it('is looked for wherever it may have been sent since, when it left before this try', async () => {
		const one = payee('a', { before: { batchKey: 'payroll' } });
		await lookUpTogether(list, [one]);
		expect(asked().toSorted()).toEqual(['a', SHARED_BATCH_KEY, 'payroll']);
		await pass(SECOND);
		const same = payee('b', { before: { batchKey: 'b' } });
		await lookUpTogether(list, [same]);
		expect(asked().toSorted()).toEqual(['b', SHARED_BATCH_KEY]);
	});

	it('may have been sent in an older year, when it left before this try', async () => {
		const fresh = new PayoutRecords();
		list = listOf(fresh);
		await lookUpTogether(list, [payee('a', { batchKey: 'payroll', before: { batchKey: 'march' } })]);
		expect(fresh.requests().lists.map(({ key = 'older year' }) => key)).toContain('older year');
	});
});

describe('the answer to a look-up', () => {
	it('is that nothing was found at that moment, where it shows nothing', () => {
		const one = payee('a');
		expect(answered(list, one, [], 5)).toBeNull();
		expect(one.payment.notFoundAt).toBe(5);
	});
});

describe('an earlier payment under the key of another one that is wanted all the same', () => {
	const terms = { preventDuplicates: false, makesAnother: true };
	/** Whether the payment can be looked for by its key once it was sent. */
	const isTold = ({ payment }: Payee<PaymentRequest>): boolean => {
		payment.leave('x');
		payment.unanswered(new ServiceFailure('serviceFailure', true, { method: 'POST', path: '' }, { attempts: 1 }));
		return payment.step === 'lookUp';
	};

	it('is noted, because it would be found instead', async () => {
		records.pay('a', ['a']);
		const all = [payee('a', { terms }), payee('b', { terms }), payee('c')];
		expect(keysOf(await findNamesakes(list, all))).toEqual(['a', 'b', 'c']);
		expect(all.map(isTold)).toEqual([false, true, true]);
	});

	it('is looked for in older years, too', async () => {
		const old = new PayoutRecords();
		jest.setSystemTime(START - 500 * 86_400_000);
		old.pay('payroll', ['a']);
		jest.setSystemTime(START);
		list = listOf(old);
		const one = payee('a', { terms, batchKey: 'payroll' });
		await findNamesakes(list, [one]);
		expect(isTold(one)).toBe(false);
	});

	it('is not looked for where nobody wants another one', async () => {
		const all = [payee('a'), payee('b')];
		expect(await findNamesakes(list, all)).toEqual(all);
		expect(asked()).toEqual([]);
	});

	it('is asked for once in half a minute', async () => {
		await findNamesakes(list, [payee('a', { terms, batchKey: 'payroll' })]);
		await pass(30 * SECOND);
		records.requests();
		await findNamesakes(list, [payee('b', { terms, batchKey: 'payroll' })]);
		expect(asked()).toEqual([]);
		await pass(1);
		await findNamesakes(list, [payee('c', { terms, batchKey: 'payroll' })]);
		expect(asked()).toEqual(['payroll']);
	});

	it('stops them where the service cannot be asked, and nobody else', async () => {
		const failure = refusal();
		records.beforeAnswer = () => {
			throw failure;
		};
		const [one, other] = [payee('a', { terms }), payee('b')];
		expect(keysOf(await findNamesakes(list, [one, other]))).toEqual(['b']);
		expect(outcomeOf(one)).toMatchObject({ failure });
	});
});

import type { PayoutBatchDetail } from '../../../contract';
import { Asked } from '../../../nodes/MultiCurrencyPayments/money/asked';
import type { PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { Payments } from '../../../nodes/MultiCurrencyPayments/money/earlierPayouts';
import type { SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import {
	forgetSamePayee,
	noteSamePayee,
	payeeOf,
	samePayee,
	samePayeeBefore,
	toldApart,
} from '../../../nodes/MultiCurrencyPayments/money/samePayee';
import { payoutPeriods } from '../../../nodes/service/payouts';
import { listOf, payeeOf as payeeInList, payouts } from './payees';
import { PayoutRecords } from './payoutRecords';

let now = 1_000;
let accounts = 0;
/** Only the account of a memory counts here. Each test has one of its own. */
let memory: SentMemory;
beforeEach(() => {
	memory = { account: `account ${++accounts}` } as SentMemory;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const request = (about: Partial<PaymentRequest> = {}): PaymentRequest =>
	({
		...{ batchKey: 'wages', amount: '10', payee: 'Ada King', email: 'ada@example.com', facts: { amount: '10' } },
		...about,
	}) as PaymentRequest;

const nobody = new Payments();
/** What a list asks for. */
const asking = (key?: string, about: Partial<PaymentRequest> = {}): Asked<PaymentRequest> => {
	const asked = new Asked<PaymentRequest>();
	if (key !== undefined) asked.add(request(about), key);
	return asked;
};
const none = asking();
const before = (about?: Partial<PaymentRequest>, besides = none) =>
	samePayeeBefore(payouts, memory, request(about), 'own', nobody, besides);

describe('a payee by all but the account', () => {
	it('is the same in whatever case and spacing', () => {
		expect(payeeOf(request({ payee: ' ada  KING' }))).toBe(payeeOf(request()));
	});

	it.each([
		{ batchKey: 'other' },
		{ amount: '11' },
		{ amount: undefined },
		{ payee: 'Bob' },
		{ email: 'b@example.com' },
	])('differs with %j', (about) => {
		expect(payeeOf(request(about))).not.toBe(payeeOf(request()));
	});
});

describe('a payment sent a moment ago', () => {
	beforeEach(() => noteSamePayee(memory, request(), 'k', 100));

	it.each<[string, Partial<PaymentRequest>, string | null]>([
		['the same payee', {}, 'k'],
		['the same name', { email: 'other@example.com' }, 'k'],
		['the same email', { payee: 'Ada Lovelace' }, 'k'],
		['another payee', { payee: 'Bob', email: 'bob@example.com' }, null],
		['another amount', { amount: '11' }, null],
		['another batch', { batchKey: 'bonus' }, null],
	])('seen with %s', (_, about, key) => {
		expect(before(about)).toBe(key);
	});

	it('does not count when it is asked for itself, in another account, or when it was not carried out', () => {
		expect(before({}, asking('k'))).toBeNull();
		expect(samePayeeBefore(payouts, { account: 'another' } as SentMemory, request(), 'own', nobody, none)).toBeNull();
		forgetSamePayee(memory, request(), 'another key');
		expect(before()).toBe('k');
		forgetSamePayee(memory, request(), 'k');
		expect(before()).toBeNull();
		forgetSamePayee(memory, request(), 'k');
	});

	it('counts although another batch has a payment under its key', () => {
		expect(before({}, asking('k', { batchKey: 'bonus' }))).toBe('k');
	});

	it('does not count where it is the very payment, whatever its remark was then', () => {
		expect(samePayeeBefore(payouts, memory, request(), 'k', nobody, none)).toBeNull();
		expect(before({}, asking('k', { facts: { amount: '10', description: 'Another remark' } }))).toBeNull();
	});

	it('counts where what is asked for under its key is another payment', () => {
		const asked = asking('k', { facts: { amount: '20' } });
		expect(before({}, asked)).toBe('k');
		asked.add(request(), 'k');
		asked.add(request({ facts: { amount: '30' } }), 'k');
		expect(before({}, asked)).toBeNull();
	});

	it('counts until the service shows it', () => {
		now += 99;
		expect(before()).toBe('k');
		now += 1;
		expect(before()).toBeNull();
	});

	it('goes when 50,000 newer marks have come, two for each payment', () => {
		const others = (count: number) => {
			for (let other = 0; other < count; other++)
				noteSamePayee(memory, request({ payee: `${other}`, email: `${other}@` }), `${other}`, 100);
		};
		others(24_999);
		expect(before({ email: 'other@example.com' })).toBe('k');
		noteSamePayee(memory, request({ payee: 'one', email: 'more' }), 'more', 100);
		expect(before()).toBeNull();
	});
});

describe('a payment in the records of the service', () => {
	const recorded = (transaction: object, batch: object = {}) => {
		const payments = new Payments();
		const paid = { uuid: 'u', external_id: 'old', payee: 'Ada King', email: '', amount: 10, status: 'completed' };
		const payout_transactions = [{ ...paid, ...transaction }];
		payments.add({
			currency: 'AUD',
			status: 'completed',
			...batch,
			payout_transactions,
		} as unknown as PayoutBatchDetail);
		return payments;
	};

	it.each<[string, object, string | null]>([
		['the same name', {}, 'old'],
		['the same email', { payee: 'Somebody', email: 'ADA@example.com' }, 'old'],
		['neither', { payee: 'Somebody' }, null],
		['another amount', { amount: 11 }, null],
		['an end without money', { status: 'failed' }, null],
		['no external ID', { external_id: null }, ''],
	])('with %s', (_, transaction, key) => {
		expect(samePayeeBefore(payouts, memory, request(), 'own', recorded(transaction), none)).toBe(key);
	});

	it('does not count when its batch has failed, or when it is asked for itself', () => {
		expect(
			samePayeeBefore(payouts, memory, request(), 'own', recorded({ status: '' }, { status: 'failed' }), none),
		).toBeNull();
		expect(
			samePayeeBefore(payouts, memory, request(), 'own', recorded({}), asking('old', { facts: { amount: '20' } })),
		).toBe('old');
		const itself = { facts: { amount: 10 as unknown as string } };
		expect(samePayeeBefore(payouts, memory, request(), 'own', recorded({}), asking('old', itself))).toBeNull();
	});

	it('is no repeat where payees have neither name nor email', () => {
		const unnamed = request({ payee: '', email: '' });
		expect(samePayeeBefore(payouts, memory, unnamed, 'own', recorded({ payee: '', email: '' }), none)).toBeNull();
	});
});

describe('a list under a Batch External ID', () => {
	const about = (changes: Partial<PaymentRequest> = {}) => {
		const refusal = (message: string, description?: string) => new Error(`${message}. ${description}`);
		const item = { refusal } as PaymentRequest['item'];
		return { batchKey: 'wages', request: { ...request(), externalId: '', item, ...changes } };
	};
	const asked = (records: PayoutRecords) => records.requests().lists.map(({ key }) => key);
	const listWith = async (...earlier: string[]) => {
		const records = new PayoutRecords();
		await payoutPeriods(records.client);
		if (earlier.length > 0) records.pay('wages', earlier);
		records.requests();
		return { records, list: listOf(records) };
	};

	it('stops a payee who was paid the same, to whatever account', async () => {
		const { records, list } = await listWith('old');
		const [ada, bob] = [
			payeeInList(list, 'a', about()),
			payeeInList(list, 'b', about({ payee: 'Bob', email: 'bob@example.com' })),
		];
		expect(await toldApart(list, [ada, bob])).toEqual([bob]);
		const failure = expect.objectContaining({
			message: expect.stringContaining('under the Batch External ID wages has the same payee and amount') as unknown,
		}) as unknown;
		expect(list.outcomes.all).toEqual([{ request: ada.request, failure }]);
		expect(asked(records)).toEqual(['wages']);
	});

	it('does not stop who has an External ID, nor ask for them', async () => {
		const { records, list } = await listWith('old');
		const named = payeeInList(list, 'a', about({ externalId: 'a' }));
		expect(await toldApart(list, [named])).toEqual([named]);
		expect(asked(records)).toEqual([]);
	});

	it('does not stop who is paid by the earlier payment itself', async () => {
		const { list } = await listWith('old');
		list.earlier.asked.add(request(), 'old');
		const ada = payeeInList(list, 'old', about());
		expect(await toldApart(list, [ada])).toEqual([ada]);
	});

	it('stops where the service cannot be asked', async () => {
		const { records, list } = await listWith();
		const failure = new Error('not now');
		records.beforeAnswer = () => {
			throw failure;
		};
		const ada = payeeInList(list, 'a', about());
		expect(await toldApart(list, [ada])).toEqual([]);
		expect(list.outcomes.all).toEqual([{ request: ada.request, failure }]);
	});

	it('says which payment may be the same', () => {
		const { message } = samePayee(about().request as PaymentRequest, 'old');
		expect(message).toContain('That payment has the External ID old.');
		expect(samePayee(about().request as PaymentRequest, '').message).toContain('shows no External ID.');
	});
});

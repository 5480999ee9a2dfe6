import type { IDataObject } from 'n8n-workflow';
import { SHARED_BATCH_KEY } from '../../../core/payments/facts';
import { Asked } from '../../../nodes/MultiCurrencyPayments/money/asked';
import type { PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { EndedWithoutMoney, UnknownOutcome } from '../../../nodes/MultiCurrencyPayments/money/failures';
import { Outcomes } from '../../../nodes/MultiCurrencyPayments/money/outcomes';
import type { PaymentList } from '../../../nodes/MultiCurrencyPayments/money/paymentList';
import { noteSamePayee, samePayeeLately } from '../../../nodes/MultiCurrencyPayments/money/samePayee';
import { sendTogether } from '../../../nodes/MultiCurrencyPayments/money/sendTogether';
import { ServiceFailure } from '../../../nodes/service/failure';
import { listOf, payeeOf } from './payees';
import { PayoutRecords } from './payoutRecords';

let now = Date.parse('2030-06-01T12:00:00Z');
let records: PayoutRecords;
let list: PaymentList<PaymentRequest>;
/** What was sent, and what the service does then. */
let sent: IDataObject[];
let answer: (keys: string[]) => object;

const recordsOf = (keys: string[]) =>
	keys.map((key) => ({ uuid: `uuid of ${key}`, external_id: key, status: 'created' }));

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	records = new PayoutRecords();
	list = withKind();
	sent = [];
	answer = (keys) => ({ records: recordsOf(keys) });
});
afterEach(() => jest.restoreAllMocks());

/** The bodies hold the keys of the payments alone. */
function withKind(about: Partial<PaymentList<PaymentRequest>['kind']> = {}): PaymentList<PaymentRequest> {
	const { kind, ...others } = listOf(records);
	return {
		...others,
		kind: {
			...kind,
			path: '/v2/payouts',
			bodyOf: (payments, batchKey, target) => ({ batchKey, keys: payments.map(({ key }) => key), ...target }),
			recordsIn: (given) => (given as { records?: IDataObject[] }).records ?? null,
			...about,
		},
		manner: {
			goOn: true,
			notifyOf:
				({ externalId }) =>
				(batchKey) => ({ endpoint_url: `of ${externalId}`, authorization_header: `${batchKey}` }),
			detectDuplicates: false,
		},
	};
}

function payee(key: string, about: Parameters<typeof payeeOf>[2] = {}) {
	const write = async (request: { path: string; body: { keys: string[] }; moves: { key: string }[] }) => {
		sent.push({ path: request.path, ...request.body, moves: request.moves.map((move) => move.key) });
		return await Promise.resolve(answer(request.body.keys));
	};
	const client = { write } as unknown as PaymentRequest['item']['client'];
	return payeeOf(list, key, {
		item: { client, index: 5, refusal: (text: string) => new Error(text) } as never,
		...about,
	});
}

/** One that is known by its account alone. */
const byAccount = (key: string, settleTime = 0) =>
	payee(key, {
		batchKey: 'wages',
		request: { externalId: '', payee: 'Ada', email: 'ada@example.com' },
		terms: { settleTime },
	});

const failing = (unclear: boolean) => () => {
	const outcome = unclear ? 'serviceFailure' : 'refused';
	throw new ServiceFailure(
		outcome,
		unclear,
		{ method: 'POST', path: '/v2/payouts' },
		{ status: 422, answer: {}, attempts: 1 },
	);
};
const outcomes = () => list.outcomes.all.map((outcome) => ('failure' in outcome ? outcome.failure : outcome.result));
const lately = (batchKey = 'wages') =>
	samePayeeLately(
		list.memory,
		{ batchKey, amount: '10', payee: 'Ada', email: 'ada@example.com' } as PaymentRequest,
		'own',
		new Asked(),
	);

describe('payments in one request', () => {
	it('are made, each with its own record', async () => {
		const all = [payee('a'), payee('b')];
		expect(await sendTogether(list, all)).toEqual(all);
		expect(sent).toEqual([
			{
				path: '/v2/payouts',
				batchKey: SHARED_BATCH_KEY,
				keys: ['a', 'b'],
				moves: ['a', 'b'],
				endpoint_url: 'of a',
				authorization_header: SHARED_BATCH_KEY,
			},
		]);
		expect(outcomes()).toMatchObject([
			{ key: 'a', outcome: 'created', record: { uuid: 'uuid of a' } },
			{ key: 'b', outcome: 'created', record: { uuid: 'uuid of b' } },
		]);
		expect(all.map(({ payment }) => payment.sentIn)).toEqual([SHARED_BATCH_KEY, SHARED_BATCH_KEY]);
	});

	it('have the Batch External ID, the key of the only one, or a name for several', async () => {
		await sendTogether(list, [payee('a')]);
		await sendTogether(list, [payee('b', { batchKey: 'wages' }), payee('c', { batchKey: 'wages' })]);
		list = withKind({ found: null });
		await sendTogether(list, [payee('d'), payee('e')]);
		expect(sent.map(({ batchKey }) => batchKey)).toEqual(['a', 'wages', 'default-batch-5']);
	});

	it('are none where there is nobody to pay', async () => {
		expect(await sendTogether(list, [])).toEqual([]);
		expect(sent).toEqual([]);
	});

	it('fail alone where their records say so', async () => {
		answer = (keys) => ({
			records: recordsOf(keys).map((record, at) => (at === 0 ? { ...record, status: 'failed' } : record)),
		});
		await sendTogether(list, [payee('a'), payee('b')]);
		expect(outcomes()).toMatchObject([expect.any(EndedWithoutMoney), { key: 'b', record: { uuid: 'uuid of b' } }]);
	});
});

describe('a payment that may not leave', () => {
	const stopped = () => payee('a', { terms: { signal: AbortSignal.abort() } });

	it('keeps nobody else from leaving where the node goes on', async () => {
		await sendTogether(list, [stopped(), payee('b')]);
		expect(sent).toMatchObject([{ keys: ['b'] }]);
		expect(outcomes()).toMatchObject([{ outcome: 'cancelled' }, { key: 'b', record: { uuid: 'uuid of b' } }]);
	});

	it('keeps all from leaving where the node does not go on', async () => {
		list.outcomes = new Outcomes(false);
		expect(await sendTogether(list, [payee('b'), stopped()])).toEqual([]);
		expect(sent).toEqual([]);
	});

	it('leaves nothing to send where there is no other', async () => {
		expect(await sendTogether(list, [stopped()])).toEqual([]);
		expect(sent).toEqual([]);
	});
});

describe('a payee that is known by the account alone', () => {
	it('is not paid where this process has just paid the same to another account', async () => {
		const ada = byAccount('a');
		noteSamePayee(list.memory, ada.request, 'other', 1_000);
		await sendTogether(list, [ada]);
		expect(sent).toEqual([]);
		expect(outcomes()).toMatchObject([
			{ message: expect.stringContaining('has the same payee and amount') as unknown },
		]);
	});

	it('is paid where that is a payment of this list, or has an External ID of its own', async () => {
		const ada = byAccount('a');
		noteSamePayee(list.memory, ada.request, 'other', 1_000);
		list.earlier.asked.add(ada.request, 'other');
		await sendTogether(list, [ada]);
		list.earlier.asked = new Asked();
		await sendTogether(list, [payee('b', { batchKey: 'wages', request: { payee: 'Ada', email: 'ada@example.com' } })]);
		expect(sent).toHaveLength(2);
	});

	it('counts as paid until the service must list it, and for as long as an older answer may count', async () => {
		await sendTogether(list, [byAccount('a', 10_000)]);
		now += 99_999;
		expect(lately()).toBe('a');
		now += 1;
		expect(lately()).toBeNull();
	});

	it('does not count as paid after a refusal, but does after an unclear answer', async () => {
		answer = failing(false);
		await sendTogether(list, [byAccount('a')]);
		expect(lately()).toBeNull();
		answer = failing(true);
		await sendTogether(list, [byAccount('b')]);
		expect(lately()).toBe('b');
	});

	it('is told from one with an External ID, which does not count', async () => {
		await sendTogether(list, [payee('b', { batchKey: 'wages', request: { payee: 'Ada', email: 'ada@example.com' } })]);
		expect(lately()).toBeNull();
	});
});

describe('a request that is not carried out, or perhaps', () => {
	it('fails for all of its payments where it was refused', async () => {
		answer = failing(false);
		expect(await sendTogether(list, [payee('a'), payee('b')])).toEqual([]);
		expect(outcomes()).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }]);
		expect(records.requests().lists).toEqual([]);
	});

	it.each<[string, () => object, string]>([
		['came without an answer', failing(true), 'found'],
		['was answered with something else', () => ({ status: 'Ok' }), 'created'],
	])('is looked for where it %s', async (_, given, outcome) => {
		answer = given;
		records.pay(SHARED_BATCH_KEY, ['a']);
		expect(await sendTogether(list, [payee('a'), payee('b')])).toEqual([]);
		const [found, unknown] = ['a', 'b'].map((key) =>
			list.outcomes.all.find(({ request }) => request.externalId === key),
		);
		expect(found).toMatchObject({ result: { outcome } });
		expect(unknown).toMatchObject({ failure: expect.any(UnknownOutcome) as unknown });
	});
});

import type { PayoutBatchDetail } from '../../../contract';
import { endedAs } from '../../../core/payments/match';
import type { EarlierPayout, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { findPayouts } from '../../../nodes/MultiCurrencyPayments/money/earlierPayouts';
import type { Sighting } from '../../../nodes/MultiCurrencyPayments/money/payment';
import { ServiceFailure } from '../../../nodes/service/failure';
import { payoutPeriods } from '../../../nodes/service/payouts';
import { PayoutRecords } from './payoutRecords';

const DAY = 86_400_000;
const START = Date.parse('2030-06-01T12:00:00Z');

beforeEach(() => {
	const REAL = ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'queueMicrotask', 'performance'] as const;
	jest.useFakeTimers({ now: START, doNotFake: [...REAL] });
});
afterEach(() => jest.useRealTimers());

const refusal = new ServiceFailure('refused', false, { method: 'GET', path: '' }, { status: 403, attempts: 1 });

/** Records of which it is known that no year before the last one has any. */
async function recordsOf(pageSize?: number): Promise<PayoutRecords> {
	const records = new PayoutRecords(pageSize);
	await payoutPeriods(records.client);
	records.requests();
	return records;
}

const sought = (records: PayoutRecords, externalId: string, list = '', name = 'Bob'): PaymentRequest => {
	const refusal = (message: string) => new Error(message);
	const item = { client: records.client, refusal } as unknown as PaymentRequest['item'];
	const account = records.client.credential.appId;
	return { externalId, list, facts: { amount: '1', name }, account, item } as Partial<PaymentRequest> as PaymentRequest;
};

/** Tells of a payment what the tests look at. */
const found = (_request: PaymentRequest, { transaction, batch }: EarlierPayout) => ({
	record: { uuid: transaction.uuid },
	facts: { amount: transaction.amount, name: transaction.payee },
	externalId: String(transaction.external_id),
	ended: endedAs(transaction.status, batch.status, transaction.error_message) ?? undefined,
});

/** What a look-up tells, in the order of the payments: the uuid of what is found. */
async function find(payments: readonly PaymentRequest[]): Promise<unknown[]> {
	const sightings = await findPayouts(found, payments);
	const told = (sighting: Sighting | undefined) => {
		if (sighting === undefined || sighting === 'hidden') return sighting;
		if ('found' in sighting) return sighting.found.record.uuid;
		return 'failure' in sighting ? sighting.failure : sighting.doubt;
	};
	return payments.map((payment) => told(sightings.get(payment)));
}

/** All that a look-up tells of one payment. */
async function seen(payment: PaymentRequest) {
	const sighting = (await findPayouts(found, [payment])).get(payment);
	return typeof sighting === 'object' && 'found' in sighting ? sighting.found : undefined;
}

const uuidsOf = ({ payout_transactions: all }: PayoutBatchDetail) => all.map(({ uuid }) => uuid);
const lists = (records: PayoutRecords) =>
	records.requests().lists.map(({ key = 'all', page }) => `${key}, page ${page}`);

describe('a payment that is paid by itself', () => {
	it('is found in the batch that has its External ID, and in no other', async () => {
		const records = await recordsOf();
		records.pay('payroll', ['a', 'b']);
		const [one] = uuidsOf(records.pay('a', ['a']));
		expect(await find([sought(records, 'a'), sought(records, 'b'), sought(records, 'c')])).toEqual([
			one,
			undefined,
			undefined,
		]);
	});

	it('is not somebody else in the batch of that name', async () => {
		const records = await recordsOf();
		records.pay('a', ['other', 'another']);
		expect(await find([sought(records, 'a')])).toEqual([undefined]);
	});

	it('is found where other software has given the reference to its batch alone', async () => {
		const records = await recordsOf();
		const [one] = uuidsOf(records.pay('a', [{ key: '' }]));
		expect(await find([sought(records, 'a')])).toEqual([one]);
	});
});

it('a payment without an External ID may be each that its batch lacks, as far as it shows', async () => {
	const records = await recordsOf();
	const { payout_transactions: made } = records.pay('payroll', ['a', { key: '' }]);
	const [, nameless] = made;
	const wanted = [
		sought(records, 'a', 'payroll'),
		sought(records, 'b', 'payroll'),
		sought(records, 'c', 'payroll', nameless?.payee),
	];
	const doubt = 'The service shows a payment to this payee without its External ID, which may be this one';
	expect(await find(wanted)).toEqual([made[0]?.uuid, 'hidden', expect.objectContaining({ message: doubt })]);
	expect(await find([sought(records, 'b', 'bonus')])).toEqual([undefined]);
});

describe('a payment of a list', () => {
	it('is found in that list, however often it was sent, and in no other', async () => {
		const records = await recordsOf();
		const [march, , rest] = [
			records.pay('march', ['a', 'b']),
			records.pay('april', ['a']),
			records.pay('march', ['c']),
			records.pay('d', ['d']),
		];
		expect(await find(['a', 'b', 'c', 'd'].map((id) => sought(records, id, 'march')))).toEqual([
			...uuidsOf(march),
			...uuidsOf(rest),
			undefined,
		]);
	});

	it('is asked for once, however many payees the list has', async () => {
		const records = await recordsOf();
		records.pay('march', ['a', 'b']);
		await find(Array.from({ length: 500 }, (_, index) => sought(records, `p${index}`, 'march')));
		expect(records.requests()).toMatchObject({ lists: [{ key: 'march' }], details: [] });
	});

	it('costs one request for every page of batches with its reference', async () => {
		const records = await recordsOf();
		for (let batch = 0; batch < 41; batch++) records.pay('march', [`p${batch}`]);
		await find([sought(records, 'p0', 'march')]);
		expect(lists(records)).toEqual(['march, page 1', 'march, page 2', 'march, page 3']);
	});
});

it('payments of several lists and accounts are asked for each in its own', async () => {
	const [one, other] = [await recordsOf(), await recordsOf()];
	const [first] = uuidsOf(one.pay('march', ['a']));
	const [second] = uuidsOf(other.pay('march', ['b']));
	const payments = [
		sought(one, 'a', 'march'),
		sought(other, 'a', 'march'),
		sought(other, 'b', 'march'),
		sought(one, 'a', 'april'),
	];
	expect(await find(payments)).toEqual([first, undefined, second, undefined]);
	expect([lists(one).sort(), lists(other)]).toEqual([['april, page 1', 'march, page 1'], ['march, page 1']]);
});

describe('of several payments under one External ID', () => {
	const payroll = async (...batches: (PayoutBatchDetail['payout_transactions'][number]['status'] | undefined)[]) => {
		const records = await recordsOf();
		const uuids = batches.flatMap((status) => uuidsOf(records.pay('payroll', [{ key: 'a', status }])));
		return { uuids, one: await seen(sought(records, 'a', 'payroll')) };
	};

	it('the one that has not ended without money counts', async () => {
		const { uuids, one } = await payroll('failed', 'settled', 'rejected');
		expect(one).toMatchObject({ record: { uuid: uuids[1] }, alive: [uuids[1]] });
		expect(one?.ended).toBeUndefined();
	});

	it('one that has ended counts where none is alive', async () => {
		const { one } = await payroll('failed', 'failed');
		expect(one).toMatchObject({ ended: 'failed', alive: [] });
	});

	it('all that are alive are told', async () => {
		const { uuids, one } = await payroll('settled', 'failed', 'processing');
		expect(one?.alive?.toSorted()).toEqual([uuids[0], uuids[2]].toSorted());
	});

	it('one that a changing list shows twice is one', async () => {
		const records = await recordsOf();
		const batch = records.pay('payroll', ['a', 'a', 'b']);
		records.batches.push(...records.batches);
		expect((await seen(sought(records, 'a', 'payroll')))?.alive).toEqual(uuidsOf(batch).slice(0, 2));
	});
});

describe('a service that writes External IDs in another way', () => {
	it('is told by the spelling that it shows', async () => {
		const records = await recordsOf();
		records.isListed = (reference, asked) => reference.toLowerCase() === asked.toLowerCase();
		records.pay('PAYROLL', ['INV-7']);
		expect(await seen(sought(records, 'inv-7', 'Payroll'))).toMatchObject({ externalId: 'INV-7' });
	});

	it('may have the very one beside it, which counts', async () => {
		const records = await recordsOf();
		records.isListed = (reference, asked) => reference.toLowerCase() === asked.toLowerCase();
		const [exact] = [uuidsOf(records.pay('payroll', ['inv-7'])), records.pay('payroll', ['INV-7'])];
		expect(await seen(sought(records, 'inv-7', 'payroll'))).toMatchObject({ record: { uuid: exact[0] }, alive: exact });
	});

	it('may have made numbers of them', async () => {
		const records = await recordsOf();
		const batch = records.pay('payroll', ['7', '8']);
		for (const transaction of batch.payout_transactions)
			Object.assign(transaction, { external_id: Number(transaction.external_id) });
		expect(await find(['7', '008', '9'].map((id) => sought(records, id, 'payroll')))).toEqual([
			...uuidsOf(batch),
			undefined,
		]);
	});

	it('may have two batches whose names differ in their spelling: the payment with the very one counts', async () => {
		const records = await recordsOf();
		records.isListed = (reference, asked) => reference.toLowerCase() === asked.toLowerCase();
		records.pay('PAYROLL', ['a']);
		const [mine] = uuidsOf(records.pay('payroll', ['a']));
		const shown = (request: PaymentRequest, there: EarlierPayout) => ({
			...found(request, there),
			externalId: there.batch.external_id === 'payroll' ? 'a' : 'PAYROLL',
		});
		const payment = sought(records, 'a', 'payroll');
		expect((await findPayouts(shown, [payment])).get(payment)).toMatchObject({
			found: { record: { uuid: mine }, alive: [mine] },
		});
	});
});

describe('a service that lists all batches, whatever it is asked for', () => {
	it('shows what was paid under the reference, and nothing of others is found', async () => {
		const records = await recordsOf();
		records.isListed = () => true;
		records.pay('bonus', ['a', 'b']);
		records.pay('c', ['c']);
		const [one] = uuidsOf(records.pay('payroll', ['b']));
		expect(await find(['a', 'b', 'c'].map((id) => sought(records, id, 'payroll')))).toEqual([
			undefined,
			one,
			undefined,
		]);
		expect(records.requests().details).toEqual([]);
	});

	it('may have a batch that looks alike and is another', async () => {
		const records = await recordsOf();
		records.isListed = () => true;
		records.pay('7', ['a']);
		expect(await find([sought(records, 'a', '07.5')])).toEqual([undefined]);
		// As a number, 007 would be 7.
		records.pay('007', ['b']);
		expect(await find([sought(records, 'b', '7')])).toEqual([undefined]);
	});
});

describe('what was paid more than a year ago', () => {
	const old = async () => {
		jest.setSystemTime(START - 500 * DAY);
		const records = new PayoutRecords();
		const uuids = uuidsOf(records.pay('payroll', ['a']));
		jest.setSystemTime(START);
		return { records, uuids };
	};

	it('is found', async () => {
		const { records, uuids } = await old();
		expect(await find([sought(records, 'a', 'payroll')])).toEqual(uuids);
	});
});

describe('a list that cannot be read', () => {
	it('tells nothing of its payments, and all of others', async () => {
		const [broken, whole] = [await recordsOf(), await recordsOf()];
		broken.beforeAnswer = () => {
			throw refusal;
		};
		const [one] = uuidsOf(whole.pay('payroll', ['a']));
		const payments = [
			sought(broken, 'a', 'payroll'),
			sought(whole, 'a', 'payroll'),
			sought(broken, 'b', 'payroll'),
			sought(whole, 'b', 'payroll'),
		];
		expect(await find(payments)).toEqual([refusal, one, refusal, undefined]);
	});

	it('hides no payment whose batch is listed but cannot be opened', async () => {
		const records = await recordsOf();
		// What the list shows of it is not enough.
		records.pay('payroll', ['a'], { total_amount: undefined });
		records.inDetail = () => {
			throw refusal;
		};
		expect(await find([sought(records, 'a', 'payroll')])).toEqual([refusal]);
	});

	it('is not counted where the detail shows another reference', async () => {
		const records = await recordsOf();
		records.pay('payroll', ['a'], { total_amount: undefined });
		records.inDetail = (batch) => ({ ...batch, external_id: 'bonus' });
		expect(await find([sought(records, 'a', 'payroll')])).toEqual([undefined]);
	});
});

it('nobody is looked for without a request', async () => {
	expect(await findPayouts(found, [])).toEqual(new Map());
});

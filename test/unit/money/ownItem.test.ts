import type { IDataObject } from 'n8n-workflow';
import type { ItemCall } from '../../../nodes/MultiCurrencyPayments/form/itemCall';
import type { SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { ownItemIn, ownItemsOf } from '../../../nodes/MultiCurrencyPayments/money/ownItem';

const NOW = Date.parse('2031-03-04T05:06:07Z');
beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const ownIn = (...items: IDataObject[]) =>
	ownItemsOf({
		n8n: { getInputData: () => items.map((json) => ({ json })) },
		index: items.length - 1,
	} as unknown as ItemCall);

/** The names of an open record, and what else an item may be. */
const of = (record: IDataObject): string => {
	const [own] = ownIn({ uuid: 'another' }, record);
	return own?.state === 'open' ? own.names.join(' ') : (own?.state ?? '');
};

const LINK = { uuid: 'l1', payment_url: 'https://pay.example/l1', expired_at: '2031-03-04T06:00:00Z' };

const RAW_LINK = { uuid: 'l1', payment_link_url: 'https://pay.example/l1', expired_at: '2031-03-04T06:00:00Z' };

describe('the payment whose record an item may be', () => {
	it.each<[string, IDataObject, string]>([
		['a payin that nobody has paid', { uuid: 'p1', status: 'pending' }, 'p1'],
		['a payment after the limit of its wait', { uuid: 'p1', wait: { outcome: 'timed_out' } }, 'p1'],
		[
			'a payout that waits for an approval',
			{ uuid: 't1', status: 'created', batch: { uuid: 'b1', status: 'created' } },
			't1',
		],
		['a payment whose status is not known here', { uuid: 'p1', status: 'on_hold' }, 'p1'],
		[
			'an AUD payout that is known by its key',
			{ id: 7, status: 'processing', idempotency: { outcome: 'created', external_id: 'k' } },
			'k',
		],
		['a batch that was looked at', { uuid: 'b1', status: 'created', payout_transactions: [{ uuid: 't1' }] }, 'b1'],
		['a raw link with a failed attempt', { ...RAW_LINK, transaction_info: { status: 'failed' } }, 'l1'],
		[
			'an AUD payout that shows its key and its batch',
			{ batch: { uuid: 'b1' }, idempotency: { external_id: 'k' } },
			'k',
		],
		['an AUD payout that shows its batch alone', { status: 'processing', batch: { uuid: 'b1' } }, 'b1'],
		['a row of a table with a number', { id: 7, amount: 5 }, ''],
		['a link with a failed attempt', { ...LINK, status: 'failed', wait: { outcome: 'final' } }, 'l1'],
		['a row of a table', { amount: 5, key: 'order-1' }, ''],
		['a payment that was waited for to its end', { uuid: 'p1', wait: { outcome: 'final' } }, ''],
		['a payment and its key', { uuid: 'p1', status: 'pending', idempotency: { external_id: 'k' } }, 'p1 k'],
		['a payin that was cancelled', { uuid: 'p1', status: 'Ok', cancelled: true }, 'ended'],
		['a payment that was simulated', { uuid: 'p1', outcome: 'completed', simulated: true }, ''],
		['a payin that was received', { uuid: 'p1', status: 'received' }, ''],
		['a payin that is being refunded', { uuid: 'p1', status: 'return_pending' }, ''],
		['a payin that has expired', { uuid: 'p1', status: 'expired' }, 'ended'],
		['a payout that was settled', { uuid: 't1', status: 'settled' }, ''],
		['a payout whose batch was rejected', { uuid: 't1', status: 'created', batch: { status: 'Rejected' } }, 'ended'],
		['a link whose time is over', { ...LINK, status: 'failed', expired_at: '2031-03-04T05:00:00Z' }, 'ended'],
		['a raw link that was paid', { ...RAW_LINK, transaction_info: { status: 'received' } }, ''],
		[
			'a PayID that was paid',
			{ id: 7, status: 'received', payid: 'a@b.example', idempotency: { outcome: 'created', external_id: 'k' } },
			'',
		],
		['a link that was paid', { ...LINK, status: 'received', transaction_info: { status: 'received' } }, ''],
	])('%s', (_which, record, uuid) => {
		expect(of(record)).toBe(uuid);
	});

	it('is none where there is no item', () => {
		expect(ownIn()).toEqual([]);
	});
});

describe('a failed item', () => {
	it('has the key that it keeps', () => {
		const failed = { error: 'It is unknown …', message: { remedy: 'Look …', external_id: 'another', key: 'k' } };
		expect(ownIn(failed)).toEqual([{ names: ['k'], state: 'failed' }]);
	});

	it.each([
		{ message: 'Hello' },
		{ message: { key: 'order-17', remedy: '' } },
		{ message: { remedy: 'Correct it', external_id: 'k' } },
		{ message: null },
	])('is none: %j', (item) => {
		expect(ownIn(item)).toEqual([]);
	});

	it('may be the record of a payment as well: of this node, where that knows it', () => {
		const failed = { uuid: 'p1', status: 'pending', message: { key: 'n8n-k' } };
		const [failure, record] = ownIn(failed);
		expect([failure, record]).toEqual([
			{ names: ['n8n-k'], state: 'failed' },
			{ names: ['p1'], state: 'open' },
		]);
		const knowing = (known: string) =>
			({ sentUnder: (name: string) => (name === known ? [{}] : []) }) as unknown as SentMemory;
		expect(ownItemIn(ownIn(failed), knowing('p1'))).toEqual(record);
		expect(ownItemIn(ownIn(failed), knowing('n8n-k'))).toEqual(failure);
		const keyed = { ...failed, idempotency: { external_id: 'another' } };
		expect(ownItemIn(ownIn(keyed), knowing('p1'))).toMatchObject({ names: ['p1', 'another'] });
		expect(ownItemIn(ownIn(failed), knowing('nothing'))).toEqual(failure);
	});
});

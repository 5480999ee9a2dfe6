import type { IDataObject } from 'n8n-workflow';
import type { PayoutBatch, PayoutBatchDetail, PayoutList, PayoutTransaction } from '../../../../contract';
import type { FetchPage } from '../../../../core/paging';
import type { ItemCall } from '../../form/itemCall';
import type { Period } from '../../../service/lists';
import { lookUpPeriod, numberedPages, periodQuery, recordsWithKey } from '../../../service/lists';
import { pick } from '../../form/presentation';
import type { ServiceClient } from '../../../service/client';

const SIMPLE_BATCH_FIELDS = [
	'uuid',
	'external_id',
	'status',
	'total_amount',
	'currency',
	'payout_method_name',
	'description',
	'scheduled_at',
	'error_code',
	'error_message',
	'payout_transactions',
	'rounding',
	'idempotency',
] as const;

const SIMPLE_TRANSACTION_FIELDS = [
	'uuid',
	'external_id',
	'status',
	'payee',
	'email',
	'amount',
	'error_message',
	'reference',
	'batch',
	'rounding',
	'idempotency',
] as const;

/** A batch as the item wants it: the fields most workflows need, or the record as it came. */
export function presentBatch(item: Pick<ItemCall, 'flag'>, record: object): IDataObject {
	if (!item.flag('simplify')) return record as IDataObject;
	const { payout_transactions: transactions, ...batch } = record as Partial<PayoutBatch>;
	const simple = pick(batch as IDataObject, SIMPLE_BATCH_FIELDS);
	return transactions
		? {
				...simple,
				payout_transactions: transactions.map((each) => pick(each as IDataObject, SIMPLE_TRANSACTION_FIELDS)),
			}
		: simple;
}

/** A transaction with the batch it is part of, as the item wants it. */
export function presentTransaction(
	item: ItemCall,
	transaction: PayoutTransaction,
	{ uuid, status, external_id, currency, scheduled_at }: PayoutBatch,
	more: IDataObject,
): IDataObject {
	const record = {
		...transaction,
		batch: { uuid, status, external_id, currency, scheduled_at },
		...more,
	} as IDataObject;
	return item.flag('simplify') ? pick(record, SIMPLE_TRANSACTION_FIELDS) : record;
}

/** Specification: "v2: payout queries and actions", detail. */
export async function readPayout(client: ServiceClient, uuid: string, childUuid?: string): Promise<PayoutBatchDetail> {
	return await client.read({ method: 'GET', path: '/v2/payouts/detail', query: { uuid, child_uuid: childUuid } });
}

/** Specification: "v2: payout queries and actions", all. The page size is the service's own. */
export function payoutPages(client: ServiceClient, period: Period, externalId?: string): FetchPage<PayoutBatchDetail> {
	const query = { ...periodQuery(period), external_id: externalId };
	return numberedPages(client, '/v2/payouts/all', query, ({ records, size, total_count }: PayoutList) => ({
		records,
		size,
		total: total_count,
	}));
}

/** Every batch of the last year that carries this key. */
export async function batchesWithKey(client: ServiceClient, key: string): Promise<PayoutBatchDetail[]> {
	return await recordsWithKey(
		payoutPages(client, lookUpPeriod(), key),
		({ uuid }) => uuid,
		({ external_id }) => external_id,
		key,
	);
}

import type { IDataObject } from 'n8n-workflow';
import type { Payin, PayinList, PayinListed } from '../../../../contract';
import type { FetchPage } from '../../../../core/paging';
import type { ItemCall } from '../../form/itemCall';
import type { Period } from '../../../service/lists';
import { numberedPages, PAGE_SIZE, periodQuery } from '../../../service/lists';
import { pick } from '../../form/presentation';
import type { ServiceClient } from '../../../service/client';

const SIMPLE_FIELDS = [
	'uuid',
	'external_id',
	'status',
	'stage',
	'amount',
	'currency',
	'paid_amount',
	'payment_method',
	'pay_code',
	'expired_at',
	'refunds',
	'created_at',
	'rounding',
	'idempotency',
] as const;

/** A payin as the item wants it: the fields most workflows need, or the record as it came. */
export function presentPayin(item: Pick<ItemCall, 'flag'>, record: object): IDataObject {
	return item.flag('simplify') ? pick(record as IDataObject, SIMPLE_FIELDS) : (record as IDataObject);
}

/** Specification: "v2: payin queries and actions", detail. */
export async function readPayin(client: ServiceClient, uuid: string): Promise<Payin> {
	return await client.read<Payin>({ method: 'GET', path: '/v2/payins/detail', query: { uuid } });
}

/** Specification: "v2: payin queries and actions", all. */
export function payinPages(client: ServiceClient, period: Period, externalId?: string): FetchPage<PayinListed> {
	const query = { ...periodQuery(period), external_id: externalId, per_page: PAGE_SIZE };
	return numberedPages(client, '/v2/payins/all', query, ({ records, limit, total }: PayinList) => ({
		records,
		size: limit,
		total,
	}));
}

import type { IDataObject } from 'n8n-workflow';
import type { PaymentLink, V3PayinMethodList } from '../../contract';
import type { FetchPage } from '../../core/service/paging';
import { pathSegment } from '../../core/service/pathSegment';
import { parseServiceJson } from '../../core/service/payload';
import { holdsRecord, recordIn } from './answers';
import { isObject } from '../../core/objects';
import type { ServiceClient } from './client';
import { PAGE_SIZE, readWholeList } from './lists';
import { pagesOfPeriod, pagesOfUnshownList, periodQuery, type Period } from './period';

/** One link with the status of its payment (specification: "v3: hosted checkout", status and details). @throws {ServiceFailure} */
export async function readLink(client: ServiceClient, uuid: string): Promise<PaymentLink> {
	const path = `/v3/payin_links/${pathSegment(uuid)}`;
	return recordIn(await client.read<PaymentLink>({ path }, holdsRecord([uuid])), uuid);
}

/** The fields of a link. The specification names only the status of its payment, so others may be missing. */
export type ShownLink = Partial<PaymentLink> &
	Pick<PaymentLink, 'uuid'> & {
		metadata?: PaymentLink['meta_data'];
		status?: string;
		currency?: string;
		/** The name of its expiry in the answer of the creation. */
		expired_at?: string;
	};

/** The status and the currency of a link's payment: its own, or else those that the link shows. */
export const paymentOf = ({ transaction_info: payment, status, currency }: Partial<ShownLink>) => ({
	status: payment?.status ?? status,
	currency: payment?.currency ?? currency,
});

/** The merchant's own data of a link, perhaps as JSON text: undefined when the link does not show any. */
export function metadataOf({ meta_data, metadata }: ShownLink): PaymentLink['meta_data'] | undefined {
	const shown: unknown = meta_data === undefined ? metadata : meta_data;
	if (typeof shown !== 'string') return shown as PaymentLink['meta_data'] | undefined;
	const parsed = parseServiceJson(shown);
	return isObject(parsed) ? (parsed as PaymentLink['meta_data']) : undefined;
}

/** Whether a link shows metadata. A service that drops it may show it empty. In a list of pairs, external IDs are not looked for. */
export function showsMetadata(link: ShownLink): boolean {
	const metadata = metadataOf(link);
	return isObject(metadata) && Object.keys(metadata).length > 0;
}

const LIST = '/v3/payin_links';

/** The links that pass the filters, up to `most` a page (specification: "v3: hosted checkout", list). */
export function linkPages(client: ServiceClient, filters: IDataObject, most: number): FetchPage<PaymentLink> {
	const pages = pagesOfUnshownList<PaymentLink>(client, LIST, filters, most);
	// A service that ignores the filters lists what is created meanwhile as well.
	return async (position) => ({ ...(await pages(position)), mayGrow: true });
}

/**
 * The links of a period, up to `most` a page, or only those whose metadata has this external id, as far as the service filters by it
 * (the same section).
 */
export function linkPagesOf(client: ServiceClient, period: Period, key?: string, most = PAGE_SIZE) {
	return pagesOfPeriod(client, LIST, period, (asked) =>
		linkPages(client, { ...periodQuery(asked), external_id: key }, most),
	);
}

/** The methods of the hosted page, with its card brands and languages (specification: "v3: hosted checkout"). @throws {ServiceFailure} */
export const readCheckoutMethods = async (client: ServiceClient) =>
	await readWholeList<V3PayinMethodList>(client, '/v3/payin_methods');

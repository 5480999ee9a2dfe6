import type { Payin, PayinList, PayinListed } from '../../contract';
import { isObject } from '../../core/objects';
import { recordsUnder } from '../../core/payments/match';
import { readList } from '../../core/service/paging';
import { inParallel } from '../../core/service/parallelPages';
import { isShown } from '../../core/service/payload';
import { has, holdsRecord, recordIn } from './answers';
import type { ServiceClient } from './client';
import { LANES, numberedPages, PAGE_SIZE, sizedPages, SMALLEST_PAGE } from './lists';
import { pagesOfPeriod, periodQuery, periodsWithRecords, type Period } from './period';

/** One payin with its refunds (specification: "v2: payin queries and actions", detail). @throws {ServiceFailure} */
export async function readPayin(client: ServiceClient, uuid: string): Promise<Payin> {
	const request = { path: '/v2/payins/detail', query: { uuid } };
	return recordIn(await client.read<Payin>(request, holdsRecord([uuid], has('uuid', 'status'))), uuid);
}

const LIST = '/v2/payins/all';

/** The payins created in a period, up to `most` a page (specification: "v2: payin queries and actions", all). */
export function payinPages(client: ServiceClient, period: Period, externalId?: string, most = PAGE_SIZE) {
	return sizedPages(client, LIST, most, (size) =>
		pagesOfPeriod(client, LIST, period, (asked) => {
			const query = { ...periodQuery(asked), external_id: externalId, per_page: size };
			return numberedPages<PayinList, PayinListed>(client, LIST, query, (list) => list);
		}),
	);
}

/** The periods in which payins may be found, see {@link periodsWithRecords}. @throws {ServiceFailure} {PagingError} */
export const payinPeriods = async (client: ServiceClient): Promise<Period[]> =>
	await periodsWithRecords(client, LIST, (period) => payinPages(client, period, undefined, SMALLEST_PAGE));

/**
 * The payins of a period with this `external_id`, or else with another spelling of it.
 * @param needed the fields by which a payin is compared. Where the list, which the specification does not show, lacks one, the
 * detail is read
 * @throws {ServiceFailure} {PagingError}
 */
export async function payinsUnder(
	client: ServiceClient,
	period: Period,
	key: string,
	needed: readonly (keyof PayinListed)[],
): Promise<PayinListed[]> {
	// Filtered here again: if the service ignored the filter, somebody else's payment would be taken for this one.
	const all = await readList(payinPages(client, period, key), ({ uuid }) => uuid);
	// A list that shows no reference at all hides them, also where it shows them empty.
	const unknown = all.some(({ external_id: id }) => isShown(id)) ? null : key;
	const listed = recordsUnder(all, key, ({ external_id: id = key }) => (isShown(id) ? id : unknown));
	const found: PayinListed[] = [];
	await inParallel(listed, LANES, async (record) => {
		const isWhole = isShown(record.external_id) && needed.every((field) => !isBare(record[field]));
		const whole = isWhole ? record : await readPayin(client, record.uuid);
		found.push(whole);
	});
	return recordsUnder(found, key, ({ external_id: id }) => id);
}

/** Whether a list leaves a field out, or shows an object without anything in it. */
const isBare = (value: unknown): boolean => !isShown(value) || (isObject(value) && Object.keys(value).length === 0);

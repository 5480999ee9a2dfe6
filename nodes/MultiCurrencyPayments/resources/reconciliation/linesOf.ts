import { sumAmounts } from '../../../../core/money';
import { PagingError } from '../../../../core/paging';
import type { Movement } from '../../../../core/reconciliation/books';
import { placeIn } from '../../../../core/reconciliation/books';
import { ledgerEntry } from '../../../../core/reconciliation/entries';
import type { Line } from '../../../../core/reconciliation/lines';
import type { ServiceClient } from '../../../service/client';
import { LARGE_PAGE } from '../../../service/pageSize';
import type { Period } from '../../../service/period';
import { aheadOf } from '../../../service/period';
import { TimeSlice } from '../../../service/timeSlice';
import { entriesOf } from '../balance/windows';

/** Pages that may wait to be written. */
const PAGES_AHEAD = 4;

/** What a payment's record says of it. */
export interface Detail extends Pick<Line, 'externalId' | 'name' | 'tax'> {
	/** The amount with the tax. */
	total: string;
}

/** What is known of payments, by their uuid, by the ID of their entry, and by that and its amount. */
export type Details = ReadonlyMap<string, Detail | undefined>;

/** The entries are not those of which the balances were made: the balances have to be read again. */
export class OtherBooksError extends PagingError {}

/** Lines that are made into text at once, so that n8n can serve others between. */
const LINES_AT_ONCE = 200;

/**
 * The entries of a period that have changed the balance, in the service's order.
 * @param movement what they add up to
 * @throws {OtherBooksError} at the end, when they add up to something else
 */
export async function* linesOf(
	client: ServiceClient,
	period: Period,
	movement: Movement,
	details: Details,
): AsyncGenerator<Line[]> {
	const slice = new TimeSlice();
	let [entries, sum] = [0, '0'];
	let lines: Line[] = [];
	// As they were read before: the end of the period may be cut where it lies in the future for the service.
	const asked = new Date();
	const read = period.to < asked ? period : aheadOf({ from: period.from, asked });
	for await (const page of entriesOf(client, read, { size: LARGE_PAGE, windows: 2, ahead: PAGES_AHEAD })) {
		for (const raw of page) {
			const entry = ledgerEntry(raw);
			const isWithin = placeIn(period, entry) === 'within';
			if (!entry.in_balance || entry.currency !== movement.currency || !isWithin) continue;
			const { id, reference_id, gross } = entry;
			const detail = details.get(reference_id) ?? details.get(`${id} ${gross}`) ?? details.get(id);
			const { externalId = '', name = '', tax = '', total = '' } = detail ?? {};
			// The tax is that of the whole payment.
			const shown = gross === total || tax === '0' ? tax : '';
			lines.push({ entry, externalId, name, tax: entry.transaction_type === 'payment' ? shown : '0' });
			entries++;
			sum = sumAmounts([sum, entry.net]);
			if (lines.length === LINES_AT_ONCE) {
				yield lines;
				lines = [];
			}
			if (slice.isOver) await slice.giveWay();
		}
	}
	if (lines.length > 0) yield lines;
	if (entries !== movement.entries || sum !== movement.net)
		throw new OtherBooksError('entries of the balance history changed');
}

import { sumAmounts } from '../../../../core/money';
import { PagingError } from '../../../../core/service/paging';
import { placeIn, type Movement } from '../../../../core/reconciliation/books';
import { ledgerEntry, negative, type LedgerEntry } from '../../../../core/reconciliation/entries';
import { absolute, kindOf } from '../../../../core/reconciliation/owners';
import type { Line } from '../../../../core/reconciliation/lines';
import type { PaymentRecord } from '../../../../core/reconciliation/payments';
import type { ServiceClient } from '../../../service/client';
import { aheadOf, type Period } from '../../../service/period';
import { TimeSlice } from '../../../service/time';
import type { ItemCall } from '../../run/itemCall';
import { entriesOf } from '../balance/windows';
import { lookingBack, readLinks, readRecords, Records } from './records';

/** What a payment's record says of it. */
interface Detail extends Pick<Line, 'externalId' | 'name' | 'tax'> {
	/** The amount with the tax. */
	total: string;
}

/**
 * What is known of payments: by their uuid or that of their link, by {@link referenceKey}, by the ID of their entry, and by
 * that and its amount. Undefined where several share it.
 */
export type Details = ReadonlyMap<string, Detail | undefined>;

/** An entry may name the merchant's own reference. Payins and payouts may use the same. */
const referenceKey = (kind: string, externalId: string): string => `${kind} ${externalId}`;

/** The entries are not those of which the balances were made: the balances have to be read again. */
export class OtherBooksError extends PagingError {}

/** Lines that are made into text at once, so that n8n can serve others between. */
const LINES_AT_ONCE = 200;

/** What the records of a period say. @throws {ServiceFailure} {PagingError} */
export async function detailsOf(item: ItemCall, period: Period): Promise<Details> {
	const details = new Map<string, Detail | undefined>();
	const [records, whole] = [new Records(period, () => ''), lookingBack(item, period)];
	const take = ({ tax = '', total, ...record }: PaymentRecord) => {
		const { uuid, otherIds = [], balanceId, kind, status, externalId, name, amount } = record;
		// Nothing is kept of payins that have moved no money.
		if (kind === 'payin' && ['pending', 'expired', 'failed'].includes(status)) return;
		const detail = details.get(uuid) ?? { externalId: '', name: '', tax: '', total: '' };
		// A list may show it twice, and the payment of a link may stand among the payins: each shows what the other lacks.
		if (externalId !== '') detail.externalId = externalId;
		if (name !== '') detail.name = name;
		if (tax !== '' || detail.tax === '') Object.assign(detail, { tax, total: total ?? amount });
		for (const id of [uuid, ...otherIds]) details.set(id, detail);
		const shared = externalId === '' ? [] : [referenceKey(kind, externalId)];
		// The payees of a batch may share a balance. Then the amount may tell them apart.
		if (balanceId !== undefined) shared.push(balanceId, `${balanceId} -${detail.total}`);
		for (const key of shared) details.set(key, details.has(key) && details.get(key) !== detail ? undefined : detail);
	};
	await readRecords(item, whole, records, take);
	await readLinks(item, whole, (link) => take(records.link(link)));
	return details;
}

function detailOf(entry: LedgerEntry, details: Details): Detail | undefined {
	const { id, reference_id, gross } = entry;
	const kind = kindOf(entry) === 'payout' ? 'payout' : 'payin';
	const keys = [reference_id, referenceKey(kind, reference_id), `${id} ${gross}`, id];
	return keys.map((key) => details.get(key)).find((detail) => detail !== undefined);
}

/** The tax of an entry. That of a payment is known as a whole, so that of a part of it is not. */
function taxOf({ transaction_type, gross }: LedgerEntry, { tax = '', total = '' }: Partial<Detail> = {}): string {
	// A payment, and what takes money of it back.
	const isOfPayin = ['payment', 'refund', 'dispute'].includes(transaction_type);
	if (!isOfPayin || tax === '0') return '0';
	if (absolute(gross) !== total || tax === '') return '';
	return gross.startsWith('-') ? negative(tax) : tax;
}

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
	for await (const page of entriesOf(client, read)) {
		for (const raw of page) {
			const entry = ledgerEntry(raw);
			const isWithin = placeIn(period, entry) === 'within';
			if (!entry.in_balance || entry.currency !== movement.currency || !isWithin) continue;
			const detail = detailOf(entry, details);
			const { externalId = '', name = '' } = detail ?? {};
			lines.push({ entry, externalId, name, tax: taxOf(entry, detail) });
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

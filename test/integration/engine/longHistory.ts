import type { BalanceHistoryEntry } from '../../../contract';
import { json, type Answer, type Arrived } from '../transport/wire';

/** The period that a long history fills. */
export const PERIOD = { from: new Date('2030-01-01T00:00:00Z'), to: new Date('2030-03-01T00:00:00Z') };

/** Milliseconds between entries when `count` of them fill the period evenly. */
const stepOf = (count: number) => (PERIOD.to.getTime() - PERIOD.from.getTime()) / count;

/** The entry with `index` newer ones before it. */
export const entryAt = (index: number, count: number): BalanceHistoryEntry => ({
	id: `entry-${index}`,
	amount: 12.5,
	request_type: 'money_in',
	transaction_type: 'payment',
	currency: 'AUD',
	payment_method: 'au_payid_npp_aud',
	status: 'available' as BalanceHistoryEntry['status'],
	reference_id: `reference "${index}", of the customer`,
	balance_detail: { outgoing: 13, total: 12.5, fees: 0.5 },
	created_at: new Date(PERIOD.to.getTime() - index * stepOf(count)).toISOString(),
});

/** What a request for a page of the history asks for. */
export function askedFor({ path }: Arrived): { from: number; to: number; size: number; start: number } {
	const query = new URL(path, 'http://service.example').searchParams;
	const time = (name: string) => Date.parse(query.get(name) ?? '');
	const start = Number(query.get('cursor') ?? 0);
	return { from: time('from_date'), to: time('to_date'), size: Number(query.get('size')), start };
}

/** The service's history of `count` entries, generated page by page, so that it can have any length. */
export function longHistory(
	count: number,
	change: (entry: BalanceHistoryEntry, index: number) => object = (e) => e,
): Answer {
	const step = stepOf(count);
	return (answer, request, number) => {
		const { from, to, size, start } = askedFor(request);
		const first = Math.max(0, Math.ceil((PERIOD.to.getTime() - to) / step)) + start;
		const end = Math.min(count, Math.floor((PERIOD.to.getTime() - from) / step) + 1);
		const records: object[] = [];
		for (let index = first; index < Math.min(first + size, end); index++)
			records.push(change(entryAt(index, count), index));
		const more = first + size < end;
		const page = { size, has_more: more, next_cursor: more ? String(start + size) : null, records };
		json({ ...page, from_date: '', to_date: '', account_type: 'aggregated' })(answer, request, number);
	};
}

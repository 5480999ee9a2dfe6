import { operation } from '../action/orders';
import { runNode } from '../engine/execution';
import { askedFor } from '../engine/longHistory';
import { json, startWire, type Answer } from '../transport/wire';

/** Histories that do not go by `created_at`: the specification shows no order. */

const FROM = Date.parse('2026-11-20T00:00:00Z');
const COUNT = 6000;
const SECOND = 1000;

const entryAt = (index: number, created: number) => ({
	...{ id: `entry-${index}`, amount: 10, request_type: 'money_in', transaction_type: 'payment', currency: 'AUD' },
	...{ payment_method: 'au_bank_aud', status: 'done', reference_id: `ref-${index}` },
	...{ balance_detail: { outgoing: 10, total: 10, fees: 0 }, created_at: new Date(created).toISOString() },
});
type Entry = ReturnType<typeof entryAt>;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

/** Several servers write: neighbours may be up to three seconds out of order. */
const byNumber = numbers
	.map((index) => entryAt(index, FROM + index * SECOND + ((index * index * 37 + index * 1231) % 3000)))
	.reverse();
/** Every other entry has changed ten minutes after it came. */
const byChange = numbers
	.map((index) => ({ entry: entryAt(index, FROM + index * SECOND), changed: index + (index % 2) * 600 }))
	.sort((one, other) => other.changed - one.changed)
	.map(({ entry }) => entry);

const listing =
	(entries: readonly Entry[]): Answer =>
	(answer, request, number) => {
		const { from, to, size, start } = askedFor(request);
		const within = entries.filter(({ created_at: at }) => Date.parse(at) >= from && Date.parse(at) <= to);
		const has_more = start + size < within.length;
		const page = { records: within.slice(start, start + size), next_cursor: has_more ? `${start + size}` : null };
		json({ from_date: '', to_date: '', account_type: 'dedicated', size, has_more, ...page })(answer, request, number);
	};

describe.each([
	['by number', byNumber],
	['by last change', byChange],
])('a history that goes %s', (_order, entries) => {
	it.each([1, 2, 4])('is read whole in %i windows', async (parallelWindows) => {
		const wire = await startWire(listing(entries));
		const parameters = operation('balance', 'getHistory', {
			...{
				returnAll: true,
				fromDate: new Date(FROM).toISOString(),
				toDate: new Date(FROM + (COUNT + 10) * SECOND).toISOString(),
			},
			options: { parallelWindows, pageSize: 500 },
		});
		const { items, error } = await runNode({ credentials: wire.credentials, parameters });
		await wire.close();
		expect([error, new Set(items.map(({ json }) => json.id)).size]).toEqual([undefined, COUNT]);
	});
});

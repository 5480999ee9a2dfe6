import { runNode } from '../engine/execution';
import { json, startWire, type Answer } from '../transport/wire';

/** Lists whose envelope the specification does not show, in the form in which v2 shows its history. */

const PAGE = 2;

/** Pages of two by cursor. It knows no page numbers. */
const byCursor =
	(count: number, wrap: (envelope: object) => object = (envelope) => envelope): Answer =>
	(answer, request, number) => {
		const start = Number(new URL(request.path, 'https://service.example').searchParams.get('cursor')?.slice(1) ?? 0);
		const end = Math.min(count, start + PAGE);
		const records = Array.from({ length: end - start }, (_, index) => ({
			...{ id: start + index, uuid: `r-${start + index}`, email: `r-${start + index}@shop.example` },
		}));
		const envelope = { size: PAGE, has_more: end < count, next_cursor: end < count ? `c${end}` : null, records };
		json(wrap(envelope))(answer, request, number);
	};

/** The second page is empty, as that of a service which filters its records after it has cut its pages. */
const withEmptyPage =
	(reply: Answer): Answer =>
	(answer, request, number) =>
		(number === 2 ? json({ size: PAGE, has_more: true, next_cursor: 'd2', records: [] }) : reply)(
			answer,
			request,
			number,
		);

async function listed(resource: string, reply: Answer, limit?: number) {
	const wire = await startWire(reply);
	const amount = limit === undefined ? { returnAll: true } : { returnAll: false, limit };
	const { items, error } = await runNode({
		credentials: wire.credentials,
		parameters: { resource, operation: 'getAll', ...amount },
	});
	await wire.close();
	return { error, ids: items.map((item) => item.json.uuid ?? item.json.email), requests: wire.requests.length };
}

describe.each(['checkoutLink', 'contact', 'payout', 'settlementReport'])('%s: a list by cursor', (resource) => {
	it('is read on behind an empty page', async () => {
		const { ids, ...read } = await listed(resource, withEmptyPage(byCursor(5)));
		expect([read, ids.length]).toEqual([{ error: undefined, requests: 4 }, 5]);
	});

	it('of one page is whole, also with a limit above it', async () => {
		expect(await listed(resource, byCursor(2), 50)).toMatchObject({ error: undefined, requests: 1 });
	});
});

it('a balance history is read on behind an empty page', async () => {
	const wire = await startWire(withEmptyPage(byCursor(5)));
	const { items, error } = await runNode({
		credentials: wire.credentials,
		parameters: {
			...{ resource: 'balance', operation: 'getHistory', returnAll: true },
			...{ fromDate: '2031-03-01T00:00:00Z', toDate: '2031-03-02T00:00:00Z', options: { parallelWindows: 1 } },
		},
	});
	await wire.close();
	expect([error, items.length, wire.requests.length]).toEqual([undefined, 5, 4]);
});

it('a page of settlement reports without a cursor is whole where the total says so', async () => {
	const records = Array.from({ length: 25 }, (_, id) => ({ id, uuid: `r-${id}` }));
	const whole = await listed('settlementReport', json({ records, total: 25, page: 1 }));
	expect(whole.error).toBeUndefined();
	expect(whole.ids).toHaveLength(25);
	const more = await listed(
		'settlementReport',
		json({ records: records.slice(0, 3), has_more: true, next_cursor: null }),
	);
	expect(more.error?.message).toMatch(/a list in a form that is not known here/);
	const cut = await listed('settlementReport', json({ records: records.slice(0, 3), total: 25, page: 1 }));
	expect(cut.error?.message).toMatch(/could not be read completely/);
});

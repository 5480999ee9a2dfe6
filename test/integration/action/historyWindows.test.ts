import fc from '../../seeded';
import type { BalanceHistoryEntry } from '../../../contract';
import { entriesOf } from '../../../nodes/MultiCurrencyPayments/resources/balance/windows';
import { ListChangedError, untilItHoldsStill } from '../../../core/service/paging';
import type { ServiceClient, ServiceRequest } from '../../../nodes/service/client';

const START = Date.parse('2030-01-01T00:00:00Z');
const END = Date.parse('2030-01-01T00:10:00Z');
const period = { from: new Date(START), to: new Date(END) };

let accounts = 0;

/** A service with entries at these times (milliseconds after the start), newest first; equal times in any order. */
function serviceWith(
	times: number[],
	{
		settle = () => Promise.resolve(),
		shuffle = false,
		oldestFirst = false,
		idOf = (index: number) => `entry-${index}`,
	} = {},
) {
	const entries = times
		.map((time, index) => ({ id: idOf(index), created_at: new Date(START + time).toISOString() }))
		.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)) as BalanceHistoryEntry[];
	const log = { requests: 0, inFlight: 0, mostInFlight: 0 };
	const client = {
		credential: { baseUrl: 'https://service.example/api', appId: `account-${++accounts}` },
		repeats: 0,
		async read({ query }: ServiceRequest) {
			log.requests++;
			log.mostInFlight = Math.max(log.mostInFlight, ++log.inFlight);
			await settle();
			log.inFlight--;
			const { from_date, to_date, size, cursor } = query as Record<string, string>;
			const [from, to, start] = [Date.parse(String(from_date)), Date.parse(String(to_date)), Number(cursor ?? 0)];
			const found = entries.filter(({ created_at: at }) => Date.parse(at) >= from && Date.parse(at) <= to);
			// In the older windows, entries with equal times come in another order.
			if (shuffle && to !== END) found.reverse().sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
			if (oldestFirst) found.reverse();
			const next = start + Number(size);
			const has_more = next < found.length;
			return {
				records: structuredClone(found.slice(start, next)),
				has_more,
				next_cursor: has_more ? String(next) : null,
			};
		},
	};
	return { client: client as unknown as ServiceClient, pressed: client, log, entries };
}

async function idsOf(pages: AsyncIterable<BalanceHistoryEntry[]>): Promise<string[]> {
	const ids: string[] = [];
	for await (const page of pages) for (const { id } of page) ids.push(id);
	return ids;
}

const times = fc.array(
	fc.oneof(
		fc.nat(END - START),
		fc.nat(600).map((second) => second * 1000),
		fc.constantFrom(0, 300_000, 300_500, END - START),
	),
	{ maxLength: 120 },
);

describe('a history that is read in windows', () => {
	it('has each entry once and newest first, wherever entries and borders lie', async () => {
		await fc.assert(
			fc.asyncProperty(
				times,
				fc.integer({ min: 1, max: 20 }),
				fc.integer({ min: 1, max: 8 }),
				fc.constantFrom(0, 1, 3, Infinity),
				async (given, size, windows, ahead) => {
					const { client, entries } = serviceWith(given);
					expect(await idsOf(entriesOf(client, period, { size, windows, ahead }))).toEqual(entries.map(({ id }) => id));
				},
			),
			{ numRuns: 500 },
		);
	});

	const fewTimes = fc.array(
		fc.nat(12).map((each) => each * 50_000),
		{ maxLength: 120 },
	);

	it.each([
		['although the order of entries of one time differs', fewTimes, { shuffle: true }, 2],
		['where the service lists the oldest first', times, { oldestFirst: true }, Infinity],
	])('has each entry once %s', async (_how, given, order, ahead) => {
		const [size, windows] = [fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 8 })];
		await fc.assert(
			fc.asyncProperty(given, size, windows, async (each, size, windows) => {
				const { client, entries } = serviceWith(each, order);
				const ids = await idsOf(entriesOf(client, period, { size, windows, ahead }));
				expect([...ids].sort()).toEqual(entries.map(({ id }) => id).sort());
			}),
			{ numRuns: 500 },
		);
	});

	const read = async (client: ServiceClient, reading: Parameters<typeof entriesOf>[2]) => {
		const read: string[] = [];
		for await (const page of entriesOf(client, period, reading)) for (const entry of page) read.push(entry.created_at);
		return read.sort();
	};

	it('has every entry of a batch that pays many people one amount in one second', async () => {
		const fewTimes = fc.array(
			fc.nat(1).map((each) => each * 50_000),
			{ maxLength: 60 },
		);
		await fc.assert(
			fc.asyncProperty(fewTimes, fc.integer({ min: 1, max: 20 }), fc.boolean(), async (given, size, oldestFirst) => {
				const balance = `balance-${++accounts}`;
				const { client, entries } = serviceWith(given, { oldestFirst, idOf: () => balance });
				const found = await untilItHoldsStill(async () => await read(client, { size, windows: 3, ahead: 2 }));
				expect(found).toEqual(entries.map(({ created_at }) => created_at).sort());
			}),
		);
	});

	it('is read again where an entry comes again on the next page, because the list may have grown', async () => {
		const balance = `balance-${++accounts}`;
		const { client } = serviceWith([1000, 1000, 1000], { idOf: () => balance });
		const reading = async () => await read(client, { size: 2, windows: 1, ahead: 0 });
		await expect(reading()).rejects.toThrow(ListChangedError);
		expect(await reading()).toHaveLength(3);
	});

	const even = Array.from({ length: 400 }, (_, index) => index * 1500);
	const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

	it('has as many requests in flight as windows, and few more in all than pages', async () => {
		const { client, log } = serviceWith(even, { settle: turn });
		await idsOf(entriesOf(client, period, { size: 20, windows: 4, ahead: Infinity }));
		expect(log.mostInFlight).toBe(4);
		expect(log.requests).toBeLessThanOrEqual(20 + 4);
	});

	it('of one page takes one request, and one of little more no second reader', async () => {
		const one = serviceWith(even.slice(0, 20));
		await idsOf(entriesOf(one.client, period, { size: 20, windows: 4, ahead: Infinity }));
		expect(one.log.requests).toBe(1);
		const more = serviceWith(even, { settle: turn });
		await idsOf(entriesOf(more.client, period, { size: 300, windows: 4, ahead: Infinity }));
		expect(more.log).toMatchObject({ requests: 2, mostInFlight: 1 });
	});

	it('is read by one reader after the other once the service has asked for a pause', async () => {
		const { client, pressed, log } = serviceWith(even, { settle: turn });
		const reading = entriesOf(client, period, { size: 20, windows: 4, ahead: Infinity });
		await reading.next();
		pressed.repeats++;
		await turn();
		await turn();
		log.mostInFlight = 0;
		const rest = await idsOf(reading);
		expect(rest).toHaveLength(380);
		expect(log.mostInFlight).toBe(1);
	});

	it('keeps no more pages ready than it is told to', async () => {
		const { client, log } = serviceWith(even);
		const reading = entriesOf(client, period, { size: 10, windows: 2, ahead: 2 });
		await reading.next();
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(log.requests).toBeLessThanOrEqual(8);
		await reading.return(undefined);
	});

	it('is not read on when nobody wants more', async () => {
		const { client, log } = serviceWith(even, { settle: turn });
		const reading = entriesOf(client, period, { size: 2, windows: 3, ahead: Infinity });
		await reading.next();
		await reading.return(undefined);
		const { requests } = log;
		for (let turns = 0; turns < 20; turns++) await turn();
		expect(log.requests - requests).toBeLessThanOrEqual(3);
	});

	it('fails with what the service says, whichever window meets it', async () => {
		const { client, pressed } = serviceWith(even);
		const { read } = pressed;
		const refusal = new Error('no more');
		let requests = 0;
		pressed.read = async (request) => (++requests === 7 ? await Promise.reject(refusal) : await read(request));
		await expect(idsOf(entriesOf(client, period, { size: 20, windows: 3, ahead: Infinity }))).rejects.toBe(refusal);
	});
});

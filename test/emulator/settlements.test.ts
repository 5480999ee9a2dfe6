import { parse } from 'csv-parse/sync';
import fc from '../seeded';
import type { SettlementReport } from '../../contract/settlements';
import { closedPeriods } from '../../emulator/settlements/settlementPeriods';
import { DAY, MINUTE, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

async function reports(query: Record<string, unknown> = {}) {
	const { status, body } = await service.call('v2.settlements.list', query);
	return {
		status,
		next: body['next_cursor'],
		more: body['has_more'],
		records: (body.records ?? []) as unknown as SettlementReport[],
	};
}

async function everyReport(query: Record<string, unknown> = {}): Promise<SettlementReport[]> {
	const all: SettlementReport[] = [];
	let cursor: unknown;
	do {
		const page = await reports({ ...query, ...(cursor ? { cursor } : {}) });
		all.push(...page.records);
		cursor = page.next;
	} while (cursor);
	return all;
}

async function history(from: string, to: string) {
	const { body } = await service.call('v2.balances.history', { from_date: from, to_date: to, size: 10_000 });
	return (body.records ?? []) as unknown as {
		id: string;
		amount: number;
		request_type: string;
		status: string;
		balance_detail: { fees: number };
	}[];
}

const cents = (amount: number | string) => Math.round(Number(amount) * 100);
const signedCents = ({ amount, request_type }: { amount: number; request_type: string }) =>
	request_type === 'money_in' ? cents(amount) : -cents(amount);
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

const seed = (count = 400) =>
	service.control('seed/history', {
		currency: 'AUD',
		count,
		from: '2031-01-15T00:00:00Z',
		to: '2031-03-03T23:59:59Z',
		seed: 7,
	});

test('each report sums exactly what the ledger shows for its period, and so does its file', async () => {
	await seed();
	const [newest] = (await reports({ report_frequency: 'monthly' })).records;
	if (!newest) throw new Error('February must have a report');
	expect(newest).toMatchObject({
		id: 'AUD-monthly-2031-02',
		period_start: '2031-02-01T00:00:00.000Z',
		period_end: '2031-02-28T23:59:59.999Z',
	});

	const entries = (await history('2031-02-01T00:00:00Z', '2031-02-28T23:59:59Z')).filter(
		({ status }) => status === 'done',
	);
	expect(newest.summary.settlement_count).toBe(entries.length);
	expect(cents(newest.summary.settled_amount)).toBe(sum(entries.map(signedCents)));
	expect(cents(newest.summary.settled_fee)).toBe(sum(entries.map(({ balance_detail }) => cents(balance_detail.fees))));
	const v1 = await service.call('v1.balances.history', { from_date: '2031-02-01', to_date: '2031-02-28', per_page: 1 });
	expect(newest.summary.closing_balance).toBe((v1.body['data'] as { balance_after: number }[])[0]?.balance_after);

	const { status, text } = await service.browse(newest.file_url);
	expect(status).toBe(200);
	const rows = parse<Record<string, string>>(text, { columns: true });
	expect(rows.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
	expect(
		sum(rows.map(({ total = '', request_type = '' }) => signedCents({ amount: Number(total), request_type }))),
	).toBe(cents(newest.summary.settled_amount));
});

test('pages follow the cursor: every report once, newest first; a foreign cursor is refused', async () => {
	await seed();
	const daily = await everyReport({ report_frequency: 'daily', size: 7 });
	expect(daily.map(({ period_start }) => period_start.slice(0, 10))).toEqual(
		Array.from({ length: 48 }, (_, index) => new Date(Date.UTC(2031, 2, 3) - index * DAY).toISOString().slice(0, 10)),
	);
	expect(await everyReport({ size: 20 })).toHaveLength(48 + 2);
	const { next } = await reports({ report_frequency: 'daily', size: 7 });
	expect((await reports({ report_frequency: 'monthly', size: 7, cursor: next })).status).toBe(422);
	const february = await everyReport({ report_frequency: 'daily', from_date: '2031-02-01', to_date: '2031-02-28' });
	expect(february).toHaveLength(28);
	// The daily reports of a month add up to its monthly report.
	const [month] = (await reports({ report_frequency: 'monthly' })).records;
	expect(sum(february.map(({ summary }) => cents(summary.settled_amount)))).toBe(
		cents(month?.summary.settled_amount ?? 0),
	);
});

test('a file address works for three minutes of the clock and only with its own signature', async () => {
	const { body } = await service.control('settlements/close', { currency: 'AUD' });
	const url = String(body['file_url']);
	expect(new URL(url).pathname).not.toContain('/api');
	await service.advance(3 * MINUTE - 1);
	expect((await service.browse(url)).status).toBe(200);
	const later = new URL(url);
	later.searchParams.set('expires', '9999999999999');
	expect((await service.browse(later.href)).status).toBe(403);
	await service.advance(1);
	expect((await service.browse(url)).status).toBe(403);
	expect((await reports()).records.map(({ file_url }) => file_url)).not.toContain(url);
});

test('a request for a file that carries credentials is counted', async () => {
	const { body } = await service.control('settlements/close', { currency: 'AUD' });
	const { appId, secretKey } = service.emulator.account('AUD');
	await service.browse(String(body['file_url']));
	expect((await service.control('settlements/files')).body['AUD']).toEqual({
		served: 1,
		refused: 0,
		withCredentials: 0,
	});
	await fetch(String(body['file_url']), { headers: { 'app-id': appId, 'secret-key': secretKey } });
	expect((await service.control('settlements/files')).body['AUD']).toMatchObject({ withCredentials: 1 });
});

test('closed periods follow each other without gap or overlap, whatever was cut by hand', () => {
	const first = Date.UTC(2031, 0, 30, 11);
	fc.assert(
		fc.property(
			fc.constantFrom('daily' as const, 'monthly' as const),
			fc.integer({ min: 0, max: 100 * DAY }),
			fc.uniqueArray(fc.integer({ min: 0, max: 100 * DAY }), { maxLength: 5 }),
			(frequency, life, moments) => {
				const now = first + life;
				const cuts = moments
					.filter((moment) => moment <= life)
					.map((moment) => first + moment)
					.sort((one, other) => one - other);
				const periods = [...closedPeriods(frequency, { firstEntry: first, now }, cuts)];
				periods.forEach((period, index) => {
					expect(period.from).toBeLessThanOrEqual(period.to);
					expect(period.to).toBeLessThanOrEqual(now);
					const older = periods[index + 1];
					if (older) expect(older.to).toBe(period.from - 1);
				});
				for (const cut of cuts) expect(periods.map(({ to }) => to)).toContain(cut);
				const oldest = periods.at(-1);
				if (oldest) expect(oldest.from).toBeLessThanOrEqual(first);
			},
		),
	);
});

import { unprocessable } from '../../../emulator/engine/serviceError';
import { QUICK } from '../action/orders';
import { DAY, HOUR, startPolling } from '../pollingTrigger/polling';
import { run } from '../resources/resourceRun';
import { receivedPayin } from '../trigger/payments';
import { answered, asked } from './differing';

/** A service that lists the settlement reports of the last 30 days, unless it is asked for a period. */

const polling = startPolling();
const OLD = 'AUD-daily-2031-03-04';

beforeEach(async () => {
	receivedPayin(polling.service);
	await polling.pass(130 * DAY + HOUR);
});
afterEach(() => jest.restoreAllMocks());

function listRecent(refusal?: () => Error): void {
	const [from_date, to_date] = [30, 0].map((days) => new Date(Date.now() - days * DAY).toISOString());
	asked(['v2.settlements.list'], (request) => {
		if (request.query.from_date === undefined) return { ...request, query: { ...request.query, from_date, to_date } };
		if (refusal) throw refusal();
		return request;
	});
}

const download = async (reportId: string) =>
	await run(polling.service, { resource: 'settlementReport', operation: 'download', reportId, options: QUICK });

/** The reports that the reconciliation of some days compares. */
async function compared(fromDate = '2031-03-04', toDate = '2031-03-07'): Promise<unknown> {
	const { error, items } = await run(
		polling.service,
		{
			...{ resource: 'reconciliation', operation: 'run', options: { includeSettlementReports: true } },
			...{ fromDate, toDate },
		},
		{ items: [{ external_id: 'x', amount: 1 }] },
	);
	expect(error).toBeUndefined();
	const reports = items.at(-1)?.json.settlement_reports as { id: string }[];
	return reports.map(({ id }) => id).sort();
}

it('older ones are compared, and downloaded by ID', async () => {
	const all = await compared();
	expect(all).toContain(OLD);
	listRecent();
	expect(await compared()).toEqual(all);
	const { error, items } = await download(OLD);
	expect([error, items[0]?.json.id]).toEqual([undefined, OLD]);
	expect((await download('AUD-daily-2031-01-01')).error?.message).toBe(
		'There is no settlement report AUD-daily-2031-01-01',
	);
});

it('the file of an older one is fetched by a fresh address where its first one is over', async () => {
	listRecent();
	let dated = 0;
	answered(['v2.settlements.list'], (answer) => {
		const records = answer.records as Record<string, unknown>[];
		const hasOld = records.some(({ id }) => id === OLD);
		if (!hasOld || dated++ > 0) return answer;
		return { ...answer, records: records.map((report) => ({ ...report, file_url: `${String(report.file_url)}0` })) };
	});
	expect(await compared()).toContain(OLD);
	expect(dated).toBeGreaterThan(1);
});

it('the newest one of a month is downloaded after its days are over', async () => {
	const newest = async () =>
		await run(polling.service, {
			...{ resource: 'settlementReport', operation: 'download', reportId: 'latest', reportFrequency: 'monthly' },
			options: QUICK,
		});
	const { items } = await newest();
	const [from_date, to_date] = [3, 0].map((days) => new Date(Date.now() - days * DAY).toISOString());
	asked(['v2.settlements.list'], (request) =>
		request.query.from_date === undefined ? { ...request, query: { ...request.query, from_date, to_date } } : request,
	);
	expect((await newest()).items[0]?.json.id).toBe(items[0]?.json.id);
});

it('nothing stops where it takes no dates', async () => {
	listRecent(() => unprocessable({ from_date: 'is unknown' }));
	expect(await compared()).toEqual([]);
	expect((await download(OLD)).error?.message).toBe(`There is no settlement report ${OLD}`);
});

it('a list that reaches back far enough is not asked for a period as well', async () => {
	const dates: unknown[] = [];
	asked(['v2.settlements.list'], (request) => {
		dates.push(request.query.from_date);
		return request;
	});
	expect(await compared('2031-04-04', '2031-04-07')).toContain('AUD-daily-2031-04-05');
	expect(dates.length).toBeGreaterThan(0);
	expect(dates.every((date) => date === undefined)).toBe(true);
});

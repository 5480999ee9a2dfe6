import type { INodeParameters } from 'n8n-workflow';
import { designTime } from '../engine/designTime';
import { runNode } from '../engine/execution';
import { DAY, HOUR, startPolling, told } from '../pollingTrigger/polling';
import { run } from '../resources/resourceRun';
import { startWire } from '../transport/wire';
import { receivedPayin } from '../trigger/payments';

/** A service that lists settlement reports by period only, as it does payins, payouts and the history. */

const polling = startPolling({ wrongGuesses: ['settlementListPeriod'] });

const DOWNLOAD = { resource: 'settlementReport', operation: 'download' };
const GET_MANY = { resource: 'settlementReport', operation: 'getAll' };

const reports = () => polling.service.emulator.account('AUD').settlements;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** More reports than a page has, the oldest of the 4th of March. */
beforeEach(async () => {
	receivedPayin(polling.service);
	await polling.pass(130 * DAY + HOUR);
	polling.requests();
});

const idsOf = async (parameters: INodeParameters): Promise<unknown[]> => {
	const { items, error } = await run(polling.service, parameters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.id);
};

it('the newest report is downloaded', async () => {
	const { id } = reports().closeCurrent('daily');
	expect(await idsOf({ ...DOWNLOAD, reportId: 'latest' })).toEqual([id]);
	expect(polling.requests()).toEqual({ 'v2.settlements.list': 2 });
});

it('the newest report of a frequency is downloaded, where another closes at the same time', async () => {
	const daily = reports().closeCurrent('daily').id;
	const monthly = reports().closeCurrent('monthly').id;
	const newest = async (reportFrequency: string) => await idsOf({ ...DOWNLOAD, reportId: 'latest', reportFrequency });
	expect([await newest('daily'), await newest('monthly'), await newest('any')]).toEqual([
		[daily],
		[monthly],
		[monthly],
	]);
});

it('a report of a later page is downloaded, with the dates that the first page was taken with', async () => {
	expect(await idsOf({ ...DOWNLOAD, reportId: 'AUD-daily-2031-03-04' })).toEqual(['AUD-daily-2031-03-04']);
	expect(polling.requests()).toEqual({ 'v2.settlements.list': 3 });
});

it('the picker shows reports, and goes on with the dates of its first page', async () => {
	const editor = designTime(DOWNLOAD, polling.service.credentials());
	const first = await editor.search('searchSettlementReports');
	expect(first.results).toHaveLength(101);
	await polling.pass(HOUR);
	const second = await editor.search('searchSettlementReports', undefined, String(first.paginationToken));
	expect(second.results.at(-1)).toMatchObject({ value: 'AUD-daily-2031-03-04' });
});

it('the polling trigger is published and tells of new reports', async () => {
	const poller = polling.workflow({ events: ['settlementReport'] }).poller();
	expect(await poller.activate()).toEqual([]);
	const { id } = reports().closeCurrent('daily');
	expect(told(await poller.poll())).toEqual([`${id} available`]);
	await polling.pass(DAY);
	expect(await poller.poll()).toHaveLength(1);
});

it('reconciliation compares the reports of its period', async () => {
	const { items, error } = await run(polling.service, {
		...{ resource: 'reconciliation', operation: 'run', fromDate: ago(2), toDate: ago(0) },
		options: { includeSettlementReports: true },
	});
	expect(error).toBeUndefined();
	const checks = items.at(-1)?.json.settlement_reports;
	expect(checks).toEqual([expect.objectContaining({ difference: '0' }), expect.objectContaining({ difference: '0' })]);
});

it.each<[what: string, filters: () => INodeParameters, found: number]>([
	['without dates', () => ({}), 130],
	['with From Date', () => ({ fromDate: ago(10) }), 9],
	['with To Date', () => ({ toDate: ago(120) }), 11],
	['with To Date, long after', () => ({ toDate: '2031-03-08' }), 5],
	['with both', () => ({ fromDate: ago(20), toDate: ago(10) }), 10],
])('Get Many lists %s', async (what, filters, found) => {
	if (what.endsWith('after')) await polling.pass(600 * DAY);
	const dates = { reportFrequency: 'daily', ...filters() };
	expect(await idsOf({ ...GET_MANY, returnAll: true, filters: dates })).toHaveLength(found);
});

/** A service that answers, and what it was asked for. */
async function asked(answer: (query: URLSearchParams) => [status: number, body: object], parameters: INodeParameters) {
	const queries: URLSearchParams[] = [];
	const wire = await startWire((response, { path }) => {
		const query = new URL(path, 'https://service.example').searchParams;
		queries.push(query);
		const [status, body] = answer(query);
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body));
	});
	const { items, error } = await runNode({ credentials: wire.credentials, parameters });
	await wire.close();
	return { items, error, dates: queries.map((query) => [query.get('from_date'), query.get('to_date')]) };
}

const RECORDS = Array.from({ length: 100 }, (_, index) => ({ id: `r-${index}` }));
const REFUSAL = { errors: { code: 'BAD_REQUEST', message: 'no' } };

it('a refusal with 400 is enough', async () => {
	const answer = (query: URLSearchParams): [number, object] =>
		query.has('from_date') && query.has('to_date') ? [200, { records: RECORDS, total: 100 }] : [400, REFUSAL];
	const { items, dates } = await asked(answer, { ...GET_MANY, returnAll: true });
	expect(items).toHaveLength(100);
	expect(dates).toEqual([
		[null, null],
		['2030-07-14T00:00:00Z', '2031-07-13T00:00:00Z'],
	]);
});

it('a list that was read without dates is read on without them', async () => {
	const answer = (query: URLSearchParams): [number, object] => {
		if (query.get('page') === '2') return [422, REFUSAL];
		return [200, { records: RECORDS, total: 300 }];
	};
	const { error, dates } = await asked(answer, { ...GET_MANY, returnAll: true });
	expect(error).toBeDefined();
	expect(new Set(dates.flat())).toEqual(new Set([null]));
});

it('a refusal of two dates that were given is told', async () => {
	const filters = { fromDate: '2031-03-01T00:00:00Z', toDate: '2031-03-02T00:00:00Z' };
	const { error, dates } = await asked(() => [422, { errors: { to_date: 'is too late' } }], {
		...{ ...GET_MANY, returnAll: false, limit: 20, filters },
	});
	expect(error?.message).toContain('is too late');
	expect(dates).toHaveLength(1);
});

it('another refusal is told', async () => {
	const { error } = await asked(() => [422, { errors: { account: 'has no reports' } }], {
		...{ ...GET_MANY, returnAll: true },
	});
	expect(error?.message).toContain('has no reports');
});

import type { IDataObject } from 'n8n-workflow';
import { outputJson } from '../runtime/executionOutput';
import { amountOf, inWords, signed, sumOf } from './amounts';
import { CURRENCY, runExample, type Finding, type Job } from './job';
import type { DownloadedReport } from './settlement';

const DAY_MS = 86_400_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The service's own count of entries. Only v1 shows a total (specification: "v1: balances"), and the example reads v2. */
async function entriesInService({ control, apiUrl }: Job): Promise<number> {
	const { appId, secretKey } = await control.account(CURRENCY);
	const query = new URLSearchParams({
		from_date: dateOf(Date.now() - 366 * DAY_MS),
		to_date: dateOf(Date.now() + DAY_MS),
		per_page: '1',
	});
	const response = await fetch(`${apiUrl}/v1/balances/history?${query}`, {
		headers: { 'app-id': appId, 'secret-key': secretKey },
	});
	if (!response.ok) throw new Error(`The service answered ${response.status} to its v1 balance history.`);
	return ((await response.json()) as { total: number }).total;
}

const netOf = (entries: IDataObject[]): string =>
	sumOf(
		entries.filter(({ status }) => status === 'done').map(({ request_type, amount }) => signed(request_type, amount)),
	);

/** Pages the whole balance history; compares its length and sums with the service's ledger, and its last day with the report. */
export async function pageHistory(job: Job, report: DownloadedReport): Promise<Finding[]> {
	const entries = outputJson(await runExample(job, 'page-balance-history'), 'Read the whole history');
	const different = new Set(entries.map(({ id }) => id)).size;
	const total = await entriesInService(job);
	const { balances, balanced } = await job.control.books(CURRENCY);
	const net = netOf(entries);
	const available = amountOf(balances.available);
	const ofReport = entries.filter(({ status, created_at }) => {
		const time = Date.parse(String(created_at));
		// The history shows whole seconds.
		return (
			status === 'done' && time >= Math.floor(Date.parse(report.from) / 1000) * 1000 && time <= Date.parse(report.to)
		);
	});
	return [
		{
			what: 'Balance history, paged',
			n8n: `${entries.length} entries, ${different} different`,
			service: `${total} entries`,
			agrees: entries.length === total && different === total,
		},
		{
			what: 'Balance, added up from the history',
			n8n: inWords(net, CURRENCY),
			service: `${inWords(available, CURRENCY)}${balanced ? '' : ', books out of balance'}`,
			agrees: balanced && net === available,
		},
		{
			what: "History of the report's period",
			n8n: `${ofReport.length} entries, ${inWords(netOf(ofReport), CURRENCY)}`,
			service: `${report.rows} rows, ${inWords(report.sum, CURRENCY)}`,
			agrees: ofReport.length === report.rows && netOf(ofReport) === report.sum,
		},
	];
}

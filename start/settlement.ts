import { outputJson } from '../runtime/executionOutput';
import { amountOf, inWords, signed, sumOf } from './amounts';
import { CURRENCY, runExample, type Finding, type Job } from './job';

/** The downloaded report, as n8n read it. */
export interface DownloadedReport {
	id: string;
	/** Start and end of the period, inclusive. UTC, ISO 8601. */
	from: string;
	to: string;
	rows: number;
	/** Sum of the rows, in which money out is negative. */
	sum: string;
}

/** Downloads the newest settlement report and compares the sum of its rows with the ledger. */
export async function downloadSettlement(job: Job): Promise<{ findings: Finding[]; report: DownloadedReport }> {
	const closed = await job.control.closeSettlement(CURRENCY);
	const execution = await runExample(job, 'download-settlement-report');
	const [record] = outputJson(execution, 'Download the newest report');
	const rows = outputJson(execution, 'Read the report');
	const sum = sumOf(rows.map(({ request_type, total }) => signed(request_type, total)));
	const { settlement_count: count, settled_amount: amount } = closed.summary;
	const report = { id: String(record.id), from: closed.period_start, to: closed.period_end, rows: rows.length, sum };
	return {
		report,
		findings: [
			{
				what: 'Newest settlement report',
				n8n: `${rows.length} rows, ${inWords(sum, CURRENCY)}`,
				service: `${count} settled, ${inWords(amountOf(amount), CURRENCY)}`,
				agrees: report.id === closed.id && rows.length === count && sum === amountOf(amount),
			},
		],
	};
}

import type { SettlementReport } from '../../../../contract';
import { readDecimal, subtractAmounts, sumAmounts } from '../../../../core/money';
import { readPages } from '../../../../core/paging';
import type { LedgerEntry } from '../../../../core/reconciliation/entries';
import type { Movement } from '../../../../core/reconciliation/books';
import type { Period } from '../../../service/period';
import { identifyReport, reportPages } from '../../../service/settlements';
import { TimeSlice } from '../../../service/timeSlice';
import { csvRows } from '../../files/csvRows';
import { fetchPresigned } from '../../files/presignedFile';
import { mayBeWithin, timeOf, timesIn } from '../../form/filters';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';

/** Largest file that is compared, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/** A settlement report beside the balance history. */
export interface ReportCheck {
	id: string;
	/** null where the report does not show it, and the account has several. */
	currency: string | null;
	closing_balance_at: string | null;
	/** By the report, and by the history. null where the report does not show what is compared. */
	closing_balance: string | null;
	history_balance: string | null;
	difference: string | null;
	/** Rows of its file; null where the file shows no ids of entries, and where nothing is compared. */
	rows: number | null;
	/** Rows whose net amount is another one in the history. */
	differing_rows: number;
	/** Rows whose entry the history of the period lacks. */
	unknown_rows: number;
}

/** The reports that close within a period, each compared with the history as far as it shows what to compare. @throws {ServiceFailure} NodeOperationError */
export async function checkReports(
	item: ItemCall,
	period: Period,
	entries: readonly LedgerEntry[],
	movements: readonly Movement[],
): Promise<ReportCheck[]> {
	const byId = new Map(entries.map((entry) => [entry.id, entry]));
	const reports: SettlementReport[] = [];
	const dates = { from_date: period.from.toISOString(), to_date: period.to.toISOString() };
	for await (const page of readPages(reportPages(item.client), identifyReport)) {
		for (const report of page) {
			const at = closingOf(report).closing_balance_at;
			if (mayBeWithin(dates, ...(Number.isNaN(timeOf(at)) ? timesIn(report) : [at]))) reports.push(report);
		}
	}
	const checks: ReportCheck[] = [];
	const [only, ...others] = movements;
	for (const report of reports) {
		const currency = asText(report.currency) || (others.length === 0 ? only?.currency : undefined);
		const movement = movements.find((each) => each.currency === currency);
		const { closing_balance, closing_balance_at } = closingOf(report);
		const [told, time] = [readDecimal(closing_balance), timeOf(closing_balance_at)];
		const facts = {
			...{ id: identifyReport(report), currency: currency ?? null },
			...{ closing_balance_at: closing_balance_at ?? null, closing_balance: told },
		};
		if (!movement || told === null || Number.isNaN(time)) {
			checks.push({
				...{ ...facts, history_balance: null, difference: null },
				...{ rows: null, differing_rows: 0, unknown_rows: 0 },
			});
			continue;
		}
		const booked = await balanceAt(time, movement, entries);
		checks.push({
			...{ ...facts, history_balance: booked, difference: subtractAmounts(told, [booked]) },
			...(await checkRows(item, report, byId)),
		});
	}
	return checks;
}

/** What a report says of its end. The specification shows these fields, but not that every report has them. */
const closingOf = ({ summary }: { summary?: Partial<SettlementReport['summary']> | null }) => summary ?? {};

async function balanceAt(time: number, movement: Movement, entries: readonly LedgerEntry[]): Promise<string> {
	const slice = new TimeSlice();
	let balance = movement.opening_balance;
	for (const { currency, in_balance, net, created_at } of entries) {
		if (in_balance && currency === movement.currency && Date.parse(created_at) <= time)
			balance = sumAmounts([balance, net]);
		if (slice.isOver) await slice.giveWay();
	}
	return balance;
}

async function checkRows(
	item: ItemCall,
	report: SettlementReport,
	entries: ReadonlyMap<string, LedgerEntry>,
): Promise<Pick<ReportCheck, 'rows' | 'differing_rows' | 'unknown_rows'>> {
	let { file_url: address } = report;
	let isFresh = true;
	const content = await fetchPresigned(
		item,
		async () => {
			if (!isFresh) address = await freshAddress(item, report);
			isFresh = false;
			return address;
		},
		async (file) => await textOf(item, file),
	);
	const counts = { rows: 0, differing_rows: 0, unknown_rows: 0 };
	const slice = new TimeSlice();
	let columns: { id: number; total: number } | undefined;
	for (const { cells } of csvRows(content)) {
		if (slice.isOver) await slice.giveWay();
		if (!columns) {
			columns = { id: cells.indexOf('id'), total: cells.indexOf('total') };
			if (columns.id < 0) return { ...counts, rows: null };
			continue;
		}
		counts.rows++;
		const entry = entries.get(cells[columns.id] ?? '');
		const total = readDecimal(cells[columns.total]);
		if (!entry) counts.unknown_rows++;
		else if (total !== null && entry.net.replace('-', '') !== total.replace('-', '')) counts.differing_rows++;
	}
	return counts;
}

async function freshAddress(item: ItemCall, { id }: SettlementReport): Promise<string> {
	for await (const page of readPages(reportPages(item.client), identifyReport))
		for (const report of page) if (report.id === id) return report.file_url;
	throw item.refusal(`There is no settlement report ${id} any more`, 'Run the node again.');
}

async function textOf(item: ItemCall, file: AsyncIterable<Uint8Array | string>): Promise<string> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const piece of file) {
		pieces.push(Buffer.from(piece as Uint8Array));
		bytes += piece.length;
		if (bytes > LARGEST) {
			throw item.refusal(
				'A settlement report is larger than 64 MB',
				'Switch off Include Settlement Reports, or choose a shorter period.',
			);
		}
	}
	return Buffer.concat(pieces).toString('utf8');
}

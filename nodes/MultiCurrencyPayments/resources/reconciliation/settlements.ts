import type { SettlementReport } from '../../../../contract';
import { putUnder } from '../../../../core/grouped';
import { instantOf } from '../../../../core/time/dates';
import { readDecimal, subtractAmounts } from '../../../../core/money';
import { readPages, type FetchPage } from '../../../../core/service/paging';
import type { LedgerEntry } from '../../../../core/reconciliation/entries';
import { balancesOf, type BalanceAt, type Movement } from '../../../../core/reconciliation/books';
import { textOfFetched } from '../../../service/answers';
import { exceptWhere, isRefused } from '../../../service/failure';
import { CLOCKS_DIFFER, periodQuery, type Period } from '../../../service/period';
import { identifyReport, lacksFile, reportPages } from '../../../service/settlements';
import { finish, TimeSlice } from '../../../service/time';
import { csvRows } from '../../files/recordLines';
import { fetchPresigned } from '../../files/presignedFile';
import { mayBeWithin, timeOf, timesIn } from '../../form/filters';
import type { ItemCall } from '../../run/itemCall';
import { asText } from '../../../../core/text/values';

/** How long after its end a report may be made, in milliseconds: the service may list it by that date. */
const MADE_WITHIN = 31 * 86_400_000;

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
	/** Rows of the period whose entry the history lacks. */
	unknown_rows: number;
}

/** The reports that close within a period, each compared with the history as far as it shows what to compare. @throws {ServiceFailure} NodeOperationError */
export async function checkReports(
	item: ItemCall,
	period: Period,
	entries: readonly LedgerEntry[],
	movements: readonly Movement[],
): Promise<ReportCheck[]> {
	const byId = new Map<string, LedgerEntry[]>();
	const slice = new TimeSlice();
	for (const entry of entries) {
		putUnder(byId, entry.id, entry);
		if (slice.isOver) await slice.giveWay();
	}
	const balances = new Map<string, BalanceAt>();
	for (const movement of movements) balances.set(movement.currency, await finish(balancesOf(movement, entries)));
	const reports = await reportsOf(item, period);
	const checks: ReportCheck[] = [];
	const [only, ...others] = movements;
	for (const report of reports.values()) {
		const currency = asText(report.currency) || (others.length === 0 ? only?.currency : undefined);
		const balanceAt = balances.get(currency ?? '');
		const { closing_balance, closing_balance_at } = closingOf(report);
		const [told, time] = [readDecimal(closing_balance), timeOf(closing_balance_at)];
		const check: ReportCheck = {
			...{ id: identifyReport(report), currency: currency ?? null },
			...{ closing_balance_at: closing_balance_at ?? null, closing_balance: told },
			...{ history_balance: null, difference: null, rows: null, differing_rows: 0, unknown_rows: 0 },
		};
		checks.push(check);
		if (!balanceAt || told === null || Number.isNaN(time)) continue;
		check.history_balance = balanceAt(time);
		check.difference = subtractAmounts(told, [check.history_balance]);
		Object.assign(check, await checkRows(item, report, period, byId));
	}
	return checks;
}

/** The reports that close within a period, as far as they show when, by their IDs. @throws {ServiceFailure} */
async function reportsOf(item: ItemCall, period: Period): Promise<Map<string, SettlementReport>> {
	const reports = new Map<string, SettlementReport>();
	let reachesBack = false;
	const readAll = async (pages: FetchPage<SettlementReport>) => {
		for await (const page of readPages(pages, identifyReport)) {
			for (const report of page) {
				const at = closingOf(report).closing_balance_at;
				const times = Number.isNaN(timeOf(at)) ? timesIn(report) : [at];
				if (mayBeWithin(period, ...times)) reports.set(identifyReport(report), report);
				reachesBack ||= !mayBeWithin({ from: period.from }, ...times);
			}
		}
	};
	await readAll(reportPages(item.client));
	// Without dates the service may list the newest alone.
	const to = new Date(Math.min(period.to.getTime() + MADE_WITHIN, Date.now() - CLOCKS_DIFFER));
	const dated = periodQuery({ from: period.from, to });
	if (!reachesBack) await exceptWhere(isRefused, () => readAll(reportPages(item.client, dated)));
	return reports;
}

/** What a report says of its end. The specification shows these fields, but not that every report has them. */
const closingOf = ({ summary }: { summary?: Partial<SettlementReport['summary']> | null }) => summary ?? {};

async function checkRows(
	item: ItemCall,
	report: SettlementReport,
	period: Period,
	entries: ReadonlyMap<string, readonly LedgerEntry[]>,
): Promise<Pick<ReportCheck, 'rows' | 'differing_rows' | 'unknown_rows'>> {
	const { from, to } = period;
	const counts = { rows: 0, differing_rows: 0, unknown_rows: 0 };
	if (lacksFile(report)) return { ...counts, rows: null };
	const content = await fetchPresigned(
		item,
		'',
		report.file_url,
		async () => {
			const { file_url: address } = (await reportsOf(item, period)).get(identifyReport(report)) ?? {};
			if (address) return address;
			throw item.refusal(`There is no settlement report ${report.id} any more`, 'Run the node again.');
		},
		async (file) =>
			await textOfFetched(file, () =>
				item.refusal(
					'A settlement report is larger than 64 MB',
					'Switch off Include Settlement Reports, or choose a shorter period.',
				),
			),
	);
	const slice = new TimeSlice();
	let places: number[] | undefined;
	for (const { cells } of csvRows(content)) {
		if (slice.isOver) await slice.giveWay();
		if (!places) {
			places = ['id', 'total', 'created_at'].map((name) => cells.indexOf(name));
			if (places[0] === -1) return { ...counts, rows: null };
			continue;
		}
		counts.rows++;
		const [id = '', amount, created = null] = places.map((place) => cells[place]);
		// A payment and its refund may share an id.
		const known = entries.get(id);
		const total = readDecimal(amount)?.replace('-', '');
		const time = instantOf(created) ?? from.getTime();
		// A report may begin before the period, whose history does not have those rows.
		if (!known && time >= from.getTime() && time < to.getTime()) counts.unknown_rows++;
		if (known && total !== undefined && known.every(({ net }) => net.replace('-', '') !== total))
			counts.differing_rows++;
	}
	return counts;
}

import { createHash, createHmac, timingSafeEqual } from 'crypto';
import type { ResponseOf } from '../../contract/endpoints';
import { limits } from '../../contract/limits';
import { reportFrequencies, type ReportFrequency, type SettlementReport } from '../../contract/settlements';
import type { Account } from '../account';
import { unprocessable } from '../http/errors';
import { cursorPage, numberedPage, type Period } from '../ledger/history';
import { netOf, type HistoryEntry } from '../ledger/ledger';
import { currencyFacts } from '../ledger/currencies';
import { formatMoney, moneyNumber, type Money } from '../ledger/money';
import { closedPeriods, periodName, type ClosedPeriod } from './settlementPeriods';
import type { World } from '../world';

/** Filters of the report list; the period's start is compared, both ends included. */
export interface SettlementFilter {
	frequency?: ReportFrequency;
	period: Period;
	cursor?: string;
	size: number;
}

/** Entries read from the ledger at a time. */
const PAGE = 1_000;

/** Columns of the report file, in order. */
export const settlementColumns = [
	'id',
	'created_at',
	'request_type',
	'transaction_type',
	'payment_method',
	'reference_id',
	'currency',
	'amount',
	'fees',
	'total',
	'status',
] as const;

export type Settlements = ReturnType<typeof createSettlements>;

/**
 * Settlement reports of one account, computed from the ledger whenever they are asked for: a report always says exactly
 * what the ledger says about its period. What counts are the entries created in the period that are done:
 * `settled_amount` is their net sum (money out negative), `settled_fee` the sum of their fees.
 */
export function createSettlements(world: World, account: Account) {
	const cuts: Record<ReportFrequency, number[]> = { daily: [], monthly: [] };
	const fileRequests = { served: 0, refused: 0, withCredentials: 0 };

	/** Settled entries of a period, newest first. */
	function* entriesOf({ from, to }: Period): Generator<HistoryEntry> {
		let cursor: string | null | undefined;
		do {
			const page = cursorPage(account.ledger, account, { from, to, size: PAGE, ...(cursor ? { cursor } : {}) });
			for (const entry of page.entries) if (entry.status === 'done') yield entry;
			cursor = page.nextCursor;
		} while (cursor);
	}

	const firstEntry = (): number =>
		account.ledger
			.sources()
			.filter(({ length }) => length > 0)
			.reduce((oldest, source) => Math.min(oldest, source.createdAt(0)), world.clock.now().getTime());

	const periodsOf = (frequency: ReportFrequency) =>
		closedPeriods(frequency, { firstEntry: firstEntry(), now: world.clock.now().getTime() }, cuts[frequency]);

	const allPeriods = (frequency: ReportFrequency | undefined): ClosedPeriod[] =>
		reportFrequencies
			.filter((one) => frequency === undefined || one === frequency)
			.flatMap((one) => [...periodsOf(one)])
			.sort((one, other) => other.to - one.to || one.from - other.from);

	const idOf = (period: ClosedPeriod) => `${account.currency}-${period.frequency}-${periodName(period)}`;
	const fileNameOf = (period: ClosedPeriod) => `settlement_${idOf(period)}.csv`;

	const signatureOf = (id: string, expires: string) =>
		createHmac('sha256', account.secretKey).update(`${id}|${expires}`).digest('hex');

	function fileUrlOf(id: string): string {
		const expires = String(world.clock.now().getTime() + limits.settlementFileMinutes * 60_000);
		return `${world.baseUrl}/files/settlements/${id}?expires=${expires}&signature=${signatureOf(id, expires)}`;
	}

	function closingBalance(to: number) {
		const [latest] = numberedPage(account.ledger, { from: 0, to, page: 1, perPage: 1 }).entries;
		return latest?.balanceAfter ?? 0n;
	}

	function summaryOf(period: ClosedPeriod): SettlementReport['summary'] {
		let count = 0;
		let amount = 0n;
		let fees = 0n;
		for (const entry of entriesOf(period)) {
			count += 1;
			amount += entry.direction === 'money_in' ? netOf(entry) : -netOf(entry);
			fees += entry.fees;
		}
		return {
			settlement_count: count,
			settled_amount: moneyNumber(amount),
			settled_fee: moneyNumber(fees),
			closing_balance: moneyNumber(closingBalance(period.to)),
			closing_balance_at: new Date(period.to).toISOString(),
		};
	}

	function reportOf(period: ClosedPeriod): SettlementReport {
		const id = idOf(period);
		return {
			id,
			file_name: fileNameOf(period),
			file_type: 'csv',
			currency: account.currency,
			report_frequency: period.frequency,
			period_start: new Date(period.from).toISOString(),
			period_end: new Date(period.to).toISOString(),
			created_at: new Date(period.to).toISOString(),
			summary: summaryOf(period),
			file_url: fileUrlOf(id),
		};
	}

	/** A cursor is the last report's id, sealed for this query. */
	function cursorOf(filter: SettlementFilter, id: string): string {
		const seal = createHash('sha256')
			.update(JSON.stringify([account.appId, filter.frequency, filter.period, filter.size, id]))
			.digest('hex');
		return Buffer.from(`${seal.slice(0, 16)}${id}`).toString('base64url');
	}

	function positionAfter(filter: SettlementFilter, periods: readonly ClosedPeriod[]): number {
		if (filter.cursor === undefined) return 0;
		const last = periods.findIndex((period) => cursorOf(filter, idOf(period)) === filter.cursor);
		if (last < 0) throw unprocessable({ cursor: 'is not one of this account for the same filters and size' });
		return last + 1;
	}

	const decimalText = (amount: Money) => formatMoney(amount, currencyFacts(account.currency).decimals);

	function* rowsOf(period: ClosedPeriod): Generator<string[]> {
		for (const entry of entriesOf(period)) {
			yield [
				entry.id,
				new Date(entry.createdAt).toISOString(),
				entry.direction,
				entry.type,
				entry.paymentMethod,
				entry.referenceId,
				account.currency,
				decimalText(entry.amount),
				decimalText(entry.fees),
				decimalText(netOf(entry)),
				entry.status,
			];
		}
	}

	return {
		/** One page of reports, newest first. @throws ServiceError 422 for a cursor of another query. */
		list(filter: SettlementFilter): ResponseOf<'v2.settlements.list'> {
			const periods = allPeriods(filter.frequency).filter(
				({ from }) => from >= filter.period.from && from <= filter.period.to,
			);
			const start = positionAfter(filter, periods);
			const page = periods.slice(start, start + filter.size);
			const last = page.at(-1);
			const more = start + filter.size < periods.length;
			return {
				size: filter.size,
				has_more: more,
				next_cursor: more && last ? cursorOf(filter, idOf(last)) : null,
				records: page.map(reportOf),
			};
		},
		/** Ends the current period at once, so that there is a newest report; returns it. */
		closeCurrent(frequency: ReportFrequency): SettlementReport {
			const now = world.clock.now().getTime();
			const already = cuts[frequency].at(-1);
			if (already !== undefined && already >= now)
				throw unprocessable({ report_frequency: 'has just been closed: nothing has happened since' });
			cuts[frequency].push(now);
			const [newest] = periodsOf(frequency);
			if (!newest) throw unprocessable({ report_frequency: 'has no period to close' });
			return reportOf(newest);
		},
		/**
		 * Opens a pre-signed file: its name and its rows (the columns' values, header not included).
		 * Null when the signature is wrong or its three minutes are over.
		 */
		openFile(id: string, expires: string, signature: string): { name: string; rows: Generator<string[]> } | null {
			const expected = Buffer.from(signatureOf(id, expires));
			const given = Buffer.from(signature);
			const genuine = given.length === expected.length && timingSafeEqual(given, expected);
			const period = allPeriods(undefined).find((one) => idOf(one) === id);
			if (!genuine || !period || world.clock.now().getTime() >= Number(expires)) return null;
			return { name: fileNameOf(period), rows: rowsOf(period) };
		},
		/** How often files were fetched; credentials must never travel to a pre-signed address. */
		fileRequests,
	};
}

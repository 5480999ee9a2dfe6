import { reportFrequencies, type ReportFrequency, type SettlementReport } from '../../contract/settlements';
import type { Clock } from '../engine/clock';
import type { Merchant } from '../engine/merchant';
import { unprocessable } from '../engine/serviceError';
import { currencyRules } from '../ledger/currencies';
import { netOf, type HistoryEntry } from '../ledger/entries';
import { cursorPage, numberedPage, type Period } from '../ledger/history';
import type { Ledger } from '../ledger/ledger';
import { formatMoney, moneyNumber, type Money } from '../ledger/money';
import { closedPeriods, periodName, type ClosedPeriod } from './settlementPeriods';

interface Needs {
	clock: Pick<Clock, 'now'>;
	ledger: Ledger;
	merchant: Pick<Merchant, 'currency' | 'secretKey'>;
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

/** The closed periods; `cuts` are the last milliseconds of those closed by hand. */
export function createPeriods({ clock, ledger }: Pick<Needs, 'clock' | 'ledger'>) {
	const cuts: Record<ReportFrequency, number[]> = { daily: [], monthly: [] };

	const firstEntry = (now: number): number =>
		ledger
			.sources()
			.filter(({ length }) => length > 0)
			.reduce((oldest, source) => Math.min(oldest, source.createdAt(0)), now);

	function periodsOf(frequency: ReportFrequency): Generator<ClosedPeriod> {
		const now = clock.now().getTime();
		return closedPeriods(frequency, { firstEntry: firstEntry(now), now }, cuts[frequency]);
	}

	return {
		/** Newest first. */
		all: (frequency?: ReportFrequency): ClosedPeriod[] =>
			reportFrequencies
				.filter((one) => frequency === undefined || one === frequency)
				.flatMap((one) => [...periodsOf(one)])
				.sort((one, other) => other.to - one.to || one.from - other.from),
		/** Closes the current period, so that it has a report. @throws ServiceError 422 */
		closeCurrent(frequency: ReportFrequency): ClosedPeriod {
			const now = clock.now().getTime();
			const last = cuts[frequency].at(-1);
			if (last !== undefined && last >= now)
				throw unprocessable({ report_frequency: 'has just been closed: nothing has happened since' });
			cuts[frequency].push(now);
			const [newest] = periodsOf(frequency);
			if (!newest) throw unprocessable({ report_frequency: 'has no period to close' });
			return newest;
		},
	};
}

/**
 * What a report says about its period, computed from the ledger on every request, so that both always agree. It counts
 * the entries created in the period that are done: `settled_amount` is their net sum (money out negative), `settled_fee`
 * the sum of their fees.
 */
export function createReportContents({ ledger, merchant }: Pick<Needs, 'ledger' | 'merchant'>) {
	const { currency } = merchant;
	const { decimals } = currencyRules(currency);
	const decimalText = (amount: Money) => formatMoney(amount, decimals);

	/** Settled entries of a period, newest first. */
	function* entriesOf({ from, to }: Period): Generator<HistoryEntry> {
		let cursor: string | undefined;
		do {
			const page = cursorPage(ledger, merchant, { from, to, size: PAGE, cursor });
			for (const entry of page.entries) if (entry.status === 'done') yield entry;
			cursor = page.nextCursor ?? undefined;
		} while (cursor !== undefined);
	}

	function closingBalance(to: number): Money {
		const [latest] = numberedPage(ledger, { from: 0, to, page: 1, perPage: 1 }).entries;
		return latest?.balanceAfter ?? 0n;
	}

	return {
		summaryOf(period: ClosedPeriod): SettlementReport['summary'] {
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
		},
		/** The rows of the file, in the order of {@link settlementColumns}. */
		*rowsOf(period: ClosedPeriod): Generator<string[]> {
			for (const entry of entriesOf(period)) {
				yield [
					entry.id,
					new Date(entry.createdAt).toISOString(),
					entry.direction,
					entry.type,
					entry.paymentMethod,
					entry.referenceId,
					currency,
					decimalText(entry.amount),
					decimalText(entry.fees),
					decimalText(netOf(entry)),
					entry.status,
				];
			}
		},
		idOf: (period: ClosedPeriod): string => `${currency}-${period.frequency}-${periodName(period)}`,
	};
}

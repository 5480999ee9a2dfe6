import type { ResponseOf } from '../../contract/endpoints';
import { serviceTimestamp, utcPeriod } from '../engine/timestamps';
import { netOf, type HistoryEntry, type TransactionType } from '../ledger/entries';
import { numberedPage } from '../ledger/history';
import type { Ledger } from '../ledger/ledger';
import { moneyNumber } from '../ledger/money';

/** v1 has its own words for some transaction types of v2. */
const v1Types: Partial<Record<TransactionType, string>> = {
	payment: 'payment_received',
	refund: 'refund_issued',
	topup: 'top_up',
};

/** Signed: credits positive, debits negative; net of fees, like the running balance beside it. */
function signedAmount(entry: HistoryEntry): number {
	const net = moneyNumber(netOf(entry));
	return entry.direction === 'money_in' ? net : -net;
}

/** The balance as v1 shows it (specification: "v1: balances"). */
export function audBalance(ledger: Ledger, now: Date): ResponseOf<'v1.balances.detail'> {
	const { available, incoming, outgoing, rollingReserve, withdrawable } = ledger.balances();
	return {
		currency: 'AUD',
		available_balance: moneyNumber(available),
		incoming_balance: moneyNumber(incoming),
		outgoing_balance: moneyNumber(outgoing),
		rolling_reserve_balance: moneyNumber(rollingReserve),
		withdrawable_balance: moneyNumber(withdrawable),
		retrieved_at: serviceTimestamp(now),
	};
}

/** One page of the v1 history, newest first; whole UTC days from `from_date` to `to_date`, both included. */
export function audBalanceHistory(
	ledger: Ledger,
	query: { from_date: string; to_date: string; page: number; per_page: number },
): ResponseOf<'v1.balances.history'> {
	const period = utcPeriod(query.from_date, query.to_date);
	const { total, entries } = numberedPage(ledger, { ...period, page: query.page, perPage: query.per_page });
	return {
		total,
		page: query.page,
		data: entries.map(({ entry, balanceAfter }) => ({
			id: entry.id,
			type: v1Types[entry.type] ?? entry.type,
			amount: signedAmount(entry),
			balance_after: moneyNumber(balanceAfter),
			reference_id: entry.referenceId,
			description: entry.description,
			created_at: serviceTimestamp(new Date(entry.createdAt)),
		})),
	};
}

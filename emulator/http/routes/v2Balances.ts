import type { BalanceHistoryEntry } from '../../../contract/balances';
import { unprocessable } from '../../engine/serviceError';
import type { Handlers } from '../handlers';
import { cursorPage } from '../../ledger/history';
import { netOf, type HistoryEntry } from '../../ledger/entries';
import { moneyNumber } from '../../ledger/money';
import { utcPeriod } from '../../engine/timestamps';

/** Section "Balance history entry", v2: unsigned, net of fees, with the direction beside it. */
const historyRecord = (currency: string, entry: HistoryEntry): BalanceHistoryEntry => {
	const total = moneyNumber(netOf(entry));
	return {
		id: entry.id,
		amount: total,
		request_type: entry.direction,
		transaction_type: entry.type,
		currency,
		payment_method: entry.paymentMethod,
		status: entry.status,
		reference_id: entry.referenceId,
		balance_detail: { outgoing: moneyNumber(entry.amount), total, fees: moneyNumber(entry.fees) },
		created_at: new Date(entry.createdAt).toISOString(),
	};
};

/** Section "v2: balances". */
export const v2BalancesHandlers = {
	'v2.balances.detail': ({ account, query }) => {
		if (query.currency !== account.currency) throw unprocessable({ currency: 'is not configured for this account' });
		const { available, incoming, outgoing, rollingReserve, withdrawable } = account.ledger.balances();
		return {
			currency: account.currency,
			available_balance: moneyNumber(available),
			incoming_balance: moneyNumber(incoming),
			outgoing_balance: moneyNumber(outgoing),
			rolling_reserve_balance: moneyNumber(rollingReserve),
			withdrawable_balance: moneyNumber(withdrawable),
		};
	},
	'v2.balances.history': ({ world, account, query }) => {
		const { from_date, to_date, size, cursor } = query;
		const period = utcPeriod(from_date, to_date);
		if (period.to < period.from) throw unprocessable({ to_date: 'must not be before from_date' });
		const { entries, nextCursor } = cursorPage(account.ledger, account, { ...period, size, cursor });
		return {
			from_date,
			to_date,
			account_type: world.settings.accountType,
			size,
			next_cursor: nextCursor,
			has_more: nextCursor !== null,
			records: entries.map((entry) => historyRecord(account.currency, entry)),
		};
	},
} satisfies Handlers;

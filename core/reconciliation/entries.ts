import { instantOf } from '../time/dates';
import { readDecimal, subtractAmounts, sumAmounts } from '../money';
import { UnknownListError } from '../service/paging';
import { textOrNull } from '../service/payload';

/** An entry of the balance history as the service sends it (specification: "Balance history entry", v2). */
export interface HistoryEntry {
	id: unknown;
	amount: unknown;
	request_type: string;
	transaction_type: string;
	currency: string;
	payment_method: string;
	status: string;
	reference_id: unknown;
	balance_detail?: { outgoing?: unknown; total?: unknown; fees?: unknown };
	created_at: string;
}

/** Decimal texts. Money that leaves the account is negative; fees are what the service took. `net` is `gross` minus `fees`. */
export interface Sums {
	gross: string;
	fees: string;
	net: string;
}

/** One line of the account's books. */
export interface LedgerEntry extends Sums {
	id: string;
	transaction_type: string;
	currency: string;
	payment_method: string;
	status: string;
	/** Empty where the service names nothing. */
	reference_id: string;
	/** ISO 8601 in UTC, whatever form the service sent. */
	created_at: string;
	/** Whether it has changed the available balance. */
	in_balance: boolean;
}

export const NOTHING: Sums = { gross: '0', fees: '0', net: '0' };

export const negative = (amount: string): string => subtractAmounts('0', [amount]);

/** @throws {UnknownListError} when its amount is no number, or its time none */
export function ledgerEntry(entry: HistoryEntry): LedgerEntry {
	const { id, amount, request_type, currency, status } = entry;
	const moved = readDecimal(amount);
	if (moved === null) throw new UnknownListError(`the entry ${String(id)} of the balance history has no amount`);
	const time = instantOf(entry.created_at);
	if (time === null) {
		throw new UnknownListError(`the entry ${String(id)} of the balance history has a time that cannot be read`);
	}
	const wordIn = (value: unknown) => textOrNull(value) ?? '';
	const reference_id = wordIn(entry.reference_id);
	const [transaction_type, payment_method] = [wordIn(entry.transaction_type), wordIn(entry.payment_method)];
	const created_at = new Date(time).toISOString();
	const isIn = request_type === 'money_in';
	const signed = (sum: string) => (isIn ? sum : negative(sum));
	const net = signed(moved);
	const { outgoing, fees: told } = entry.balance_detail ?? {};
	const [whole, fee] = [readDecimal(outgoing), readDecimal(told) ?? '0'];
	// The amount without fees decides where it is shown: whether fees add to outgoing money or are taken off it is not specified.
	const isWhole = whole !== null && [sumAmounts([moved, fee]), subtractAmounts(moved, [fee])].includes(whole);
	const gross = isWhole ? signed(whole) : sumAmounts([net, fee]);
	const fees = subtractAmounts(gross, [net]);
	return {
		...{ id: String(id), transaction_type, currency, payment_method, status, reference_id, created_at },
		...{ gross, fees, net },
		// Outgoing money leaves the available balance at once; incoming money enters it when it has settled.
		in_balance: status === 'done' || (!isIn && status !== 'failed'),
	};
}

export const addedTo = (sums: Sums, { gross, fees, net }: Sums): Sums => ({
	gross: sumAmounts([sums.gross, gross]),
	fees: sumAmounts([sums.fees, fees]),
	net: sumAmounts([sums.net, net]),
});

/** What the entries have changed in the balance. */
export const sumsOf = (entries: readonly LedgerEntry[]): Sums =>
	entries.reduce((sums, entry) => (entry.in_balance ? addedTo(sums, entry) : sums), NOTHING);

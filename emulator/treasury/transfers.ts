import type { Merchant } from '../engine/merchant';
import type { Random } from '../engine/random';
import { notFound, unprocessable } from '../engine/serviceError';
import { bookLine } from '../ledger/books';
import type { HistoryEntry } from '../ledger/entries';
import type { Ledger } from '../ledger/ledger';
import { acceptAmount, formatMoney } from '../ledger/money';

interface Needs {
	random: Pick<Random, 'shortId'>;
	ledger: Ledger;
	merchant: Pick<Merchant, 'currency'>;
}

export type Transfers = ReturnType<typeof createTransfers>;

/** Transfers out of the treasury account. They begin as Processing, and the simulate call ends them (specification: "Transfer (sandbox)"). */
export function createTransfers({ random, ledger, merchant }: Needs) {
	const transfers: HistoryEntry[] = [];
	const statusOf = ({ status }: HistoryEntry) =>
		({ waiting: 'Processing', done: 'completed', failed: 'failed' })[status];

	return {
		/** Starts a transfer, as the portal does. Its Balance ID is the argument of `simulate`. @throws ServiceError 422 */
		create(amount: number | string) {
			const money = acceptAmount(amount, merchant.currency);
			if (money <= 0n) throw unprocessable({ amount: 'must be above 0' });
			if (!ledger.covers(money)) throw unprocessable({ amount: 'exceeds the available balance' });
			const entry = ledger.post({
				type: 'transfer_out',
				direction: 'money_out',
				amount: money,
				fees: 0n,
				status: 'waiting',
				referenceId: random.shortId(),
				paymentMethod: 'treasury',
				description: 'Treasury transfer',
			});
			transfers.push(entry);
			return { balance_id: entry.id, amount: formatMoney(money), currency: merchant.currency, status: statusOf(entry) };
		},
		/** @throws ServiceError 404 for an unknown Balance ID, 422 when the transfer has already ended. */
		simulate(balanceId: string, outcome: 'completed' | 'failed') {
			const entry = transfers.find(({ id }) => id === balanceId);
			if (!entry) throw notFound(`There is no transfer with the Balance ID ${balanceId}`);
			if (entry.status !== 'waiting')
				throw unprocessable({ uuid: `is ${statusOf(entry)} and no longer in Processing` });
			ledger.settle(balanceId, outcome === 'completed' ? 'done' : 'failed');
		},
		summary: () => ({
			transfers: bookLine(transfers.map((entry) => ({ status: statusOf(entry), amount: entry.amount }))),
		}),
	};
}

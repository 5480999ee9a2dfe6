import type { Account } from '../account';
import { bookLine } from './bookLine';
import { notFound, unprocessable } from '../http/errors';
import type { HistoryEntry } from './ledger';
import { acceptAmount, formatMoney } from './money';
import type { World } from '../world';

export type Transfers = ReturnType<typeof createTransfers>;

/** Transfers out of the treasury account: created in Processing, ended by the simulate call (specification: "Transfer (sandbox)"). */
export function createTransfers(world: World, account: Account) {
	const transfers: HistoryEntry[] = [];
	const statusOf = ({ status }: HistoryEntry) =>
		({ waiting: 'Processing', done: 'completed', failed: 'failed' })[status];

	return {
		/** Starts a transfer, as the portal does; the Balance ID is what `simulate` asks for. */
		create(amount: number | string) {
			const money = acceptAmount(amount, account.currency);
			if (money <= 0n) throw unprocessable({ amount: 'must be above 0' });
			if (!account.ledger.covers(money)) throw unprocessable({ amount: 'exceeds the available balance' });
			const entry = account.ledger.post({
				type: 'transfer_out',
				direction: 'money_out',
				amount: money,
				fees: 0n,
				status: 'waiting',
				referenceId: world.random.shortId(),
				paymentMethod: 'treasury',
				description: 'Treasury transfer',
			});
			transfers.push(entry);
			return { balance_id: entry.id, amount: formatMoney(money), currency: account.currency, status: statusOf(entry) };
		},
		/** @throws ServiceError 404 for an unknown Balance ID, 422 when the transfer has ended before. */
		simulate(balanceId: string, outcome: 'completed' | 'failed') {
			const entry = transfers.find(({ id }) => id === balanceId);
			if (!entry) throw notFound(`There is no transfer with the Balance ID ${balanceId}`);
			if (entry.status !== 'waiting')
				throw unprocessable({ uuid: `is ${statusOf(entry)} and no longer in Processing` });
			account.ledger.settle(balanceId, outcome === 'completed' ? 'done' : 'failed');
		},
		summary: () => ({
			transfers: bookLine(transfers.map((entry) => ({ status: statusOf(entry), amount: entry.amount }))),
		}),
	};
}

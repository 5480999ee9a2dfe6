import type { BodyOf } from '../../contract/endpoints';
import type { Account } from '../account';
import { bookLine } from './bookLine';
import { unprocessable } from '../http/errors';
import type { HistoryEntry } from './ledger';
import { parseMoney } from './money';
import type { World } from '../world';

type Request = BodyOf<'v1.deposits.simulate'>;

/** A deposit is incoming for a moment before it becomes available. */
const ARRIVAL_MS = 1_000;
/** Half-width katakana with its punctuation, digits, Latin capitals and spaces, as Japanese bank transfers carry names. */
const halfWidthKatakana = /^[\uFF61-\uFF9F0-9A-Z ().\-/]+$/;

export type Deposits = ReturnType<typeof createDeposits>;

/** Simulated deposits into the treasury account (specification: "v1: sandbox deposit simulation"). */
export function createDeposits(world: World, account: Account) {
	const deposits: HistoryEntry[] = [];

	function check({ amount, remitter_name, remitter_bank_name, remitter_branch_name }: Request) {
		if (parseMoney(amount) <= 0n) throw unprocessable({ amount: 'must be above 0' });
		if (account.currency !== 'JPY') return;
		if (!/^\d+$/.test(amount)) throw unprocessable({ amount: 'must be whole yen' });
		for (const [field, name] of Object.entries({ remitter_name, remitter_bank_name, remitter_branch_name })) {
			if (name !== undefined && !halfWidthKatakana.test(name))
				throw unprocessable({ [field]: 'must be half-width katakana' });
		}
	}

	return {
		/** Books the deposit: it is incoming at once and available a second later. */
		simulate(request: Request) {
			check(request);
			const entry = account.ledger.post({
				type: 'topup',
				direction: 'money_in',
				amount: parseMoney(request.amount),
				fees: 0n,
				status: 'waiting',
				referenceId: request.account_number,
				paymentMethod: 'treasury',
				description: request.remarks ?? request.remitter_name ?? 'Deposit',
			});
			deposits.push(entry);
			world.clock.schedule(new Date(world.clock.now().getTime() + ARRIVAL_MS), () => {
				account.ledger.settle(entry.id, 'done');
			});
		},
		summary: () => ({ deposits: bookLine(deposits) }),
	};
}

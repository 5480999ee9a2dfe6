import type { BodyOf } from '../../contract/endpoints';
import type { Clock } from '../engine/clock';
import type { Merchant } from '../engine/merchant';
import { unprocessable } from '../engine/serviceError';
import { bookLine } from '../ledger/books';
import type { HistoryEntry } from '../ledger/entries';
import type { Ledger } from '../ledger/ledger';
import { parseMoney } from '../ledger/money';

type Request = BodyOf<'v1.deposits.simulate'>;

interface Needs {
	clock: Clock;
	ledger: Ledger;
	merchant: Pick<Merchant, 'currency'>;
}

/** How long a deposit is incoming before it is available. */
const ARRIVAL_MS = 1_000;
/** Japanese bank transfers carry names in half-width katakana, digits, Latin capitals, spaces and a few signs. */
const halfWidthKatakana = /^[\uFF61-\uFF9F0-9A-Z ().\-/]+$/;

export type Deposits = ReturnType<typeof createDeposits>;

/** Simulated deposits into the treasury account (specification: "v1: sandbox deposit simulation"). */
export function createDeposits({ clock, ledger, merchant }: Needs) {
	const deposits: HistoryEntry[] = [];

	function check({ amount, remitter_name, remitter_bank_name, remitter_branch_name }: Request) {
		if (parseMoney(amount) <= 0n) throw unprocessable({ amount: 'must be above 0' });
		if (merchant.currency !== 'JPY') return;
		if (!/^\d+$/.test(amount)) throw unprocessable({ amount: 'must be whole yen' });
		for (const [field, name] of Object.entries({ remitter_name, remitter_bank_name, remitter_branch_name })) {
			if (name !== undefined && !halfWidthKatakana.test(name))
				throw unprocessable({ [field]: 'must be half-width katakana' });
		}
	}

	return {
		/** Incoming at once, available a second later. @throws ServiceError 422 */
		simulate(request: Request) {
			check(request);
			const entry = ledger.post({
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
			clock.after(ARRIVAL_MS, () => void ledger.settle(entry.id, 'done'));
		},
		summary: () => ({ deposits: bookLine(deposits) }),
	};
}

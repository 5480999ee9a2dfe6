import type { Merchant } from '../engine/merchant';
import { unprocessable } from '../engine/serviceError';
import type { Ledger } from '../ledger/ledger';
import { shareOf, type Money } from '../ledger/money';
import type { PayinProgress } from './payinProgress';
import type { Payin } from './payin';

interface Needs {
	ledger: Ledger;
	merchant: Pick<Merchant, 'currency'>;
	progress: Pick<PayinProgress, 'become'>;
	/** The amount not yet claimed by refunds. */
	leftOf: (payin: Payin) => Money;
}

/** What a dispute costs, in basis points of the disputed amount. */
const FEE_BASIS_POINTS = 100;

/** Disputes of an account's payins. */
export function createDisputes({ ledger, merchant, progress, leftOf }: Needs) {
	return {
		/** The customer disputes a payment: reserves what is left of it and charges a fee. @throws ServiceError 422 */
		open(payin: Payin): Payin {
			if (payin.status !== 'received' && payin.status !== 'partially_refunded')
				throw unprocessable({ uuid: `is ${payin.status}, not received` });
			const amount = leftOf(payin);
			const posting = {
				direction: 'money_out',
				fees: 0n,
				referenceId: payin.uuid,
				paymentMethod: payin.method.name,
			} as const;
			payin.disputeEntryId = ledger.post({ ...posting, type: 'dispute', amount, status: 'waiting' }).id;
			const fee = shareOf(amount, FEE_BASIS_POINTS, merchant.currency);
			ledger.post({ ...posting, type: 'dispute_fee', amount: fee, status: 'done' });
			progress.become(payin, 'in_dispute');
			return payin;
		},
		/** Won: the money comes back, and the payin is received again. Lost: the money is gone. @throws ServiceError 422 */
		close(payin: Payin, outcome: 'won' | 'lost'): Payin {
			if (payin.disputeEntryId === null) throw unprocessable({ uuid: `is ${payin.status}, not in_dispute` });
			ledger.settle(payin.disputeEntryId, outcome === 'won' ? 'failed' : 'done');
			payin.disputeEntryId = null;
			progress.become(payin, outcome === 'won' ? 'received' : 'dispute_lost');
			return payin;
		},
	};
}

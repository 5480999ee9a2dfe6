import { assumption } from './assumption';
import type { Assumption } from './assumption';

/** Behaviour of the service the specification does not show. */
export const behaviourAssumptions: readonly Assumption[] = [
	assumption(
		'listOrder',
		'inferred',
		'Order of lists and histories',
		'newest first; external_id matches exactly; dates compare created_at, inclusive',
		'contract/payins.ts',
		'contract/balances.ts',
	),
	assumption(
		'historyCursor',
		'inferred',
		'A foreign cursor, or a cursor with changed dates',
		'422',
		'contract/balances.ts',
	),
	assumption(
		'deliveryIdentity',
		'inferred',
		'De-duplication when one uuid passes through many statuses',
		'uuid and status together, with the facts that change within a status',
		'contract/notifications.ts',
	),
	assumption(
		'payoutProgress',
		'inferred',
		'Ordinary payout path',
		'created, processing, completed; with scheduled_at: scheduled first',
		'contract/statuses.ts',
	),
	assumption(
		'disputeProgress',
		'inferred',
		'Dispute transitions',
		'received to in_dispute, then received or dispute_lost',
		'contract/statuses.ts',
	),
	assumption(
		'partialRefunds',
		'inferred',
		'Several partial refunds of one payin',
		'they may sum to the total: partially_refunded, then return_received',
		'contract/payins.ts',
	),
	assumption(
		'partialPayment',
		'inferred',
		'A simulated amount other than the total',
		'paid_amount says it, the status is received all the same',
		'contract/payins.ts',
	),
	assumption(
		'sandboxOnlyInProduction',
		'inferred',
		'Sandbox-only calls in production',
		'404',
		'contract/endpoints/endpoint.ts',
	),
	assumption(
		'idempotency',
		'inferred',
		'Repeated creates',
		'no idempotency key; external_id is not unique, so a repeat pays again',
		'contract/payins.ts',
		'contract/payouts.ts',
	),
	assumption('rateLimits', 'inferred', 'Rate limits', 'none promised; a 429 carries Retry-After', 'contract/errors.ts'),
	assumption(
		'ugBankUserType',
		'inferred',
		'ug_bank_ugx rules by user_type',
		'passed through unchecked',
		'contract/methodParameters.ts',
	),
	assumption(
		'methodParameterKeys',
		'inferred',
		'Parameter keys of methods the specification only names',
		'those of the params endpoint',
		'contract/methods.ts',
	),
];

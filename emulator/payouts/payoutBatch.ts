import type { BodyOf } from '../../contract/endpoints';
import type { NotificationTarget } from '../../contract/notificationTarget';
import type { PayoutBatchStatus, PayoutTransactionStatus } from '../../contract/statuses';
import type { Random } from '../engine/random';
import { shareOf, type Money } from '../ledger/money';
import type { Filed } from '../ledger/records';
import type { PayoutMethod } from '../methods/method';
import type { CheckedPayout } from './payoutChecks';

/** One payment of a batch. Each has its own outcome. */
export interface PayoutTransaction {
	readonly uuid: string;
	/** Full name. */
	readonly payee: string;
	readonly email: string;
	readonly amount: Money;
	readonly fees: Money;
	readonly parameters: Record<string, unknown>;
	readonly externalId: string | null;
	status: PayoutTransactionStatus;
	errorMessage: string | null;
	/** The Balance ID, set when money is reserved for it. */
	entryId: string | null;
	/** The bank's reference, set when it is paid. */
	reference: string | null;
}

/** A payout batch as the service keeps it. Times are in milliseconds. */
export interface PayoutBatch extends Filed {
	readonly method: PayoutMethod;
	readonly description: string;
	readonly total: Money;
	readonly scheduledAt: number | null;
	readonly target: NotificationTarget;
	readonly transactions: readonly PayoutTransaction[];
	/** Waits for an approver's decision (payout approvals). */
	held: boolean;
	status: PayoutBatchStatus;
	error: { code: string; message: string } | null;
}

/** The service's fee on a payout, in basis points. */
const FEE_BASIS_POINTS = 50;

/** The batch for a checked request. */
export function newPayoutBatch(
	body: BodyOf<'v2.payouts.create'>,
	{ method, scheduledAt, amounts }: CheckedPayout,
	{ random, createdAt, held }: { random: Pick<Random, 'shortId'>; createdAt: number; held: boolean },
): PayoutBatch {
	return {
		uuid: random.shortId(),
		externalId: body.external_id ?? null,
		createdAt,
		method,
		description: body.description,
		total: amounts.reduce((sum, amount) => sum + amount, 0n),
		scheduledAt,
		target: body.webhook_notification,
		transactions: body.payout_transaction_details.map((detail, index) => ({
			uuid: random.shortId(),
			payee: `${detail.first_name} ${detail.last_name}`,
			email: detail.email,
			amount: amounts[index] ?? 0n,
			fees: shareOf(amounts[index] ?? 0n, FEE_BASIS_POINTS, method.currency),
			parameters: detail.payout_method_params,
			externalId: detail.external_id ?? null,
			status: 'created',
			errorMessage: null,
			entryId: null,
			reference: null,
		})),
		held,
		status: 'created',
		error: null,
	};
}

import { z } from 'zod/v4';
import { ASSUMED } from './assumed';
import { echoedExternalId, email, page, uuid } from './common';
import { currencyCode } from './currencies';
import { limits } from './limits';
import { amountlessMethod } from './methods';
import { amountText, requestAmount } from './money';
import { maskedNotificationTarget, notificationTarget } from './notificationTarget';
import { createdPayoutBatchStatuses, payoutBatchStatus, simulationOutcome } from './statuses';
import { filterDate, timestamp, utcDateTime } from './timestamps';

/** Same as PAYEE_NAME in core/, which must not be imported here; a test keeps the two equal. */
export const payeeNamePattern = /^[\p{L}\p{M}\p{Nd}]+( [\p{L}\p{M}\p{Nd}]+)*$/u;

/** Letters, digits and single inner spaces. Spec: v2: create payout, first_name and last_name. */
export const payeeName = z.string().regex(payeeNamePattern, 'may hold letters, digits and single spaces');

/** One payee of a batch. Amount in the base unit; only usdc_bank may omit it. Spec: v2: create payout, element. */
const payoutTransactionDetail = z.object({
	first_name: payeeName,
	last_name: payeeName,
	email,
	amount: requestAmount.optional(),
	payout_method_params: z.record(z.string(), z.unknown()),
	external_id: z.string().optional(),
});

/** Body of `POST /v2/payouts`. Spec: v2: create payout. */
export const payoutCreateBody = z
	.object({
		payout_method_name: z.string().min(1),
		currency: currencyCode,
		payout_transaction_details: z.array(payoutTransactionDetail).min(1),
		description: z.string().min(limits.payoutDescriptionMinimumLength),
		webhook_notification: notificationTarget,
		scheduled_at: utcDateTime.optional(),
		external_id: z.string().optional(),
	})
	.superRefine((body, context) => {
		// An invalid amount is undefined here and must not also be reported as missing.
		if (context.issues.length > 0 || body.payout_method_name === amountlessMethod) return;
		body.payout_transaction_details.forEach((detail, index) => {
			if (detail.amount === undefined) {
				context.addIssue({
					code: 'custom',
					path: ['payout_transaction_details', index, 'amount'],
					message: 'is required',
				});
			}
		});
	});

/** One payment of a batch. The spec does not enumerate `status`: see payoutTransactionStatuses. Spec: Resources, Payout batch and transaction. */
const payoutTransaction = z.object({
	uuid,
	balance_id: z.string().nullable(),
	payee: z.string(),
	email: z.string(),
	amount: amountText,
	payout_method_params: z.record(z.string(), z.unknown()),
	status: z.string().min(1),
	error_message: z.string().nullable(),
	reference: z.string().nullish(),
	external_id: echoedExternalId,
	created_at: timestamp,
});

/** Spec: Resources, Payout batch and transaction. */
const payoutBatch = z.object({
	uuid,
	currency: currencyCode,
	payout_method_name: z.string(),
	description: z.string(),
	total_amount: amountText,
	status: payoutBatchStatus,
	scheduled_at: timestamp.nullable(),
	external_id: echoedExternalId,
	webhook_notification: maskedNotificationTarget.optional(),
	payout_transactions: z.array(payoutTransaction),
});

/** Spec: v2: create payout, Response. */
export const payoutCreated = payoutBatch.extend({ status: z.enum(createdPayoutBatchStatuses) });

/** Spec: Resources, Payout batch, "detail adds". */
export const payoutBatchDetail = payoutBatch.extend({
	error_code: z.string().nullable(),
	error_message: z.string().nullable(),
});

/** With `child_uuid`, the answer holds only that transaction. Spec: v2: payout queries and actions, detail. */
export const payoutDetailQuery = z.object({ uuid, child_uuid: z.string().optional() });

/** The period spans up to one year. Spec: v2: payout queries and actions, all. */
export const payoutListQuery = z.object({
	from_date: filterDate,
	to_date: filterDate,
	external_id: z.string().optional(),
	page,
});

/** `next_page` is null on the last page. Spec: v2: payout queries and actions, all (response not shown). */
export const payoutList = z.object({
	from_date: z.string(),
	to_date: z.string(),
	page: z.number().int(),
	size: z.number().int(),
	next_page: z.number().int().nullable(),
	total_page: z.number().int(),
	total_count: z.number().int(),
	records: z.array(payoutBatchDetail),
});

/** Spec: v2: payout queries and actions, cancel_scheduled (the word is not shown). */
export const payoutCancelAnswer = z.object({ status: z.literal(ASSUMED.cancelledPayoutStatus) });

/** Spec: v2: payout queries and actions, simulate (sandbox only). */
export const payoutSimulateBody = z.object({ uuid, [ASSUMED.simulateOutcomeField]: simulationOutcome });

export type PayoutTransactionDetail = z.input<typeof payoutTransactionDetail>;
export type PayoutCreateBody = z.input<typeof payoutCreateBody>;
export type PayoutTransaction = z.infer<typeof payoutTransaction>;
export type PayoutBatch = z.infer<typeof payoutBatch>;
export type PayoutCreated = z.infer<typeof payoutCreated>;
export type PayoutBatchDetail = z.infer<typeof payoutBatchDetail>;
export type PayoutList = z.infer<typeof payoutList>;

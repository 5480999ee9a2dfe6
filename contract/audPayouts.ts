import { z } from 'zod/v4';
import { ASSUMED } from './assumed';
import { echoedExternalId, uuid } from './common';
import { amountText, requestAmount } from './money';
import { endpointUrl } from './notificationTarget';
import { payoutBatchStatus } from './statuses';
import { timestamp, utcDateTime } from './timestamps';

/** Lower-case words, unlike v2. Spec: v1: AUD payouts. */
export const audPayidTypes = ASSUMED.audPayidTypes;

/**
 * Amount in AUD. Exactly one address: payid with payid_type, or bsb with account_number. No other rule is stated, so the
 * form of each is free. Spec: v1: AUD payouts.
 */
const audPayoutTransactionDetail = z.object({
	payee: z.string().min(1),
	address: z.string().optional(),
	email: z.string().optional(),
	amount: requestAmount,
	payid: z.string().min(1).optional(),
	payid_type: z.enum(audPayidTypes).optional(),
	bsb: z.string().min(1).optional(),
	account_number: z.string().min(1).optional(),
	external_id: z.string().optional(),
});

type Detail = z.infer<typeof audPayoutTransactionDetail>;

const addressFields = { payid: ['payid', 'payid_type'], bankAccount: ['bsb', 'account_number'] } as const;

function addressingsOf(detail: Detail): (keyof typeof addressFields)[] {
	const used = (fields: readonly (keyof Detail)[]) => fields.some((field) => detail[field] !== undefined);
	return (['payid', 'bankAccount'] as const).filter((addressing) => used(addressFields[addressing]));
}

/** Spec: v1: AUD payouts, "Every transaction of one request must use the same addressing method". */
function checkAddressing(details: Detail[], report: (path: (string | number)[], message: string) => void): void {
	const expected = addressingsOf(details[0])[0];
	details.forEach((detail, index) => {
		const [addressing, another] = addressingsOf(detail);
		if (addressing === undefined)
			return report([index, 'payid'], 'payid with payid_type, or bsb with account_number, is required');
		if (another !== undefined)
			return report([index, 'bsb'], 'one transaction cannot carry both a PayID and a bank account');
		for (const field of addressFields[addressing]) {
			if (detail[field] === undefined) report([index, field], 'is required');
		}
		if (expected !== undefined && addressing !== expected) {
			report(
				[index, addressFields[addressing][0]],
				'every transaction of one request must use the same addressing method',
			);
		}
	});
}

const batchFields = {
	description: z.string().optional(),
	external_id: z.string().optional(),
	[ASSUMED.audPayoutCallbackUrlField]: endpointUrl,
	[ASSUMED.audPayoutCallbackAuthorizationField]: z.string().min(1),
};

/** Body of `POST /v1/payouts` as JSON. Spec: v1: AUD payouts (remaining fields not shown). */
export const audPayoutCreateBody = z
	.object({
		...batchFields,
		payout_transaction_details: z.array(audPayoutTransactionDetail).min(1),
		scheduled_at: utcDateTime.optional(),
		is_retry: z.boolean().default(false),
	})
	.superRefine((body, context) => {
		// With no transactions, or with an invalid field, there is no addressing method to compare.
		if (context.issues.length > 0) return;
		checkAddressing(body.payout_transaction_details, (path, message) =>
			context.addIssue({ code: 'custom', path: ['payout_transaction_details', ...path], message }),
		);
	});

/** Multipart form of the same path. Spec: v1: AUD payouts, "file-based batch variant" (path not shown). */
export const audPayoutFileBody = z.object({
	...batchFields,
	file: z.file(),
	scheduled_at: utcDateTime.optional(),
	is_retry: z.enum(['true', 'false']).default('false'),
});

/** Spec: Resources, "v1 AUD payout record fields: not shown". */
const audPayoutTransaction = z.object({
	uuid,
	payee: z.string(),
	email: z.string().nullish(),
	amount: amountText,
	payid: z.string().nullish(),
	payid_type: z.string().nullish(),
	bsb: z.string().nullish(),
	account_number: z.string().nullish(),
	status: z.string().min(1),
	error_message: z.string().nullable(),
	external_id: echoedExternalId,
});

/** Amounts in AUD. Spec: Resources, "v1 AUD payout record fields: not shown". */
export const audPayout = z.object({
	id: z.number().int(),
	uuid,
	status: payoutBatchStatus,
	description: z.string().nullable(),
	total_amount: amountText,
	scheduled_at: timestamp.nullable(),
	is_retry: z.boolean(),
	external_id: echoedExternalId,
	created_at: timestamp,
	payout_transactions: z.array(audPayoutTransaction),
});

export type AudPayoutTransactionDetail = z.input<typeof audPayoutTransactionDetail>;
export type AudPayoutCreateBody = z.input<typeof audPayoutCreateBody>;
export type AudPayoutFileBody = z.input<typeof audPayoutFileBody>;
export type AudPayout = z.infer<typeof audPayout>;

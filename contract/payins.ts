import { z } from 'zod/v4';
import { ASSUMED } from './assumed';
import { echoedExternalId, email, metadata, page, perPage, uuid } from './common';
import { currencyCode } from './currencies';
import { limits } from './limits';
import { amountlessMethod } from './methods';
import { amountText, requestAmount } from './money';
import { maskedNotificationTarget, notificationTarget } from './notificationTarget';
import { anyPayinStatus, payinStage, payinStatus, simulationOutcome, type AnyPayinStatus } from './statuses';
import { expiryDateTime, filterDate, timestamp } from './timestamps';

/**
 * Body of `POST /v2/payins`. Amount in the base unit. Spec: v2: create payin, which demands it; that usdc_bank may go without is
 * assumed (`payinAmountless`).
 */
export const payinCreateBody = z
	.object({
		payin_method_name: z.string().min(1),
		payin_method_params: z.record(z.string(), z.unknown()),
		amount: requestAmount.optional(),
		currency: currencyCode,
		name: z.string().min(1),
		email,
		description: z.string().min(1),
		gst: z.boolean(),
		webhook_notification: notificationTarget,
		external_id: z.string().optional(),
		expired_at: expiryDateTime.optional(),
		metadata: metadata.optional(),
	})
	.superRefine((body, context) => {
		// An invalid amount is undefined here and must not also be reported as missing.
		if (context.issues.length > 0) return;
		if (body.amount === undefined && body.payin_method_name !== amountlessMethod) {
			context.addIssue({ code: 'custom', path: ['amount'], message: 'is required' });
		}
	});

/** Where and how the customer pays; its keys depend on the method. Spec: Resources, Payin (v2), pay_code. */
export const payCode = z.looseObject({
	payment_url: z.string().optional(),
	account_name: z.string().optional(),
	account_number: z.string().optional(),
	bank_name: z.string().optional(),
	qr_string: z.string().optional(),
	bank_information: z
		.looseObject({
			bank_name: z.string().optional(),
			account_number: z.string().optional(),
			account_name: z.string().optional(),
			branch_name: z.string().optional(),
			description: z.string().optional(),
			swift_code: z.string().optional(),
		})
		.optional(),
	pay_id: z.string().optional(),
	'3ds_url': z.string().optional(),
	error_code: z.string().optional(),
	error_message: z.string().optional(),
});

/** Payin as the create call returns it. Spec: Resources, Payin (v2). */
export const payinCreated = z.object({
	uuid,
	name: z.string(),
	email: z.string(),
	description: z.string(),
	external_id: echoedExternalId,
	status: payinStatus,
	status_text: z.string().optional(),
	stage: payinStage,
	pay_code: payCode.nullable(),
	currency: currencyCode,
	gst: z.boolean(),
	amount: amountText,
	gst_amount: amountText,
	total: amountText,
	paid_amount: amountText,
	payment_method: z.string(),
	is_refundable: z.boolean(),
	expired_at: timestamp,
	pay_by: timestamp,
	metadata: metadata.nullish(),
	webhook_notification: maskedNotificationTarget.optional(),
});

/** One refund of a payin; the names of the list and its fields are assumed. Spec: Resources, Payin (v2), last paragraph. */
export const refundRecord = z.object({
	uuid,
	amount: amountText,
	description: z.string(),
	status: z.enum(ASSUMED.refundStatuses),
	external_id: echoedExternalId,
	created_at: timestamp,
});

/** The older object that the refund list replaces in the detail. Spec: Resources, Webhook object. */
export const refundInformation = z.object({
	total_amount: amountText,
	refund_amount: amountText,
	description: z.string(),
});

/**
 * The status of a record is one of eight. The type allows all thirteen, because the service may show the notification-only
 * ones in records too, and readers must cope (assumption `payinDetailStatuses`). Spec: States, "Payin status".
 */
const recordStatus: z.ZodType<AnyPayinStatus> = payinStatus;

/** Payin as the list shows it. Spec: v2: payin queries and actions (record fields not shown). */
const payinListed = payinCreated.extend({
	status: recordStatus,
	created_at: timestamp.optional(),
	is_cancellable: z.boolean().optional(),
	payin_method_name: z.string().optional(),
});

/** Payin with detail fields. Spec: Resources, Payin (v2), "present in the detail response". */
export const payin = payinCreated.extend({
	status: recordStatus,
	created_at: timestamp,
	is_cancellable: z.boolean(),
	payin_method_name: z.string(),
	[ASSUMED.refundListField]: z.array(refundRecord),
});

/** Spec: v2: payin queries and actions, detail. */
export const payinDetailQuery = z.object({ uuid });

/** The dates filter on created_at, in UTC. Spec: v2: payin queries and actions, all. */
export const payinListQuery = z.object({
	from_date: filterDate,
	to_date: filterDate,
	external_id: z.string().optional(),
	page,
	per_page: perPage,
});

/** Spec: v2: payin queries and actions, "Response envelope includes". */
export const payinList = z.object({
	total: z.number().int(),
	page: z.number().int(),
	limit: z.number().int(),
	records: z.array(payinListed),
});

/** Detail and list of a service whose records show all thirteen statuses (assumption `payinDetailStatuses`). */
export const payinOfAnyStatus = payin.extend({ status: anyPayinStatus });
export const payinListOfAnyStatus = payinList.extend({
	records: z.array(payinListed.extend({ status: anyPayinStatus })),
});

/** Body of a refund. Without an amount, the refund is in full. Spec: v2: payin queries and actions, refund (names assumed). */
export const payinRefundBody = z.object({
	uuid,
	amount: requestAmount.optional(),
	[ASSUMED.refundReasonField]: z.string().min(limits.refundReasonMinimumLength),
	[ASSUMED.refundReferenceField]: z.string().optional(),
});

/** Answer of a refund, with the payin in `payin_request`. Spec: v2 refund, response not shown. */
export const payinRefundAnswer = refundInformation.extend({
	payin_request: payinListed.partial().required({ uuid: true, status: true }),
});

/** `amount` is what the customer pays, in full by default. Spec: v2: payin queries and actions, simulate (sandbox only). */
export const payinSimulateBody = z.object({
	uuid,
	[ASSUMED.simulateOutcomeField]: simulationOutcome,
	amount: requestAmount.optional(),
});

/** Spec: v2: payin queries and actions, confirm_otp (name of the OTP field assumed). */
export const payinConfirmOtpBody = z.object({ uuid, [ASSUMED.otpField]: z.string().min(1) });

/** Spec: v2: payin queries and actions, authorize_stk (sandbox only). */
export const payinAuthorizeStkBody = z.object({ uuid, pin: z.string().min(1) });

export type PayinCreateBody = z.input<typeof payinCreateBody>;
export type PayCode = z.infer<typeof payCode>;
export type PayinCreated = z.infer<typeof payinCreated>;
export type PayinListed = z.infer<typeof payinListed>;
export type Payin = z.infer<typeof payin>;
export type PayinList = z.infer<typeof payinList>;
export type RefundRecord = z.infer<typeof refundRecord>;
export type PayinRefundBody = z.input<typeof payinRefundBody>;
export type PayinConfirmOtpBody = z.input<typeof payinConfirmOtpBody>;
export type PayinAuthorizeStkBody = z.input<typeof payinAuthorizeStkBody>;

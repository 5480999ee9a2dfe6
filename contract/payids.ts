import { z } from 'zod/v4';
import { ASSUMED } from './assumed';
import { echoedExternalId, email, metadata } from './common';
import { limits } from './limits';
import { amountText, requestAmount } from './money';
import { maskedNotificationTarget, notificationTarget } from './notificationTarget';
import { staticPayidStatuses } from './statuses';
import { expiryDateTime, timestamp } from './timestamps';

/** The pattern is the spec's own, verbatim. Spec: v1: static PayID, name. */
const staticPayidName = z
	.string()
	.min(1)
	.regex(/^(?![! ](?![!]*$))[a-zA-Z0-9 ]*(?![ ])$/, 'may hold letters, digits and spaces');

const { minimum, maximum } = limits.staticPayidPrefixLength;

/**
 * The spec's pattern lacks an end anchor, so its wording decides: "3 to 35 chars of lowercase letters, digits, dots".
 * Spec: v1: static PayID.
 */
export const staticPayidPrefix = z
	.string()
	.min(minimum)
	.max(maximum)
	.regex(/^[a-z0-9.]*$/, 'may hold lower-case letters, digits and dots');

/** Spec: v1: static PayID. */
export const staticPayidCreateBody = z.object({
	name: staticPayidName,
	email,
	prefix_static_payid: staticPayidPrefix,
	address: z.string().optional(),
	city: z.string().optional(),
	state: z.string().optional(),
	zip_code: z.string().optional(),
	phone: z.string().optional(),
	external_id: z.string().optional(),
	customer_notification: notificationTarget,
});

/** Spec: Resources, Static PayID (v1). */
export const staticPayid = z.object({
	name: z.string(),
	email: z.string(),
	address: z.string().nullish(),
	phone: z.string().nullish(),
	zip_code: z.string().nullish(),
	city: z.string().nullish(),
	state: z.string().nullish(),
	external_id: echoedExternalId,
	customer_notification: maskedNotificationTarget,
	status: z.enum(staticPayidStatuses),
});

/** Amount in AUD. Spec: v1: one-time PayID (only metadata shown). */
export const oneTimePayidCreateBody = z.object({
	name: z.string().optional(),
	gst: z.boolean(),
	amount: requestAmount,
	description: z.string().optional(),
	emails: z.string().optional(),
	prefix_static_payid: staticPayidPrefix.optional(),
	expired_at: expiryDateTime.optional(),
	external_id: z.string().optional(),
	[ASSUMED.oneTimePayidNotificationField]: notificationTarget,
	metadata: metadata.optional(),
});

/** Amounts in AUD: `amount` without tax, `total` with GST. Spec: Resources, PayIDObject; the optional fields are not shown there. */
export const payidObject = z.object({
	id: z.number().int(),
	balance_id: z.string(),
	name: z.string(),
	request_payid: z.string(),
	merchant_name: z.string(),
	gst: z.boolean(),
	amount: amountText,
	total: amountText,
	gst_amount: amountText,
	expired_at: timestamp.nullish(),
	external_id: echoedExternalId,
	cashback_amount: amountText.nullish(),
	pay_by: timestamp.nullish(),
	paid_at: timestamp.nullish(),
	status: z.string().min(1).optional(),
	description: z.string().nullish(),
	nonce: z.string().nullish(),
	stage: z.string().nullish(),
	refund_information: z
		.object({
			refund_payid: z.string(),
			refund_amount: amountText,
			request_date: timestamp,
			reason: z.string(),
		})
		.nullish(),
	[ASSUMED.oneTimePayidNotificationField]: maskedNotificationTarget.optional(),
	metadata: metadata.nullish(),
});

export type StaticPayidCreateBody = z.input<typeof staticPayidCreateBody>;
export type StaticPayid = z.infer<typeof staticPayid>;
export type OneTimePayidCreateBody = z.input<typeof oneTimePayidCreateBody>;
export type PayidObject = z.infer<typeof payidObject>;

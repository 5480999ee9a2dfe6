import { z } from 'zod/v4';
import { ASSUMED } from './assumed';
import { email, metadata, page, perPage, uuid } from './common';
import { currencyCode } from './currencies';
import { limits } from './limits';
import { requestAmount } from './money';
import { maskedNotificationTarget, notificationTarget } from './notificationTarget';
import { refundInformation, refundRecord } from './payins';
import { anyPayinStatus } from './statuses';
import { filterDate, timestamp } from './timestamps';

/** The customer; the fields after the name prefill the page. Spec: Resources, v3 payment link, sender_info. */
export const senderInfo = z.object({
	email,
	first_name: z.string().min(1),
	last_name: z.string().min(1),
	address: z.string().optional(),
	city: z.string().optional(),
	postal_code: z.string().optional(),
	state: z.string().optional(),
	country_code: z.string().optional(),
});

/** Spec: v3: hosted checkout, redirect_url. */
const redirectUrls = z.object({ success: z.url().optional(), failure: z.url().optional() });

/** Amount in the base unit, `expires_in` in seconds. Spec: v3: hosted checkout, create. */
export const linkCreateBody = z.object({
	amount: requestAmount,
	description: z.string().min(1),
	sender_info: senderInfo.loose(),
	payin_method_code: z.string().min(1).nullish(),
	expires_in: z.number().int().min(limits.linkExpiry.minimumSeconds).default(limits.linkExpiry.defaultSeconds),
	redirect_url: redirectUrls.optional(),
	webhook_notification: notificationTarget.optional(),
	[ASSUMED.linkMetadataField]: metadata.optional(),
});

/** Spec: Resources, v3 payment link, create response. */
export const linkCreated = z.object({ uuid, payment_url: z.url(), expired_at: timestamp });

/** The payment behind the link; its `uuid` is not the link's. Spec: Resources, Webhook object, last sentence. */
export const transactionInfo = z.object({
	uuid,
	name: z.string(),
	currency: currencyCode,
	total: z.number(),
	paid_amount: z.number(),
	status: anyPayinStatus,
});

/** The payment link object of a notification. Spec: Events, v3 payment link (payload not shown). */
export const linkNotification = z.object({
	uuid,
	expires_at: timestamp,
	payment_link_url: z.url(),
	payin_method_code: z.string().nullable(),
	amount: z.number(),
	email: z.string(),
	description: z.string(),
	webhook_notification: maskedNotificationTarget.nullish(),
	[ASSUMED.linkMetadataField]: metadata.nullish(),
	transaction_info: transactionInfo,
});

/** A link as detail and list show it. Spec: v3: hosted checkout, "status and details" (not shown). */
export const paymentLink = linkNotification.extend({
	redirect_url: redirectUrls.nullish(),
	sender_info: senderInfo,
	created_at: timestamp,
	[ASSUMED.refundListField]: z.array(refundRecord),
});

/** Spec: v3: hosted checkout, "list, filterable for reconciliation" (parameters not shown). */
export const linkListQuery = z.object({
	from_date: filterDate.optional(),
	to_date: filterDate.optional(),
	status: anyPayinStatus.optional(),
	payin_method_code: z.string().optional(),
	external_id: z.string().optional(),
	page,
	per_page: perPage,
});

export const linkList = z.object({
	total: z.number().int(),
	page: z.number().int(),
	limit: z.number().int(),
	records: z.array(paymentLink),
});

export const linkDetailParams = z.object({ uuid });

/** `uuid` is the link's. Without an amount, the refund is in full. Spec: v3: hosted checkout, refund (body not shown). */
export const linkRefundBody = z.object({
	uuid,
	amount: requestAmount.optional(),
	[ASSUMED.refundReasonField]: z.string().optional(),
	[ASSUMED.refundReferenceField]: z.string().optional(),
});

/** As in v2, with the link's payment in `payin_request`. */
export const linkRefundAnswer = refundInformation.extend({
	payin_request: transactionInfo.partial().required({ uuid: true, status: true }),
});

/** Spec: Resources, v3 payment link, "v3 method record". */
export const v3PayinMethodRecord = z.object({
	currency: currencyCode,
	payin_method_code: z.string(),
	payin_method_name: z.string(),
	min_amount: z.number(),
	max_amount: z.number(),
});

/** Spec: v3: hosted checkout, payin_methods (names of brands and languages assumed). */
export const v3PayinMethodList = z.object({
	records: z.array(v3PayinMethodRecord),
	[ASSUMED.cardBrandsField]: z.array(z.string()),
	[ASSUMED.checkoutLanguagesField]: z.array(z.string()),
});

/** Name of the object in a browser message of the checkout page. Spec: Events, Hosted popup messages. */
export const popupMessageName = 'svc_payment_event';

/** Immediate feedback only; notifications stay authoritative. Spec: Events, Hosted popup messages. */
export const popupMessage = z.object({
	event_type: z.enum(['onChange', 'onDone']),
	page_state: z.enum(['success', 'failed']),
	redirect_url: z.object({ success: z.string().nullish(), failure: z.string().nullish() }),
});

export type SenderInfo = z.infer<typeof senderInfo>;
export type RedirectUrls = z.infer<typeof redirectUrls>;
export type LinkCreateBody = z.input<typeof linkCreateBody>;
export type LinkCreated = z.infer<typeof linkCreated>;
export type LinkNotification = z.infer<typeof linkNotification>;
export type PaymentLink = z.infer<typeof paymentLink>;
export type LinkList = z.infer<typeof linkList>;
export type V3PayinMethodRecord = z.infer<typeof v3PayinMethodRecord>;
export type V3PayinMethodList = z.infer<typeof v3PayinMethodList>;

import { z } from 'zod/v4';
import { echoedExternalId, email, metadata, page, perPage, uuid } from './common';
import { currencyCode } from './currencies';
import { limits } from './limits';
import { smallestUnitAmount } from './money';
import { maskedNotificationTarget, notificationTarget } from './notificationTarget';
import { payCode } from './payins';
import { anyPayinStatus } from './statuses';
import { filterDate, timestamp } from './timestamps';

/** A reusable card token. Spec: Resources, Webhook object, token. */
export const cardToken = z.object({
	id: z.string().regex(/^tok_\w+$/, 'must start with tok_'),
	type: z.string().min(1),
});

/** Spec: Resources, Webhook object, sender_details.card. */
export const cardDetails = z.object({
	card_type: z.string(),
	card_brand: z.string(),
	card_last_4: z.string().regex(/^\d{4}$/, 'must be four digits'),
	card_country: z.string(),
	card_token_id: z.string().optional(),
});

/** Amount in the smallest unit. Spec: What the service does, 4 (endpoints not shown; public reference). */
export const cardPaymentCreateBody = z.object({
	amount: smallestUnitAmount,
	currency: currencyCode,
	token: z.object({ id: cardToken.shape.id, type: z.literal('card') }),
	external_id: z.string().optional(),
	return_url: z.url(),
	webhook_notification: notificationTarget.optional(),
});

/** Amounts are numbers here, in the base unit, and strings in notifications. */
export const cardPayment = z.object({
	uuid,
	name: z.string(),
	email: email.or(z.literal('')),
	external_id: echoedExternalId,
	status: anyPayinStatus,
	pay_code: payCode.nullable(),
	currency: currencyCode,
	amount: z.number(),
	total: z.number(),
	paid_amount: z.number(),
	is_refundable: z.boolean(),
	payment_method: z.string(),
	expired_at: z.string().nullish(),
	metadata: metadata.nullish(),
	webhook_notification: maskedNotificationTarget.optional(),
	refund_information: z
		.object({ total_amount: z.number(), refund_amount: z.number(), description: z.string() })
		.nullish(),
	sender_details: z.object({ card: cardDetails }).nullish(),
	token: cardToken.optional(),
	created_at: timestamp,
});

/** Refund of a card payment: here the reason is called `reason` and the amount `refund_amount`. */
export const cardRefundBody = z.object({
	uuid,
	refund_amount: smallestUnitAmount.optional(),
	reason: z.string().min(limits.refundReasonMinimumLength),
});

export const cardRefundAnswer = z.object({
	total_amount: z.number(),
	refund_amount: z.number(),
	description: z.string(),
	payin_request: cardPayment.partial().required({ uuid: true, status: true }),
});

export const cardListQuery = z.object({
	start_date: filterDate.optional(),
	end_date: filterDate.optional(),
	status: anyPayinStatus.optional(),
	page,
	per_page: perPage,
});

export const cardList = z.object({
	per_page: z.number().int(),
	page: z.number().int(),
	total_page: z.number().int(),
	records: z.array(cardPayment),
});

export const cardDetailParams = z.object({ uuid });

import { z } from 'zod/v4';
import { ASSUMED } from './assumed';
import { audPayout } from './audPayouts';
import { cardDetails, cardToken } from './cards';
import { echoedExternalId, metadata, uuid } from './common';
import { contact } from './contacts';
import { currencyCode } from './currencies';
import { gatewayLinkNotification } from './gateway';
import { linkNotification } from './links';
import { amountText } from './money';
import { maskedNotificationTarget } from './notificationTarget';
import { payidObject } from './payids';
import { payCode, refundInformation } from './payins';
import { payoutBatchDetail } from './payouts';
import { anyPayinStatus, kycStatus } from './statuses';
import { timestamp } from './timestamps';

/** How a notification is signed with the merchant's webhook secret key. Spec: Authentication, 4 (algorithm and header not shown). */
export const signatureForm = {
	header: ASSUMED.signatureHeader,
	encoding: ASSUMED.signatureEncoding,
	algorithm: ASSUMED.signatureAlgorithm,
} as const;

/** Statuses whose notification may carry a card token. Spec: Events, delivery rule 5. */
export const tokenStatuses = ['authorised', 'waiting'] as const;

const paymentNotificationFields = z.object({
	uuid,
	name: z.string(),
	email: z.string(),
	external_id: echoedExternalId,
	status: anyPayinStatus,
	pay_code: z.union([payCode, z.string()]).nullable(),
	currency: currencyCode,
	amount: amountText,
	total: amountText,
	paid_amount: amountText,
	is_refundable: z.boolean(),
	payment_method: z.string(),
	expired_at: timestamp.or(z.literal('')),
	metadata: metadata.nullish(),
	webhook_notification: maskedNotificationTarget,
	refund_information: refundInformation.nullish(),
	created_at: timestamp,
});

/** Webhook object of a v2 payin. Spec: Resources, Webhook object; Events, Payin (v2). */
const payinNotification = paymentNotificationFields;

/** Webhook object of a card payment. Spec: Resources, Webhook object; Events, "Card and payment status changes". */
const cardNotification = paymentNotificationFields
	.extend({
		payment_method: z.string().regex(/card/i, 'must be a card'),
		sender_details: z.object({ card: cardDetails }).nullish(),
		token: cardToken.optional(),
	})
	.refine((body) => body.token === undefined || tokenStatuses.some((status) => status === body.status), {
		path: ['token'],
		message: 'appears only for authorised or waiting',
	});

const credentialKeys = [
	'bank_name',
	'bank_code',
	'account_number',
	'virtual_account_number',
	'account_name',
	'account_holder_name',
];

/** The bare content of a late pay_code, without uuid or status. Spec: Events, Payin for jp_bank_jpy, ar_bank_ars, kr_bank_va_kyc_krw. */
const payinCredentialsNotification = z
	.looseObject({
		bank_name: z.string().optional(),
		bank_code: z.string().optional(),
		branch_code: z.string().optional(),
		branch_name: z.string().optional(),
		account_number: z.string().optional(),
		virtual_account_number: z.string().optional(),
		account_name: z.string().optional(),
		account_holder_name: z.string().optional(),
		account_type: z.string().optional(),
		transfer_id: z.string().optional(),
		transfer_name: z.string().optional(),
		reference: z.string().optional(),
		user_name: z.string().optional(),
		expired_timestamp: z.union([z.string(), z.number()]).optional(),
	})
	.refine((body) => credentialKeys.some((key) => key in body), {
		path: ['account_number'],
		message: 'payment credentials are required',
	});

/** A v2 batch as in its detail, or a v1 batch in its own form. Spec: Events, Payout (payload not shown). */
const payoutNotification = z.union([payoutBatchDetail, audPayout]);

/** Static and one-time PayIDs share one payload. Spec: Events, Static PayID, One-time PayID. */
export const payidNotification = payidObject;

/** Identity check of a contact. Spec: Resources, Customers and contacts (notification not shown). */
const identityCheckNotification = contact.extend({ status: kycStatus });

/** Schemas of notification bodies by source. Spec: Events. */
export const notifications = {
	payin: payinNotification,
	payinCredentials: payinCredentialsNotification,
	card: cardNotification,
	payout: payoutNotification,
	checkoutLink: linkNotification,
	payid: payidNotification,
	gatewayLink: gatewayLinkNotification,
	identityCheck: identityCheckNotification,
} as const;

export const notificationSources = Object.keys(notifications) as NotificationSource[];

export type NotificationSource = keyof typeof notifications;
export type PayinNotification = z.infer<typeof payinNotification>;

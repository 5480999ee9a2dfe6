import { behaviourAssumptions } from './behaviourAssumptions';

/**
 * Values the specification does not show but the code needs. Each key is the `id` of an entry of {@link assumptions}.
 * Whoever learns the true value from the live service corrects it here, and only here: the schemas are built from it.
 */
export const ASSUMED = {
	refundListField: 'refunds',
	refundStatuses: ['pending', 'received', 'rejected', 'expired'],
	refundReasonField: 'description',
	refundReferenceField: 'external_id',
	otpField: 'code',
	simulateOutcomeField: 'status',
	simulatedFailureStatus: 'failed',
	cancelledPayoutStatus: 'cancelled',
	payoutTransactionStatuses: ['created', 'processing', 'settled', 'failed'],
	payoutErrorCodes: ['<svc>_PAYOUT1', '<svc>_PAYOUT2'],
	branchCodeMethodQuery: 'payout_method_name',
	branchCodeSwiftQuery: 'swift_code',
	qrContentField: 'qr_content',
	qrImageField: 'qr_image',
	thBankSwiftField: 'swift_code',
	payIdTypes: ['EMAIL', 'PHONE', 'ABN', 'ORG_ID'],
	audPayidTypes: ['email', 'phone', 'abn', 'org_id'],
	audPayoutCallbackUrlField: 'endpoint_url',
	audPayoutCallbackAuthorizationField: 'authorization_header',
	gatewayNotificationField: 'payment_gateway_notification',
	oneTimePayidNotificationField: 'payment_request_notification',
	linkMetadataField: 'meta_data',
	cardBrandsField: 'supported_card_brands',
	checkoutLanguagesField: 'supported_languages',
	contactIdentifierField: 'email',
	shareTokenField: 'token',
	kycNotificationUrlField: 'webhook_notification[endpoint_url]',
	kycNotificationAuthorizationField: 'webhook_notification[authorization_header]',
	badRequestCode: 'BAD_REQUEST',
	notFoundCode: 'NOT_FOUND',
	tooManyRequestsCode: 'TOO_MANY_REQUESTS',
	signatureHeader: 'x-signature',
	signatureEncoding: 'hex',
	signatureAlgorithm: 'sha256',
} as const;

/** How much stands behind an assumption: inferred, the service's public reference, or third-party client code. */
export type AssumptionSource = 'inferred' | 'public reference' | 'client code';

/** One gap of the specification and what this package takes for granted instead. */
export interface Assumption {
	/** The key of {@link ASSUMED} when the assumption has a value the code needs. */
	id: string;
	/** The gap. */
	about: string;
	/** What is taken for granted until somebody knows better. */
	assumed: string;
	source: AssumptionSource;
	/** Files that rest on it, from the top of the repository. */
	usedIn: readonly string[];
}

const valueAssumptions: Record<keyof typeof ASSUMED, Omit<Assumption, 'id'>> = {
	refundListField: {
		about: 'Name and fields of the refund list in the payin detail',
		assumed: '`refunds`: uuid, amount, description, status, external_id, created_at; newest last',
		source: 'inferred',
		usedIn: ['contract/payins.ts', 'contract/links.ts'],
	},
	refundStatuses: {
		about: 'Status of one refund record',
		assumed: 'the payin status after `return_`: pending, received, rejected, expired',
		source: 'inferred',
		usedIn: ['contract/payins.ts'],
	},
	refundReasonField: {
		about: 'Body field that carries the reason of a v2 or v3 refund',
		assumed: '`description`',
		source: 'public reference',
		usedIn: ['contract/payins.ts', 'contract/links.ts'],
	},
	refundReferenceField: {
		about: 'Body field of the merchant reference of a refund',
		assumed: '`external_id`',
		source: 'inferred',
		usedIn: ['contract/payins.ts', 'contract/links.ts'],
	},
	otpField: {
		about: 'Body field of the OTP in confirm_otp',
		assumed: '`code`, a string',
		source: 'public reference',
		usedIn: ['contract/payins.ts'],
	},
	simulateOutcomeField: {
		about: 'Body field of the outcome in payin and payout simulate',
		assumed: '`status`',
		source: 'public reference',
		usedIn: ['contract/payins.ts', 'contract/payouts.ts'],
	},
	simulatedFailureStatus: {
		about: 'Payin status after a simulated failure',
		assumed: '`failed`, in the detail and list too, with a notification',
		source: 'inferred',
		usedIn: ['contract/statuses.ts'],
	},
	cancelledPayoutStatus: {
		about: 'Payout status after cancel_scheduled, also the word in its answer',
		assumed: '`cancelled`',
		source: 'inferred',
		usedIn: ['contract/statuses.ts', 'contract/payouts.ts'],
	},
	payoutTransactionStatuses: {
		about: 'Statuses of one payout transaction',
		assumed: 'created, processing, settled, failed; others are tolerated',
		source: 'public reference',
		usedIn: ['contract/statuses.ts'],
	},
	payoutErrorCodes: {
		about: 'error_code of a payout batch',
		assumed:
			"PAYOUT1: not enough funds; PAYOUT2: not enough funds, the standing bank mandate is debited instead; both behind the service's own prefix",
		source: 'public reference',
		usedIn: ['contract/errors.ts'],
	},
	branchCodeMethodQuery: {
		about: 'branch_codes query name of the payout method',
		assumed: '`payout_method_name`',
		source: 'inferred',
		usedIn: ['contract/methods.ts'],
	},
	branchCodeSwiftQuery: {
		about: "branch_codes query name of the bank's SWIFT code",
		assumed: '`swift_code`',
		source: 'inferred',
		usedIn: ['contract/methods.ts'],
	},
	qrContentField: {
		about: 'Body field of the QR content look-up',
		assumed: '`qr_content`',
		source: 'inferred',
		usedIn: ['contract/banks.ts'],
	},
	qrImageField: {
		about: 'Body field of the QR image look-up',
		assumed: '`qr_image`, Base64, a data-URL prefix tolerated',
		source: 'inferred',
		usedIn: ['contract/banks.ts'],
	},
	thBankSwiftField: {
		about: "th_bank_thb key of the bank's SWIFT code",
		assumed: '`swift_code`',
		source: 'inferred',
		usedIn: ['contract/methodParameters.ts'],
	},
	payIdTypes: {
		about: 'Upper-case values of pay_id_type (v2)',
		assumed: 'EMAIL, PHONE, ABN, ORG_ID',
		source: 'client code',
		usedIn: ['contract/methodParameters.ts'],
	},
	audPayidTypes: {
		about: 'Lower-case values of payid_type (v1)',
		assumed: 'email, phone, abn, org_id',
		source: 'inferred',
		usedIn: ['contract/audPayouts.ts'],
	},
	audPayoutCallbackUrlField: {
		about: 'v1 payout field of the callback address',
		assumed: '`endpoint_url`, flat in the body',
		source: 'inferred',
		usedIn: ['contract/audPayouts.ts'],
	},
	audPayoutCallbackAuthorizationField: {
		about: 'v1 payout field of the callback authorization',
		assumed: '`authorization_header`, flat in the body',
		source: 'inferred',
		usedIn: ['contract/audPayouts.ts'],
	},
	gatewayNotificationField: {
		about: 'Gateway link field of the notification object',
		assumed: '`payment_gateway_notification`',
		source: 'public reference',
		usedIn: ['contract/gateway.ts'],
	},
	oneTimePayidNotificationField: {
		about: 'One-time PayID field of the notification object',
		assumed: '`payment_request_notification`',
		source: 'public reference',
		usedIn: ['contract/payids.ts'],
	},
	linkMetadataField: {
		about: "v3 field of the merchant's own key-value pairs",
		assumed: '`meta_data`, in the request as in the notification',
		source: 'public reference',
		usedIn: ['contract/links.ts'],
	},
	cardBrandsField: {
		about: 'v3 payin_methods field of the supported card brands',
		assumed: '`supported_card_brands`, top level, array of strings',
		source: 'inferred',
		usedIn: ['contract/links.ts'],
	},
	checkoutLanguagesField: {
		about: 'v3 payin_methods field of the checkout languages',
		assumed: '`supported_languages`, top level, array of strings',
		source: 'inferred',
		usedIn: ['contract/links.ts'],
	},
	contactIdentifierField: {
		about: 'How a contact is identified in detail and resend_verification',
		assumed: '`email`',
		source: 'public reference',
		usedIn: ['contract/contacts.ts'],
	},
	shareTokenField: {
		about: "Body field of the identity vendor's share token",
		assumed: '`token`',
		source: 'inferred',
		usedIn: ['contract/contacts.ts'],
	},
	kycNotificationUrlField: {
		about: 'How submit_kyc (multipart) carries the notification address',
		assumed: 'bracketed form field',
		source: 'inferred',
		usedIn: ['contract/contacts.ts'],
	},
	kycNotificationAuthorizationField: {
		about: 'How submit_kyc (multipart) carries the notification authorization',
		assumed: 'bracketed form field',
		source: 'inferred',
		usedIn: ['contract/contacts.ts'],
	},
	badRequestCode: {
		about: 'Error code of a 400',
		assumed: 'BAD_REQUEST in errors.code',
		source: 'inferred',
		usedIn: ['contract/errors.ts'],
	},
	notFoundCode: {
		about: 'Error code of a 404',
		assumed: 'NOT_FOUND in errors.code',
		source: 'inferred',
		usedIn: ['contract/errors.ts'],
	},
	tooManyRequestsCode: {
		about: 'Error code of a 429',
		assumed: 'TOO_MANY_REQUESTS in errors.code, with Retry-After',
		source: 'inferred',
		usedIn: ['contract/errors.ts'],
	},
	signatureHeader: {
		about: 'Header that carries the webhook signature',
		assumed: '`x-signature`',
		source: 'inferred',
		usedIn: ['contract/notifications.ts'],
	},
	signatureEncoding: {
		about: 'Encoding of the webhook signature',
		assumed: 'lower-case hex',
		source: 'inferred',
		usedIn: ['contract/notifications.ts'],
	},
	signatureAlgorithm: {
		about: 'Signing algorithm and signed bytes of a webhook',
		assumed: 'HMAC-SHA256 of the raw body, no timestamp',
		source: 'inferred',
		usedIn: ['contract/notifications.ts'],
	},
};

/** Everything this package takes for granted that the specification does not show. */
export const assumptions: readonly Assumption[] = [
	...Object.entries(valueAssumptions).map(([id, entry]) => ({ id, ...entry })),
	...behaviourAssumptions,
];

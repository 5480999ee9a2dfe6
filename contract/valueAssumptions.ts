import type { ASSUMED } from './assumed';
import type { Assumption } from './assumption';

/** The assumptions that have a value, by key in ASSUMED. */
export const valueAssumptions: Record<keyof typeof ASSUMED, Omit<Assumption, 'id'>> = {
	refundListField: {
		about: 'Name and fields of the refund list in the payin detail',
		assumed: '`refunds`: uuid, amount, description, status, external_id, created_at; newest last',
		whenWrong:
			'Without created_at, polling tells of a refund of a payment from before the publishing only if it has read the payment since n8n started. Without the description, or with another than in the notification, a refund that the record tells of and its notification are two events; so are they where the total_amount of the notification is not that of the payment. A list of another name counts if the name tells of refunds, and of several the one that holds any. Of any other, and where several of other names hold some, Get shows it with Simplify off and a refund cannot be looked up by its reference, nor can one beside a refund that shows none: then only what this n8n process has sent is known, and the item says so; after an unclear answer it stops. A list without the refund of which the status of the payment tells is read again, within the time of Look for Record; a refund under way that stays hidden, or of which no list is shown, stops others until it has come to its end.',
		source: 'inferred',
		usedIn: ['contract/payins.ts', 'contract/links.ts'],
	},
	refundStatuses: {
		about: 'Status of one refund record',
		assumed: 'the payin status after `return_`: pending, received, rejected, expired',
		whenWrong:
			'The words come through as they are. Words such as completed or paid are taken for received. A refund with an unknown word counts as made, so that it is never sent twice, and only its notification tells of its end.',
		source: 'inferred',
		usedIn: ['contract/payins.ts'],
	},
	refundReasonField: {
		about: 'Body field that carries the reason of a v2 or v3 refund',
		assumed: '`description`',
		whenWrong:
			'The service refuses the refund and names the field it misses; nothing was refunded. For a checkout link, a reason is demanded by the service alone.',
		source: 'public reference',
		usedIn: ['contract/payins.ts', 'contract/links.ts'],
	},
	refundReferenceField: {
		about: 'Body field of the merchant reference of a refund',
		assumed: '`external_id`',
		whenWrong:
			'The refund is made, but the service does not keep the reference: a later execution cannot find it and says so. A service that shows another reference instead hides it from other processes: there it is made again. A service that refuses fields it does not know refuses the refund by name: nothing was refunded, and the HTTP Request node can send any field.',
		source: 'inferred',
		usedIn: ['contract/payins.ts', 'contract/links.ts'],
	},
	otpField: {
		about: 'Body field of the OTP in confirm_otp',
		assumed: '`code`, a string',
		whenWrong: 'The service refuses the code and names the field it misses; the payin waits on.',
		source: 'public reference',
		usedIn: ['contract/payins.ts'],
	},
	simulateOutcomeField: {
		about: 'Body field of the outcome in payin and payout simulate',
		assumed: '`status`',
		whenWrong: 'The service refuses the simulation (sandbox only) and names the field it misses.',
		source: 'public reference',
		usedIn: ['contract/payins.ts', 'contract/payouts.ts'],
	},
	simulatedFailureStatus: {
		about: 'Payin status after a simulated failure',
		assumed: '`failed`, in the detail and list too, with a notification',
		whenWrong: 'Every final status of a payin is known, so the wait and the triggers take another one alike.',
		source: 'inferred',
		usedIn: ['contract/statuses.ts'],
	},
	cancelledPayoutStatus: {
		about: 'Payout status after cancel_scheduled, also the word in its answer',
		assumed: '`cancelled`',
		whenWrong:
			'The word comes through as it is; the wait then ends at its limit instead of at once, and under the same External ID the payout is found as one that was made.',
		source: 'inferred',
		usedIn: ['contract/statuses.ts', 'contract/payouts.ts'],
	},
	payoutTransactionStatuses: {
		about: 'Statuses of one payout transaction',
		assumed: 'created, processing, settled, failed; others are tolerated',
		whenWrong:
			'The words come through as they are; the status of the batch decides what is final, and an error message that a payment has failed. Where a transaction is told by itself, settled and failed are final.',
		source: 'public reference',
		usedIn: ['contract/statuses.ts'],
	},
	payoutErrorCodes: {
		about: 'error_code of a payout batch',
		assumed:
			"PAYOUT1: not enough funds; PAYOUT2: not enough funds, the standing bank mandate is debited instead; both behind the service's own prefix",
		whenWrong: 'The code and the message of the service come through as they are.',
		source: 'public reference',
		usedIn: ['contract/errors.ts'],
	},
	branchCodeMethodQuery: {
		about: 'branch_codes query name of the payout method',
		assumed: '`payout_method_name`',
		whenWrong: 'The service refuses the question and names the field; a branch code can be typed in the form.',
		source: 'inferred',
		usedIn: ['contract/methods.ts'],
	},
	branchCodeSwiftQuery: {
		about: "branch_codes query name of the bank's SWIFT code",
		assumed: '`swift_code`',
		whenWrong: 'The service refuses the question and names the field; a branch code can be typed in the form.',
		source: 'inferred',
		usedIn: ['contract/methods.ts'],
	},
	qrContentField: {
		about: 'Body field of the QR content look-up',
		assumed: '`qr_content`',
		whenWrong: 'The service refuses the look-up and names the field it misses; no money is involved.',
		source: 'inferred',
		usedIn: ['contract/banks.ts'],
	},
	qrImageField: {
		about: 'Body field of the QR image look-up',
		assumed: '`qr_image`, Base64, a data-URL prefix tolerated',
		whenWrong: 'The service refuses the look-up and names the field it misses; no money is involved.',
		source: 'inferred',
		usedIn: ['contract/banks.ts'],
	},
	thBankSwiftField: {
		about: "th_bank_thb key of the bank's SWIFT code",
		assumed: '`swift_code`',
		whenWrong: 'The form asks for what the service lists, under its name; the banks can then only be typed.',
		source: 'inferred',
		usedIn: ['contract/methodParameters.ts'],
	},
	payIdTypes: {
		about: 'Upper-case values of pay_id_type (v2)',
		assumed: 'EMAIL, PHONE, ABN, ORG_ID',
		whenWrong: 'The form offers the words that the service lists for the method.',
		source: 'client code',
		usedIn: ['contract/methodParameters.ts'],
	},
	audPayidTypes: {
		about: 'Lower-case values of payid_type (v1)',
		assumed: 'email, phone, abn, org_id',
		whenWrong: 'The service refuses the payout and lists its words; nothing was paid.',
		source: 'inferred',
		usedIn: ['contract/audPayouts.ts'],
	},
	audPayoutCallbackUrlField: {
		about: 'v1 payout field of the callback address',
		assumed: '`endpoint_url`, flat in the body',
		whenWrong: 'The service refuses the payout and names the field it misses; nothing was paid.',
		source: 'inferred',
		usedIn: ['contract/audPayouts.ts'],
	},
	audPayoutCallbackAuthorizationField: {
		about: 'v1 payout field of the callback authorization',
		assumed: '`authorization_header`, flat in the body',
		whenWrong: 'The service refuses the payout and names the field it misses; nothing was paid.',
		source: 'inferred',
		usedIn: ['contract/audPayouts.ts'],
	},
	gatewayNotificationField: {
		about: 'Gateway link field of the notification object',
		assumed: '`payment_gateway_notification`',
		whenWrong:
			'The service refuses the link and names the field it misses. With Notify: None, too, the object is sent, to an address that does not exist, because the public reference demands it: a service that knows no such object or takes no such address refuses the link by name, and nothing was made.',
		source: 'public reference',
		usedIn: ['contract/gateway.ts'],
	},
	oneTimePayidNotificationField: {
		about: 'One-time PayID field of the notification object',
		assumed: '`payment_request_notification`',
		whenWrong:
			'The service refuses the PayID and names the field it misses. With Notify: None, too, the object is sent, to an address that does not exist, because the public reference demands it: a service that knows no such object or takes no such address refuses the PayID by name, and nothing was made.',
		source: 'public reference',
		usedIn: ['contract/payids.ts'],
	},
	linkMetadataField: {
		about: "v3 field of the merchant's own key-value pairs",
		assumed: '`meta_data`, in the request as in the notification',
		whenWrong:
			'It is sent only with an External ID or Metadata. The service refuses such a link by name, or makes it without its metadata: then it cannot be found by its external id, and the item says that a repeat could not be ruled out. Without both, the link is made from the shown fields alone.',
		source: 'public reference',
		usedIn: ['contract/links.ts'],
	},
	cardBrandsField: {
		about: 'v3 payin_methods field of the supported card brands',
		assumed: '`supported_card_brands`, top level, array of strings',
		whenWrong: "The list comes through under the service's own name.",
		source: 'inferred',
		usedIn: ['contract/links.ts'],
	},
	checkoutLanguagesField: {
		about: 'v3 payin_methods field of the checkout languages',
		assumed: '`supported_languages`, top level, array of strings',
		whenWrong: "The list comes through under the service's own name.",
		source: 'inferred',
		usedIn: ['contract/links.ts'],
	},
	contactIdentifierField: {
		about: 'How a contact is identified in detail and resend_verification',
		assumed: '`email`',
		whenWrong:
			'The service refuses the question and names the field; the contact is still in the list. A preview stops no payment because of a contact that it does not find, and says what it could not check.',
		source: 'public reference',
		usedIn: ['contract/contacts.ts'],
	},
	shareTokenField: {
		about: "Body field of the identity vendor's share token",
		assumed: '`token`',
		whenWrong: 'No operation sends it; the HTTP Request node can send any field.',
		source: 'inferred',
		usedIn: ['contract/contacts.ts'],
	},
	kycNotificationUrlField: {
		about: 'How submit_kyc (multipart) carries the notification address',
		assumed: 'bracketed form field',
		whenWrong: 'No operation sends it; the HTTP Request node can send any field.',
		source: 'inferred',
		usedIn: ['contract/contacts.ts'],
	},
	kycNotificationAuthorizationField: {
		about: 'How submit_kyc (multipart) carries the notification authorization',
		assumed: 'bracketed form field',
		whenWrong: 'No operation sends it; the HTTP Request node can send any field.',
		source: 'inferred',
		usedIn: ['contract/contacts.ts'],
	},
	badRequestCode: {
		about: 'Error code of a 400',
		assumed: 'BAD_REQUEST in errors.code',
		whenWrong:
			'The status decides, not the code. The message shows the words of the service, or the code where it gives none.',
		source: 'inferred',
		usedIn: ['contract/errors.ts'],
	},
	notFoundCode: {
		about: 'Error code of a 404',
		assumed: 'NOT_FOUND in errors.code',
		whenWrong:
			'The status decides, not the code. The message shows the words of the service, or the code where it gives none.',
		source: 'inferred',
		usedIn: ['contract/errors.ts'],
	},
	tooManyRequestsCode: {
		about: 'Error code of a 429',
		assumed: 'TOO_MANY_REQUESTS in errors.code, with Retry-After',
		whenWrong:
			'The status decides, not the code. The message shows the words of the service, or the code where it gives none.',
		source: 'inferred',
		usedIn: ['contract/errors.ts'],
	},
	signatureHeader: {
		about: 'Header that carries the webhook signature',
		assumed: '`x-signature`',
		whenWrong:
			'Every notification is refused until the header is set in the credential; without a Webhook Secret Key nothing is refused.',
		source: 'inferred',
		usedIn: ['contract/notifications.ts'],
	},
	signatureEncoding: {
		about: 'Encoding of the webhook signature',
		assumed: 'lower-case hex',
		whenWrong:
			'Every notification is refused until the encoding is set in the credential; without a Webhook Secret Key nothing is refused.',
		source: 'inferred',
		usedIn: ['contract/notifications.ts'],
	},
	signatureAlgorithm: {
		about: 'Signing algorithm and signed bytes of a webhook',
		assumed: 'HMAC-SHA256 of the raw body, no timestamp',
		whenWrong:
			'Every notification is refused until the algorithm is set in the credential. Where other bytes are signed, such as with a time, or in another way than by HMAC with SHA-256, SHA-384 or SHA-512, no setting helps: leave Webhook Secret Key empty, and the Authorization value alone decides.',
		source: 'inferred',
		usedIn: ['contract/notifications.ts'],
	},
};

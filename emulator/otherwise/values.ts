import type { EndpointId } from '../../contract/endpoints';
import {
	answerField,
	both,
	everywhere,
	isFields,
	renamed,
	requestField,
	writtenOtherwise,
	type Difference,
	type Fields,
} from './difference';

const refunds: EndpointId[] = ['v2.payins.refund', 'v3.links.refund'];
const refundLists: EndpointId[] = ['v2.payins.detail', 'v3.links.detail', 'v3.links.list'];
const audPayouts: EndpointId[] = ['v1.payouts.create', 'v1.payouts.createFromFile'];
const payoutAnswers: EndpointId[] = ['v2.payouts.create', 'v2.payouts.detail', 'v2.payouts.list'];

const inRefunds = (change: (refund: Fields) => Fields) => (fields: Fields) =>
	Array.isArray(fields.refunds)
		? { ...fields, refunds: fields.refunds.map((each: unknown) => (isFields(each) ? change(each) : each)) }
		: fields;
const refundRecords = (change: (refund: Fields) => Fields): Difference => ({
	answer: (endpoint, answer) => (refundLists.includes(endpoint) ? everywhere(answer, inRefunds(change)) : answer),
});

/** Payouts in answers and notifications. */
const payoutRecords = (change: (fields: Fields) => Fields): Difference => ({
	answer: (endpoint, answer) => (payoutAnswers.includes(endpoint) ? change(answer) : answer),
	notification: (source, body) => (source === 'payout' ? change(body) : body),
});

const transactions = (change: (transaction: Fields) => Fields) => (fields: Fields) =>
	everywhere(fields, (each) =>
		Array.isArray(each.payout_transactions)
			? { ...each, payout_transactions: each.payout_transactions.map((one: unknown) => change(one as Fields)) }
			: each,
	);

/** Other values for a method parameter, in lists and in requests. The other service does not know the emulator's values. */
function methodWords(key: string, own: readonly string[], other: (word: string) => string): Difference {
	const words = Object.fromEntries(own.map((word) => [other(word), word]));
	return {
		request: (_endpoint, request) => ({
			...request,
			body: everywhere(request.body, (fields) =>
				typeof fields[key] === 'string' ? { ...fields, [key]: words[fields[key]] ?? `unknown ${fields[key]}` } : fields,
			),
		}),
		answer: (endpoint, answer) =>
			endpoint === 'v2.payouts.methodParams'
				? everywhere(answer, (fields) =>
						typeof fields[key] === 'string'
							? { ...fields, [key]: own.reduce((text, word) => text.replace(word, other(word)), fields[key]) }
							: fields,
					)
				: answer,
	};
}

const errorCode = (own: string, other: string): Difference => ({
	refusal: (body) => everywhere(body, writtenOtherwise('code', { [own]: other })),
});

/** How a service differs in which one assumed name or value is wrong, by the id of the assumption. */
export const valueDifferences = {
	refundStatuses: refundRecords(
		writtenOtherwise('status', {
			pending: 'processing',
			received: 'completed',
			rejected: 'denied',
			expired: 'lapsed',
		}),
	),
	refundReferenceField: both(
		requestField(refunds, 'external_id', 'merchant_reference_id'),
		refundRecords((refund) => renamed(refund, 'external_id', 'merchant_reference_id')),
	),
	refundListField: answerField(refundLists, 'refunds', 'returns'),
	refundReasonField: requestField(refunds, 'description', 'reason'),
	otpField: requestField(['v2.payins.confirmOtp'], 'code', 'otp'),
	simulateOutcomeField: requestField(['v2.payins.simulate', 'v2.payouts.simulate'], 'status', 'outcome'),
	simulatedFailureStatus: {
		notification: (source, body) =>
			source === 'payin' ? writtenOtherwise('status', { failed: 'expired' })(body) : body,
	},
	cancelledPayoutStatus: both(
		payoutRecords((fields) => everywhere(fields, writtenOtherwise('status', { cancelled: 'canceled' }))),
		{
			answer: (endpoint, answer) =>
				endpoint === 'v2.payouts.cancelScheduled'
					? writtenOtherwise('status', { cancelled: 'canceled' })(answer)
					: answer,
		},
	),
	payoutTransactionStatuses: payoutRecords(
		transactions(
			writtenOtherwise('status', { created: 'queued', processing: 'sending', settled: 'paid', failed: 'returned' }),
		),
	),
	payoutErrorCodes: payoutRecords((fields) =>
		everywhere(fields, writtenOtherwise('error_code', { SVC_PAYOUT1: 'E1001' })),
	),
	branchCodeMethodQuery: requestField(['v2.payouts.branchCodes'], 'payout_method_name', 'payout_method'),
	branchCodeSwiftQuery: requestField(['v2.payouts.branchCodes'], 'swift_code', 'bank_swift_code'),
	qrContentField: requestField(['v2.banks.qrContent'], 'qr_content', 'content'),
	qrImageField: requestField(['v2.banks.qrImage'], 'qr_image', 'image'),
	thBankSwiftField: {
		request: (endpoint, request) =>
			endpoint === 'v2.payouts.create'
				? { ...request, body: everywhere(request.body, (fields) => renamed(fields, 'bank_swift', 'swift_code')) }
				: request,
		answer: (endpoint, answer) =>
			endpoint === 'v2.payouts.methodParams' || payoutAnswers.includes(endpoint)
				? everywhere(answer, (fields) =>
						'swift_code' in fields ? renamed(fields, 'swift_code', 'bank_swift') : fields,
					)
				: answer,
	},
	payIdTypes: methodWords('pay_id_type', ['EMAIL', 'PHONE', 'ABN', 'ORG_ID'], (word) => `${word}_ADDRESS`),
	audPayidTypes: methodWords('payid_type', ['email', 'phone', 'abn', 'org_id'], (word) => `${word}_address`),
	audPayoutCallbackUrlField: requestField(audPayouts, 'endpoint_url', 'callback_url'),
	audPayoutCallbackAuthorizationField: requestField(audPayouts, 'authorization_header', 'callback_authorization'),
	gatewayNotificationField: requestField(['v1.gateway.create'], 'payment_gateway_notification', 'webhook_notification'),
	oneTimePayidNotificationField: both(
		requestField(['v1.oneTimePayid.create'], 'payment_request_notification', 'webhook_notification'),
		answerField(['v1.oneTimePayid.create'], 'payment_request_notification', 'webhook_notification'),
	),
	linkMetadataField: both(
		requestField(['v3.links.create'], 'meta_data', 'metadata'),
		answerField(['v3.links.detail', 'v3.links.list'], 'meta_data', 'metadata'),
		{
			notification: (source, body) => (source === 'checkoutLink' ? renamed(body, 'meta_data', 'metadata') : body),
		},
	),
	cardBrandsField: answerField(['v3.methods'], 'supported_card_brands', 'card_brands'),
	checkoutLanguagesField: answerField(['v3.methods'], 'supported_languages', 'languages'),
	contactIdentifierField: requestField(
		['v2.contacts.detail', 'v2.contacts.resendVerification'],
		'email',
		'contact_email',
	),
	shareTokenField: requestField(['v2.contacts.shareToken'], 'token', 'share_token'),
	kycNotificationUrlField: requestField(
		['v2.contacts.submitKyc'],
		'webhook_notification[endpoint_url]',
		'endpoint_url',
	),
	kycNotificationAuthorizationField: requestField(
		['v2.contacts.submitKyc'],
		'webhook_notification[authorization_header]',
		'authorization_header',
	),
	badRequestCode: errorCode('BAD_REQUEST', 'MALFORMED'),
	notFoundCode: errorCode('NOT_FOUND', 'UNKNOWN_RECORD'),
	tooManyRequestsCode: errorCode('TOO_MANY_REQUESTS', 'THROTTLED'),
	signatureHeader: { settings: { signatureHeader: 'x-webhook-signature' } },
	signatureEncoding: { settings: { signatureEncoding: 'base64' } },
	signatureAlgorithm: { settings: { signatureAlgorithm: 'sha512' } },
} satisfies Record<string, Difference>;

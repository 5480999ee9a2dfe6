import { fields, rule, section, values } from './row';

const derived = [
	'unit/core/authorization: recognises what it derived',
	'integration/trigger/verification: the authorization value',
];
const received = 'emulator/payins: receives, books the payment net of its fee, and tells';
const token = 'emulator/gateway: a token lives for an hour on the clock';

export const authentication = section(
	'Authentication',
	rule('1. Every request carries app-id and secret-key; sandbox credentials go with the sandbox address', {
		in: ['credential'],
		tests: [
			'emulator/auth: without valid credentials',
			'integration/transport/requests: carries the credential in two headers',
			'emulator/auth: do not exist in production, where credentials differ',
		],
	}),
	rule('2. The secret-key stays on the server; use HTTPS', {
		in: ['credential'],
		tests: [
			'unit/core/serviceAddress: the base address',
			'emulator/server: and nothing secret',
			'integration/transport/requests: behind a certificate that nobody vouches for is sent nothing',
		],
	}),
	rule('3. create_payment also requires access-token; after expiry request a new one and retry', {
		by: ['accessToken'],
		in: ['gatewayLink.create'],
		tests: ['unit/contract/endpoints: asks for the access token at one endpoint only', token],
	}),
	rule('4. A merchant-level Webhook Secret Key signs webhook payloads', {
		by: ['signatureForm'],
		in: ['credential', 'trigger'],
		tests: [
			'unit/core/signature: verifySignature',
			'emulator/notifications: signed over its raw body',
			'integration/trigger/verification: covers the bytes as they arrived',
		],
	}),
	rule('5. Each webhook request carries the merchant-chosen authorization_header value', {
		by: ['notificationTarget'],
		in: ['trigger'],
		tests: [...derived, 'emulator/notifications: is a POST of JSON with the authorization value the merchant chose'],
	}),
	rule('6. Only Admin and Finance users decide payout approvals (portal)', {
		in: ['trigger'],
		tests: ['emulator/payouts: holds a payout until it is approved'],
	}),
);

const source = (name: string, ...tests: string[]) =>
	values('notificationSources', name, {
		in: ['trigger'],
		tests: [
			...tests,
			'integration/trigger/delivery: knows the notifications of every source',
			'unit/contract/payloads: notification parses, no field lost',
		],
	});

export const events = section(
	'Events',
	source('payin', received, 'unit/core/events/eventsOfTheService: gives one event_id to a payin and its refunds'),
	source(
		'card',
		'emulator/cards: a card is authorised, captured once',
		'unit/core/events/identity: share their event_id: card, late credentials, payout',
	),
	source(
		'payinCredentials',
		'emulator/payins: delivers late payment credentials',
		'unit/core/events/identity: tells credentials that arrive from the pending payment',
	),
	source(
		'payid',
		'emulator/payids: each payment called back and booked',
		'unit/core/events/order: never claims an order between the payments of one static PayID',
	),
	source(
		'payout',
		'emulator/payouts: goes through processing to completed',
		'unit/core/events/eventsOfTheService: gives one event_id to every step of a payout batch',
	),
	source(
		'checkoutLink',
		'emulator/links: notifies the link object',
		'unit/core/events/identity: tells refunds of a link apart',
	),
	rule('Delivery 1. Best effort; the receiver must answer HTTP 200', {
		in: ['trigger', 'polling trigger'],
		tests: [
			'emulator/notifications: retries',
			'integration/trigger/delivery: hands on an event in the shape that both triggers use',
			'integration/pollingTrigger/downtime: emits each of 500 payments once',
		],
	}),
	rule('Delivery 2. When the response is not 200 the service retries 3 times, 15 minutes apart', {
		in: ['trigger'],
		tests: [
			'emulator/notifications: retries',
			'integration/trigger/delivery: are not held back when n8n could not store the execution',
		],
	}),
	rule('Delivery 3. Deliveries can repeat, so handlers must be idempotent and de-duplicate by uuid', {
		in: ['trigger', 'polling trigger'],
		tests: [
			'unit/core/events/memory: hands an event on once',
			'integration/trigger/delivery: start one execution when 50 of them arrive at once',
			'integration/pollingTrigger/bothTriggers: emits each event once however the triggers take turns',
			'unit/core/events/identity: is the same for every copy of one event',
			'emulator/notifications: delivers twice what the service would deliver once',
		],
	}),
	rule('Delivery 4. Webhooks are the source of truth for status', {
		in: ['trigger'],
		tests: [
			'unit/core/events/order: notices a record that is older than its notification',
			'integration/trigger/confirmation: leaves to the service what the record does not show yet',
		],
	}),
	values('tokenStatuses', 'authorised waiting', {
		in: ['trigger'],
		tests: ['unit/contract/payloads: shows a card token at authorised and waiting only'],
	}),
	rule('Delivery 6. HTTPS, TLS 1.2, certificate from a recognised authority', {
		by: ['endpointUrl'],
		in: ['payin.create', 'payout.create'],
		tests: [
			'unit/core/serviceAddress: an address the service delivers to',
			'unit/contract/rules: a payin is notified over https',
		],
	}),
	rule('Delivery 7. For in_dispute the merchant contacts support', {
		in: ['trigger'],
		tests: ['emulator/payins: disputes'],
	}),
	fields('schema popupMessage', {
		event_type: 'string',
		page_state: 'string',
		redirect_url: 'object',
		'redirect_url.success': 'string',
		'redirect_url.failure': 'string',
	}),
	rule('Popup messages (v3): svc_payment_event; onChange or onDone, success or failed', {
		by: ['popupMessageName', 'popupMessage'],
		in: ['checkoutLink.create'],
		tests: ['emulator/checkoutPage: after paying, the page tells the opener'],
	}),
);

export const versioning = section(
	'Versioning',
	rule('1. Version is carried in the path prefix', {
		by: ['endpoints'],
		in: ['every operation'],
		tests: ['unit/contract/endpoints: holds every endpoint of the specification exactly once'],
	}),
	rule('2. v1 covers AUD only; v2 all configured currencies; v3 is the hosted checkout', {
		in: ['credential'],
		tests: ['emulator/payids: v1 for AUD accounts', 'emulator/methods: has every v3 code too'],
	}),
	rule('3. v1 to v2 balance history: cursor and size, timestamps, records, unsigned amount, fee breakdown', {
		by: ['audBalanceHistory', 'balanceHistory'],
		in: ['audBalance.getHistory', 'balance.getHistory'],
		tests: [
			'emulator/transfers: v1 balance history is signed',
			'emulator/balances: shows a payment net of its fee, unsigned',
		],
	}),
	rule(
		'4. v2 to v3: name, email, expired_at, payin_method_name become sender_info, expires_in, redirect_url, payin_method_code',
		{
			by: ['payinCreateBody', 'linkCreateBody'],
			in: ['payin.create', 'checkoutLink.create'],
			tests: ['unit/coverage/contract: sender_info, expire_in and redirect_url are not of v2'],
		},
	),
	rule('5. th_qrpay_thb: payment_url removed, qr_string used', {
		in: ['payin.create'],
		tests: ['emulator/payins: gives %s the pay code of its kind'],
	}),
	rule('5. th_bank_thb identifies banks by SWIFT code', {
		by: ['thBankPayoutParams'],
		in: ['payout.create'],
		tests: ['unit/contract/rules: a Thai bank is known by its SWIFT code'],
	}),
	rule('5. v1 AUD batch payouts must use one addressing method per request', {
		in: ['audPayout.create'],
		tests: ['emulator/audPayouts: a batch that mixes both kinds'],
	}),
);

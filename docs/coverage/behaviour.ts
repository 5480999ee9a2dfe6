import { fields, rule, section, statement, TLS_OF_THE_RECEIVER, values } from './row';

const derived = [
	'unit/core/authorization: verifyAuthorization recognises what it derived, with the current and the previous secret, of any of several accounts',
	'integration/trigger/verification: the authorization value is believed when it is %s',
	'integration/trigger/verification: the authorization value is refused when it is %s',
];
const received = 'emulator/payins: states receives, books the payment net of its fee, and tells';
const token =
	'emulator/gateway: a token lives for an hour on the clock; a missing, wrong, expired or revoked one is refused with 401';

export const authentication = section(
	'Authentication',
	rule('1. Every request carries app-id and secret-key; sandbox credentials go with the sandbox address', {
		in: ['credential'],
		tests: [
			'emulator/auth: %s without valid credentials refuses %s with the 401 of its generation',
			'integration/transport/requests: a request carries the credential in two headers, and nothing of it anywhere else',
			'emulator/auth: sandbox-only operations do not exist in production, where credentials differ',
		],
	}),
	rule('2. The secret-key stays on the server; use HTTPS', {
		in: ['credential'],
		tests: [
			'unit/core/serviceAddress: the base address %s is %s',
			'unit/core/serviceAddress: the base address %j is refused',
			'unit/core/serviceAddress: the base address that was probably meant is accepted',
			'emulator/overviewPage: a browser on another machine is shown no secret, and cannot control anything',
			'integration/transport/requests: a service that cannot be reached behind a certificate that nobody vouches for is sent nothing',
		],
	}),
	rule('3. create_payment also requires access-token; after expiry request a new one and retry', {
		by: ['accessToken'],
		in: ['gatewayLink.create'],
		tests: [
			'unit/contract/endpoints: the list of endpoints asks for the access token at one endpoint only',
			token,
			'integration/resources/gatewayLink: renews a refused token once for all who hold it, and sends again',
		],
	}),
	rule('4. A merchant-level Webhook Secret Key signs webhook payloads', {
		by: ['signatureForm'],
		in: ['credential', 'trigger'],
		tests: [
			'unit/core/signature: verifySignature knows the HMAC of RFC 4231, test case 2',
			'unit/core/signature: verifySignature accepts the current and the previous key, every algorithm and encoding, prefixed or not',
			'unit/core/signature: verifySignature refuses a body of which any bit changed',
			'unit/core/signature: verifySignature refuses everything when no key is set',
			'unit/core/signature: verifySignature refuses a signature that is %s',
			'unit/core/signature: verifySignature answers false, never an exception, to anything',
			'emulator/notifications: one notification is a POST of JSON with the authorization value the merchant chose, signed over its raw body',
			'integration/trigger/verification: the signature covers the bytes as they arrived, not what they say',
		],
	}),
	rule('5. Each webhook request carries the merchant-chosen authorization_header value', {
		by: ['notificationTarget'],
		in: ['trigger'],
		tests: [
			...derived,
			'emulator/notifications: one notification is a POST of JSON with the authorization value the merchant chose, signed over its raw body',
		],
	}),
	statement(
		'6. Only Admin and Finance users decide payout approvals (portal)',
		['trigger'],
		'Who may decide is a matter of the portal; that a decision is waited for has its own rows.',
	),
);

const source = (name: string, ...tests: string[]) =>
	values('notificationSources', name, {
		in: ['trigger'],
		tests: [
			...tests,
			'integration/trigger/delivery: knows the notifications of every source',
			'unit/contract/payloads: example payloads %s notification parses, no field lost',
		],
	});

export const events = section(
	'Events',
	source(
		'payin',
		received,
		'unit/core/events/eventsOfTheService: gives one event_id to a payin and its refunds, pushed or asked for',
	),
	source(
		'card',
		'emulator/cards: a card is authorised, captured once, received and refunded in part',
		'unit/core/events/identity: a record of the service and the notification about the same state share their event_id: card, late credentials, payout',
	),
	source(
		'payinCredentials',
		'integration/waiting/waitForStatus: payment credentials that come later come out before the final status, for those who ask for them',
		'integration/waiting/waitForStatus: payment credentials that come later of another payment, or with its value, are not taken for those of this one',
		'emulator/payins: states delivers late payment credentials as a notification of their own',
		'unit/core/events/identity: event_id tells credentials that arrive from the pending payment before them, for late methods alone',
	),
	source(
		'payid',
		'emulator/payids: a static PayID is paid again and again, each payment called back and booked',
		'unit/core/events/order: comesTooLate never claims an order between the payments of one static PayID',
	),
	source(
		'payout',
		'emulator/payouts: states goes through processing to completed, money set aside in between',
		'unit/core/events/eventsOfTheService: gives one event_id to every step of a payout batch',
	),
	source(
		'checkoutLink',
		'emulator/links: a paid link books the payment and notifies the link object',
		'unit/core/events/identity: event_id tells refunds of a link apart even where the link shows nothing of them',
	),
	rule('Delivery 1. Best effort; the receiver must answer HTTP 200', {
		in: ['trigger', 'polling trigger'],
		tests: [
			'emulator/notifications: retries after %p it is %s, tried at minutes %p',
			'emulator/notifications: retries waits for its time',
			'emulator/notifications: retries waits no longer than its limit for a receiver that never answers',
			'emulator/notifications: retries delivers what is due at the same time in parallel, within the bound',
			'emulator/notifications: retries leaves nothing waiting after the emulator has stopped in the middle of a delivery',
			'integration/trigger/delivery: hands on an event in the shape that both triggers use',
			'integration/pollingTrigger/downtime: emits each of 500 payments once that finished while n8n was down for a day',
		],
	}),
	rule('Delivery 2. When the response is not 200 the service retries 3 times, 15 minutes apart', {
		in: ['trigger'],
		tests: [
			'emulator/notifications: retries after %p it is %s, tried at minutes %p',
			'emulator/notifications: retries waits for its time',
			'emulator/notifications: retries waits no longer than its limit for a receiver that never answers',
			'emulator/notifications: retries delivers what is due at the same time in parallel, within the bound',
			'emulator/notifications: retries leaves nothing waiting after the emulator has stopped in the middle of a delivery',
			'integration/trigger/delivery: copies of an event are not held back when n8n could not store the execution',
			'integration/pollingTrigger/heldExecutions: so is one of an n8n that does not say so, a day later, or after a restart',
			'integration/waiting/waitForStatus: a payin ends the wait with the second delivery when the first came before n8n had stored the execution',
		],
	}),
	rule('Delivery 3. Deliveries can repeat, so handlers must be idempotent and de-duplicate by uuid', {
		in: ['trigger', 'polling trigger'],
		tests: [
			'unit/core/events/memory: EventMemory hands an event on once',
			'integration/trigger/delivery: copies of an event start one execution when 50 of them arrive at once',
			'integration/pollingTrigger/bothTriggers: emits each event once however the triggers take turns, restarts between them',
			'unit/core/events/identity: event_id is the same for every copy of one event: %s',
			'emulator/notifications: a plan for coming deliveries delivers twice what the service would deliver once',
		],
	}),
	statement(
		'Card payments of an SDK are told at a default URL, unless a payment names its own',
		['trigger'],
		'The URL is set where the SDK is. That a value of its own is believed has its row: the credential’s Accepted Authorization.',
	),
	rule('Delivery 4. Webhooks are the source of truth for status', {
		in: ['trigger'],
		tests: [
			'unit/core/events/order: confirmEvent notices a record that is older than its notification',
			'integration/trigger/confirmation: leaves to the service what the record does not show yet, and loses nothing',
			'integration/waiting/waitForStatus: a notification that is forged, or about something else leaves the execution waiting',
		],
	}),
	values('tokenStatuses', 'authorised waiting', {
		in: ['trigger'],
		tests: [
			'emulator/specifiedWords: notifications a card token is shown at authorised and waiting',
			'integration/trigger/delivery: hands on a card payment with all that it shows: %j',
			'unit/contract/payloads: example payloads shows a card token at authorised and waiting only',
		],
	}),
	rule('Delivery 6. HTTPS', {
		by: ['endpointUrl'],
		in: ['payin.create', 'payout.create', 'checkoutLink.create', 'staticPayid.create', 'trigger'],
		tests: [
			'unit/core/serviceAddress: an address the service delivers to %s',
			'unit/core/serviceAddress: an address the service delivers to not %s',
			'unit/contract/rules: rules the specification states a payin is notified over https',
			'unit/contract/rules: rules the specification states a payout is notified over https',
			'unit/contract/rules: rules the specification states a payment link is notified over https',
			'unit/contract/rules: rules the specification states a static PayID is called back over https',
			'integration/trigger/publication: says when it is published with an address that is not https',
			'integration/action/badInput: a payin with a notification address without https stops before anything of it or after it is sent',
			'integration/action/badInput: a payout with a notification address without https stops before anything of it or after it is sent',
			'integration/resources/checkoutLink: create refuses a notification address without https',
			'integration/resources/payids: static PayID refuses a notification address without https',
		],
	}),
	statement(
		'Delivery 6. TLS 1.2, certificate from a recognised authority',
		['payin.create', 'payout.create', 'checkoutLink.create', 'staticPayid.create', 'trigger'],
		TLS_OF_THE_RECEIVER,
	),
	statement(
		'Delivery 7. For in_dispute the merchant contacts support',
		['trigger'],
		'What people do; that the status arrives has its own row.',
	),
	fields('schema popupMessage', {
		event_type: 'string',
		page_state: 'string',
		redirect_url: 'object',
		'redirect_url.success': 'string',
		'redirect_url.failure': 'string',
	}),
	statement(
		'Popup messages (v3): for immediate feedback only; webhooks remain authoritative',
		['hosted page'],
		'They reach the merchant’s own page, which the package has no part in. The rows beside this one are about the page of the emulator.',
	),
	rule('Popup messages (v3): svc_payment_event; onChange or onDone, success or failed', {
		by: ['popupMessageName', 'popupMessage'],
		in: ['hosted page'],
		tests: ['emulator/checkoutPage: after paying, the page tells the opener and follows the success address'],
	}),
);

export const versioning = section(
	'Versioning',
	rule('1. Version is carried in the path prefix', {
		by: ['endpoints'],
		in: ['every operation'],
		tests: [
			'unit/contract/endpoints: the list of endpoints holds every endpoint of the specification exactly once',
			'integration/outputs: %s runs with a good input, calls the endpoints of its row and no others, and gives what its output schema says',
		],
	}),
	rule('2. v1 covers AUD only; v2 all configured currencies; v3 is the hosted checkout', {
		in: ['credential'],
		tests: [
			'emulator/payids: GST is for Australian merchants, and v1 for AUD accounts',
			'integration/accounts/cardOnly: an account that v2 does not know is meant by AUD operations',
			'emulator/methods: catalogue has every v3 code too, but for cards, under the names the hosted checkout uses',
		],
	}),
	rule('3. v1 to v2 balance history: cursor and size, timestamps, records, unsigned amount, fee breakdown', {
		by: ['audBalanceHistory', 'balanceHistory'],
		in: ['audBalance.getHistory', 'balance.getHistory'],
		tests: [
			'emulator/transfers: v1 balance history is signed, pages by number and carries the running balance; missing dates are 422',
			'emulator/balances: shows a payment net of its fee, unsigned, with the breakdown',
			'integration/resources/accounts: AUD balance keeps signs, and stops at the limit',
			'integration/resources/accounts: AUD balance lists %i entries completely, each once',
			'integration/action/reading: the balance history of %i entries is read exactly, newest first',
		],
	}),
	rule(
		'4. v2 to v3: name, email, expired_at, payin_method_name become sender_info, expires_in, redirect_url, payin_method_code',
		{
			by: ['payinCreateBody', 'linkCreateBody'],
			in: ['payin.create', 'checkoutLink.create'],
			tests: [
				'unit/coverage/contract: the contract says what the specification says knows that sender_info, expire_in and redirect_url are not of v2',
				'integration/action/payins: create sends what the form says, in the words of the service',
				'integration/resources/checkoutLink: create makes a link with everything the form gives, its reference inside the metadata',
			],
		},
	),
	rule('5. th_qrpay_thb: payment_url removed, qr_string used', {
		in: ['payin.create'],
		tests: [
			'emulator/payins: create gives %s the pay code of its kind',
			'integration/action/payins: create shows the QR string of th_qrpay_thb, and no address to pay at',
		],
	}),
	rule('5. th_bank_thb identifies banks by SWIFT code', {
		by: ['thBankPayoutParams'],
		in: ['payout.create'],
		tests: [
			'unit/contract/rules: rules the specification states a Thai bank is known by its SWIFT code',
			'integration/action/forms: parameter forms offer the values of a choice',
		],
	}),
	rule('5. v1 AUD batch payouts must use one addressing method per request', {
		in: ['audPayout.create'],
		tests: [
			'emulator/audPayouts: a batch that mixes both kinds is refused',
			'integration/resources/audPayout: all items in few requests splits a run with both addressing methods into one request each',
		],
	}),
	// What else was added has rows where the specification states it.
	rule('6. TZS in v3', {
		by: ['v3Currencies'],
		in: ['checkoutLink.create'],
		tests: [
			'emulator/links: TZS has a hosted checkout',
			'integration/resources/specifiedMethods: checkout links in %s by %s go out under this code, and are found under it',
			'integration/resources/specifiedMethods: checkout links in %s have these methods, with their limits: %s',
		],
	}),
);

import { errorCase, limit, rule, section, statement, TLS_OF_THE_RECEIVER, values } from './row';

const staticRefused = 'emulator/payids: a static PayID with %s is refused';
const withoutCredentials = 'emulator/auth: %s without valid credentials refuses %s with the 401 of its generation';
const declined = [
	'emulator/specifiedWords: notifications a declined card tells why',
	'integration/trigger/delivery: hands on a card payment with all that it shows: %j',
];
const refusedPayid =
	'integration/resources/staticPayid: tells a refusal with %i, after which nothing keeps the PayID from being created';
const aboutTheCredential =
	'integration/transport/requests: what the service says about a refusal about the credential is told by %s.%s, also with status %i';
/** The receiver is the trigger. What the service does with its answers stands with the delivery rules. */
const held = 'integration/trigger/delivery: a PayID callback is answered with 200 once n8n holds it, not before';
const malformed = [
	'integration/trigger/delivery: a PayID callback is answered with 400 when it is %s',
	'integration/trigger/badBodies: what is no notification is refused with 400 %s',
];
const forged = [
	'integration/trigger/delivery: a PayID callback is answered with 401 when its authorization value is %s',
	'integration/trigger/verification: the authorization value is refused when it is %s',
	'integration/trigger/verification: tells a refused caller nothing',
];

export const errors = section(
	'Errors',
	errorCase('staticPayidMalformed', 'Static PayID create: malformed request → 400', {
		in: ['staticPayid.create'],
		tests: [
			'emulator/auth: requests that cannot be read or believed refuses %s with 400',
			'emulator/auth: requests that cannot be read or believed refuses a form where JSON is asked for',
			'emulator/auth: requests that cannot be read or believed names every missing or wrong field with 422',
			'emulator/auth: requests that cannot be read or believed answers v1 with a sentence',
			'emulator/auth: requests that cannot be read or believed answers contact documents with a humanised sentence',
			'emulator/auth: requests that cannot be read or believed tells a file of payouts from JSON on the same path by the content type',
			'unit/core/retryPolicy: what a status stands for %i: %s',
			refusedPayid,
		],
	}),
	errorCase('staticPayidCredentials', 'Static PayID create: bad credentials → 401', {
		in: ['staticPayid.create'],
		tests: [withoutCredentials, refusedPayid],
	}),
	errorCase('staticPayidSemantic', 'Static PayID create: semantic validation failure → 422', {
		in: ['staticPayid.create'],
		tests: [
			'emulator/specifiedWords: requests a static PayID that breaks a rule is refused with 422',
			staticRefused,
			refusedPayid,
		],
	}),
	errorCase('staticPayidReceiver', 'Static PayID callback receiver → 200 accepted, 400, 401', {
		in: ['trigger'],
		tests: [held, ...malformed, ...forged],
	}),
	errorCase('audBalanceCredentials', "v1 balance endpoints: bad credentials → 401 {error: 'Unauthorized', message}", {
		in: ['audBalance.get', 'audBalance.getHistory'],
		tests: [
			'unit/contract/payloads: error bodies have the form the Errors table shows',
			withoutCredentials,
			aboutTheCredential,
		],
	}),
	errorCase(
		'audBalanceHistoryDates',
		"v1 balance history: from_date or to_date missing → 422 {error: 'UnprocessableEntity', message}",
		{
			in: ['audBalance.getHistory'],
			tests: [
				'unit/contract/payloads: error bodies have the form the Errors table shows',
				'emulator/transfers: v1 balance history is signed, pages by number and carries the running balance; missing dates are 422',
				'integration/resources/accounts: AUD balance asks for whole UTC days, and refuses a period that ends before it starts',
				'integration/transport/requests: what the service says about a refusal %j is told',
			],
		},
	),
	errorCase('authorizeStkUnauthorised', "Authorise-STK: not authorised → {errors: {code: 'REQUIRE_LOGIN', message}}", {
		in: ['payin.authorizeStk'],
		tests: [
			'unit/contract/payloads: error bodies have the form the Errors table shows',
			withoutCredentials,
			aboutTheCredential,
		],
	}),
	errorCase('transliterateName', 'v2 payin with transliterate and non-romaji name → validation error', {
		in: ['payin.create'],
		tests: [
			'emulator/payins: create refuses katakana to be transliterated',
			'unit/contract/rules: rules the specification states only romaji is transliterated',
			'unit/core/methodParameters: what the specification rules out kana to be transliterated',
			'integration/action/methodParameters: tells of a name that cannot be transliterated before sending',
		],
	}),
	errorCase('audPayoutMixedAddressing', 'v1 AUD payout batch mixing payid and bsb/account_number → rejected', {
		in: ['audPayout.create', 'audPayout.createFromFile'],
		tests: [
			'emulator/audPayouts: a batch that mixes both kinds is refused',
			'emulator/audPayouts: a file that mixes both kinds of address is refused',
			'integration/resources/audPayoutFile: refuses a file with both addressing methods, naming the rows; the other items go on',
			'integration/resources/audPayout: all items in few requests splits a run with both addressing methods into one request each',
		],
	}),
	errorCase('mobileMoneyIgnored', 'Mobile money prompt ignored or dismissed → payment becomes failed', {
		in: ['trigger'],
		tests: [
			'emulator/payins: mobile money fails when the prompt is dismissed or ignored',
			'emulator/checkoutPage: a prompt that is ignored or dismissed makes the payment fail',
			'integration/waiting/waitForStatus: a payin that failed ends the wait unconfirmed, because records have no word for that',
			'integration/waiting/waitForStatus: a checkout link that is %s ends the wait, by its record',
		],
	}),
	errorCase('payoutRejected', 'Payout held by approvals then rejected → status Rejected', {
		in: ['trigger', 'payout.get'],
		tests: [
			'emulator/payouts: approvals never pays what is rejected; the first decision wins',
			'unit/core/events/naming: nameEvent recognises: rejected payout',
		],
	}),
	errorCase(
		'cardDeclined',
		'Webhook pay_code on failed card payment → error_code (issuer_declined) and error_message',
		{
			in: ['trigger'],
			tests: declined,
		},
	),
	values('staticPayidReceiverStatuses', '200', { in: ['trigger'], tests: [held] }),
	values('staticPayidReceiverStatuses', '400', { in: ['trigger'], tests: malformed }),
	values('staticPayidReceiverStatuses', '401', { in: ['trigger'], tests: forged }),
	rule('Example code of a declined card: issuer_declined', {
		by: ['cardDeclinedCode'],
		in: ['trigger'],
		tests: declined,
	}),
);

const linkExpiry = {
	in: ['checkoutLink.create'],
	tests: [
		'emulator/links: a link expires by the clock, 1,800 seconds after it was made unless told otherwise',
		'emulator/links: a life under 900 seconds is refused',
		'integration/resources/checkoutLink: create refuses an expiry under 900 seconds',
		'integration/resources/checkoutLink: create makes a link with everything the form gives, its reference inside the metadata',
		'integration/resources/checkoutLinkBody: the body of a link has a life of 900 seconds at least, and the form begins with the 1,800 that it has without one',
		'integration/resources/checkoutLinkBody: the body of a link holds no field that may be left out and that the form leaves out',
	],
};
const retries = {
	in: ['trigger'],
	tests: [
		'emulator/notifications: retries after %p it is %s, tried at minutes %p',
		'emulator/notifications: retries waits for its time',
		'emulator/notifications: retries waits no longer than its limit for a receiver that never answers',
		'emulator/notifications: retries delivers what is due at the same time in parallel, within the bound',
		'emulator/notifications: retries leaves nothing waiting after the emulator has stopped in the middle of a delivery',
		'unit/core/events/memory: EventMemory holds back copies for the time %s',
		'integration/trigger/delivery: remembers events for 72 hours, after a restart, too',
	],
};
const partsTold = [
	'integration/resources/specifiedWords: a refund of a %s has a form that says when a part may go back',
	'integration/resources/specifiedWords: a refund of a part is sent at %i minutes, and the answer of the service decides: made, %s',
];
const partial = {
	in: ['payin.refund', 'checkoutLink.refund'],
	tests: [
		'emulator/refunds: refunds parts from 30 minutes on, up to the whole',
		'emulator/links: a refund is full at first, partial from 30 minutes on, and each step is notified',
		...partsTold,
	],
};
const prefix = {
	in: ['staticPayid.create'],
	tests: [
		'emulator/specifiedWords: requests a static PayID prefix has %s',
		'unit/contract/patterns: patterns takes a prefix exactly when it has 3 to 35 lower-case letters, digits, dots',
		'emulator/payids: a static PayID with a short prefix is refused',
		'integration/resources/payids: static PayID refuses a prefix %s',
		'integration/resources/staticPayid: sends a prefix exactly when it has 3 to 35 lower-case letters, digits, dots',
	],
};
const withinLimits = (what: string) =>
	`integration/action/methodLimits: ${what} has the amounts that its method allows, and no others are sent`;
const thai = {
	in: ['payout.create'],
	tests: [
		'emulator/payouts: create keeps the limits of THB and UGX, and rounds VND',
		withinLimits('a payout to a Thai bank in THB'),
	],
};
/** A row for each direction and end: a test of one of them tells nothing of the others. */
const ugandan = (direction: string, operation: string, from: string, to = from) => [
	limit(`ug_bank_ugx ${direction}: from 15,000 UGX`, 'ugBankUgx.minimum', 15_000, {
		in: [operation],
		tests: [from, withinLimits(`a ${direction} in Uganda in UGX`)],
	}),
	limit(`ug_bank_ugx ${direction}: to 36,000,000 UGX`, 'ugBankUgx.maximum', 36_000_000, {
		in: [operation],
		tests: [to, withinLimits(`a ${direction} in Uganda in UGX`)],
	}),
];
const cards = {
	in: ['checkoutLink.create'],
	tests: [
		'emulator/links: a card payment above 10,000 NZD is refused',
		'emulator/links: a card payment above 10,000 HKD is refused',
		'emulator/links: the limits themselves are accepted, and yen are rounded',
		withinLimits('a card link in %s'),
	],
};
const shortPages =
	'integration/resources/specifiedWords: the pages of a list of %s: %s are as long as the default, 20, where the service takes no longer ones';
const defaults = 'unit/contract/payloads: example payloads fills in the defaults the specification states';

export const limits = section(
	'Limits',
	limit('Access token lifetime: 3600 seconds', 'accessTokenSeconds', 3600, {
		in: ['gatewayLink.create'],
		tests: [
			'emulator/gateway: a token lives for an hour on the clock; a missing, wrong, expired or revoked one is refused with 401',
			'integration/resources/gatewayLink: keeps the token for its hour, over items and executions, and renews it at its end',
		],
	}),
	limit('expires_in: default 1800 s', 'linkExpiry.defaultSeconds', 1800, linkExpiry),
	limit('expires_in: minimum 900 s', 'linkExpiry.minimumSeconds', 900, linkExpiry),
	limit('expired_at (vn_<qr_scheme>_vnd): at least 15 minutes in the future', 'payinExpiryMinimumMinutes', 15, {
		in: ['payin.create'],
		tests: [
			'emulator/payins: create refuses expiry too near',
			'integration/action/methodParameters: tells of %s before sending',
			'integration/action/payins: create takes an expiry of 15 minutes from the moment at which its expression was evaluated',
			'emulator/payins: create heeds expired_at for the bank QR of VND alone',
		],
	}),
	limit('Webhook retries: 3', 'webhookRetries.count', 3, retries),
	limit('Webhook retries: 15 minutes apart', 'webhookRetries.minutesApart', 15, retries),
	limit('Refund expiry: 10 days', 'refundExpiryDays', 10, {
		in: ['payin.refund'],
		tests: [
			'emulator/refunds: expires after ten days without funds',
			'integration/resources/specifiedWords: a refund that finds no funds for ten days is shown as expired, and as no success',
		],
	}),
	limit('Partial refund: not before 30 minutes after completion', 'partialRefundMinutes.earliest', 30, partial),
	limit('Partial refund: by 60 minutes after completion', 'partialRefundMinutes.latest', 60, {
		...partial,
		tests: ['emulator/refunds: a partial refund at %d minutes answers %d where they end again', ...partsTold],
	}),
	limit('Payout description: at least 5 characters', 'payoutDescriptionMinimumLength', 5, {
		in: ['payout.create'],
		tests: [
			'unit/contract/rules: rules the specification states a payout description has 5 characters',
			'integration/action/badInput: a payout with a short description stops before anything of it or after it is sent',
			'integration/action/badInput: a payout with a short description lets the other items go on, when asked to',
			'integration/action/badInput: a batch with a short description pays nobody',
			'integration/action/badInput: a batch with a short description pays the others, when asked to',
		],
	}),
	limit('Refund reason: at least 5 characters', 'refundReasonMinimumLength', 5, {
		in: ['payin.refund'],
		tests: [
			'unit/contract/rules: rules the specification states a refund has a reason of 5 characters',
			'integration/action/badInput: a refund with a short reason is not sent',
			'emulator/refunds: refuses what cannot be refunded',
		],
	}),
	limit('Payout list period: up to 1 year', 'payoutListMaximumYears', 1, {
		in: ['payout.getAll'],
		tests: [
			'emulator/payouts: list spans a year at most',
			'integration/action/badInput: a list of more than a year is not asked for',
			'integration/action/payouts: what became of payouts is listed for exactly one year, %s',
		],
	}),
	limit('Default page size (payins/all, v1 history): 20', 'pageSize', 20, {
		in: ['payin.getAll', 'audBalance.getHistory'],
		tests: [defaults, shortPages],
	}),
	rule('page defaults to 1', {
		by: ['page'],
		in: ['payin.getAll', 'payout.getAll', 'audBalance.getHistory'],
		tests: [
			defaults,
			'integration/resources/specifiedWords: the pages of a list of %s: %s begin with page 1, and one follows the other',
		],
	}),
	limit('Balance history size: default 20', 'balanceHistorySize', 20, {
		in: ['balance.getHistory'],
		tests: [defaults, shortPages],
	}),
	limit('prefix_static_payid: from 3 characters', 'staticPayidPrefixLength.minimum', 3, prefix),
	limit('prefix_static_payid: to 35 characters', 'staticPayidPrefixLength.maximum', 35, prefix),
	limit('Branch code: required above 300,000,000 VND or if bank requires', 'branchCodeAboveVnd', 300_000_000, {
		in: ['payout.create'],
		tests: [
			'emulator/payouts: create asks for a branch code above 300,000,000 VND, or when the bank does',
			'integration/action/payouts: a payout above 300,000,000 VND needs the branch of the bank, and says where to find it',
			'integration/action/payouts: a payout above 300,000,000 in another currency than VND needs no branch',
		],
	}),
	limit('th_bank_thb payout: from 300 THB', 'thBankPayoutThb.minimum', 300, thai),
	limit('th_bank_thb payout: to 2,000,000 THB', 'thBankPayoutThb.maximum', 2_000_000, thai),
	ugandan('payin', 'payin.create', 'emulator/payins: create keeps the limits of UGX at both ends'),
	ugandan(
		'hosted checkout',
		'checkoutLink.create',
		'emulator/links: less than 15,000 UGX is refused',
		'emulator/links: more than 36,000,000 UGX is refused',
	),
	ugandan('payout', 'payout.create', 'emulator/payouts: create keeps the limits of THB and UGX, and rounds VND'),
	limit('au_payid_npp_aud payout: minimum 1 AUD', 'auPayidPayoutMinimumAud', 1, {
		in: ['payout.create'],
		tests: [
			'emulator/payouts: create refuses less than 1 AUD by PayID, and then pays nobody',
			withinLimits('a payout to a PayID in AUD'),
		],
	}),
	limit('NZD card payments cap at 10,000', 'cardMaximum.NZD', 10_000, cards),
	limit('HKD card payments cap at 10,000', 'cardMaximum.HKD', 10_000, cards),
	limit('MWK methods start at 2,000; mw_bank_mwk minimum 2,000 MWK', 'mwkMinimum', 2_000, {
		in: ['checkoutLink.create'],
		tests: [
			'emulator/links: less than 2,000 MWK is refused',
			'emulator/links: less than 2,000 MWK by bank is refused',
			withinLimits('a link by mobile money in MWK'),
			withinLimits('a link by bank in MWK'),
		],
	}),
	rule('Per-method min_amount, max_amount: returned by the methods endpoints', {
		by: ['payinMethodRecord', 'payoutMethodRecord', 'v3PayinMethodRecord'],
		in: ['payin.create', 'payout.create', 'checkoutLink.create', 'parameter forms'],
		tests: [
			'emulator/methods: catalogue names a method once per direction, within one currency of the service, with sensible limits',
			'emulator/payins: create refuses amount above the limit',
			'integration/action/forms: method pickers tell how much a method takes, as far as the service shows it: %s',
			'integration/action/forms: parameter forms ask for what the payin method asks for, banks to choose from',
			withinLimits('a payin in Uganda in UGX'),
			withinLimits('a hosted checkout in Uganda in UGX'),
			withinLimits('a payout in Uganda in UGX'),
			'integration/action/badInput: a payout with an amount above the method’s limit stops before anything of it or after it is sent',
			'integration/action/badInput: a payout with an amount above the method’s limit lets the other items go on, when asked to',
			'integration/action/badInput: a batch with an amount above the method’s limit pays nobody',
			'integration/action/badInput: a batch with an amount above the method’s limit pays the others, when asked to',
			'integration/action/badInput: a payout with an amount below the method’s limit stops before anything of it or after it is sent',
			'integration/action/badInput: a payout with an amount below the method’s limit lets the other items go on, when asked to',
			'integration/action/badInput: a batch with an amount below the method’s limit pays nobody',
			'integration/action/badInput: a batch with an amount below the method’s limit pays the others, when asked to',
		],
	}),
	limit('Settlement report file_url: pre-signed, valid 3 minutes', 'settlementFileMinutes', 3, {
		in: ['settlementReport.download'],
		tests: [
			'emulator/settlements: a file address works for three minutes of the clock and only with its own signature',
			'integration/transport/requests: the file behind a pre-signed address is asked for anew when the address has stopped working, and never with the credential',
		],
	}),
	rule('file_url: fetch with plain GET without auth headers', {
		in: ['settlementReport.download'],
		tests: [
			'emulator/settlements: a request for a file that carries credentials is counted',
			'integration/action/reading: settlement reports are downloaded without the credential, with their name, and add up to their summary',
		],
	}),
	statement(
		'Webhook endpoint TLS: 1.2 or higher',
		['payin.create', 'payout.create', 'checkoutLink.create', 'staticPayid.create'],
		TLS_OF_THE_RECEIVER,
	),
);

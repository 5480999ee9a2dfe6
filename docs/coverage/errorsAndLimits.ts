import { errorCase, limit, rule, section, values } from './row';

const staticRefused = 'emulator/payids: a static PayID with %s is refused';
const withoutCredentials = 'emulator/auth: without valid credentials';
const declined = 'emulator/cards: the issuer may decline';

export const errors = section(
	'Errors',
	errorCase('staticPayidMalformed', 'Static PayID create: malformed request → 400', {
		in: ['staticPayid.create'],
		tests: [
			'emulator/auth: requests that cannot be read or believed',
			'unit/core/retryPolicy: what a status stands for',
		],
	}),
	errorCase('staticPayidCredentials', 'Static PayID create: bad credentials → 401', {
		in: ['staticPayid.create'],
		tests: [withoutCredentials],
	}),
	errorCase('staticPayidSemantic', 'Static PayID create: semantic validation failure → 422', {
		in: ['staticPayid.create'],
		tests: [staticRefused],
	}),
	errorCase('staticPayidReceiver', 'Static PayID callback receiver → 200 accepted, 400, 401', {
		in: ['trigger'],
		tests: [
			'integration/trigger/badBodies: what is no notification is refused with 400',
			'integration/trigger/verification: tells a refused caller nothing',
			'emulator/notifications: retries',
		],
	}),
	errorCase('audBalanceCredentials', "v1 balance endpoints: bad credentials → 401 {error: 'Unauthorized', message}", {
		in: ['audBalance.get', 'audBalance.getHistory'],
		tests: ['unit/contract/payloads: have the form the Errors table shows', withoutCredentials],
	}),
	errorCase(
		'audBalanceHistoryDates',
		"v1 balance history: from_date or to_date missing → 422 {error: 'UnprocessableEntity', message}",
		{
			in: ['audBalance.getHistory'],
			tests: [
				'unit/contract/payloads: have the form the Errors table shows',
				'emulator/transfers: missing dates are 422',
			],
		},
	),
	errorCase('authorizeStkUnauthorised', "Authorise-STK: not authorised → {errors: {code: 'REQUIRE_LOGIN', message}}", {
		in: ['payin.authorizeStk'],
		tests: ['unit/contract/payloads: have the form the Errors table shows', withoutCredentials],
	}),
	errorCase('transliterateName', 'v2 payin with transliterate and non-romaji name → validation error', {
		in: ['payin.create'],
		tests: ['emulator/payins: katakana to be transliterated', 'unit/contract/rules: only romaji is transliterated'],
	}),
	errorCase('audPayoutMixedAddressing', 'v1 AUD payout batch mixing payid and bsb/account_number → rejected', {
		in: ['audPayout.create', 'audPayout.createFromFile'],
		tests: [
			'emulator/audPayouts: a batch that mixes both kinds',
			'emulator/audPayouts: that mixes both kinds of address',
			'integration/resources/audPayout: splits a run with both addressing methods',
		],
	}),
	errorCase('mobileMoneyIgnored', 'Mobile money prompt ignored or dismissed → payment becomes failed', {
		in: ['trigger'],
		tests: [
			'emulator/payins: fails when the prompt is dismissed or ignored',
			'emulator/checkoutPage: a prompt that is ignored or dismissed',
		],
	}),
	errorCase('payoutRejected', 'Payout held by approvals then rejected → status Rejected', {
		in: ['trigger', 'payout.get'],
		tests: ['emulator/payouts: never pays what is rejected'],
	}),
	errorCase(
		'cardDeclined',
		'Webhook pay_code on failed card payment → error_code (issuer_declined) and error_message',
		{
			in: ['trigger'],
			tests: [declined],
		},
	),
	values('staticPayidReceiverStatuses', '200 400 401', { in: ['trigger'], tests: ['emulator/notifications: retries'] }),
	rule('Example code of a declined card: issuer_declined', {
		by: ['cardDeclinedCode'],
		in: ['trigger'],
		tests: [declined],
	}),
);

const linkExpiry = {
	in: ['checkoutLink.create'],
	tests: [
		'emulator/links: 1,800 seconds after it was made',
		'emulator/links: a life under 900 seconds',
		'integration/resources/checkoutLink: an expiry under 900 seconds',
	],
};
const retries = { in: ['trigger'], tests: ['emulator/notifications: retries'] };
const partial = {
	in: ['payin.refund', 'checkoutLink.refund'],
	tests: [
		'emulator/refunds: refunds parts from 30 minutes on',
		'emulator/links: a refund is full at first, partial from 30 minutes on',
	],
};
const prefix = {
	in: ['staticPayid.create'],
	tests: [
		'unit/contract/patterns: takes a prefix exactly when it has 3 to 35',
		'emulator/payids: a short prefix',
		'integration/resources/payids: refuses a prefix %s',
	],
};
const thai = { in: ['payout.create'], tests: ['emulator/payouts: keeps the limits of THB and UGX'] };
const ugandan = {
	in: ['payin.create', 'payout.create', 'checkoutLink.create'],
	tests: [
		'emulator/payouts: keeps the limits of THB and UGX',
		'emulator/links: less than 15,000 UGX',
		'emulator/links: more than 36,000,000 UGX',
	],
};
const cards = {
	in: ['checkoutLink.create'],
	tests: [
		'emulator/links: a card payment above 10,000 NZD',
		'emulator/links: a card payment above 10,000 HKD',
		'emulator/links: the limits themselves are accepted',
	],
};
const defaults = 'unit/contract/payloads: fills in the defaults the specification states';

export const limits = section(
	'Limits',
	limit('Access token lifetime: 3600 seconds', 'accessTokenSeconds', 3600, {
		in: ['gatewayLink.create'],
		tests: [
			'emulator/gateway: a token lives for an hour',
			'integration/resources/gatewayLink: keeps the token for its hour',
		],
	}),
	limit('expires_in: default 1800 s', 'linkExpiry.defaultSeconds', 1800, linkExpiry),
	limit('expires_in: minimum 900 s', 'linkExpiry.minimumSeconds', 900, linkExpiry),
	limit('expired_at (vn_<qr_scheme>_vnd): at least 15 minutes in the future', 'payinExpiryMinimumMinutes', 15, {
		in: ['payin.create'],
		tests: [
			'emulator/payins: expiry too near',
			'integration/action/badInput: an expiry too soon',
			'emulator/payins: heeds expired_at',
		],
	}),
	limit('Webhook retries: 3', 'webhookRetries.count', 3, retries),
	limit('Webhook retries: 15 minutes apart', 'webhookRetries.minutesApart', 15, retries),
	limit('Refund expiry: 10 days', 'refundExpiryDays', 10, {
		in: ['payin.refund'],
		tests: ['emulator/refunds: expires after ten days without funds'],
	}),
	limit('Partial refund: not before 30 minutes after completion', 'partialRefundMinutes.earliest', 30, partial),
	limit('Partial refund: by 60 minutes after completion', 'partialRefundMinutes.latest', 60, partial),
	limit('Payout description: at least 5 characters', 'payoutDescriptionMinimumLength', 5, {
		in: ['payout.create'],
		tests: [
			'unit/contract/rules: a payout description has 5 characters',
			'integration/action/badInput: a short description',
		],
	}),
	limit('Refund reason: at least 5 characters', 'refundReasonMinimumLength', 5, {
		in: ['payin.refund', 'checkoutLink.refund'],
		tests: [
			'unit/contract/rules: a refund has a reason of 5 characters',
			'integration/action/badInput: a short reason',
			'emulator/refunds: refuses what cannot be refunded',
		],
	}),
	limit('Payout list period: up to 1 year', 'payoutListMaximumYears', 1, {
		in: ['payout.getAll'],
		tests: ['emulator/payouts: spans a year at most', 'integration/action/badInput: more than a year'],
	}),
	limit('Default page size (payins/all, v1 history): 20', 'pageSize', 20, {
		in: ['payin.getAll', 'audBalance.getHistory'],
		tests: [defaults],
	}),
	rule('page defaults to 1', {
		by: ['page'],
		in: ['payin.getAll', 'payout.getAll', 'audBalance.getHistory'],
		tests: [defaults],
	}),
	limit('Balance history size: default 20', 'balanceHistorySize', 20, {
		in: ['balance.getHistory'],
		tests: [defaults],
	}),
	limit('prefix_static_payid: from 3 characters', 'staticPayidPrefixLength.minimum', 3, prefix),
	limit('prefix_static_payid: to 35 characters', 'staticPayidPrefixLength.maximum', 35, prefix),
	limit('Branch code: required above 300,000,000 VND or if bank requires', 'branchCodeAboveVnd', 300_000_000, {
		in: ['payout.create'],
		tests: ['emulator/payouts: asks for a branch code above 300,000,000 VND'],
	}),
	limit('th_bank_thb payout: from 300 THB', 'thBankPayoutThb.minimum', 300, thai),
	limit('th_bank_thb payout: to 2,000,000 THB', 'thBankPayoutThb.maximum', 2_000_000, thai),
	limit('ug_bank_ugx: from 15,000 UGX', 'ugBankUgx.minimum', 15_000, ugandan),
	limit('ug_bank_ugx: to 36,000,000 UGX', 'ugBankUgx.maximum', 36_000_000, ugandan),
	limit('au_payid_npp_aud payout: minimum 1 AUD', 'auPayidPayoutMinimumAud', 1, {
		in: ['payout.create', 'audPayout.create'],
		tests: [
			'emulator/payouts: less than 1 AUD by PayID',
			'emulator/audPayouts: less than 1 AUD to a PayID',
			'integration/resources/audPayout: less than 1 AUD by PayID',
		],
	}),
	limit('NZD card payments cap at 10,000', 'cardMaximum.NZD', 10_000, cards),
	limit('HKD card payments cap at 10,000', 'cardMaximum.HKD', 10_000, cards),
	limit('MWK methods start at 2,000; mw_bank_mwk minimum 2,000 MWK', 'mwkMinimum', 2_000, {
		in: ['checkoutLink.create'],
		tests: ['emulator/links: less than 2,000 MWK', 'emulator/links: less than 2,000 MWK by bank'],
	}),
	rule('Per-method min_amount, max_amount: returned by the methods endpoints', {
		by: ['payinMethodRecord', 'payoutMethodRecord', 'v3PayinMethodRecord'],
		in: ['payin.create', 'payout.create', 'parameter forms'],
		tests: [
			'emulator/methods: with sensible limits',
			'emulator/payins: amount above the limit',
			'integration/action/badInput: an amount above the method',
			'integration/action/badInput: an amount below the method',
		],
	}),
	limit('Settlement report file_url: pre-signed, valid 3 minutes', 'settlementFileMinutes', 3, {
		in: ['settlementReport.download'],
		tests: ['emulator/settlements: a file address works for three minutes'],
	}),
	rule('file_url: fetch with plain GET without auth headers', {
		in: ['settlementReport.download'],
		tests: [
			'emulator/settlements: a request for a file that carries credentials is counted',
			'integration/action/reading: are downloaded without the credential',
		],
	}),
	limit('Webhook endpoint TLS: 1.2 or higher', 'minimumTlsVersion', '1.2', {
		in: ['payin.create', 'payout.create', 'checkoutLink.create', 'staticPayid.create'],
		tests: [
			'unit/core/serviceAddress: an address the service delivers to',
			'unit/contract/rules: a payin is notified over https',
		],
	}),
);

import { endpoint, fields, rule, section } from './row';

const created = 'integration/resources/payids: static PayID is created with everything the form gives';
const wholeBody =
	'integration/resources/specifiedWords: a static PayID holds the fields of the specification and no others, with what the form gives';
const refused = 'emulator/payids: a static PayID with %s is refused';

export const everyEndpoint = section(
	'Endpoints',
	rule('Every endpoint requires the app-id and secret-key headers unless stated', {
		by: ['endpoints'],
		in: ['credential'],
		tests: [
			'emulator/auth: %s without valid credentials refuses %s with the 401 of its generation',
			'integration/transport/requests: a request carries the credential in two headers, and nothing of it anywhere else',
		],
	}),
	rule('Response code 200 means success', {
		in: ['every operation'],
		tests: [
			'unit/core/retryPolicy: what a status stands for %i: %s',
			'unit/core/retryPolicy: the decision table accepts an answer and nothing else',
		],
	}),
);

export const v1StaticPayid = section(
	'v1: static PayID',
	endpoint(
		'v1.staticPayid.create',
		['staticPayid.create'],
		'emulator/payids: a static PayID is paid again and again, each payment called back and booked',
		created,
	),
	fields('v1.staticPayid.create body', {
		name: [
			'string',
			'unit/contract/rules: rules the specification states a static PayID name holds letters, digits, spaces',
			'integration/resources/payids: static PayID refuses a name with an apostrophe',
			'integration/resources/staticPayid: sends a name exactly when it holds letters without accents, digits, spaces',
			refused,
			wholeBody,
		],
		email: ['string', 'integration/resources/payids: static PayID refuses no email', wholeBody],
		prefix_static_payid: [
			'string',
			'unit/contract/patterns: patterns takes a prefix exactly when it has 3 to 35 lower-case letters, digits, dots',
			'integration/resources/payids: static PayID refuses a prefix %s',
			'integration/resources/staticPayid: sends a prefix exactly when it has 3 to 35 lower-case letters, digits, dots',
			wholeBody,
		],
		address: ['string, optional', created, wholeBody],
		city: ['string, optional', created, wholeBody],
		state: ['string, optional', created, wholeBody],
		zip_code: ['string, optional', created, wholeBody],
		phone: ['string, optional', created, wholeBody],
		external_id: 'string, optional',
		customer_notification: [
			'object',
			'unit/contract/rules: rules the specification states a static PayID needs a notification',
			wholeBody,
		],
		'customer_notification.endpoint_url': [
			'string',
			refused,
			'integration/resources/payids: static PayID refuses a notification address without https',
			wholeBody,
		],
		'customer_notification.authorization_header': [
			'string',
			'integration/resources/payids: static PayID refuses a notification without authorization',
			wholeBody,
		],
	}),
	rule('Callback: POST to customer_notification.endpoint_url when the status changes', {
		by: ['payidNotification', 'staticPayidReceiverStatuses'],
		in: ['trigger'],
		tests: [
			'emulator/payids: a static PayID is paid again and again, each payment called back and booked',
			'emulator/payids: an expired static PayID is called back and takes no more payments; its prefix stays taken',
			'integration/trigger/delivery: knows the notifications of every source',
			'integration/trigger/delivery: a PayID callback is answered with 200 once n8n holds it, not before',
		],
	}),
);

const token =
	'emulator/gateway: a token lives for an hour on the clock; a missing, wrong, expired or revoked one is refused with 401';

export const v1Gateway = section(
	'v1: payment gateway link',
	endpoint(
		'v1.gateway.accessToken',
		['gatewayLink.create'],
		token,
		'integration/resources/gatewayLink: asks for one token when many executions start together',
	),
	fields('v1.gateway.accessToken response', {
		access_token: 'string',
		expires_in: [
			'integer',
			token,
			'integration/resources/gatewayLink: keeps the token for its hour, over items and executions, and renews it at its end',
		],
	}),
	endpoint(
		'v1.gateway.create',
		['gatewayLink.create'],
		'emulator/gateway: the customer pays on the hosted page with the billing address filled in, and the shop is notified',
		'integration/resources/gatewayLink: makes a link, with a token that no output shows',
		'integration/resources/gatewayLink: sends what the form says',
	),
	rule('create_payment requires an extra header access-token', {
		in: ['gatewayLink.create'],
		tests: [
			'unit/contract/endpoints: the list of endpoints asks for the access token at one endpoint only',
			'integration/resources/gatewayLink: renews a refused token once for all who hold it, and sends again',
		],
	}),
);

export const v1OneTimePayid = section(
	'v1: one-time PayID',
	endpoint(
		'v1.oneTimePayid.create',
		['oneTimePayid.create'],
		'emulator/payids: a one-time PayID carries GST and its metadata, and says when it was paid too much or too little',
		'integration/resources/payids: one-time PayID is created with its tax, expiry in UTC and metadata',
	),
	fields('v1.oneTimePayid.create body', {
		metadata: [
			'object, optional',
			'emulator/payids: a one-time PayID carries GST and its metadata, and says when it was paid too much or too little',
			'integration/resources/payids: one-time PayID is created with its tax, expiry in UTC and metadata',
		],
	}),
	fields('v1.oneTimePayid.create response', {
		metadata: [
			'object',
			'emulator/payids: a one-time PayID carries GST and its metadata, and says when it was paid too much or too little',
			'integration/resources/payids: one-time PayID is created with its tax, expiry in UTC and metadata',
		],
	}),
);

const history =
	'emulator/transfers: v1 balance history is signed, pages by number and carries the running balance; missing dates are 422';

export const v1Balances = section(
	'v1: balances',
	endpoint(
		'v1.balances.detail',
		['audBalance.get', 'audPayout.preview'],
		'emulator/payids: GST is for Australian merchants, and v1 for AUD accounts',
		'integration/resources/accounts: AUD balance is read with its five amounts and the time of reading',
	),
	endpoint(
		'v1.balances.history',
		['audBalance.getHistory'],
		history,
		'integration/resources/accounts: AUD balance lists %i entries completely, each once',
	),
	fields('v1.balances.history query', {
		from_date: [
			'string',
			history,
			'unit/contract/rules: rules the specification states a v1 history needs both dates',
			'integration/resources/accounts: AUD balance asks for whole UTC days, and refuses a period that ends before it starts',
		],
		to_date: [
			'string',
			history,
			'unit/contract/rules: rules the specification states a v1 history needs both dates',
			'integration/resources/accounts: AUD balance asks for whole UTC days, and refuses a period that ends before it starts',
		],
		page: [
			'number, optional',
			'unit/contract/payloads: example payloads fills in the defaults the specification states',
			'integration/resources/specifiedWords: the pages of a list of %s: %s begin with page 1, and one follows the other',
		],
		per_page: [
			'number, optional',
			'unit/contract/payloads: example payloads fills in the defaults the specification states',
			'integration/resources/specifiedWords: the pages of a list of %s: %s are as long as the default, 20, where the service takes no longer ones',
		],
	}),
);

const yen = 'emulator/transfers: yen deposits are whole and carry half-width katakana';
const remitter =
	'integration/resources/treasuryDeposit: tells of a deposit who sent it from where, each under its own name';
const refusedDeposit = (what: string) =>
	`integration/resources/accounts: sandbox simulations refuses a deposit with ${what}`;
const katakana = 'emulator/specifiedWords: requests %s of a yen deposit is in half-width katakana';

export const v1Deposit = section(
	'v1: sandbox deposit simulation (sandbox only)',
	endpoint(
		'v1.deposits.simulate',
		['treasuryDeposit.simulate'],
		yen,
		'integration/resources/accounts: sandbox simulations lets a deposit arrive',
	),
	fields('v1.deposits.simulate body', {
		account_number: ['string', refusedDeposit('no account number'), remitter],
		amount: [
			'string',
			'unit/contract/rules: rules the specification states a deposit amount is a string',
			refusedDeposit('no amount'),
			yen,
			remitter,
		],
		remitter_name: ['string, optional', katakana, yen, remitter],
		remitter_bank_name: ['string, optional', katakana, remitter],
		remitter_branch_name: ['string, optional', katakana, remitter],
		remarks: ['string, optional', remitter],
	}),
	rule('The deposit appears in the history, and the Incoming and Available balances update', {
		in: ['treasuryDeposit.simulate'],
		tests: [yen, 'integration/resources/accounts: sandbox simulations lets a deposit arrive'],
	}),
);

const mixed = [
	'integration/resources/audPayout: all items in few requests splits a run with both addressing methods into one request each',
	'unit/contract/rules: rules the specification states refuses a v1 payout that mixes addressing methods',
	'emulator/audPayouts: a batch that mixes both kinds is refused',
];

const asGiven =
	'integration/resources/audPayout: one request per item sends %s as it was given: no rule of the service forbids it';

export const v1Payouts = section(
	'v1: AUD payouts',
	endpoint(
		'v1.payouts.create',
		['audPayout.create'],
		'emulator/audPayouts: a batch progresses on the clock, each transaction for itself, and every step is notified',
		'integration/resources/audPayout: one request per item pays by PayID and by bank account',
		asGiven,
	),
	endpoint(
		'v1.payouts.createFromFile',
		['audPayout.createFromFile'],
		'emulator/audPayouts: a CSV file becomes a batch',
		'integration/resources/audPayoutFile: pays everybody in a file, sent as it is',
	),
	fields('v1.payouts.create body payout_transaction_details', {
		payid: 'string, optional',
		payid_type: [
			'string, optional',
			'integration/resources/audPayout: one request per item pays by every kind of PayID, in the words of the service',
			'integration/resources/audPayout: one request per item refuses no PayID Type',
			'emulator/audPayouts: a batch progresses on the clock, each transaction for itself, and every step is notified',
			'unit/contract/rules: rules the specification states refuses a v1 payout that lacks payid_type',
			'unit/contract/rules: rules the specification states refuses a v1 payout that writes payid_type in upper case',
		],
		bsb: 'string, optional',
		account_number: [
			'string, optional',
			'unit/contract/rules: rules the specification states refuses a v1 payout that lacks account_number',
			'integration/resources/audPayout: one request per item refuses no account number',
			'integration/resources/audPayout: one request per item pays by PayID and by bank account',
		],
	}),
	rule('Every transaction of one request must use the same addressing method', {
		in: ['audPayout.create'],
		tests: mixed,
	}),
	rule('A file that mixes the two is rejected', {
		in: ['audPayout.createFromFile'],
		tests: [
			'emulator/audPayouts: a file that mixes both kinds of address is refused',
			'integration/resources/audPayoutFile: refuses a file with both addressing methods, naming the rows; the other items go on',
		],
	}),
	rule('One transaction cannot carry both', {
		in: ['audPayout.create', 'audPayout.createFromFile'],
		tests: [
			'unit/contract/rules: rules the specification states refuses a v1 payout that carries both in one transaction',
			'emulator/audPayouts: both kinds of address in one transaction is refused',
			'integration/resources/audPayout: one request per item refuses a PayID and a bank account together',
			'integration/resources/audPayoutFile: refuses a file with both addresses in a row, naming the rows; the other items go on',
		],
	}),
);

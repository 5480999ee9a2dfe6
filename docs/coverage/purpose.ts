import { rule, section } from './row';

export const conventions = section(
	'Conventions',
	rule('Requests and responses are JSON unless stated', {
		in: ['every operation'],
		tests: [
			'emulator/auth: requests that cannot be read or believed refuses a form where JSON is asked for',
			'emulator/auth: requests that cannot be read or believed refuses %s with 400',
			'emulator/auth: requests that cannot be read or believed refuses a form where JSON is asked for',
			'emulator/auth: requests that cannot be read or believed names every missing or wrong field with 422',
			'emulator/auth: requests that cannot be read or believed answers v1 with a sentence',
			'emulator/auth: requests that cannot be read or believed answers contact documents with a humanised sentence',
			'emulator/auth: requests that cannot be read or believed tells a file of payouts from JSON on the same path by the content type',
			'integration/transport/requests: a request sends its body as JSON',
			'integration/resources/audPayoutFile: pays everybody in a file, sent as it is',
		],
	}),
	rule('Each base address ends with an /api path segment', {
		in: ['credential'],
		tests: [
			'unit/core/serviceAddress: the base address %s is %s',
			'unit/core/serviceAddress: the base address %j is refused',
			'unit/core/serviceAddress: the base address that was probably meant is accepted',
			'unit/core/serviceAddress: the base address that was probably meant is accepted',
		],
	}),
	rule('Timestamps are ISO 8601 unless a format is given', {
		by: ['timestamp', 'utcDateTime', 'zuluDateTime', 'isoDate', 'filterDate'],
		in: ['every operation'],
		tests: [
			'unit/contract/patterns: patterns reads every moment in the forms the service uses',
			'unit/core/dates: writing a point in time in the three forms of the service',
		],
	}),
	rule('Operations marked sandbox only do not exist in production', {
		in: ['payin.simulate', 'payin.authorizeStk', 'payout.simulate', 'transfer.simulate', 'treasuryDeposit.simulate'],
		tests: [
			'unit/contract/endpoints: the list of endpoints marks what exists in the sandbox only',
			'emulator/auth: sandbox-only operations do not exist in production, where credentials differ',
			'integration/action/badInput: in production %s %s refuses without a request',
			'integration/resources/accounts: sandbox simulations refuses to run with a production credential, before any request',
		],
	}),
);

export const purpose = section(
	'What the service does',
	rule('1. /v1, /v2 and /v3 share one credential scheme and are told apart by path prefix', {
		by: ['endpoints'],
		in: ['credential'],
		tests: [
			'emulator/auth: %s without valid credentials refuses %s with the 401 of its generation',
			'unit/contract/endpoints: the list of endpoints holds every endpoint of the specification exactly once',
			'integration/transport/requests: a request carries the credential in two headers, and nothing of it anywhere else',
			'integration/outputs: %s runs with a good input, calls the endpoints of its row and no others, and gives what its output schema says',
		],
	}),
	rule('2. Payment methods are discovered at run time, each with its own parameters and limits', {
		by: ['payinMethodRecord', 'payoutMethodRecord'],
		in: ['parameter forms', 'payinMethod.getAll', 'payoutMethod.getAll', 'checkoutLink.getMethods'],
		tests: [
			'integration/action/forms: parameter forms exist for every method of every account',
			'unit/core/methodParameters: reading a parameter of a method %j',
			'unit/core/methodParameters: reading a parameter of a method “%s” offers %j',
			'unit/core/methodParameters: reading a parameter of a method finds again what was described',
			'emulator/methods: endpoints describe a parameter as type, need and words',
		],
	}),
	rule('3. Status changes are pushed by HTTP POST to a merchant-supplied URL', {
		by: ['notifications'],
		in: ['trigger'],
		tests: [
			'emulator/notifications: one notification is a POST of JSON with the authorization value the merchant chose, signed over its raw body',
			'integration/trigger/delivery: hands on an event in the shape that both triggers use',
		],
	}),
	rule('4. A Card API and a Cashback API use the same credentials; their endpoints are not shown', {
		by: ['cardPayment', 'cashbackTransaction'],
		in: ['HTTP Request node'],
		tests: [
			'emulator/cards: a card is authorised, captured once, received and refunded in part',
			'emulator/cards: cashback is delivered once per transaction to an activated user',
		],
	}),
	rule('5. A read-only Reporting API returns settlement report files', {
		by: ['settlementReport'],
		in: ['settlementReport.getAll', 'settlementReport.download', 'polling trigger'],
		tests: [
			'emulator/settlements: each report sums exactly what the ledger shows for its period, and so does its file',
			'integration/action/reading: settlement reports are listed newest first, by frequency and period',
			'integration/action/reading: settlement reports are downloaded without the credential, with their name, and add up to their summary',
		],
	}),
);

import { rule, section } from './row';

export const conventions = section(
	'Conventions',
	rule('Requests and responses are JSON unless stated', {
		in: ['every operation'],
		tests: [
			'emulator/auth: refuses a form where JSON is asked for',
			'emulator/auth: requests that cannot be read or believed',
		],
	}),
	rule('Each base address ends with an /api path segment', {
		in: ['credential'],
		tests: [
			'unit/core/serviceAddress: the base address',
			'unit/core/serviceAddress: that was probably meant is accepted',
		],
	}),
	rule('Timestamps are ISO 8601 unless a format is given', {
		by: ['timestamp', 'utcDateTime', 'zuluDateTime', 'isoDate', 'filterDate'],
		in: ['every operation'],
		tests: [
			'unit/contract/patterns: reads every moment in the forms the service uses',
			'unit/core/dates: in the three forms of the service',
		],
	}),
	rule('Operations marked sandbox only do not exist in production', {
		in: ['payin.simulate', 'payin.authorizeStk', 'payout.simulate', 'transfer.simulate', 'treasuryDeposit.simulate'],
		tests: [
			'unit/contract/endpoints: marks what exists in the sandbox only',
			'emulator/auth: do not exist in production',
			'integration/action/badInput: in production',
			'integration/resources/accounts: refuses to run with a production credential',
		],
	}),
);

export const purpose = section(
	'What the service does',
	rule('1. /v1, /v2 and /v3 share one credential scheme and are told apart by path prefix', {
		by: ['endpoints'],
		in: ['credential'],
		tests: [
			'emulator/auth: without valid credentials',
			'unit/contract/endpoints: holds every endpoint of the specification',
		],
	}),
	rule('2. Payment methods are discovered at run time, each with its own parameters and limits', {
		by: ['payinMethodRecord', 'payoutMethodRecord'],
		in: ['parameter forms', 'payinMethod.getAll', 'payoutMethod.getAll', 'checkoutLink.getMethods'],
		tests: [
			'integration/action/forms: exist for every method of every account',
			'unit/core/methodParameters: reading a parameter of a method',
			'emulator/methods: describe a parameter as type, need and words',
		],
	}),
	rule('3. Status changes are pushed by HTTP POST to a merchant-supplied URL', {
		by: ['notifications'],
		in: ['trigger'],
		tests: ['emulator/notifications: is a POST of JSON with the authorization value the merchant chose'],
	}),
	rule('4. A Card API and a Cashback API use the same credentials; their endpoints are not shown', {
		by: ['cardPayment', 'cashbackTransaction'],
		in: ['HTTP Request node'],
		tests: [
			'emulator/cards: a card is authorised, captured once',
			'emulator/cards: cashback is delivered once per transaction',
		],
	}),
	rule('5. A read-only Reporting API returns settlement report files', {
		by: ['settlementReport'],
		in: ['settlementReport.getAll', 'settlementReport.download', 'polling trigger'],
		tests: ['emulator/settlements: each report sums exactly what the ledger shows'],
	}),
);

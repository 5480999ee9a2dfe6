import { fields, rule, section, values } from './row';

const method = (name: string, params: string, type: string, asRead: string) =>
	({
		currency: 'string',
		symbol: 'string',
		logo: 'string',
		[name]: 'string',
		description: 'string',
		[params]: [
			'object',
			'unit/contract/payloads: example payloads refuses the method parameter text %j',
			'unit/core/methodParameters: reading a parameter of a method %j',
			'unit/core/methodParameters: reading a parameter of a method “%s” offers %j',
			'unit/core/methodParameters: reading a parameter of a method finds again what was described',
		],
		payment_type: ['string', `emulator/methods: ${type}`, `integration/resources/specifiedMethods: ${asRead}`],
		is_refundable: 'boolean',
		is_cancellable: 'boolean',
		require_contact: [
			'boolean',
			`emulator/methods: ${type}`,
			'integration/action/forms: parameter forms tell what a method demands, and send nothing of it',
			'emulator/payins: create asks for a contact with this email, and for a verified one, where the method does',
		],
		require_kyc: [
			'boolean',
			`emulator/methods: ${type}`,
			'integration/action/forms: parameter forms tell whether a %s needs an identity check',
			'emulator/payins: create asks for a contact with this email, and for a verified one, where the method does',
		],
		min_amount: 'number',
		max_amount: 'number',
		banks: 'array',
	}) satisfies Record<string, string | [string, ...string[]]>;

const ofEveryMethod =
	'endpoints list and describe every %s method to the account of its currency, in the shape of the contract';
const inLists = {
	in: ['payinMethod.getAll', 'payoutMethod.getAll'],
	tests: [
		`emulator/methods: ${ofEveryMethod}`,
		'integration/action/reading: methods are listed as the account has them',
	],
};

export const payinMethodRecord = section(
	'Payin method record (v2, from the method-parameters endpoint)',
	fields(
		'v2.payins.methodParams response record',
		method(
			'payin_method_name',
			'payin_method_params',
			ofEveryMethod,
			'payins in %s by %s have a method that is listed and read under this name',
		),
	),
	fields('v2.payins.methodParams response record.banks', { code: 'string', name: 'string' }),
	rule('payin_method_params: each value is a string of the form type:Mandatory|Optional description', {
		by: ['methodParameterText'],
		in: ['parameter forms'],
		tests: [
			'unit/contract/payloads: example payloads refuses the method parameter text %j',
			'unit/core/methodParameters: reading a parameter of a method %j',
			'unit/core/methodParameters: reading a parameter of a method “%s” offers %j',
			'unit/core/methodParameters: reading a parameter of a method finds again what was described',
		],
	}),
	rule('The list endpoint returns records of only currency and payin_method_name', {
		by: ['payinMethodList'],
		...inLists,
	}),
);

export const payoutMethodRecord = section(
	'Payout method record (v2)',
	fields(
		'v2.payouts.methodParams response record',
		method(
			'payout_method_name',
			'payout_method_params',
			ofEveryMethod,
			'payouts in %s by %s have a method that is listed and read under this name',
		),
	),
	fields('v2.payouts.methodParams response record.banks', {
		code: 'string',
		name: 'string',
		short_name: 'string or null',
	}),
	rule('The list endpoint returns only currency and payout_method_name', { by: ['payoutMethodList'], ...inLists }),
);

const payinStates = 'emulator/payins: states receives, books the payment net of its fee, and tells';

const asTheForm = 'integration/action/payins: create sends what the form says, in the words of the service';
const thaiQr = 'integration/action/payins: create shows the QR string of th_qrpay_thb, and no address to pay at';

export const payin = section(
	'Payin (v2)',
	fields('v2.payins.create response', {
		uuid: 'string',
		name: 'string',
		email: 'string',
		description: 'string',
		external_id: 'string',
		status: 'string',
		stage: [
			'string',
			'emulator/payins: mobile money goes from OTP to prompt to received',
			'integration/action/payins: what happens to a payin is confirmed with the OTP and authorized on the phone',
		],
		pay_code: ['object', 'emulator/payins: create gives %s the pay code of its kind', thaiQr],
		'pay_code.payment_url': 'string',
		'pay_code.account_name': 'string',
		'pay_code.account_number': 'string',
		'pay_code.bank_name': 'string',
		'pay_code.qr_string': ['string', thaiQr],
		currency: 'string',
		gst: 'boolean',
		amount: [
			'string',
			'emulator/payins: create rounds to whole units where the currency asks for it',
			'integration/action/payins: create leaves it to the service whether it rounds %s to an amount within limits',
			asTheForm,
		],
		gst_amount: 'string',
		total: 'string',
		paid_amount: [
			'string',
			payinStates,
			'integration/action/payins: what happens to a payin is paid or fails in a simulation, also in part',
		],
		payment_method: 'string',
		is_refundable: 'boolean',
		expired_at: [
			'timestamp',
			'emulator/payins: states expires at its time, unless it was paid',
			'integration/action/payins: create takes an expiry of 15 minutes from the moment at which its expression was evaluated',
			asTheForm,
		],
		pay_by: 'timestamp',
		metadata: [
			'object',
			'emulator/payins: create echoes the request, masks the authorization value and keeps the metadata',
			asTheForm,
		],
	}),
	rule('metadata is returned unchanged, also in webhooks', {
		in: ['payin.create', 'payin.get', 'trigger'],
		tests: [
			'emulator/payins: states carries the metadata unchanged in every notification',
			'integration/resources/specifiedWords: a payin holds the fields of the specification and no others, with what the form gives',
			'integration/trigger/delivery: hands on an event in the shape that both triggers use',
		],
	}),
	fields('v2.payins.detail response', {
		created_at: 'timestamp',
		is_cancellable: 'boolean',
		payin_method_name: 'string',
		refunds: [
			'array',
			'emulator/refunds: refunds parts from 30 minutes on, up to the whole',
			'integration/resources/specifiedWords: a refund that finds no funds for ten days is shown as expired, and as no success',
		],
	}),
	values('lateCredentialMethods', 'jp_bank_jpy ar_bank_ars kr_bank_va_kyc_krw', {
		in: ['payin.create', 'trigger'],
		tests: [
			'emulator/methods: catalogue keeps the rules of mobile money and of late credentials',
			'emulator/payins: states delivers late payment credentials as a notification of their own',
			'unit/core/events/identity: event_id tells credentials that arrive from the pending payment before them, for late methods alone',
		],
	}),
	rule('For th_qrpay_thb pay_code carries qr_string or bank details and no payment_url', {
		by: ['payCode'],
		in: ['payin.create'],
		tests: ['emulator/payins: create gives %s the pay code of its kind', thaiQr],
	}),
	rule('A list of refund records replaces the older refund_information object in the detail', {
		by: ['refundRecord', 'refundInformation'],
		in: ['payin.get', 'payin.refund'],
		tests: [
			'emulator/refunds: refunds parts from 30 minutes on, up to the whole',
			'integration/action/payins: reading gets one with its refunds, simplified or whole',
		],
	}),
);

export const payout = section(
	'Payout batch and transaction (v2)',
	fields('v2.payouts.create response', {
		uuid: 'string',
		currency: 'string',
		payout_method_name: 'string',
		description: 'string',
		total_amount: 'string',
		status: 'string',
		scheduled_at: 'timestamp or null',
		payout_transactions: 'array',
		external_id: 'string',
	}),
	fields('v2.payouts.detail response', {
		error_code: [
			'string or null',
			'emulator/payouts: states waits for funds with an error code, then pays or expires',
			'integration/resources/specifiedWords: a payout without funds shows the error of the service',
		],
		error_message: [
			'string or null',
			'emulator/payouts: states waits for funds with an error code, then pays or expires',
			'integration/resources/specifiedWords: a payout without funds shows the error of the service',
		],
	}),
	fields('v2.payouts.detail response payout_transactions', {
		uuid: 'string',
		balance_id: 'string or null',
		payee: 'string',
		email: 'string',
		amount: 'string',
		payout_method_params: 'object',
		status: 'string',
		error_message: [
			'string or null',
			'emulator/payouts: states completes a batch whose transactions fail on their own, and gives their money back',
			'integration/action/payouts: what became of payouts is read by batch and by transaction',
		],
		reference: 'string or null',
		external_id: 'string',
		created_at: 'timestamp',
	}),
);

const ofV1 = 'integration/resources/specifiedWords: a history of v1 calls a movement %s: a %s, %s, of this sign: %i';
const ofV2 =
	'integration/resources/specifiedWords: a history of v2 calls a movement %s, %s, with an amount without a sign';
const amounts = 'integration/resources/specifiedWords: the balance of %s: %s shows what comes in and what goes out';
const audBalances =
	'emulator/transfers: v1 balance history is signed, pages by number and carries the running balance; missing dates are 422';
const balances = {
	currency: 'string',
	available_balance: 'number',
	incoming_balance: ['number', 'emulator/balances: settles what comes in and sets aside what goes out', amounts],
	outgoing_balance: ['number', 'emulator/balances: settles what comes in and sets aside what goes out', amounts],
	rolling_reserve_balance: 'number',
	withdrawable_balance: 'number',
} satisfies Record<string, string | [string, ...string[]]>;

export const balance = section(
	'Balance (v1 and v2 detail)',
	fields('v2.balances.detail response', balances),
	fields('v1.balances.detail response', {
		...balances,
		incoming_balance: ['number', audBalances, amounts],
		outgoing_balance: ['number', audBalances, amounts],
		retrieved_at: 'timestamp',
	}),
);

const movement = {
	at: ['v2.balances.history response records.transaction_type'],
	in: ['balance.getHistory', 'polling trigger'],
	tests: [
		'emulator/specifiedWords: histories v2 knows the movement %s',
		ofV2,
		'integration/pollingTrigger/polling: emits balance entries, again when they change',
	],
};

export const balanceHistory = section(
	'Balance history entry',
	fields('v1.balances.history response data', {
		id: 'string',
		type: 'string',
		amount: [
			'number',
			'emulator/transfers: v1 balance history is signed, pages by number and carries the running balance; missing dates are 422',
			ofV1,
		],
		balance_after: [
			'number',
			'emulator/transfers: v1 balance history is signed, pages by number and carries the running balance; missing dates are 422',
			ofV1,
		],
		reference_id: 'string',
		description: 'string',
		created_at: 'timestamp',
	}),
	values('v1EntryTypes', 'payment_received refund_issued top_up payout', {
		at: ['v1.balances.history response data.type'],
		in: ['audBalance.getHistory'],
		tests: ['emulator/specifiedWords: histories v1 calls the movement %s %s', ofV1],
	}),
	fields('v1.balances.history response', { data: 'array', total: 'number', page: 'number' }),
	fields('v2.balances.history response records', {
		id: 'string',
		amount: ['number', 'emulator/balances: shows a payment net of its fee, unsigned, with the breakdown', ofV2],
		request_type: 'string',
		transaction_type: 'string',
		currency: 'string',
		payment_method: 'string',
		status: 'string',
		reference_id: 'string',
		balance_detail: [
			'object',
			'emulator/balances: shows a payment net of its fee, unsigned, with the breakdown',
			'integration/action/reading: the balance history is written as CSV, with nested fields by their dotted names',
		],
		'balance_detail.outgoing': 'number',
		'balance_detail.total': 'number',
		'balance_detail.fees': 'number',
		created_at: 'timestamp',
	}),
	values('requestTypes', 'money_in money_out', {
		at: ['v2.balances.history response records.request_type'],
		in: ['balance.getHistory', 'polling trigger', 'reconciliation.run', 'reconciliation.export'],
		tests: [
			'unit/core/reconciliation/matching: entries of the history are exact in amounts, whatever binary fractions do',
			'unit/core/events/naming: what only the polling trigger finds names balance entries, new and changed',
			'emulator/balances: shows a payment net of its fee, unsigned, with the breakdown',
			'emulator/specifiedWords: histories v2 knows the movement %s',
		],
	}),
	values('transactionTypes', 'payment payout settlement refund topup withdrawal dispute dispute_fee', movement),
	values('transactionTypes', 'cashback_payout', {
		...movement,
		in: [...movement.in, 'reconciliation.run'],
		tests: [
			...movement.tests,
			'unit/core/reconciliation/matching: entries of the history of cashback belong to the payout that they name',
		],
	}),
	values('transactionTypes', 'transfer_in transfer_out', movement),
	fields('v2.balances.history response', {
		from_date: 'timestamp',
		to_date: 'timestamp',
		account_type: 'string',
		size: 'number',
		next_cursor: [
			'string or null',
			'unit/contract/payloads: example payloads ties next_cursor to has_more',
			'integration/action/reading: the balance history of %i entries is read exactly, newest first',
		],
		has_more: 'boolean',
		records: 'array',
	}),
	values('accountTypes', 'aggregated dedicated', {
		at: ['v2.balances.history response account_type'],
		in: ['balance.getHistory'],
		tests: [
			'emulator/specifiedWords: histories v2 tells an account that is %s',
			'integration/resources/specifiedWords: a history of v2 is of an account that is %s',
		],
	}),
	rule('A refund is a negative amount in v1 but a positive amount with money_out in v2; v2 has no running total', {
		by: ['audBalanceHistoryEntry', 'balanceHistoryEntry'],
		in: ['audBalance.getHistory', 'balance.getHistory'],
		tests: [
			'emulator/transfers: v1 balance history is signed, pages by number and carries the running balance; missing dates are 422',
			'emulator/balances: shows a payment net of its fee, unsigned, with the breakdown',
			...[ofV1, ofV2],
		],
	}),
);

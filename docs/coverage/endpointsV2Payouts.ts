import { endpoint, fields, rule, section, values } from './row';

const recordsOnly = 'emulator/methods: offer AUD payouts by bank account and PayID';

export const v2PayoutMethods = section(
	'v2: payout methods',
	endpoint(
		'v2.payouts.methods',
		['payoutMethod.getAll', 'parameter forms'],
		recordsOnly,
		'integration/action/reading: are listed as the account has them',
	),
	fields('v2.payouts.methods response records', { currency: 'string', payout_method_name: 'string' }),
	values('audPayoutMethodNames', 'au_bank_aud au_payid_npp_aud', {
		in: ['payoutMethod.getAll', 'payout.create'],
		tests: [recordsOnly],
	}),
	endpoint(
		'v2.payouts.methodParams',
		['payoutMethod.get', 'payout.create', 'parameter forms'],
		'emulator/methods: describe a parameter as type, need and words',
		'integration/action/reading: are read with what they ask for',
	),
	fields('v2.payouts.methodParams query', {
		payout_method_name: ['string', 'emulator/methods: refuse a method the account does not have'],
	}),
);

const thai = [
	'emulator/payouts: keeps the limits of THB and UGX',
	'unit/contract/rules: a Thai bank is known by its SWIFT code',
];
const ugandan = [
	'emulator/payouts: keeps the limits of THB and UGX',
	'unit/contract/rules: a Ugandan payout has a known reason',
];
const names = 'unit/contract/patterns: takes a payee name exactly when it is words of letters and digits';
const branch = 'emulator/payouts: asks for a branch code above 300,000,000 VND, or when the bank does';

export const v2CreatePayout = section(
	'v2: create payout',
	endpoint(
		'v2.payouts.create',
		['payout.create', 'payout.createAndWait'],
		'emulator/payouts: answers the batch as created',
		'integration/action/payouts: pays each item and links the payment to it',
	),
	fields('v2.payouts.create body', {
		payout_method_name: 'string',
		currency: 'string',
		payout_transaction_details: [
			'array',
			'unit/contract/rules: a payout has a payee',
			'integration/action/payouts: pays everybody at once',
		],
		description: [
			'string',
			'unit/contract/rules: a payout description has 5 characters',
			'integration/action/badInput: a short description',
		],
		webhook_notification: 'object',
		'webhook_notification.endpoint_url': ['string', 'unit/core/serviceAddress: an address the service delivers to'],
		'webhook_notification.authorization_header': [
			'string',
			'unit/core/authorization: gives another value for every payment',
		],
		scheduled_at: [
			'string, optional',
			'unit/contract/rules: a payout schedule carries no offset',
			'integration/action/payouts: is scheduled and cancelled',
		],
		external_id: [
			'string, optional',
			'integration/action/payouts: finds a payment in the batch whose reference the user gave',
		],
	}),
	fields('v2.payouts.create body payout_transaction_details', {
		first_name: [
			'string',
			'unit/contract/rules: a payee name has single spaces',
			names,
			'integration/action/badInput: a name with punctuation',
		],
		last_name: ['string', 'unit/contract/rules: a payee name has no signs', names],
		email: ['string', 'emulator/payouts: takes a USDC payout without an amount, to a known contact'],
		amount: [
			'number, but for usdc_bank',
			'unit/contract/rules: a payee amount is needed',
			'integration/action/payouts: may leave the amount out for usdc_bank only',
		],
		payout_method_params: [
			'object',
			'emulator/payouts: a missing key',
			'integration/action/badInput: a mandatory parameter that is missing',
		],
		external_id: ['string, optional', 'integration/action/payouts: asks first and returns what it finds'],
	}),
	fields('schema vnBankPayoutParams', { branch_code: ['string, optional', branch] }),
	fields('schema thBankPayoutParams', {
		account_number: ['string', ...thai],
		account_name: ['string', ...thai],
		type: ['string', ...thai],
		description: ['string', ...thai],
		swift_code: ['string', ...thai],
	}),
	fields('schema auPayidPayoutParams', {
		pay_id: ['string', 'emulator/payouts: a PayID of another kind'],
		pay_id_type: [
			'string',
			'unit/contract/rules: pay_id_type is upper case',
			'emulator/payouts: an unknown kind of PayID',
		],
	}),
	fields('schema ugBankPayoutParams', {
		account_number: ['string', ...ugandan],
		account_name: ['string', ...ugandan],
		bank_code: ['string', ...ugandan],
		payment_reason: ['string', ...ugandan],
	}),
	values('ugBankPaymentReasons', 'other bills groceries travel health entertainment housing school-fees', {
		at: ['schema ugBankPayoutParams payment_reason'],
		in: ['payout.create', 'parameter forms'],
		tests: ugandan,
	}),
	rule('scheduled_at is interpreted as UTC', {
		by: ['utcDateTime'],
		in: ['payout.create'],
		tests: ['unit/core/dates: in the three forms of the service', 'emulator/payouts: waits for its hour'],
	}),
	rule('amount is optional for usdc_bank', {
		by: ['amountlessMethod'],
		in: ['payout.create', 'payin.create'],
		tests: [
			'emulator/payouts: takes a USDC payout without an amount',
			'emulator/payins: takes a USDC payin without an amount',
		],
	}),
);

const scheduled = [
	'emulator/payouts: waits for its hour, unless it is cancelled',
	'integration/action/payouts: is scheduled and cancelled',
];
const simulated = [
	'emulator/payouts: is ended by simulation, once',
	'integration/action/payouts: is decided by a simulation',
];
const codes = 'emulator/methods: resolve the payment codes the service itself makes';
const transfer = 'emulator/transfers: a transfer waits in Processing until it is simulated, once';
const resolved = { account_name: 'string', account_number: 'string', bank_name: 'string', swift_code: 'string' };

export const v2PayoutActions = section(
	'v2: payout queries and actions',
	endpoint(
		'v2.payouts.detail',
		['payout.get'],
		'emulator/payouts: completes a batch whose transactions fail',
		'integration/action/payouts: is read by batch and by transaction',
	),
	fields('v2.payouts.detail query', {
		uuid: 'string',
		child_uuid: ['string, optional', 'integration/action/payouts: is read by batch and by transaction'],
	}),
	endpoint(
		'v2.payouts.list',
		['payout.getAll', 'polling trigger'],
		'emulator/payouts: pages by twenty, newest first',
		'integration/action/payouts: is listed, newest first, all or some',
	),
	fields('v2.payouts.list query', {
		from_date: ['string', 'emulator/payouts: spans a year at most'],
		to_date: 'string',
		external_id: ['string, optional', 'emulator/payouts: pays again for the same external_id'],
		page: ['number, optional', 'unit/contract/rules: a page number starts at 1'],
	}),
	endpoint('v2.payouts.cancelScheduled', ['payout.cancelScheduled'], ...scheduled),
	fields('v2.payouts.cancelScheduled body', { uuid: 'string' }),
	endpoint('v2.payouts.simulate', ['payout.simulate'], ...simulated),
	fields('v2.payouts.simulate body', { uuid: 'string', status: 'string' }),
	endpoint(
		'v2.payouts.branchCodes',
		['payoutMethod.getBranchCodes', 'parameter forms'],
		branch,
		'integration/action/reading: that name branches list them',
	),
	fields('v2.payouts.branchCodes query', { payout_method_name: ['string', branch], swift_code: ['string', branch] }),
	endpoint(
		'v2.banks.qrContent',
		['bankAccount.resolveQrContent'],
		codes,
		'integration/resources/accounts: is resolved from its text',
	),
	fields('v2.banks.qrContent body', { qr_content: ['string', 'emulator/methods: refuse a damaged code'] }),
	fields('v2.banks.qrContent response', resolved),
	endpoint(
		'v2.banks.qrImage',
		['bankAccount.resolveQrImage'],
		'emulator/methods: read a code that an image holds as text',
		'integration/resources/accounts: is resolved from a picture',
	),
	fields('v2.banks.qrImage body', { qr_image: ['string', 'unit/contract/rules: a QR image is Base64'] }),
	fields('v2.banks.qrImage response', resolved),
	endpoint(
		'v2.transfers.simulate',
		['transfer.simulate'],
		transfer,
		'integration/resources/accounts: lets a transfer end as',
	),
	fields('v2.transfers.simulate body', {
		uuid: ['string', transfer],
		status: ['string', 'unit/contract/rules: a transfer ends completed or failed'],
	}),
);

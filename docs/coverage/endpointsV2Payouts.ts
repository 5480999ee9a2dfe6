import { endpoint, fields, rule, section, values } from './row';

const recordsOnly = 'emulator/methods: endpoints offer AUD payouts by bank account and PayID';

export const v2PayoutMethods = section(
	'v2: payout methods',
	endpoint(
		'v2.payouts.methods',
		[
			'payoutMethod.getAll',
			'balance.get',
			'balance.getAll',
			'reconciliation.run',
			'reconciliation.export',
			'parameter forms',
		],
		recordsOnly,
		'integration/action/reading: methods are listed as the account has them',
	),
	fields('v2.payouts.methods response records', { currency: 'string', payout_method_name: 'string' }),
	values('audPayoutMethodNames', 'au_bank_aud au_payid_npp_aud', {
		in: ['payoutMethod.getAll', 'payout.create'],
		tests: [
			recordsOnly,
			'integration/resources/specifiedMethods: payouts in %s by %s go out under these names, and come back under them',
			'integration/resources/specifiedMethods: payouts in %s by %s have a method that is listed and read under this name',
		],
	}),
	endpoint(
		'v2.payouts.methodParams',
		['payoutMethod.get', 'payout.create', 'payout.createAndWait', 'payout.preview', 'parameter forms'],
		'emulator/methods: endpoints describe a parameter as type, need and words',
		'integration/action/reading: methods are read with what they ask for',
	),
	fields('v2.payouts.methodParams query', {
		payout_method_name: [
			'string',
			'emulator/methods: endpoints list and describe every %s method to the account of its currency, in the shape of the contract',
			'integration/resources/specifiedMethods: payouts in %s by %s have a method that is listed and read under this name',
		],
	}),
);

const wholeBody =
	'integration/resources/specifiedWords: a payout holds the fields of the specification and no others, with what the form gives';
const refusedWith = (what: string) =>
	`integration/action/badInput: a payout with ${what} stops before anything of it or after it is sent`;
const byMethod =
	'integration/resources/specifiedMethods: payouts in %s by %s go out under these names, and come back under them';
const thai = [
	'emulator/payouts: create keeps the limits of THB and UGX, and rounds VND',
	'unit/contract/rules: rules the specification states a Thai bank is known by its SWIFT code',
	byMethod,
];
const ugandan = [
	'emulator/payouts: create keeps the limits of THB and UGX, and rounds VND',
	'unit/contract/rules: rules the specification states a Ugandan payout has a known reason',
	byMethod,
];
const names = [
	'unit/contract/patterns: patterns takes a payee name exactly when it is words of letters and digits with single spaces',
	'unit/contract/patterns: patterns asks of a payee name what the node asks',
];
const asCreated = 'emulator/payouts: create answers the batch as created, with one transaction per payee';
const branch = 'emulator/payouts: create asks for a branch code above 300,000,000 VND, or when the bank does';
const branchAsked =
	'integration/action/payouts: a payout above 300,000,000 VND needs the branch of the bank, and says where to find it';

export const v2CreatePayout = section(
	'v2: create payout',
	endpoint(
		'v2.payouts.create',
		['payout.create', 'payout.createAndWait'],
		'emulator/payouts: create answers the batch as created, with one transaction per payee',
		'integration/action/payouts: create, one request per item pays each item and links the payment to it',
	),
	fields('v2.payouts.create body', {
		payout_method_name: ['string', refusedWith('no method'), wholeBody],
		currency: ['string', wholeBody],
		payout_transaction_details: [
			'array',
			'unit/contract/rules: rules the specification states a payout has a payee',
			'integration/action/payouts: create, all items in one request pays everybody at once and gives each item its own payment',
			wholeBody,
		],
		description: [
			'string',
			'integration/action/payouts: create, one request per item pays each item and links the payment to it',
			'unit/contract/rules: rules the specification states a payout description has 5 characters',
			'integration/action/badInput: a payout with a short description stops before anything of it or after it is sent',
			'integration/action/badInput: a payout with a short description lets the other items go on, when asked to',
			'integration/action/badInput: a batch with a short description pays nobody',
			'integration/action/badInput: a batch with a short description pays the others, when asked to',
			wholeBody,
		],
		webhook_notification: ['object', wholeBody],
		'webhook_notification.endpoint_url': [
			'string',
			asCreated,
			'unit/core/serviceAddress: an address the service delivers to %s',
			'unit/core/serviceAddress: an address the service delivers to not %s',
			refusedWith('a notification address without https'),
			wholeBody,
		],
		'webhook_notification.authorization_header': [
			'string',
			asCreated,
			'unit/core/authorization: deriveAuthorization gives another value for every payment',
			refusedWith('a notification without authorization'),
			wholeBody,
		],
		scheduled_at: [
			'string, optional',
			'unit/contract/rules: rules the specification states a payout schedule carries no offset',
			'integration/action/payouts: create, one request per item is scheduled and cancelled',
			wholeBody,
		],
		external_id: [
			'string, optional',
			'integration/action/payouts: create, all items in one request finds whom an earlier execution has paid in the same list, in whatever order, and pays only who is new',
			wholeBody,
		],
	}),
	fields('v2.payouts.create body payout_transaction_details', {
		first_name: [
			'string',
			'unit/contract/rules: rules the specification states a payee name has single spaces',
			...names,
			refusedWith('two spaces in a first name'),
			'integration/action/badInput: a batch with two spaces in a first name pays nobody',
			wholeBody,
		],
		last_name: [
			'string',
			'unit/contract/rules: rules the specification states a payee name has no signs',
			...names,
			'integration/action/badInput: a batch with a name with punctuation pays nobody',
			'integration/action/badInput: a batch with a name with punctuation pays the others, when asked to',
			wholeBody,
		],
		email: [
			'string',
			'emulator/payouts: create takes a USDC payout without an amount, to a known contact',
			refusedWith('no email'),
			wholeBody,
		],
		amount: [
			'number, but for usdc_bank',
			'unit/contract/rules: rules the specification states a payee amount is needed',
			refusedWith('no amount'),
			'integration/action/payouts: create, one request per item may leave the amount out for usdc_bank only',
			wholeBody,
		],
		payout_method_params: [
			'object',
			'emulator/payouts: create refuses a missing key, and then pays nobody',
			'integration/action/badInput: a payout with a mandatory parameter that is missing stops before anything of it or after it is sent',
			'integration/action/badInput: a payout with a mandatory parameter that is missing lets the other items go on, when asked to',
			'integration/action/badInput: a batch with a mandatory parameter that is missing pays nobody',
			'integration/action/badInput: a batch with a mandatory parameter that is missing pays the others, when asked to',
			wholeBody,
		],
		external_id: [
			'string, optional',
			'integration/action/payouts: create, one request per item asks first and returns what it finds',
			wholeBody,
		],
	}),
	fields('schema vnBankPayoutParams', { branch_code: ['string, optional', branch, branchAsked] }),
	fields('schema thBankPayoutParams', {
		account_number: ['string', ...thai],
		account_name: ['string', ...thai],
		type: ['string', ...thai],
		description: ['string', ...thai],
		swift_code: ['string', ...thai],
	}),
	fields('schema auPayidPayoutParams', {
		pay_id: [
			'string',
			asCreated,
			'emulator/payouts: create refuses a PayID of another kind, and then pays nobody',
			byMethod,
		],
		pay_id_type: [
			'string',
			'unit/contract/rules: rules the specification states pay_id_type is upper case',
			'emulator/payouts: create refuses an unknown kind of PayID, and then pays nobody',
			byMethod,
		],
	}),
	fields('schema ugBankPayoutParams', {
		account_number: ['string', ...ugandan],
		account_name: ['string', ...ugandan],
		bank_code: [
			'string',
			'unit/core/methodParameters: a bank that the method does not list is none of the choices that a parameter lists itself',
			...ugandan,
		],
		payment_reason: ['string', ...ugandan],
	}),
	values('ugBankPaymentReasons', 'other bills groceries travel health entertainment housing school-fees', {
		at: ['schema ugBankPayoutParams payment_reason'],
		in: ['payout.create', 'parameter forms'],
		tests: [
			'emulator/specifiedWords: a Ugandan payout may be for %s',
			'unit/core/methodParameters: what the specification rules out another reason',
			'unit/core/methodParameters: what the specification rules out another reason of another method',
			'unit/core/methodParameters: what the specification rules out a payin has no list of reasons',
			'integration/action/methodParameters: tells of a payment reason that is not in the list of UGX before sending',
			...ugandan,
			'integration/resources/specifiedMethods: payouts in Uganda may be for %s',
			'integration/resources/specifiedMethods: payouts in Uganda are for one of the reasons that the form offers',
		],
	}),
	rule('scheduled_at is interpreted as UTC', {
		by: ['utcDateTime'],
		in: ['payout.create'],
		tests: [
			'unit/core/dates: writing a point in time in the three forms of the service',
			'emulator/payouts: states waits for its hour, unless it is cancelled',
			'integration/action/payouts: create, one request per item is scheduled and cancelled',
			wholeBody,
		],
	}),
	rule('amount is optional for usdc_bank', {
		by: ['amountlessMethod'],
		in: ['payout.create'],
		tests: [
			'emulator/payouts: create takes a USDC payout without an amount, to a known contact',
			'integration/action/payouts: create, one request per item may leave the amount out for usdc_bank only',
			refusedWith('no amount'),
		],
	}),
);

const scheduled = [
	'emulator/payouts: states waits for its hour, unless it is cancelled',
	'integration/action/payouts: create, one request per item is scheduled and cancelled',
];
const simulated = [
	'emulator/payouts: states is ended by simulation, once',
	'integration/action/payouts: what became of payouts is decided by a simulation',
];
const codes = 'emulator/methods: bank look-ups resolve the payment codes the service itself makes';
const transfer = 'emulator/transfers: a transfer waits in Processing until it is simulated, once';
const resolved = { account_name: 'string', account_number: 'string', bank_name: 'string', swift_code: 'string' };

export const v2PayoutActions = section(
	'v2: payout queries and actions',
	endpoint(
		'v2.payouts.detail',
		['payout.get', 'payout.createAndWait', 'payout.waitForStatus'],
		'emulator/payouts: states completes a batch whose transactions fail on their own, and gives their money back',
		'integration/action/payouts: what became of payouts is read by batch and by transaction',
		'integration/waiting/waitForStatus: a payout of many people is waited for by the uuid of its batch',
	),
	fields('v2.payouts.detail query', {
		uuid: 'string',
		child_uuid: [
			'string, optional',
			'integration/action/payouts: what became of payouts is read by batch and by transaction',
		],
	}),
	endpoint(
		'v2.payouts.list',
		[
			'payout.getAll',
			'payout.create',
			'payout.createAndWait',
			'payout.preview',
			'guards of the credential',
			'reconciliation.run',
			'reconciliation.export',
			'polling trigger',
		],
		'emulator/payouts: list pages by twenty, newest first, in the full envelope',
		'integration/guards/guards: paid %s Max per Day counts what other processes paid, and what is not listed yet',
		'integration/action/payouts: what became of payouts is listed, newest first, all or some',
	),
	fields('v2.payouts.list query', {
		from_date: ['string', 'emulator/payouts: list spans a year at most', 'integration/action/periodEnds: %s: %s'],
		to_date: ['string', 'integration/action/periodEnds: %s: %s'],
		external_id: [
			'string, optional',
			'emulator/specifiedWords: requests a payout is found by the external_id of its batch',
			'integration/action/payouts: what became of payouts is asked for by its external ID, not read page by page',
		],
		page: [
			'number, optional',
			'unit/contract/rules: rules the specification states a page number starts at 1',
			'integration/resources/specifiedWords: the pages of a list of %s: %s begin with page 1, and one follows the other',
		],
	}),
	endpoint('v2.payouts.cancelScheduled', ['payout.cancelScheduled'], ...scheduled),
	fields('v2.payouts.cancelScheduled body', { uuid: 'string' }),
	endpoint('v2.payouts.simulate', ['payout.simulate'], ...simulated),
	fields('v2.payouts.simulate body', { uuid: 'string', status: 'string' }),
	endpoint(
		'v2.payouts.branchCodes',
		['payoutMethod.getBranchCodes', 'parameter forms'],
		branch,
		'integration/action/reading: methods that name branches list them',
	),
	fields('v2.payouts.branchCodes query', {
		payout_method_name: ['string', branch, 'integration/action/reading: methods that name branches list them'],
		swift_code: ['string', branch, 'integration/action/reading: methods that name branches list them'],
	}),
	endpoint(
		'v2.banks.qrContent',
		['bankAccount.resolveQrContent'],
		codes,
		'integration/resources/accounts: bank account behind a QR code is resolved from its text',
	),
	fields('v2.banks.qrContent body', {
		qr_content: [
			'string',
			'emulator/specifiedWords: requests an unreadable QR content is refused by the name of its field',
			'integration/resources/accounts: bank account behind a QR code is resolved from its text',
		],
	}),
	fields('v2.banks.qrContent response', resolved),
	endpoint(
		'v2.banks.qrImage',
		['bankAccount.resolveQrImage'],
		'emulator/methods: bank look-ups read a code that an image holds as text',
		'integration/resources/accounts: bank account behind a QR code is resolved from a picture, even of unknown type, and asked for again when the answer is lost',
	),
	fields('v2.banks.qrImage body', {
		qr_image: [
			'string',
			'unit/contract/rules: rules the specification states a QR image is Base64',
			'integration/resources/accounts: bank account behind a QR code is resolved from a picture, even of unknown type, and asked for again when the answer is lost',
		],
	}),
	fields('v2.banks.qrImage response', resolved),
	endpoint(
		'v2.transfers.simulate',
		['transfer.simulate'],
		transfer,
		'integration/resources/accounts: sandbox simulations lets a transfer end as %s',
	),
	fields('v2.transfers.simulate body', {
		uuid: ['string', transfer, 'integration/resources/accounts: sandbox simulations lets a transfer end as %s'],
		status: [
			'string',
			'unit/contract/rules: rules the specification states a transfer ends completed or failed',
			'integration/resources/accounts: sandbox simulations lets a transfer end as %s',
		],
	}),
);

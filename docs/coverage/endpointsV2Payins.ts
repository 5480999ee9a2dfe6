import { endpoint, fields, rule, section, statement, TLS_OF_THE_RECEIVER, values } from './row';

export const v2PayinMethods = section(
	'v2: payin methods',
	endpoint(
		'v2.payins.methods',
		[
			'payinMethod.getAll',
			'balance.get',
			'balance.getAll',
			'reconciliation.run',
			'reconciliation.export',
			'credential',
			'parameter forms',
		],
		'emulator/methods: endpoints offer AUD payouts by bank account and PayID',
		'integration/action/reading: methods are listed as the account has them',
	),
	fields('v2.payins.methods response records', { currency: 'string', payin_method_name: 'string' }),
	endpoint(
		'v2.payins.methodParams',
		['payinMethod.get', 'payin.create', 'payin.createAndWait', 'parameter forms'],
		'emulator/methods: endpoints describe a parameter as type, need and words',
		'integration/action/reading: methods are read with what they ask for',
	),
	fields('v2.payins.methodParams query', {
		payin_method_name: [
			'string',
			'emulator/methods: endpoints list and describe every %s method to the account of its currency, in the shape of the contract',
			'integration/resources/specifiedMethods: payins in %s by %s have a method that is listed and read under this name',
		],
	}),
);

const transliterated = [
	'emulator/payins: create refuses katakana to be transliterated',
	'unit/contract/rules: rules the specification states only romaji is transliterated',
	'unit/core/methodParameters: what the specification rules out kana to be transliterated',
	'integration/action/methodParameters: tells of a name that cannot be transliterated before sending',
];
const asTheForm = 'integration/action/payins: create sends what the form says, in the words of the service';
const expiry = 'emulator/payins: create heeds expired_at for the bank QR of VND alone';
const contact =
	'emulator/payins: create asks for a contact with this email, and for a verified one, where the method does';
const withContact =
	'integration/resources/specifiedWords: a payin of a method that asks for a contact is made once there is one with its email';
const byRedirect =
	'integration/resources/specifiedMethods: payins in %s by %s go out under these names, and come back under them';
const refusedWith = (what: string) =>
	`integration/action/badInput: a payin with ${what} stops before anything of it or after it is sent`;
const wholeBody =
	'integration/resources/specifiedWords: a payin holds the fields of the specification and no others, with what the form gives';
const withoutHttps = refusedWith('a notification address without https');
const target = 'unit/contract/rules: rules the specification states a payin is notified over https';

export const v2CreatePayin = section(
	'v2: create payin',
	endpoint(
		'v2.payins.create',
		['payin.create', 'payin.createAndWait'],
		'emulator/payins: create echoes the request, masks the authorization value and keeps the metadata',
		asTheForm,
	),
	fields('v2.payins.create body', {
		payin_method_name: ['string', wholeBody],
		payin_method_params: [
			'object',
			'unit/contract/rules: rules the specification states a payin has method parameters',
			'integration/action/payins: create takes the method parameters from fields of the item that have their names',
			wholeBody,
		],
		amount: [
			'number',
			'emulator/payins: create echoes the request, masks the authorization value and keeps the metadata',
			'unit/contract/rules: rules the specification states a payin amount is needed',
			refusedWith('no amount'),
			wholeBody,
		],
		currency: ['string', wholeBody],
		name: ['string', refusedWith('no customer'), asTheForm, wholeBody],
		email: ['string', refusedWith('no email'), contact, asTheForm, wholeBody],
		description: ['string', refusedWith('no description'), asTheForm, wholeBody],
		gst: [
			'boolean',
			'unit/contract/rules: rules the specification states a payin says whether GST applies',
			'integration/action/payins: create sends GST for AUD',
			wholeBody,
		],
		webhook_notification: ['object', wholeBody],
		'webhook_notification.endpoint_url': ['string', target, withoutHttps, wholeBody],
		'webhook_notification.authorization_header': [
			'string',
			refusedWith('a notification without authorization'),
			'integration/action/payins: create gives every payment an authorization value of its own',
			wholeBody,
		],
		external_id: [
			'string, optional',
			'emulator/payins: list pages newest first and finds every payin of an external_id',
			wholeBody,
		],
		expired_at: [
			'string, optional',
			expiry,
			'unit/contract/rules: rules the specification states a payin expiry is a day of the calendar',
			wholeBody,
		],
		metadata: [
			'object, optional',
			'emulator/payins: create echoes the request, masks the authorization value and keeps the metadata',
			asTheForm,
			wholeBody,
		],
	}),
	fields('schema jpBankPayinParams', {
		transliterate: ['boolean, optional', ...transliterated, 'emulator/methods: katakana writes %s as %s'],
	}),
	rule('transliterate: input must be Latin-letter romaji else a validation error; ignored by other methods', {
		by: ['jpBankPayinParams'],
		in: ['payin.create', 'parameter forms'],
		tests: [
			...transliterated,
			'unit/contract/rules: rules the specification states leaves names alone when nothing is transliterated',
			'unit/core/methodParameters: what the specification rules out kana of another method',
			'integration/action/methodParameters: sends a name in any script where another method than that of JPY is to transliterate it',
		],
	}),
	fields('schema redirectPayinParams', {
		callback_url: [
			'string',
			'unit/contract/rules: rules the specification states a redirect method needs its callback',
			byRedirect,
		],
		failure_callback_url: [
			'string, optional',
			'emulator/payins: the hosted page of a redirect method lets the customer of %s pay or decline and sends them back',
			byRedirect,
		],
	}),
	values('redirectMethods', 'kh_pay_khr us_pay_usd', {
		in: ['payin.create'],
		tests: [
			'emulator/payins: the hosted page of a redirect method lets the customer of %s pay or decline and sends them back',
			byRedirect,
		],
	}),
	rule('email must equal the contact’s email when require_contact is true; a contact must be created first', {
		in: ['payin.create', 'contact.create'],
		tests: [contact, withContact],
	}),
	rule('endpoint_url: an https address', {
		by: ['endpointUrl'],
		in: ['payin.create'],
		tests: [
			target,
			'unit/core/serviceAddress: an address the service delivers to %s',
			'unit/core/serviceAddress: an address the service delivers to not %s',
			withoutHttps,
		],
	}),
	statement(
		'endpoint_url: TLS 1.2, certificate from a well-known commercial authority; self-signed and internally signed rejected',
		['payin.create'],
		TLS_OF_THE_RECEIVER,
	),
	rule('authorization_header: unique per payment recommended', {
		in: ['payin.create'],
		tests: [
			'unit/core/authorization: deriveAuthorization gives another value for every payment',
			'integration/action/payins: create gives every payment an authorization value of its own',
		],
	}),
	rule('expired_at applies only to vn_<qr_scheme>_vnd, other methods use a fixed default', {
		by: ['expiringMethod'],
		in: ['payin.create'],
		tests: [
			expiry,
			'integration/action/methodParameters: sends an expiry of %s as it was given, because the rule is of the bank QR alone',
			'integration/action/payins: create takes an expiry of 15 minutes from the moment at which its expression was evaluated',
		],
	}),
	rule('v2 has no sender_info, expire_in or redirect_url', {
		in: ['payin.create'],
		tests: [
			'unit/coverage/contract: the contract says what the specification says knows that sender_info, expire_in and redirect_url are not of v2',
			wholeBody,
		],
	}),
	rule('th_qrpay_thb: render the QR from pay_code.qr_string', {
		in: ['payin.create'],
		tests: [
			'emulator/payins: create gives %s the pay code of its kind',
			'integration/action/payins: create shows the QR string of th_qrpay_thb, and no address to pay at',
		],
	}),
	rule('ug_bank_ugx: validation of payin_method_params depends on user_type', {
		by: ['ugBankPayoutParams'],
		in: ['payin.create', 'parameter forms'],
		tests: [
			'unit/contract/rules: rules the specification states a Ugandan payout has a known reason',
			'unit/core/methodParameters: reading a parameter of a method %j',
			'unit/core/methodParameters: reading a parameter of a method is not mandatory for everybody: %s',
			'integration/wrongGuesses/blanks: a payin goes without what its method demands for another type of user',
		],
	}),
);

const refunds = [
	'emulator/refunds: refuses what cannot be refunded',
	'integration/action/payins: what happens to a payin is refunded in full, once',
];
const ofPages =
	'integration/resources/specifiedWords: the pages of a list of %s: %s begin with page 1, and one follows the other';
const partly =
	'integration/resources/specifiedWords: a refund of a part is sent at %i minutes, and the answer of the service decides: made, %s';
const onePeriod = 'integration/action/periodEnds: %s: %s';
const otp = 'emulator/payins: mobile money goes from OTP to prompt to received';
const onThePhone =
	'integration/action/payins: what happens to a payin is confirmed with the OTP and authorized on the phone';
const pages = 'emulator/payins: list pages newest first and finds every payin of an external_id';

export const v2PayinActions = section(
	'v2: payin queries and actions',
	endpoint(
		'v2.payins.detail',
		[
			'payin.get',
			'payin.create',
			'payin.createAndWait',
			'payin.waitForStatus',
			'payin.cancel',
			'payin.refund',
			'reconciliation.run',
			'polling trigger',
		],
		'emulator/payins: states knows nothing of another account and of unknown uuids',
		'integration/waiting/waitForStatus: a payin is not waited for when it came to its end before',
		'integration/action/payins: reading gets one with its refunds, simplified or whole',
	),
	fields('v2.payins.detail query', { uuid: 'string' }),
	endpoint(
		'v2.payins.list',
		[
			'payin.getAll',
			'payin.create',
			'payin.createAndWait',
			'reconciliation.run',
			'reconciliation.export',
			'polling trigger',
		],
		pages,
		'integration/action/payins: reading gets those of a period and of an external ID, and no item for none',
	),
	fields('v2.payins.list query', {
		from_date: [
			'string',
			'unit/contract/rules: rules the specification states a payin list needs both dates',
			onePeriod,
		],
		to_date: ['string', onePeriod],
		external_id: [
			'string, optional',
			'integration/action/payins: reading asks the service for an external ID instead of reading every page',
		],
		page: [
			'number, optional',
			'unit/contract/payloads: example payloads fills in the defaults the specification states',
			ofPages,
		],
		per_page: [
			'number, optional',
			'unit/contract/payloads: example payloads fills in the defaults the specification states',
			'integration/resources/specifiedWords: the pages of a list of %s: %s are as long as the default, 20, where the service takes no longer ones',
		],
	}),
	fields('v2.payins.list response', {
		total: 'number',
		page: 'number',
		limit: 'number',
		records: ['array', pages, ofPages],
	}),
	endpoint(
		'v2.payins.cancel',
		['payin.cancel'],
		'emulator/payins: states cancels what is pending and cancellable',
		'integration/action/payins: what happens to a payin is cancelled',
	),
	fields('v2.payins.cancel body', { uuid: 'string' }),
	rule('Check is_cancellable first', {
		in: ['payin.cancel'],
		tests: ['integration/action/payins: what happens to a payin is not cancelled where its method does not allow it'],
	}),
	endpoint('v2.payins.refund', ['payin.refund'], ...refunds),
	fields('v2.payins.refund body', {
		uuid: ['string', partly],
		description: [
			'string',
			'unit/contract/rules: rules the specification states a refund has a reason of 5 characters',
			'unit/contract/rules: rules the specification states a refund has a reason',
			partly,
		],
		amount: [
			'number, optional',
			'emulator/refunds: refunds parts from 30 minutes on, up to the whole',
			'integration/action/payins: what happens to a payin is refunded in parts, each under an External ID of its own',
			'integration/resources/specifiedWords: a refund of everything is sent without an amount',
			partly,
		],
		external_id: [
			'string, optional',
			'integration/action/payins: what happens to a payin is refunded in parts, each under an External ID of its own',
			partly,
		],
	}),
	rule('Check is_refundable first', {
		in: ['payin.refund'],
		tests: [
			'integration/action/payins: what happens to a payin is not refunded where its record says that it cannot be',
			'emulator/refunds: refuses what cannot be refunded',
		],
	}),
	endpoint(
		'v2.payins.simulate',
		['payin.simulate'],
		'emulator/payins: states fails on request',
		'integration/action/payins: what happens to a payin is paid or fails in a simulation, also in part',
	),
	fields('v2.payins.simulate body', {
		uuid: 'string',
		status: 'string',
		amount: [
			'number, optional',
			'integration/action/payins: what happens to a payin is paid or fails in a simulation, also in part',
		],
	}),
	values('simulationOutcomes', 'completed failed', {
		at: ['v2.payins.simulate body status', 'v2.payouts.simulate body status', 'v2.transfers.simulate body status'],
		in: ['payin.simulate', 'payout.simulate', 'transfer.simulate'],
		tests: [
			'emulator/transfers: a transfer waits in Processing until it is simulated, once',
			'integration/action/payins: what happens to a payin is paid or fails in a simulation, also in part',
			'integration/action/payouts: what became of payouts is decided by a simulation',
			'integration/resources/accounts: sandbox simulations lets a transfer end as %s',
			'unit/contract/rules: rules the specification states a simulation ends completed or failed',
			'unit/contract/rules: rules the specification states a transfer ends completed or failed',
		],
	}),
	endpoint('v2.payins.confirmOtp', ['payin.confirmOtp'], otp, onThePhone),
	fields('v2.payins.confirmOtp body', { uuid: 'string', code: ['string', otp, onThePhone] }),
	endpoint('v2.payins.resendOtp', ['payin.resendOtp'], otp, onThePhone),
	fields('v2.payins.resendOtp body', { uuid: 'string' }),
	endpoint('v2.payins.authorizeStk', ['payin.authorizeStk'], otp, onThePhone),
	fields('v2.payins.authorizeStk body', { uuid: 'string', pin: 'string' }),
	fields('v2.payins.authorizeStk response', { status: 'string' }),
);

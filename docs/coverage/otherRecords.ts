import { fields, rule, section, values } from './row';

const heard = 'emulator/specifiedWords: notifications a payment notification carries what the specification lists';
const prefilled =
	'integration/resources/checkoutLink: create makes a link with everything the form gives, its reference inside the metadata';
const asItCame = 'integration/trigger/delivery: hands on an event in the shape that both triggers use';
const asPayid =
	'integration/resources/specifiedWords: the trigger tells a payment to a PayID with its tax and its metadata';
const asCard = 'integration/resources/specifiedWords: the trigger tells of a card payment %s';
const declined = 'emulator/specifiedWords: notifications a declined card tells why';

export const staticPayid = section(
	'Static PayID (v1)',
	fields('v1.staticPayid.create response', {
		name: 'string',
		email: 'string',
		address: 'string',
		phone: 'string',
		zip_code: 'string',
		city: 'string',
		state: 'string',
		external_id: 'string',
		customer_notification: 'object',
		'customer_notification.endpoint_url': 'string',
		'customer_notification.authorization_header': 'string',
		status: 'string',
	}),
);

export const payidObject = section(
	'Static PayID callback object (PayIDObject)',
	fields('notification payid', {
		id: 'integer',
		balance_id: 'string',
		name: 'string',
		request_payid: 'string',
		merchant_name: 'string',
		gst: 'boolean',
		amount: 'string',
		total: 'string',
		gst_amount: [
			'string',
			'emulator/payids: a one-time PayID carries GST and its metadata, and says when it was paid too much or too little',
			asPayid,
		],
		metadata: [
			'object',
			'emulator/payids: a one-time PayID carries GST and its metadata, and says when it was paid too much or too little',
			asPayid,
		],
	}),
);

export const webhookObject = section(
	'Webhook object (payment notifications)',
	fields('notification payin', {
		uuid: ['string', heard, 'unit/core/events/memory: EventMemory hands an event on once'],
		name: 'string',
		email: 'string',
		external_id: ['string', heard, asItCame],
		status: ['string', heard, asItCame],
		pay_code: 'object',
		currency: ['string', heard, asItCame],
		amount: ['string', heard, 'unit/core/events/naming: nameEvent keeps an amount as it was sent'],
		total: 'string',
		paid_amount: 'string',
		is_refundable: 'boolean',
		payment_method: 'string',
		expired_at: 'string',
		webhook_notification: 'object',
		'webhook_notification.endpoint_url': 'string',
		'webhook_notification.authorization_header': [
			'string',
			heard,
			'unit/core/authorization: withMaskedAuthorization masks %s',
			'emulator/notifications: one notification is unsigned without a webhook secret key, and keeps the authorization value to itself',
			asItCame,
		],
		refund_information: [
			'object',
			heard,
			'unit/core/events/identity: event_id tells two partial refunds apart by amount; of the same amount and description only the refund records can',
		],
		'refund_information.total_amount': 'string',
		'refund_information.refund_amount': 'string',
		'refund_information.description': 'string',
		created_at: 'string',
	}),
	fields('notification card', {
		'pay_code.3ds_url': [
			'string',
			'emulator/specifiedWords: notifications a card that needs 3DS says where',
			'unit/core/events/naming: nameEvent recognises: card by its 3DS request',
			asCard,
		],
		'pay_code.error_code': ['string', declined, asCard],
		'pay_code.error_message': ['string', declined, asCard],
		'sender_details.card': ['object', 'unit/core/events/naming: nameEvent recognises: %s'],
		'sender_details.card.card_type': 'string',
		'sender_details.card.card_brand': 'string',
		'sender_details.card.card_last_4': 'string',
		'sender_details.card.card_country': 'string',
		token: [
			'object',
			'unit/contract/payloads: example payloads shows a card token at authorised and waiting only',
			asCard,
		],
		'token.id': 'string',
		'token.type': 'string',
	}),
	rule('v3 sends a payment link object whose status is at transaction_info.status, not at top level', {
		by: ['linkNotification', 'transactionInfo'],
		in: ['trigger'],
		tests: [
			'emulator/links: a paid link books the payment and notifies the link object',
			'unit/core/events/naming: nameEvent is tried with what the contract calls a notification: %s',
			'unit/core/events/naming: nameEvent names a payin in the shape both triggers emit',
			'unit/core/events/naming: nameEvent recognises: %s',
			'unit/core/events/naming: nameEvent knows nothing of %j',
			'unit/core/events/naming: nameEvent keeps an amount as it was sent',
			'unit/core/events/naming: nameEvent answers to any JSON, however odd its types and names',
		],
	}),
);

export const paymentLink = section(
	'v3 payment link',
	fields('v3.links.create response', { uuid: 'string', payment_url: 'string', expired_at: 'timestamp' }),
	fields('v3.methods response records', {
		currency: 'string',
		payin_method_code: 'string',
		payin_method_name: 'string',
		min_amount: 'number',
		max_amount: 'number',
	}),
	fields('v3.methods response', {
		supported_card_brands: [
			'array',
			'emulator/links: the methods of every currency are offered with brands and languages',
			'integration/resources/specifiedMethods: checkout links in %s have these methods, with their limits: %s',
		],
		supported_languages: [
			'array',
			'emulator/links: the methods of every currency are offered with brands and languages',
			'integration/resources/specifiedMethods: checkout links in %s have these methods, with their limits: %s',
		],
	}),
	fields('v3.links.create body sender_info', {
		email: 'string',
		first_name: 'string',
		last_name: 'string',
		address: [
			'string, optional',
			'emulator/checkoutPage: the billing address is prefilled from sender_info and still validated',
			prefilled,
		],
		city: ['string, optional', prefilled],
		postal_code: ['string, optional', prefilled],
		state: ['string, optional', prefilled],
		country_code: ['string, optional', prefilled],
	}),
);

export const settlementReport = section(
	'Settlement report entry',
	fields('v2.settlements.list response records', {
		id: 'string',
		summary: [
			'object',
			'emulator/settlements: each report sums exactly what the ledger shows for its period, and so does its file',
			'integration/resources/specifiedWords: settlement reports are shown with their summary and the address of their file',
		],
		'summary.settlement_count': 'number',
		'summary.settled_amount': 'number',
		'summary.settled_fee': 'number',
		'summary.closing_balance': 'number',
		'summary.closing_balance_at': 'timestamp',
		file_url: [
			'string',
			'emulator/settlements: a file address works for three minutes of the clock and only with its own signature',
			'integration/resources/specifiedWords: settlement reports are shown with their summary and the address of their file',
		],
		report_frequency: 'string',
	}),
	values('reportFrequencies', 'daily monthly', {
		at: ['v2.settlements.list response records.report_frequency', 'v2.settlements.list query report_frequency'],
		in: ['settlementReport.getAll', 'settlementReport.download'],
		tests: [
			'emulator/settlements: each report sums exactly what the ledger shows for its period, and so does its file',
			'integration/action/reading: settlement reports are offered and asked for by their frequency: %s',
		],
	}),
);

export const contacts = section(
	'Customers and contacts (v2)',
	rule('A customer and a contact record exist', {
		by: ['customer', 'contact'],
		in: ['contact.create', 'contact.get', 'contact.getAll'],
		tests: [
			'emulator/contacts: a contact is unique by email, whatever its case, within its account',
			'emulator/contacts: the list pages by number, newest first, and filters by date',
			'integration/resources/contact: create registers a person, with the country in capitals',
			'integration/resources/contact: reading gets one, simplified or as it came',
			'integration/resources/contact: reading lists %i contacts completely, each once',
		],
	}),
	rule('A contact has an identity verification link, deliverable by email or SMS', {
		by: ['contactIdentity', 'resendVerificationBody'],
		in: ['contact.resendVerification', 'trigger'],
		tests: [
			'emulator/contacts: the verification link is sent again by email or phone',
			'emulator/contacts: submitted documents are notified as pending, then as decided',
			'integration/resources/contact: resendVerification sends the link by %s',
			'integration/resources/specifiedWords: a contact with an identity check that is %s shows it',
		],
	}),
);

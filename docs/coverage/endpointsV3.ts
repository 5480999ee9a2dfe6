import { endpoint, fields, rule, section, values } from './row';

const expiry = [
	'unit/contract/rules: rules the specification states a link lives 900 seconds',
	'emulator/links: a link expires by the clock, 1,800 seconds after it was made unless told otherwise',
];
const wholeBody =
	'integration/resources/checkoutLinkBody: the body of a link holds the fields of the specification and no others, with what the form gives';
const refusedWith = (what: string) => `integration/resources/checkoutLink: create refuses ${what}`;
/** What the service gets, where a field may be missing. */
const everything =
	'integration/resources/checkoutLink: create makes a link with everything the form gives, its reference inside the metadata';
const leftOut =
	'integration/resources/checkoutLinkBody: the body of a link holds no field that may be left out and that the form leaves out';
const alone =
	'integration/resources/checkoutLinkBody: the body of a link sends the customer to the address for %s alone where no other is given';
const refunded = 'integration/resources/checkoutLink: refund gives back everything, or a part';
const byMethod =
	'integration/resources/specifiedMethods: checkout links in %s by %s go out under this code, and are found under it';
const refund = 'emulator/links: a refund is full at first, partial from 30 minutes on, and each step is notified';
const stays =
	'emulator/checkoutPage: without a failure address the customer stays on the page after a declined payment';
const phone = 'emulator/checkoutPage: mobile money: a prompt on the phone, then "I have paid"';
const address = 'emulator/checkoutPage: the billing address is prefilled from sender_info and still validated';

export const v3Checkout = section(
	'v3: hosted checkout',
	endpoint(
		'v3.methods',
		[
			'checkoutLink.getMethods',
			'checkoutLink.create',
			'checkoutLink.createAndWait',
			'balance.get',
			'balance.getAll',
			'reconciliation.run',
			'reconciliation.export',
			'parameter forms',
		],
		'emulator/links: the methods of every currency are offered with brands and languages',
		'integration/resources/checkoutLink: reading lists the methods with the card brands of the page',
	),
	endpoint(
		'v3.links.create',
		['checkoutLink.create', 'checkoutLink.createAndWait'],
		'emulator/links: a paid link books the payment and notifies the link object',
		everything,
	),
	fields('v3.links.create body', {
		amount: [
			'number',
			wholeBody,
			refusedWith('no amount'),
			'emulator/links: the limits themselves are accepted, and yen are rounded',
		],
		description: ['string', refusedWith('no description'), wholeBody, everything],
		sender_info: [
			'object',
			wholeBody,
			...['no email', 'no first name', 'no last name'].map(refusedWith),
			'unit/contract/rules: rules the specification states a link knows its customer',
		],
		payin_method_code: [
			'string or null, optional',
			...[wholeBody, leftOut, byMethod],
			'emulator/checkoutPage: without a method the customer chooses one and may change it; a fixed one is not offered for change',
		],
		expires_in: [
			'integer, optional',
			...[wholeBody, leftOut],
			'unit/contract/rules: rules the specification states a link lives whole seconds',
			'integration/resources/checkoutLinkBody: the body of a link has a life of 900 seconds at least, and the form begins with the 1,800 that it has without one',
			everything,
			refusedWith('an expiry under 900 seconds'),
			...expiry,
		],
		redirect_url: ['object, optional', wholeBody, leftOut, 'emulator/links: an address that is a script is refused'],
		'redirect_url.success': [
			'string, optional',
			...[wholeBody, alone],
			'emulator/checkoutPage: after paying, the page tells the opener and follows the success address',
		],
		'redirect_url.failure': [
			'string, optional',
			...[wholeBody, alone],
			'emulator/checkoutPage: the page follows the clock: an expired payment says so, and its forms are refused',
			stays,
		],
		webhook_notification: [
			'object, optional',
			...[wholeBody, leftOut],
			'emulator/links: a paid link books the payment and notifies the link object',
			'integration/resources/checkoutLinkBody: what a link is created with has no notification object where nobody is to be notified, because v3 does not require one',
		],
		'webhook_notification.authorization_header': [
			'string',
			refusedWith('a notification without authorization'),
			...[wholeBody, everything],
		],
		'webhook_notification.endpoint_url': [
			'string',
			refusedWith('a notification address without https'),
			...[wholeBody, everything],
		],
	}),
	rule('Without redirect_url.failure the customer stays on the hosted page', {
		in: ['checkoutLink.create'],
		tests: [stays, alone, leftOut],
	}),
	endpoint(
		'v3.links.list',
		[
			'checkoutLink.getAll',
			'checkoutLink.create',
			'checkoutLink.createAndWait',
			'reconciliation.run',
			'reconciliation.export',
		],
		'emulator/links: the list filters, pages and keeps accounts apart',
		'integration/resources/checkoutLink: reading applies every filter',
	),
	endpoint(
		'v3.links.detail',
		[
			'checkoutLink.get',
			'checkoutLink.create',
			'checkoutLink.createAndWait',
			'checkoutLink.waitForStatus',
			'checkoutLink.refund',
			'reconciliation.run',
		],
		'emulator/links: the list filters, pages and keeps accounts apart',
		'integration/resources/checkoutLink: reading gets one link, simplified or as it came',
		'integration/waiting/waitForStatus: a checkout link is handed out before the wait, which its payment ends',
	),
	fields('v3.links.detail params', { uuid: 'string' }),
	endpoint('v3.links.refund', ['checkoutLink.refund'], refund, refunded),
	rule('Refund a completed payin', { by: ['linkRefundBody'], in: ['checkoutLink.refund'], tests: [refund, refunded] }),
	values(
		'mobileMoneyMethods',
		'ke_mobile_money_kes mw_mobile_money_mwk bw_mobile_money_bwp gh_mobile_money_ghs cm_mobile_money_xaf ci_mobile_money_xof',
		{
			in: ['checkoutLink.create', 'payin.create'],
			tests: [
				...[phone, byMethod],
				'integration/resources/specifiedMethods: payins in %s by %s go out under these names, and come back under them',
				'emulator/methods: catalogue keeps the rules of mobile money and of late credentials',
				'emulator/links: mobile money and PayID payments cannot be refunded',
			],
		},
	),
	rule('Mobile money is confirmed on the handset and then by the customer selecting I have paid', {
		in: ['hosted page'],
		tests: [phone],
	}),
	rule('Mobile money is not refundable through the API', {
		in: ['payin.refund', 'checkoutLink.refund'],
		tests: [
			'integration/action/payins: what happens to a payin is not refunded where its record says that it cannot be',
			'emulator/methods: catalogue keeps the rules of mobile money and of late credentials',
			'emulator/links: mobile money and PayID payments cannot be refunded',
			'emulator/refunds: refuses what cannot be refunded',
		],
	}),
	rule('Mobile money is not cancellable through the API', {
		in: ['payin.cancel'],
		tests: [
			'integration/action/payins: what happens to a payin is not cancelled where its method does not allow it',
			'emulator/methods: catalogue keeps the rules of mobile money and of late credentials',
		],
	}),
	rule('Prompts expire, which surfaces as a failed payment', {
		in: ['trigger'],
		tests: [
			'emulator/checkoutPage: a prompt that is ignored or dismissed makes the payment fail',
			'emulator/payins: mobile money fails when the prompt is dismissed or ignored',
			'unit/core/events/naming: nameEvent knows of each status of a %s whether it is final',
			'integration/trigger/resuming: goes on unconfirmed with a failure that records have no word for',
		],
	}),
	rule('For MWK only numbers of two specific networks work', {
		in: ['hosted page'],
		tests: ['emulator/checkoutPage: in Malawi only the numbers of two networks work'],
	}),
	rule('Values given in sender_info are prefilled but still validated', {
		by: ['senderInfo'],
		in: ['checkoutLink.create'],
		tests: [address, wholeBody],
	}),
);

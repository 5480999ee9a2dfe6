import { endpoint, rule, section, values } from './row';

/** The test that the schemas accept each value. */
const taken = 'unit/coverage/contract: the contract says what the specification says %s takes %s of %s';
const cards = ['emulator/cards: a card is authorised, captured once, received and refunded in part'];
const cashback = 'emulator/cards: cashback is delivered once per transaction to an activated user';
const created = 'emulator/contacts: a contact is unique by email, whatever its case, within its account';
const documents = 'emulator/contacts: submitted documents are notified as pending, then as decided';
const gateway =
	'emulator/gateway: the customer pays on the hosted page with the billing address filled in, and the shop is notified';
const contacts = {
	in: ['contact.create'],
	tests: [taken, 'unit/contract/rules: rules the specification states an individual names its sort', created],
};
const formOfContacts = 'integration/resources/specifiedWords: a contact has a form with these words';
const everySource = 'integration/trigger/delivery: knows the notifications of every source';

/** What the specification mentions without showing it; contract/assumptions.ts names what is assumed. */
export const notShown = section(
	'Not shown by the specification',
	endpoint(
		'v2.contacts.create',
		['contact.create'],
		created,
		'integration/resources/contact: create registers a person, with the country in capitals',
	),
	endpoint(
		'v2.contacts.detail',
		['contact.get', 'contact.create', 'payout.preview'],
		created,
		'integration/resources/contact: reading gets one, simplified or as it came',
		'integration/guards/preview: asks for the contacts that a method needs, each once',
	),
	endpoint(
		'v2.contacts.list',
		['contact.getAll'],
		'emulator/contacts: the list pages by number, newest first, and filters by date',
		'integration/resources/contact: reading lists %i contacts completely, each once',
	),
	endpoint('v2.contacts.submitKyc', ['HTTP Request node'], documents),
	endpoint(
		'v2.contacts.shareToken',
		['HTTP Request node'],
		'emulator/contacts: a share token submits an identity; an expired one does not',
	),
	endpoint('v2.cards.createPayment', ['HTTP Request node'], ...cards),
	endpoint('v2.cards.capturePayment', ['HTTP Request node'], ...cards),
	endpoint('v2.cards.refundPayment', ['HTTP Request node'], ...cards),
	endpoint('v2.cards.list', ['HTTP Request node'], ...cards),
	endpoint('v2.cards.detail', ['HTTP Request node'], ...cards),
	endpoint('v2.cashbacks.activate', ['HTTP Request node'], cashback),
	endpoint('v2.cashbacks.deliver', ['HTTP Request node'], cashback),
	endpoint('v2.cashbacks.campaigns', ['HTTP Request node'], cashback),
	rule('Assumed (payinAmountless): a payin by usdc_bank may go without an amount, as a payout may', {
		by: ['amountlessMethod'],
		in: ['payin.create'],
		tests: [
			'emulator/payins: create takes a USDC payin without an amount',
			'integration/action/payins: create may leave the amount out for usdc_bank only',
		],
	}),
	values('notificationSources', 'gatewayLink', { in: ['trigger'], tests: [gateway, everySource] }),
	values('notificationSources', 'identityCheck', { in: ['trigger'], tests: [documents, everySource] }),
	values('contactTypes', 'individual organization', {
		at: ['v2.contacts.create body type'],
		in: contacts.in,
		tests: [
			...contacts.tests,
			formOfContacts,
			'integration/resources/specifiedWords: a contact goes out as an %s, and is shown as one',
		],
	}),
	values('genders', 'male female', {
		at: ['v2.contacts.create body gender'],
		in: contacts.in,
		tests: [
			...contacts.tests,
			formOfContacts,
			'integration/resources/specifiedWords: a contact goes out as %s, and is shown as such',
		],
	}),
	values('documentTypes', 'passport id_card driving_license', {
		at: ['v2.contacts.submitKyc body document_type'],
		in: ['HTTP Request node'],
		tests: [taken, documents],
	}),
	values('kycStatuses', 'pending approved failed', {
		at: ['notification identityCheck status'],
		in: ['contact.get', 'trigger'],
		tests: [
			taken,
			documents,
			'integration/resources/specifiedWords: a contact with an identity check that is %s shows it',
		],
	}),
	values('campaignStatuses', 'active scheduled inactive', {
		at: ['v2.cashbacks.campaigns query status'],
		in: ['HTTP Request node'],
		tests: [taken, cashback],
	}),
	values(
		'payidPaymentStatuses',
		'pending received expired return_pending return_received return_expired return_rejected',
		{
			at: ['notification payid status'],
			in: ['trigger'],
			tests: [
				'unit/contract/patterns: enumerations name the statuses of a PayID payment',
				'emulator/payids: a one-time PayID expires by the clock',
				'unit/core/events/order: comesTooLate never claims an order between the payments of one static PayID',
			],
		},
	),
	values('payoutTransactionStatuses', 'created processing settled failed', {
		at: ['v2.payouts.detail response payout_transactions.status'],
		in: ['payout.get'],
		tests: [
			taken,
			'emulator/payouts: states completes a batch whose transactions fail on their own, and gives their money back',
			'integration/resources/specifiedWords: a payout has a transaction that is %s',
		],
	}),
	values('audPayidTypes', 'email phone abn org_id', {
		at: ['v1.payouts.create body payout_transaction_details.payid_type'],
		in: ['audPayout.create'],
		tests: [
			taken,
			'integration/resources/audPayout: one request per item pays by every kind of PayID, in the words of the service',
			'unit/contract/rules: rules the specification states refuses a v1 payout that writes payid_type in upper case',
		],
	}),
	values('payoutErrorCodes', '<svc>_PAYOUT1 <svc>_PAYOUT2', {
		in: ['payout.get'],
		tests: [
			'unit/contract/patterns: enumerations name the two errors of a payout without funds',
			'emulator/payouts: states waits for funds with an error code, then pays or expires',
			'integration/resources/specifiedWords: a payout shows the error code %s beside the message',
			'integration/resources/specifiedWords: a payout without funds shows the error of the service',
		],
	}),
);

import { endpoint, fields, rule, section, values } from './row';

const moments = [
	'unit/contract/rules: rules the specification states a v2 history moment is UTC with Z',
	'emulator/balances: asks for both dates in their form, in order',
];

export const v2Balances = section(
	'v2: balances',
	endpoint(
		'v2.balances.detail',
		['balance.get', 'balance.getAll', 'payout.preview', 'reconciliation.run', 'reconciliation.export'],
		'emulator/balances: settles what comes in and sets aside what goes out',
		'integration/action/reading: the balance is read in the currency of each item',
	),
	fields('v2.balances.detail query', {
		currency: [
			'string',
			"emulator/balances: refuses a currency that is not the account's",
			'unit/contract/rules: rules the specification states a balance names its currency',
			'integration/resources/specifiedMethods: the balance in %s is asked for and shown under this name',
		],
	}),
	endpoint(
		'v2.balances.history',
		['balance.getHistory', 'reconciliation.run', 'reconciliation.export', 'polling trigger'],
		'emulator/balances: pages by cursor, each entry once, while new ones arrive',
		'integration/action/reading: the balance history of %i entries is read exactly, newest first',
	),
	fields('v2.balances.history query', {
		from_date: ['string', ...moments, 'integration/action/periodEnds: %s: %s'],
		to_date: ['string', ...moments, 'integration/action/periodEnds: %s: %s'],
		cursor: [
			'string, optional',
			'emulator/balances: binds a cursor to its account, period and size',
			'integration/action/reading: the balance history of %i entries is read exactly, newest first',
		],
		size: [
			'integer, optional',
			'unit/contract/payloads: example payloads fills in the defaults the specification states',
			'integration/resources/specifiedWords: the pages of a list of %s: %s are as long as the default, 20, where the service takes no longer ones',
		],
	}),
	rule('While has_more is true pass the previous next_cursor with the same from_date, to_date and size', {
		by: ['balanceHistory'],
		in: ['balance.getHistory'],
		tests: [
			'integration/action/reading: the balance history of %i entries is read exactly, newest first',
			'emulator/balances: pages by cursor, each entry once, while new ones arrive',
			'unit/core/paging: a page with a cursor ends the list when the service says so, whatever the cursor',
			'unit/core/paging: a list with pages %s of %i records is read exactly',
		],
	}),
	rule('next_cursor is null when has_more is false', {
		by: ['balanceHistory'],
		in: ['balance.getHistory'],
		tests: [
			'unit/contract/payloads: example payloads ties next_cursor to has_more',
			'unit/core/paging: a page with a cursor contradicts itself when more is to come from nowhere',
		],
	}),
	rule('Treat the cursor as opaque', {
		in: ['balance.getHistory'],
		tests: [
			'emulator/balances: binds a cursor to its account, period and size',
			'unit/core/paging: a page with a cursor ends the list when the service says so, whatever the cursor',
		],
	}),
);

const resend = 'emulator/contacts: the verification link is sent again by email or phone';
const resentBy = 'integration/resources/contact: resendVerification sends the link by %s';
const reports =
	'emulator/settlements: pages follow the cursor: every report once, newest first; a foreign cursor is refused';

export const v2Reporting = section(
	'v2: contacts and reporting',
	endpoint('v2.contacts.resendVerification', ['contact.resendVerification'], resend, resentBy),
	fields('v2.contacts.resendVerification body', {
		email: ['string', resend, resentBy],
		resend_to: [
			'string',
			resentBy,
			'unit/contract/rules: rules the specification states a verification goes to email or phone',
		],
	}),
	values('resendChannels', 'email phone', {
		at: ['v2.contacts.resendVerification body resend_to'],
		in: ['contact.resendVerification'],
		tests: [resend, resentBy, 'integration/resources/specifiedWords: a contact has a form with these words'],
	}),
	endpoint(
		'v2.settlements.list',
		['settlementReport.getAll', 'settlementReport.download', 'reconciliation.run', 'polling trigger'],
		reports,
		'integration/action/reading: settlement reports are listed newest first, by frequency and period',
	),
	fields('v2.settlements.list query', {
		size: [
			'integer, optional',
			'emulator/specifiedWords: requests a page of settlement reports is as long as asked',
			'integration/wrongGuesses/lists: an envelope that tells no number of records a page of settlement reports that may be full is not taken for all',
		],
		report_frequency: [
			'string, optional',
			reports,
			'integration/action/reading: settlement reports are listed newest first, by frequency and period',
			'integration/action/reading: settlement reports are offered and asked for by their frequency: %s',
			'integration/wrongGuesses/filters: settlement reports are found by their frequency where %s',
		],
	}),
	rule('Returns reports for the currency tied to the app-id', {
		in: ['settlementReport.getAll'],
		tests: [
			'emulator/specifiedWords: requests a settlement report is of the currency of its account',
			'integration/resources/specifiedWords: settlement reports are those of the currency of the account that is meant',
			'emulator/settlements: each report sums exactly what the ledger shows for its period, and so does its file',
		],
	}),
);

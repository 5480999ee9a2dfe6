import { ASSUMED } from '../../contract/assumed';
import { parseMethodParameter } from '../../core/payments/methodParameters';
import { isObject } from '../../core/objects';
import { confirmed, named, refuted, unknown, untried, word, type Finding } from '../finding';
import { answerOf, findingOr, HELPS, nameProbe, notSeen, onAnswer, onListed, shows, type Probe } from '../probe';
import { reasonOf, recordsIn, type Fields, type Run } from '../run';

/** The envelope of a list. */
const envelope = (id: string, what: string, name: string, ...fields: string[]): Probe => ({
	id,
	part: 'reading',
	does: `Lists ${what}.`,
	proves: 'The answer has the assumed fields around its records.',
	refutes: 'One of them is missing.',
	unknown: 'What a list of several pages says.',
	helps: HELPS.nothing,
	judge: onAnswer('reading', name, (answer) => shows(answer, ...fields)),
});

/** The code in a refusal. */
const errorCode = (id: string, name: string, status: number, code: string, does: string, step: string): Probe => ({
	id,
	part: status === 404 ? 'reading' : 'payments',
	does,
	proves: `The refusal has the status ${status} and the assumed code.`,
	refutes: 'It has another code.',
	unknown: 'Refusals of other endpoints.',
	helps: HELPS.nothing,
	judge(run) {
		const asked = run.exchanges.get(name);
		if (asked?.status !== status) return notSeen(run, step, name);
		const errors = isObject(asked.body) ? asked.body.errors : undefined;
		const told = isObject(errors) ? errors.code : undefined;
		if (told === undefined) return unknown('The refusal shows no code.');
		return told === code ? confirmed(`The code is ${code}.`) : refuted(`The code is ${word(told)}.`);
	},
});

/** A list of words beside the methods of the hosted page. */
const beside = (id: string, what: string, field: string): Probe => ({
	id,
	part: 'reading',
	does: 'Reads the methods of the hosted page.',
	proves: `${what} stand in ${field}, beside the methods.`,
	refutes: 'There is no such list.',
	unknown: 'Nothing.',
	helps: HELPS.simplify,
	judge: onAnswer('reading', 'checkout methods', (answer) =>
		Array.isArray(answer[field]) ? confirmed(`${field} is a list.`) : shows(answer, field),
	),
});

const methodRecords = (run: Run): Fields[] =>
	[...run.exchanges.keys()]
		.filter((name) => /^(payin|payout) method /.test(name))
		.flatMap((name) => {
			const record = answerOf(run, name)?.record;
			return isObject(record) ? [record] : [];
		});

const parametersOf = (record: Fields): Fields => {
	const described = record.payin_method_params ?? record.payout_method_params;
	return isObject(described) ? described : {};
};

/** Judges the parameters of one method. */
const onParameters =
	(currency: string, method: string, judge: (parameters: Fields) => Finding) =>
	(run: Run): Finding => {
		const record = answerOf(run, `payout method ${method}`)?.record;
		if (isObject(record)) return judge(parametersOf(record));
		return run.ofCurrency(currency)
			? untried(`The account has no method ${method}.`)
			: untried(`no account of ${currency}.`);
	};

/** Judges whether a list of methods names one. */
const namesMethod =
	(currency: string, list: string, field: string, method: string) =>
	(run: Run): Finding => {
		if (!run.ofCurrency(currency)) return untried(`no account of ${currency}.`);
		const records = recordsIn(answerOf(run, list));
		if (records.length === 0) return notSeen(run, currency, list);
		const isThere = records.some((record) => record[field] === method);
		return isThere
			? confirmed(`${method} is there.`)
			: refuted(`The list holds ${named(records.map((each) => each[field]))}.`);
	};

const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'date'];

export const readingProbes: readonly Probe[] = [
	{
		id: 'futurePeriods',
		part: 'reading',
		does: 'Lists payins until tomorrow.',
		proves: 'The list takes the period.',
		refutes: 'It refuses it, and takes one that ends now.',
		unknown: 'The other lists.',
		helps: HELPS.nothing,
		judge: findingOr(
			'futurePeriods',
			onAnswer('reading', 'payins until tomorrow', () => confirmed('A period until tomorrow is taken.')),
		),
	},
	{
		id: 'payinPeriods',
		part: 'reading',
		does: 'Lists payins of nearly a year.',
		proves: 'The list takes the period.',
		refutes: 'It refuses it.',
		unknown: 'Settlement reports and the balance history.',
		helps: 'Choose a shorter period in Get Many and Get History.',
		judge: (run) => takesPeriod(run, 'payins of a year'),
	},
	{
		id: 'olderPayouts',
		part: 'reading',
		does: 'Lists the payouts of the year before last.',
		proves: 'The list takes the period.',
		refutes: 'It refuses it.',
		unknown: 'How far back it goes.',
		helps: 'Use a new External ID for each payment: an older one is not found again.',
		judge: (run) => takesPeriod(run, 'payouts of an older year'),
	},
	{
		id: 'pageSizes',
		part: 'reading',
		does: 'Asks for a page of 1,000 payins.',
		proves: 'It is taken, shortened, or refused with 400, 413 or 422.',
		refutes: 'It is refused in another way.',
		unknown: 'The largest page.',
		helps: 'A smaller Limit or Page Size.',
		judge(run) {
			const asked = run.exchanges.get('a page of 1,000');
			if (!asked || asked.result === 'failed') return notSeen(run, 'reading', 'a page of 1,000');
			if (asked.result === 'answered') return confirmed('A page of 1,000 is taken or shortened.');
			const isKnown = [400, 413, 422].includes(asked.status ?? 0);
			return isKnown ? confirmed(`Refused with ${asked.status}.`) : refuted(`Refused with ${asked.status}.`);
		},
	},
	{
		id: 'historyCursor',
		part: 'reading',
		does: 'Asks the balance history for a page after a cursor that it has not given.',
		proves: 'It refuses the cursor with 422.',
		refutes: 'It answers otherwise.',
		unknown: 'A cursor of its own with other dates.',
		helps: HELPS.nothing,
		judge(run) {
			const asked = run.exchanges.get('a foreign cursor');
			if (!asked || asked.result === 'failed') return notSeen(run, 'reading', 'a foreign cursor');
			return asked.status === 422 ? confirmed('Refused with 422.') : refuted(`It answers with status ${asked.status}.`);
		},
	},
	{
		id: 'emptyList',
		part: 'reading',
		does: 'Lists payins of an External ID that nothing has.',
		proves: 'The envelope comes with an empty list.',
		refutes: 'It is refused as not found, or has no list.',
		unknown: 'The other lists.',
		helps: HELPS.nothing,
		judge(run) {
			const asked = run.exchanges.get('payins of no id');
			if (asked?.status === 404) return refuted('An empty list is refused with 404.');
			return onAnswer('reading', 'payins of no id', ({ records }) => {
				if (!Array.isArray(records)) return refuted('There is no list of records.');
				return records.length === 0 ? confirmed('The list is empty.') : unknown('The list is not empty.');
			})(run);
		},
	},
	errorCode(
		'notFoundCode',
		'an unknown record',
		404,
		ASSUMED.notFoundCode,
		'Asks for a payin that does not exist.',
		'reading',
	),
	errorCode(
		'badRequestCode',
		'a malformed request',
		400,
		ASSUMED.badRequestCode,
		'Sends a list where an object belongs, to the cancelling of payins.',
		'payins',
	),
	{
		id: 'errorStatuses',
		part: 'reading',
		does: 'Asks for a payin that does not exist, and for one without saying which.',
		proves: 'The first is refused with 404, the second with 422.',
		refutes: 'One of them has another status.',
		unknown: 'Other refusals.',
		helps: HELPS.nothing,
		judge(run) {
			const [first, second] = ['an unknown record', 'a missing field'].map((name) => run.exchanges.get(name));
			if (first?.result !== 'refused' || second?.result !== 'refused')
				return notSeen(run, 'reading', 'an unknown record', 'a missing field');
			const seen = `Unknown: ${first.status}; missing: ${second.status}.`;
			return first.status === 404 && second.status === 422 ? confirmed(seen) : refuted(seen);
		},
	},
	{
		id: 'errorBodies',
		part: 'reading',
		does: 'Looks at the bodies of two refusals of v2.',
		proves: 'Both have an object errors: one with code and message, one with a text for each field.',
		refutes: 'One has no such object.',
		unknown: 'The bodies of v1 and v3.',
		helps: HELPS.nothing,
		judge(run) {
			const refusals = ['an unknown record', 'a missing field'].flatMap((name) => {
				const asked = run.exchanges.get(name);
				return asked?.result === 'refused' ? [asked] : [];
			});
			if (refusals.length < 2) return notSeen(run, 'reading', 'an unknown record', 'a missing field');
			const bodies = refusals.map(({ body }) => body).filter(isObject);
			if (bodies.length < refusals.length) return unknown('A refusal is no JSON.');
			const other = bodies.find(({ errors }) => !isObject(errors));
			return other ? refuted(`A refusal shows ${named(Object.keys(other))}.`) : confirmed('Both have errors.');
		},
	},
	envelope(
		'payoutListEnvelope',
		'payouts',
		'payouts',
		...['from_date', 'to_date', 'page', 'size', 'next_page', 'total_page', 'total_count', 'records'],
	),
	envelope('contactListEnvelope', 'contacts', 'contacts', 'per_page', 'page', 'total_page', 'records'),
	envelope('linkListEnvelope', 'checkout links', 'links', 'total', 'page', 'limit', 'records'),
	{
		...envelope('settlementListEnvelope', 'settlement reports', 'reports'),
		judge: (run) => {
			const name = answerOf(run, 'reports') ? 'reports' : 'reports of a period';
			return onAnswer('reading', name, (answer) => shows(answer, 'size', 'next_cursor', 'has_more', 'records'))(run);
		},
	},
	{
		id: 'settlementListPeriod',
		part: 'reading',
		does: 'Lists settlement reports without a period.',
		proves: 'The list answers.',
		refutes: 'It refuses, and answers with one.',
		unknown: 'Whether it shows all of them.',
		helps: 'A From Date and a To Date where an operation asks for them.',
		judge: findingOr(
			'settlementListPeriod',
			onAnswer('reading', 'reports', () => confirmed('The list answers without a period.')),
		),
	},
	{
		id: 'settlementEntryFields',
		part: 'reading',
		does: 'Looks at the newest settlement report of the list.',
		proves: 'It has the assumed fields, and an id that is a text.',
		refutes: 'One is missing.',
		unknown: 'The file; and everything where the account has no report yet.',
		helps: HELPS.simplify,
		judge: (run) =>
			onListed('reading', answerOf(run, 'reports') ? 'reports' : 'reports of a period', (report) => {
				const fields = ['id', 'file_name', 'file_type', 'currency', 'period_start', 'period_end', 'created_at'];
				const shown = shows(report, ...fields);
				return typeof report.id === 'string' || shown.verdict === 'refuted' ? shown : refuted('The id is no text.');
			})(run),
	},
	beside('cardBrandsField', 'The card brands', ASSUMED.cardBrandsField),
	beside('checkoutLanguagesField', 'The languages', ASSUMED.checkoutLanguagesField),
	{
		id: 'methodParameterTypes',
		part: 'reading',
		does: 'Reads the parameters of all methods of the accounts.',
		proves: 'Each is described as assumed, with a known type.',
		refutes: 'One is not.',
		unknown: 'What the descriptions mean.',
		helps: 'Raw JSON sends any value.',
		judge(run) {
			const described = methodRecords(run).flatMap((record) => Object.entries(parametersOf(record)));
			if (described.length === 0) return notSeen(run, 'reading');
			const others = described.filter(([key, text]) => !TYPES.includes(parseMethodParameter(key, text).type));
			if (others.length === 0) return confirmed(`${described.length} parameters are described as assumed.`);
			return refuted(`Of another form: ${named(others.map(([key]) => key))}.`);
		},
	},
	{
		id: 'accountCurrency',
		part: 'reading',
		does: 'Compares the currencies of the methods of an account.',
		proves: 'They are all one.',
		refutes: 'They differ.',
		unknown: 'Accounts without methods.',
		helps: 'A line for each account in Accounts of the credential.',
		judge(run) {
			const lists = [...run.exchanges.keys()].filter((name) => /^(payin|payout) methods /.test(name));
			const sets = lists.map((name) => new Set(recordsIn(answerOf(run, name)).map(({ currency }) => currency)));
			const filled = sets.filter(({ size }) => size > 0);
			if (filled.length === 0) return notSeen(run, 'reading', ...lists);
			const mixed = filled.find(({ size }) => size > 1);
			return mixed ? refuted(`An account has ${named([...mixed])}.`) : confirmed('Each account has one currency.');
		},
	},
	{
		id: 'audBankPayin',
		part: 'reading',
		does: 'Lists the payin methods of the AUD account.',
		proves: 'au_bank_aud is among them.',
		refutes: 'It is not.',
		unknown: 'Whether another account has it.',
		helps: 'Choose another method in the examples that take payments.',
		judge: namesMethod('AUD', 'payin methods AUD', 'payin_method_name', 'au_bank_aud'),
	},
	{
		id: 'payIdTypes',
		part: 'reading',
		does: 'Reads the parameters of au_payid_npp_aud.',
		proves: 'They list the assumed words.',
		refutes: 'They list others.',
		unknown: 'Whether words that they do not list are taken.',
		helps: HELPS.nothing,
		judge: onParameters('AUD', 'au_payid_npp_aud', (parameters) => {
			const { choices } = parseMethodParameter('pay_id_type', parameters.pay_id_type);
			if (choices.length === 0) return unknown('The service lists no words.');
			const others = choices.filter((choice) => !(ASSUMED.payIdTypes as readonly string[]).includes(choice));
			return others.length === 0 ? confirmed(`It lists ${named(choices)}.`) : refuted(`It lists ${named(choices)}.`);
		}),
	},
	{
		id: 'thBankSwiftField',
		part: 'currencies',
		does: 'Reads the parameters of th_bank_thb.',
		proves: 'They have the assumed key.',
		refutes: 'They do not.',
		unknown: 'Nothing.',
		helps: 'The form asks for what the service lists.',
		judge: onParameters('THB', 'th_bank_thb', (parameters) => shows(parameters, ASSUMED.thBankSwiftField)),
	},
	{
		id: 'tzsCheckoutMethod',
		part: 'currencies',
		does: 'Lists the methods of the hosted page of the TZS account.',
		proves: 'The assumed code is among them.',
		refutes: 'It is not.',
		unknown: 'Nothing.',
		helps: 'The picker shows the code that the service lists.',
		judge: namesMethod('TZS', 'checkout methods TZS', 'payin_method_code', 'tz_mobile_money_tzs'),
	},
	nameProbe(
		'branchCodeMethodQuery',
		'currencies',
		'VND',
		'Asks for the branches of a bank of vn_bank_vnd.',
		'A branch code can be typed in the form.',
	),
	nameProbe(
		'branchCodeSwiftQuery',
		'currencies',
		'VND',
		'Asks for the branches of a bank of vn_bank_vnd.',
		'A branch code can be typed in the form.',
	),
	{
		id: 'branchCodeAnswer',
		part: 'currencies',
		does: 'Asks for the branches of a bank of vn_bank_vnd.',
		proves: 'The answer has records with code and name.',
		refutes: 'It has other fields.',
		unknown: 'Nothing.',
		helps: 'A branch code can be typed in the form.',
		judge: onAnswer('VND', 'branches', (answer) => {
			const [first] = recordsIn(answer);
			return first ? shows(first, 'code', 'name') : shows(answer, 'records');
		}),
	},
];

function takesPeriod(run: Run, name: string): Finding {
	const asked = run.exchanges.get(name);
	if (asked?.result === 'answered') return confirmed('The list takes the period.');
	if (asked?.result === 'refused' && [400, 422].includes(asked.status ?? 0)) return refuted(`${reasonOf(asked)}.`);
	return notSeen(run, 'reading', name);
}

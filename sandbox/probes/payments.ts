import { ASSUMED } from '../../contract/assumed';
import { payinStatuses, webhookOnlyPayinStatuses } from '../../contract/statuses';
import { compareAmounts, readDecimal } from '../../core/money';
import { isObject } from '../../core/objects';
import { confirmed, named, refuted, unknown, word, type Finding } from '../finding';
import { complaintsIn } from '../refusal';
import {
	answerOf,
	HELPS,
	nameProbe,
	notSeen,
	onAnswer,
	onFinding,
	onListed,
	onRecord,
	recordOf,
	shows,
	type Probe,
} from '../probe';
import { reasonOf, recordsIn, type Fields, type Run } from '../run';
import { SOMEBODY } from '../steps/methods';

/** A probe whose step has measured what it judges. */
const measured = (probe: Omit<Probe, 'part' | 'judge'>, ...names: string[]): Probe => ({
	...probe,
	part: 'payments',
	judge: onFinding('payins', probe.id, ...names),
});

/** The list of refunds in a record: the assumed one, or another that holds objects with amounts. */
function refundsIn(record: Fields): { field: string; records: Fields[] } | undefined {
	const lists = Object.entries(record).flatMap(([field, value]) =>
		Array.isArray(value) && value.every((each) => isObject(each) && 'amount' in each)
			? [{ field, records: value as Fields[] }]
			: [],
	);
	return (
		lists.find(({ field }) => field === ASSUMED.refundListField) ?? lists.find(({ records }) => records.length > 0)
	);
}

/** Judges the first refund of the payin that the run has refunded. */
const onRefund =
	(judge: (refund: Fields, run: Run) => Finding) =>
	(run: Run): Finding => {
		const record = recordOf(run, 'refunded payin') ?? {};
		const [refund] = refundsIn(record)?.records ?? [];
		if (refund) return judge(refund, run);
		return answerOf(run, 'refund') ? unknown('The detail shows no refund.') : notSeen(run, 'payins', 'refund');
	};

/** The transactions of all payouts that the run has seen. */
const transactionsIn = (run: Run): Fields[] =>
	['create payout-completed', 'scheduled payout', 'cancelled payout', 'failed payout', 'completed payout'].flatMap(
		(name) => {
			const list = recordOf(run, name)?.payout_transactions;
			return Array.isArray(list) ? list.filter(isObject) : [];
		},
	);

/** Values of fields of this name in all answers, at any depth. */
function valuesOf(field: string, value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap((each) => valuesOf(field, each));
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([key, inside]) => (key === field ? [inside] : valuesOf(field, inside)));
}

export const paymentProbes: readonly Probe[] = [
	{
		id: 'unreachableTarget',
		part: 'payments',
		does: 'Makes a payin whose notifications go to https://nobody.invalid/.',
		proves: 'It is made.',
		refutes: 'The address is refused.',
		unknown: 'Payouts and PayIDs.',
		helps: 'Notify: Another Address.',
		judge(run) {
			const asked = run.exchanges.get('create payin-cancelled');
			const isAddress = complaintsIn(asked?.body).some(({ field }) => /url|notification/.test(field));
			if (asked?.result === 'refused' && isAddress) return refuted(`${reasonOf(asked)}.`);
			return onAnswer('payin-cancelled', 'create payin-cancelled', () => confirmed('The payin was made.'))(run);
		},
	},
	measured({
		id: 'recordDelay',
		does: 'Looks for a new payin by its External ID until the list shows it.',
		proves: 'It shows within the time of Look for Record.',
		refutes: 'It does not.',
		unknown: 'Busier hours.',
		helps: 'Look for Record (Seconds), up to an hour.',
	}),
	{
		id: 'externalIdForm',
		part: 'payments',
		does: 'Compares the External ID of a payin with the one that was sent.',
		proves: 'It comes back unchanged.',
		refutes: 'It is another one.',
		unknown: 'Longer ones, and other letters than those of a prefix.',
		helps: 'External IDs of lower-case letters, digits and hyphens.',
		judge: onRecord('payins', 'payin', ({ external_id: shown }, run) => {
			if (shown === undefined || shown === null) return unknown('The record shows none.');
			const isSame = shown === `${run.setup.prefix}-payin-cancelled`;
			return isSame ? confirmed('It comes back unchanged.') : refuted('It comes back in another form.');
		}),
	},
	{
		id: 'payinListRecord',
		part: 'payments',
		does: 'Lists a payin by its External ID.',
		proves: 'Its record has the fields of a new payin and created_at.',
		refutes: 'One is missing.',
		unknown: 'Records in other statuses.',
		helps: HELPS.nothing,
		judge: onListed('payins', 'listed payin', (record) =>
			shows(
				record,
				...['uuid', 'status', 'amount', 'total', 'currency', 'external_id', 'payment_method', 'paid_amount'],
				'created_at',
			),
		),
	},
	{
		id: 'listOrder',
		part: 'payments',
		does: 'Lists the payins of the run.',
		proves: 'The newest comes first.',
		refutes: 'Another order.',
		unknown: 'The other lists, and lists of several pages.',
		helps: HELPS.nothing,
		judge: onAnswer('payins', 'payins of the run', (answer, run) => {
			const listed = recordsIn(answer).map(({ uuid }) => uuid);
			const places = run.order.map((uuid) => listed.indexOf(uuid)).filter((place) => place >= 0);
			if (places.length < 2) return unknown('The list shows fewer than two of them.');
			const falls = places.every((place, index) => index === 0 || place < (places[index - 1] ?? 0));
			return falls ? confirmed('The newest comes first.') : refuted('The newest does not come first.');
		}),
	},
	{
		id: 'recordEnvelope',
		part: 'payments',
		does: 'Reads details of a payin, a payout and a link.',
		proves: 'Each record stands by itself.',
		refutes: 'One has an object around it.',
		unknown: 'A new static PayID.',
		helps: HELPS.nothing,
		judge(run) {
			const names = ['payin', 'completed payout', 'link'].filter((name) => answerOf(run, name));
			if (names.length === 0) return notSeen(run, 'payins', 'payin');
			const wrapped = names.filter((name) => !('uuid' in (answerOf(run, name) ?? {})));
			if (wrapped.length === 0) return confirmed(`So it is for: ${named(names)}.`);
			const inside = wrapped.some((name) => 'uuid' in (recordOf(run, name) ?? {}));
			return inside ? refuted(`An object stands around: ${named(wrapped)}.`) : unknown('A detail shows no uuid.');
		},
	},
	{
		id: 'payinExtraFields',
		part: 'payments',
		does: 'Looks at a new payin and its detail.',
		proves: 'One of them shows webhook_notification or status_text.',
		refutes: 'None does.',
		unknown: 'Nothing.',
		helps: HELPS.simplify,
		judge: onRecord('payins', 'payin', (record, run) => {
			const shown = { ...answerOf(run, 'create payin-cancelled'), ...record };
			const extra = ['webhook_notification', 'status_text'].filter((field) => field in shown);
			return extra.length > 0 ? confirmed(`Shown: ${named(extra)}.`) : refuted('Neither is shown.');
		}),
	},
	{
		id: 'maskedAuthorization',
		part: 'payments',
		does: 'Looks for authorization values in all answers and notifications.',
		proves: 'Each is masked.',
		refutes: 'One is not.',
		unknown: 'Records of other kinds.',
		helps: 'Keep raw answers (Simplify off) out of other systems.',
		judge(run) {
			const bodies = [...run.exchanges.values()].map(({ body }) => body);
			const values = valuesOf('authorization_header', [...bodies, ...run.mails.map(({ body }) => body)]);
			const shown = values.filter((value) => typeof value === 'string' && value !== '');
			if (shown.length === 0) return notSeen(run, 'payins', 'payin');
			const open = shown.filter((value) => !/^\*+$/.test(String(value)));
			return open.length === 0 ? confirmed('Asterisks stand for it.') : refuted('An answer shows the value.');
		},
	},
	{
		id: 'answerTimestamps',
		part: 'payments',
		does: 'Looks at the times of payins and payouts.',
		proves: 'They have milliseconds and the offset +0000.',
		refutes: 'They have another form.',
		unknown: 'Times of v3.',
		helps: HELPS.nothing,
		judge(run) {
			const records = ['payin', 'completed payout'].map((name) => recordOf(run, name));
			const times = valuesOf('created_at', records).filter((time) => typeof time === 'string');
			const [first] = times;
			if (first === undefined) return notSeen(run, 'payins', 'payin');
			const other = times.find((time) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/.test(time));
			return other === undefined
				? confirmed('All have that form.')
				: refuted(`One has the form ${other.replace(/\d/g, '0').slice(0, 35)}.`);
		},
	},
	{
		...nameProbe('actionBodies', 'payments', 'payins', 'Cancels a payin.', HELPS.version),
		unknown: 'The other actions, which are tried with the same name.',
	},
	{
		id: 'actionAnswers',
		part: 'payments',
		does: 'Looks at the answers to cancelling and simulating.',
		proves: 'They say Ok.',
		refutes: 'They say something else.',
		unknown: 'The other actions.',
		helps: HELPS.nothing,
		judge(run) {
			const answers = ['cancel payin-cancelled', 'simulate payin-failed']
				.map((name) => answerOf(run, name))
				.filter((answer) => answer !== undefined);
			if (answers.length === 0) return notSeen(run, 'payins', 'cancel payin-cancelled');
			const other = answers.find(({ status }) => !/^ok$/i.test(String(status)));
			return other ? refuted(`An answer shows ${named(Object.keys(other))}.`) : confirmed('They say Ok.');
		},
	},
	{
		id: 'gstInAmount',
		part: 'payments',
		does: 'Makes a payin with GST, and cancels it.',
		proves: 'Its total is more than its amount.',
		refutes: 'They are the same although there is a tax.',
		unknown: 'One-time PayIDs.',
		helps: 'Send an amount without the tax.',
		judge: onRecord('payin-gst', 'payin with GST', ({ amount, total, gst_amount: gst }) => {
			const [net, whole, tax] = [amount, total, gst].map((value) => readDecimal(value));
			if (net == null || whole == null || tax == null) return unknown('The record does not show all amounts.');
			if (compareAmounts(tax, '0') <= 0) return unknown('There is no tax.');
			return compareAmounts(whole, net) > 0 ? confirmed('The tax comes on top.') : refuted('The amount holds the tax.');
		}),
	},
	nameProbe('simulateOutcomeField', 'payments', 'payins', 'Simulates outcomes of payins and payouts.', HELPS.version),
	{
		id: 'payinDetailStatuses',
		part: 'payments',
		does: 'Reads a payin that has failed in a simulation.',
		proves: 'Its status is one of the eight of records.',
		refutes: 'It is one of the five of notifications.',
		unknown: 'The other four.',
		helps: HELPS.nothing,
		judge: onRecord('payins', 'failed payin', ({ status }) => {
			const shown = String(status);
			const seen = `A payin that failed shows as ${word(shown)}.`;
			if ((webhookOnlyPayinStatuses as readonly string[]).includes(shown)) return refuted(seen);
			const isEnd = shown !== 'pending' && (payinStatuses as readonly string[]).includes(shown);
			return isEnd ? confirmed(seen) : unknown(seen);
		}),
	},
	measured(
		{
			id: 'simulatedAmountField',
			does: 'Simulates a payment of half the total.',
			proves: 'paid_amount shows the half.',
			refutes: 'It shows the total.',
			unknown: 'Payments of more than the total.',
			helps: HELPS.version,
		},
		'simulate payin-paid',
	),
	measured(
		{
			id: 'partialPayment',
			does: 'Reads the payin that was paid by half.',
			proves: 'Its status is received.',
			refutes: 'It has another status.',
			unknown: 'How real customers pay too little.',
			helps: HELPS.nothing,
		},
		'simulate payin-paid',
	),
	nameProbe('refundReasonField', 'payments', 'payins', 'Refunds a payin.', HELPS.version),
	measured(
		{
			id: 'refundAmountField',
			does: 'Asks for a refund of far more than was paid, then for the full one.',
			proves: 'The first is refused, the second taken.',
			refutes: 'The first is taken: the amount was ignored.',
			unknown: 'Partial refunds, which become possible only half an hour after the payment.',
			helps: 'Refund in full only. Get shows what was refunded.',
		},
		'refund',
	),
	measured(
		{
			id: 'fullRefund',
			does: 'Compares a full refund with what was paid.',
			proves: 'They are the same.',
			refutes: 'They differ.',
			unknown: 'Refunds after others.',
			helps: 'Give the amount of a refund.',
		},
		'refund',
	),
	{
		id: 'refundAnswer',
		part: 'payments',
		does: 'Looks at the answer to a refund.',
		proves: 'It has the assumed fields.',
		refutes: 'One is missing.',
		unknown: 'Refunds of links.',
		helps: HELPS.nothing,
		judge: onAnswer('payins', 'refund', (answer) =>
			shows(answer, 'total_amount', 'refund_amount', 'description', 'payin_request'),
		),
	},
	{
		id: 'refundListField',
		part: 'payments',
		does: 'Reads the payin that was refunded.',
		proves: 'Its refund stands in a list of the assumed name.',
		refutes: 'It stands in another list, or in none.',
		unknown: 'Several refunds.',
		helps: HELPS.simplify,
		judge: onRecord('payins', 'refunded payin', (record, run) => {
			const list = refundsIn(record);
			if (list && list.records.length > 0)
				return list.field === ASSUMED.refundListField
					? confirmed(`It stands in ${list.field}.`)
					: refuted(`It stands in ${word(list.field)}.`);
			if (!answerOf(run, 'refund')) return notSeen(run, 'payins', 'refund');
			return list ? unknown('The list is empty.') : refuted(`There is none; shown: ${named(Object.keys(record))}.`);
		}),
	},
	{
		id: 'refundStatuses',
		part: 'payments',
		does: 'Reads the status of the refund.',
		proves: 'It is an assumed word.',
		refutes: 'It is another one.',
		unknown: 'The statuses that it does not go through.',
		helps: HELPS.nothing,
		judge: onRefund(({ status }) =>
			(ASSUMED.refundStatuses as readonly unknown[]).includes(status)
				? confirmed(`It is ${word(status)}.`)
				: refuted(`It is ${word(status)}.`),
		),
	},
	{
		id: 'refundReferenceField',
		part: 'payments',
		does: 'Looks for the reference of the refund in its record.',
		proves: 'It stands in external_id.',
		refutes: 'It stands elsewhere, or nowhere.',
		unknown: 'Nothing.',
		helps: 'Refund a payment once only: a later execution cannot find the refund.',
		judge: onRefund((refund, run) => {
			const sent = `${run.setup.prefix}-refund`;
			if (refund.external_id === sent) return confirmed('It stands in external_id.');
			const field = Object.keys(refund).find((key) => refund[key] === sent);
			return refuted(field === undefined ? 'The record does not show it.' : `It stands in ${word(field)}.`);
		}),
	},
	{
		id: 'latePayCode',
		part: 'currencies',
		does: 'Makes a payin of a method that delivers its account later.',
		proves: 'Its pay_code is empty at first, and filled then.',
		refutes: 'It is filled at once, or never.',
		unknown: 'How long it takes on other days.',
		helps: HELPS.nothing,
		judge: onRecord('late', 'late payin', ({ pay_code: code }, run) => {
			const first = answerOf(run, 'create payin-late')?.pay_code;
			const isFull = (value: unknown) => isObject(value) && Object.keys(value).length > 0;
			if (isFull(first)) return refuted('It was filled at once.');
			return isFull(code) ? confirmed('It was empty at first.') : unknown('It was not filled in time.');
		}),
	},
	{
		id: 'roundingDirection',
		part: 'currencies',
		does: 'Makes a payin of half a unit more than the least, in a currency without decimals.',
		proves: 'The half is rounded up.',
		refutes: 'It is rounded down.',
		unknown: 'Payouts.',
		helps: 'Send whole amounts.',
		judge: onFinding('late', 'roundingDirection', 'create payin-late'),
	},
	nameProbe('otpField', 'currencies', 'OTP', 'Confirms a mobile money payin with a made-up OTP.', HELPS.version),
	{
		id: 'payoutListRecord',
		part: 'payments',
		does: 'Lists a payout by its External ID.',
		proves: 'Its record has external_id and its transactions.',
		refutes: 'One is missing.',
		unknown: 'Batches of several payees.',
		helps: HELPS.nothing,
		judge: onListed('payouts', 'listed payout', (record) =>
			shows(record, 'uuid', 'status', 'total_amount', 'external_id', 'payout_transactions'),
		),
	},
	{
		id: 'payoutProgress',
		part: 'payments',
		does: 'Follows a payout that is paid, and one that is due later.',
		proves: 'They go from created to completed, and begin as scheduled.',
		refutes: 'They begin or end with another word.',
		unknown: 'What lies between.',
		helps: HELPS.nothing,
		judge: onRecord('payouts', 'completed payout', ({ status: end }, run) => {
			const begin = answerOf(run, 'create payout-completed')?.status;
			const scheduled = answerOf(run, 'create payout-scheduled')?.status;
			if (begin === undefined || scheduled === undefined) return notSeen(run, 'payouts', 'create payout-completed');
			const seen = `${word(begin)} to ${word(end)}; due later: ${word(scheduled)}.`;
			if (end === 'created' || end === 'processing') return unknown(seen);
			return begin === 'created' && end === 'completed' && scheduled === 'scheduled' ? confirmed(seen) : refuted(seen);
		}),
	},
	{
		id: 'payoutTransactionStatuses',
		part: 'payments',
		does: 'Reads the statuses of the payees of its payouts.',
		proves: 'They are assumed words.',
		refutes: 'One is not.',
		unknown: 'Statuses that they do not go through.',
		helps: HELPS.nothing,
		judge(run) {
			const words = [...new Set(transactionsIn(run).map(({ status }) => String(status)))];
			if (words.length === 0) return notSeen(run, 'payouts', 'completed payout');
			const others = words.filter((each) => !(ASSUMED.payoutTransactionStatuses as readonly string[]).includes(each));
			return others.length === 0 ? confirmed(`Seen: ${named(words)}.`) : refuted(`Seen: ${named(others)}.`);
		},
	},
	{
		id: 'payeeShown',
		part: 'payments',
		does: 'Reads the name of a payee.',
		proves: 'It holds the first and the last name that were sent.',
		refutes: 'It is spelt otherwise.',
		unknown: 'Names with accents.',
		helps: 'Another spelling; a repeat then stops instead of paying twice.',
		judge: (run) => {
			const [transaction] = transactionsIn(run);
			if (!transaction) return notSeen(run, 'payouts', 'completed payout');
			const shown = String(transaction.payee).toLowerCase().split(/\s+/).sort().join(' ');
			const sent = [SOMEBODY.first, SOMEBODY.last]
				.map((name) => name.toLowerCase())
				.sort()
				.join(' ');
			return shown === sent ? confirmed('It holds both names.') : refuted('It is spelt otherwise.');
		},
	},
	{
		id: 'cancelledPayoutStatus',
		part: 'payments',
		does: 'Cancels a payout that is due in two days.',
		proves: 'The answer and the record say cancelled.',
		refutes: 'One has another word.',
		unknown: 'Nothing.',
		helps: HELPS.nothing,
		judge: onRecord('payouts', 'cancelled payout', ({ status }, run) => {
			if (status === 'scheduled') return notSeen(run, 'payouts', 'cancel payout');
			const words = [answerOf(run, 'cancel payout')?.status, status].filter((each) => each !== undefined);
			const seen = `Words: ${named(words)}.`;
			return words.every((each) => each === ASSUMED.cancelledPayoutStatus) ? confirmed(seen) : refuted(seen);
		}),
	},
	{
		id: 'failedPayoutBatch',
		part: 'payments',
		does: 'Lets a payout fail in a simulation.',
		proves: 'Its status is failed.',
		refutes: 'It has another word.',
		unknown: 'How real payouts fail.',
		helps: HELPS.nothing,
		judge: onRecord('payouts', 'failed payout', ({ status }) => {
			const seen = `It shows as ${word(status)}.`;
			if (['created', 'processing', 'completed'].includes(String(status))) return unknown(seen);
			return status === 'failed' ? confirmed(seen) : refuted(seen);
		}),
	},
	{
		id: 'historyReference',
		part: 'payments',
		does: 'Looks for its payments in the balance history.',
		proves: 'An entry names one of them.',
		refutes: 'Nothing does: an entry may come later.',
		unknown: 'Which of the names it is for each kind.',
		helps: 'Reconciliation pairs such entries by their amounts.',
		judge: onAnswer('payouts', 'history', (answer, run) => {
			const batch = recordOf(run, 'completed payout');
			const ids = [batch, ...transactionsIn(run), ...run.setup.journal.created].flatMap((each) => {
				const { uuid, externalId, external_id: shown } = (each ?? {}) as Fields;
				return [uuid, externalId, shown].filter((id) => typeof id === 'string' && id !== '');
			});
			const entries = recordsIn(answer);
			if (entries.length === 0) return unknown('The history is empty.');
			const isNamed = entries.some(({ reference_id: id }) => ids.includes(id));
			return isNamed ? confirmed('An entry names a payment of the run.') : unknown('No entry names one.');
		}),
	},
];

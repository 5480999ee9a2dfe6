import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PayinRefundBody, RefundRecord } from '../../../contract';
import { attempt } from '../../../core/attempt';
import { SHOWN_AS } from '../../../core/events/refunds';
import {
	amountAsJsonNumber,
	bookable,
	compareAmounts,
	readDecimal,
	subtractAmounts,
	sumAmounts,
} from '../../../core/money';
import { isObject } from '../../../core/objects';
import { facts } from '../../../core/payments/facts';
import { isUnderWayAs, recordsUnder } from '../../../core/payments/match';
import { pauseBetweenLookUps } from '../../../core/payments/settle';
import type { refundListOf } from '../../../core/payments/refundList';
import { acknowledges, fieldsOf, has, tellsTaken, unwrapped } from '../../service/answers';
import { isRefused, unusableAnswer } from '../../service/failure';
import { pause } from '../../service/pause';
import type { Choosable } from '../form/fields';
import { externalIdField, recordField, recordOptions, writeOptions } from '../form/fields';
import type { ItemCall } from '../run/itemCall';
import { asText } from '../run/itemCall';
import { paymentRow, withOutcome } from '../form/presentation';
import { readAll } from '../run/readAll';
import { isSafe } from './batchKind';
import { bookedAmount, endedWithoutMoney, isBooked, pickLive } from './booked';
import { externalIdOf } from './externalId';
import { REFUND } from './subject';
import type { FoundPayment } from './payment';
import { payOnce } from './payOnce';
import { processClock } from '../../service/processClock';
import { settleTimeOf } from './setting';
import { inTurn, isUnderWay } from './turns';

/** The amount of a full refund, as a fact: what was left of the payment. */
const EVERYTHING = 'all that is left';

const NOT_SHOWN =
	'The service does not show by which references this payment was refunded. Only refunds that this n8n process has sent in the last day were recognised.';

/** The refunds of a list that a record shows: null for none. undefined where it does not hold records. */
export function refundsIn(shown: ReturnType<typeof refundListOf>): RefundRecord[] | undefined {
	if (shown === null) return [];
	return shown?.every(isObject) ? (shown as unknown as RefundRecord[]) : undefined;
}

/** Which payments a refund is of. */
interface RefundKind {
	/** As its form names it. */
	what: Choosable;
	path: string;
	/** How many characters the reason must have; undefined where the specification does not show it. */
	shortestReason?: number;
}

/** The form of a refund, of a payin or of a checkout link. */
export const refundFields = ({ what, shortestReason: fewest }: RefundKind): INodeProperties[] => [
	recordField(what),
	externalIdField('refund', 'order-77-refund-1', 'refunded'),
	{
		displayName: 'Refund Type',
		name: 'refundType',
		type: 'options',
		options: [
			{ name: 'Full', value: 'full', description: 'Allowed right after the payment was received' },
			{
				name: 'Partial',
				value: 'partial',
				description: 'Allowed only from 30 to 60 minutes after the payment was received',
			},
		],
		default: 'full',
	},
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 30.00',
		displayOptions: { show: { refundType: ['partial'] } },
		description: 'How much is refunded, in the currency’s main unit (dollars, not cents)',
	},
	{
		displayName: 'Reason',
		name: 'reason',
		type: 'string',
		required: fewest !== undefined,
		default: '',
		placeholder: 'e.g. Parcel came late',
		...(fewest ? { hint: `At least ${fewest} characters` } : {}),
		description: fewest
			? 'Why the money goes back'
			: 'Why the money goes back. The service may demand at least 5 characters.',
	},
	...recordOptions(writeOptions),
];

/** A payment with the refunds made of it, as its detail shows them. */
export interface Refundable {
	record: IDataObject;
	currency: string;
	/** undefined when the service does not show them. */
	refunds: RefundRecord[] | undefined;
}

/**
 * Refunds once. A refund is recognised by the refund records of its payment (specification: "Payin (v2)", list of refund
 * records).
 */
export async function refundOnce(
	item: ItemCall,
	{ what, path, shortestReason: fewest }: RefundKind,
	read: (uuid: string) => Promise<Refundable>,
): Promise<IDataObject> {
	const form = await readAll(item, {
		uuid: () => item.requiredText('uuid', what),
		// A full refund cannot be taken back.
		amount: () =>
			item.choice('refundType', 'Refund Type', ['full', 'partial']) === 'partial' ? item.amount('amount') : undefined,
		externalId: () => externalIdOf(item, true),
		reason: () => (fewest ? item.longText('reason', 'Reason', fewest) : item.text('reason')),
	});
	const refund = new Refund(item, { what, path }, form, read);
	const made = await payOnce(item, {
		subject: REFUND,
		kind: `refund of ${form.uuid}`,
		externalId: form.externalId,
		mayHide: true,
		facts: facts({ payment: form.uuid, amount: form.amount ?? EVERYTHING }),
		find: async () => await refund.find(),
		send: async (isAgain) => await refund.send(isAgain),
	});
	const record = withOutcome(made, form.externalId, refund.isHidden ? NOT_SHOWN : undefined);
	return item.isSimple ? rowOf(record, form.uuid) : record;
}

/** A refund as a row, with its payment. @param uuid that of the payment */
function rowOf(refund: IDataObject, uuid: string): IDataObject {
	const payment = { ...(refund.payin_request as IDataObject | undefined) };
	return paymentRow(
		refund,
		{
			// Where the answer shows none, that of the payment tells of the refund.
			status: refund.status ?? payment.status,
			customer: payment.name,
			amount: refund.refund_amount,
			currency: payment.currency,
			method: payment.payment_method,
			error_message: refund.error_message,
		},
		{
			payment_uuid: uuid,
			payment_external_id: payment.external_id,
			payment_amount: refund.total_amount,
			reason: refund.description,
		},
	);
}

/** A refund as its item asks for it. */
interface RefundForm {
	uuid: string;
	externalId: string;
	reason: string;
	/** Canonical decimal text; undefined for all that is left. */
	amount: string | undefined;
}

/** One refund: looked for among those of its payment, and sent. */
class Refund {
	/** Whether the list of refunds did not tell whether this one is in it. */
	isHidden = false;
	/** As last read. */
	private payment: Refundable | undefined;

	constructor(
		private readonly item: ItemCall,
		private readonly kind: RefundKind,
		private readonly form: RefundForm,
		private readonly read: (uuid: string) => Promise<Refundable>,
	) {}

	/** @returns a doubt where one is under way that may be this one */
	async find(): Promise<FoundPayment | 'hidden' | { doubt: unknown } | null> {
		const { form } = this;
		const payment = await this.readUntil(
			(shown) => shown.refunds === undefined || hiddenIn(shown) === null || foundIn(shown, form) !== null,
		);
		this.payment = payment;
		const found = foundIn(payment, form);
		this.isHidden = found === null && !tellsWhich(payment);
		if (!this.isHidden) return found;
		const isPending = (refund: RefundRecord) =>
			isNameless(refund) && isUnderWayAs(statusOf(refund)) && mayBe(refund, payment, form.amount);
		const isUnderWay = hiddenIn(payment) === 'return_pending' || payment.refunds?.some(isPending);
		if (!isUnderWay) return 'hidden';
		const doubt = this.item.refusal(
			'A refund of this payment is under way, and the service does not show which',
			'Run this again when it has come to its end.',
		);
		return { doubt };
	}

	async send(isAgain: boolean): Promise<IDataObject> {
		const { uuid } = this.form;
		// While another one of the same payment is sent, a change of its status counts for that one.
		const turn = `${this.kind.path} ${uuid}`;
		if (isUnderWay(turn)) this.payment = undefined;
		return await inTurn([turn], async () => await this.sendInTurn((this.payment ??= await this.read(uuid)), isAgain));
	}

	private async sendInTurn(before: Refundable, isAgain: boolean): Promise<IDataObject> {
		const { item, kind } = this;
		const { path } = kind;
		const { uuid, externalId, reason, amount } = this.form;
		const name = `${kind.what} ${uuid}`;
		assertRefundable(item, before, name);
		const body: Partial<PayinRefundBody> = {
			uuid,
			...(amount !== undefined && { amount: amountAsJsonNumber(amount) }),
			...(reason !== '' && { description: reason }),
			external_id: externalId,
		};
		const { currency } = before;
		const most = amount === undefined ? whatIsLeft(before) : bookable(amount, currency).most;
		const counted = {
			key: externalId,
			identity: `${uuid} ${externalId}`,
			isAgain: isAgain && isSafe({ externalId, list: '' }),
		};
		const moves = [{ ...counted, amount: most, currency, destination: undefined }];
		const request = { method: 'POST', path, body, moves } as const;
		const answer = await item.client.write<unknown>(request, acknowledges).catch((failure: unknown) => {
			throw isRefused(failure) && isGivenBack(before) ? givenBack(item, name) : failure;
		});
		const shown = unwrapped(fieldsOf(answer), has('refund_amount'));
		if (isRefund(shown, amount)) return withEnd(shown, before);
		return await this.madeBy(answer, before);
	}

	/**
	 * The specification does not show the answer to a refund. Where it has another form, the list of refunds decides; where
	 * that does not tell either, a yes of the service or a changed status of the payment does.
	 */
	private async madeBy(answer: unknown, before: Refundable): Promise<IDataObject> {
		const unusable = unusableAnswer({ method: 'POST', path: this.kind.path }, answer);
		const asked = await attempt(() => this.find());
		// What is found, or known to be missing, is left to the look-ups that follow.
		if ('value' in asked && (asked.value === null || (asked.value !== 'hidden' && 'record' in asked.value)))
			throw unusable;
		const shown = unwrapped(fieldsOf(answer), has('refund_amount'));
		if ('refund_amount' in shown && !isBooked(this.form.amount, shown.refund_amount, before.currency)) throw unusable;
		if (tellsTaken(answer)) return withEnd(shown, before, this.payment?.record);
		if (isOfRefund(before.record)) throw unusable;
		const changed = await attempt(() => this.readUntil(({ record }) => isOfRefund(record)));
		if ('value' in changed && isOfRefund(changed.value.record)) return withEnd(shown, before, changed.value.record);
		throw unusable;
	}

	/** The list of refunds may follow the status of the payment a little later. */
	private async readUntil(isEnough: (shown: Refundable) => boolean): Promise<Refundable> {
		const { item } = this;
		const signal = item.n8n.getExecutionCancelSignal();
		const end = processClock.now() + settleTimeOf(item);
		for (let reads = 1; ; reads++) {
			const shown = await this.read(this.form.uuid);
			const left = end - processClock.now();
			if (isEnough(shown) || left <= 0 || signal?.aborted) return shown;
			await pause(Math.min(pauseBetweenLookUps(reads), left), signal);
		}
	}
}

/** Whether an answer has the assumed form and shows the amount asked for. */
function isRefund(answer: IDataObject, amount: string | undefined): boolean {
	const { refund_amount: refunded, payin_request: payment } = answer;
	return has('refund_amount')(answer) && isObject(payment) && isBooked(amount, refunded, asText(payment.currency));
}

/** The answer to a refund, with its end where the answer or the payment tells that it was denied, and did not before. */
function withEnd(answer: IDataObject, before: Refundable, payment = fieldsOf(answer.payin_request)): IDataObject {
	const isTold = (status: unknown) => status !== before.record.status;
	const whole = isOfRefund(before.record) ? undefined : /^return_.+/.exec(asText(payment.status))?.[0];
	const ended = [answer.status, whole]
		.filter(isTold)
		.map((status) => statusOf({ status }))
		.find(endedWithoutMoney);
	return ended === undefined ? answer : { ...answer, status: ended };
}

/** Whether nothing of a payment is left, as far as its refunds tell. */
const isGivenBack = (payment: Refundable): boolean =>
	payment.refunds?.some(isLive) === true && whatIsLeft(payment) === undefined;

const givenBack = (item: ItemCall, name: string) =>
	item.refusal(`${name} is refunded in full already`, 'Nothing is left to give back. Get shows its refunds.');

/** The record decides where it tells; otherwise the service does (specification: "Check is_refundable first"). */
function assertRefundable(item: ItemCall, payment: Refundable, name: string): void {
	if (payment.record.is_refundable !== false) return;
	if (isGivenBack(payment)) throw givenBack(item, name);
	throw item.refusal(
		'The payment service says that this payment cannot be refunded (is_refundable is false)',
		`Refundable are received payments of methods that allow it; this one is ${asText(payment.record.status) || 'of unknown status'}${methodShown(payment.record)}.`,
	);
}

function methodShown({ payment_method: method }: IDataObject): string {
	return asText(method) === '' ? '' : ` and of ${asText(method)}`;
}

/**
 * Whether the list of refunds tells that one is not in it: any without a reference may be it, whatever amount it shows, for that
 * may include a fee.
 */
function tellsWhich(payment: Refundable): boolean {
	return payment.refunds !== undefined && hiddenIn(payment) === null && !payment.refunds.some(isNameless);
}

const isNameless = ({ external_id }: RefundRecord): boolean => asText(external_id) === '';

/** The status of a payment where it tells of a refund that the list does not show (specification: "Payin status"). */
function hiddenIn({ record, refunds }: Refundable): string | null {
	const status = asText(record.status).replace('return_received', 'partially_refunded');
	const isTold = ['return_pending', 'partially_refunded'].includes(status);
	// Any that has a status not known here may be it.
	return isTold && (refunds ?? []).every((refund) => ![status, undefined].includes(SHOWN_AS.get(statusOf(refund))))
		? status
		: null;
}

/** Whether a refund is of this amount, as far as it shows. @param amount undefined for everything */
function mayBe(refund: RefundRecord, { currency }: Refundable, amount: string | undefined): boolean {
	const refunded = readDecimal(amountOf(refund));
	return refunded === null || isBooked(amount, refunded, currency);
}

const isOfRefund = ({ status }: IDataObject): boolean => /^return_|^partially_refunded$/.test(asText(status));

function foundIn(payment: Refundable, { externalId, amount }: RefundForm): FoundPayment | null {
	const { record, currency, refunds = [] } = payment;
	const all = recordsUnder(refunds, externalId, ({ external_id }) => external_id);
	const picked = pickLive(all, statusOf);
	if (!picked) return null;
	const { one: refund, alive } = picked;
	const refunded = amountOf(refund);
	const isEverything = leftNothing(refund, refunds, record);
	const shownAmount = (booked: string) =>
		amount !== undefined ? bookedAmount(amount, booked, currency) : isEverything ? EVERYTHING : booked;
	return {
		record: {
			total_amount: record.total ?? record.amount,
			refund_amount: refunded,
			description: refund.description,
			payin_request: record,
		},
		facts: facts({ payment: asText(record.uuid), amount: refunded === undefined ? undefined : shownAmount(refunded) }),
		externalId: asText(refund.external_id) || undefined,
		ended: endedWithoutMoney(statusOf(refund)),
		alive,
	};
}

/** The amount of a refund record, whose fields the specification does not show; undefined where it shows none. */
function amountOf({ amount, refund_amount }: RefundRecord & { refund_amount?: string }): string | undefined {
	return amount ?? refund_amount;
}

/** The status of a refund, which may be one of the payment's: "return_rejected" (specification: "Payin status"). */
const statusOf = ({ status }: { status?: unknown }): string => asText(status).replace(/^return_/, '');

/**
 * Whether a refund was of all that was left: together with the earlier ones that did not fail it makes up the payment. One
 * that has failed since is not counted: taken for a full refund, a partial one would keep money from the customer.
 */
function leftNothing(refund: RefundRecord, refunds: readonly RefundRecord[], record: IDataObject): boolean {
	const inOrder = [...refunds].sort((a, b) => String(a.created_at).localeCompare(String(b.created_at)));
	const before = inOrder.slice(0, inOrder.indexOf(refund)).filter(isLive);
	const refunded = sumAmounts(decimalsOf([...before, refund]));
	// What was paid decides, unless the service takes refunds off it.
	return amountsOf(record).find((amount) => compareAmounts(amount, refunded) >= 0) === refunded;
}

/** The most that a full refund may give back; undefined where the payment does not tell. */
function whatIsLeft({ record, refunds }: Refundable): string | undefined {
	if (refunds === undefined) return undefined;
	const whole = amountsOf(record).reduce((most, amount) => (compareAmounts(amount, most) > 0 ? amount : most), '0');
	const left = subtractAmounts(whole, decimalsOf(refunds.filter(isLive)));
	return compareAmounts(left, '0') > 0 ? left : undefined;
}

/** What was paid for, in decreasing order of trust. The amount may be without tax. */
const amountsOf = ({ paid_amount, total, amount }: IDataObject): string[] =>
	[paid_amount, total, amount].flatMap((each) => readDecimal(each) ?? []);

const isLive = (refund: RefundRecord): boolean => endedWithoutMoney(statusOf(refund)) === undefined;

const decimalsOf = (refunds: readonly RefundRecord[]): string[] =>
	refunds.flatMap((refund) => readDecimal(amountOf(refund)) ?? []);

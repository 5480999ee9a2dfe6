import type { IDataObject } from 'n8n-workflow';
import type { PayinRefundBody } from '../../../contract';
import { attempt } from '../../../core/attempt';
import { amountAsJsonNumber, bookable } from '../../../core/money';
import { isObject } from '../../../core/objects';
import { bookedAmount, endedWithoutMoney, isBooked, pickLive } from '../../../core/payments/booked';
import { isUnderWayAs, recordsUnder } from '../../../core/payments/match';
import {
	hiddenIn,
	isGivenBack,
	isNameless,
	isOfRefund,
	leftNothing,
	mayBe,
	refundAmountOf,
	refundStatusOf,
	tellsWhich,
	whatIsLeft,
	type Refundable,
	type RefundRecord,
} from '../../../core/payments/refundRecords';
import { pauseBetweenLookUps } from '../../../core/service/retryPolicy';
import { acknowledges, fieldsOf, has, tellsTaken, unwrapped } from '../../service/answers';
import { isRefused, unusableAnswer } from '../../service/failure';
import { pause, processClock } from '../../service/time';
import { withOutcome } from '../form/presentation';
import { refundRow, type RefundKind } from '../form/refundForm';
import type { ItemCall } from '../run/itemCall';
import { asText } from '../../../core/text/values';
import { readAll } from '../run/readAll';
import { externalIdOf } from './externalId';
import { REFUND } from './failures';
import type { FoundPayment } from './payment';
import { payOnce } from './payOnce';
import { settleTimeOf } from './setting';

/** A payment that is refunded, with its record as n8n passes it on. */
export type PaymentOfRefund = Refundable<IDataObject>;

/** The amount of a full refund, as a fact: what was left of the payment. */
const EVERYTHING = 'all that is left';

const NOT_SHOWN =
	'The service does not show by which references this payment was refunded. Only refunds of this workflow, and of this n8n process in the last day, were recognised.';

/**
 * Refunds once. A refund is recognised by the refund records of its payment (specification: "Payin (v2)", list of refund
 * records).
 */
export async function refundOnce(
	item: ItemCall,
	{ what, path, shortestReason: fewest }: RefundKind,
	read: (uuid: string) => Promise<PaymentOfRefund>,
): Promise<IDataObject> {
	const form = await readAll(item, {
		uuid: () => item.requiredText('uuid', what),
		externalId: () => externalIdOf(item, true),
		// A full refund cannot be taken back.
		amount: () =>
			item.choice('refundType', 'Refund Type', ['full', 'partial']) === 'partial' ? item.amount('amount') : undefined,
		reason: () => (fewest ? item.longText('reason', 'Reason', fewest) : item.text('reason')),
	});
	const refund = new Refund(item, { what, path }, form, read);
	const made = await payOnce(item, {
		subject: REFUND,
		kind: `refund of ${form.uuid}`,
		externalId: form.externalId,
		mayHide: true,
		facts: { payment: form.uuid, amount: form.amount ?? EVERYTHING },
		// A change of the payment's status counts for the refund that is being sent.
		turn: `${path} ${form.uuid}`,
		find: async () => await refund.find(),
		send: async () => await refund.send(),
	});
	const record = withOutcome(made, form.externalId, refund.isHidden ? NOT_SHOWN : undefined);
	return item.isSimple ? refundRow(record, form.uuid) : record;
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
	private payment: PaymentOfRefund | undefined;

	constructor(
		private readonly item: ItemCall,
		private readonly kind: RefundKind,
		private readonly form: RefundForm,
		private readonly read: (uuid: string) => Promise<PaymentOfRefund>,
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
			isNameless(refund) && isUnderWayAs(refundStatusOf(refund)) && mayBe(refund, payment, form.amount);
		const isUnderWay = hiddenIn(payment) === 'return_pending' || payment.refunds?.some(isPending);
		if (!isUnderWay) return 'hidden';
		const doubt = this.item.refusal(
			'A refund of this payment is under way, and the service does not show which',
			'Run this again when it has come to its end.',
		);
		return { doubt };
	}

	async send(): Promise<IDataObject> {
		const before = (this.payment ??= await this.read(this.form.uuid));
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
		const move = {
			key: externalId,
			identity: `${uuid} ${externalId}`,
			amount: amount === undefined ? whatIsLeft(before) : bookable(amount, currency).most,
			currency,
			destination: undefined,
		};
		const request = { method: 'POST', path, body, moves: [move] } as const;
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
	private async madeBy(answer: unknown, before: PaymentOfRefund): Promise<IDataObject> {
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
	private async readUntil(isEnough: (shown: PaymentOfRefund) => boolean): Promise<PaymentOfRefund> {
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

const givenBack = (item: ItemCall, name: string) =>
	item.refusal(`${name} is refunded in full already`, 'Nothing is left to give back. Get shows its refunds.');

/** The record decides where it tells; otherwise the service does (specification: "Check is_refundable first"). */
function assertRefundable(item: ItemCall, payment: PaymentOfRefund, name: string): void {
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

function foundIn(payment: PaymentOfRefund, { externalId, amount }: RefundForm): FoundPayment | null {
	const { record, currency, refunds = [] } = payment;
	const all = recordsUnder(refunds, externalId, ({ external_id }) => external_id);
	const picked = pickLive(all, refundStatusOf);
	if (!picked) return null;
	const { one: refund, alive } = picked;
	const refunded = refundAmountOf(refund);
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
		facts: { payment: asText(record.uuid), ...(refunded !== undefined && { amount: shownAmount(refunded) }) },
		externalId: asText(refund.external_id) || undefined,
		ended: endedWithoutMoney(refundStatusOf(refund)),
		alive,
	};
}

/** Whether an answer has the assumed form and shows the amount asked for. */
function isRefund(answer: IDataObject, amount: string | undefined): boolean {
	const { refund_amount: refunded, payin_request: payment } = answer;
	return has('refund_amount')(answer) && isObject(payment) && isBooked(amount, refunded, asText(payment.currency));
}

/** The answer to a refund, with its end where the answer or the payment tells that it was denied, and did not before. */
function withEnd(answer: IDataObject, before: PaymentOfRefund, payment = fieldsOf(answer.payin_request)): IDataObject {
	const isTold = (status: unknown) => status !== before.record.status;
	const whole = isOfRefund(before.record) ? undefined : /^return_.+/.exec(asText(payment.status))?.[0];
	const ended = [answer.status, whole]
		.filter(isTold)
		.map((status) => refundStatusOf({ status }))
		.find(endedWithoutMoney);
	return ended === undefined ? answer : { ...answer, status: ended };
}

import { endedWithoutMoney, isBooked } from './booked';
import { isObject } from '../objects';
import { compareAmounts, readDecimal, subtractAmounts, sumAmounts } from '../money';
import { SHOWN_AS } from '../events/refunds';
import type { JsonObject } from '../service/payload';
import { asText } from '../text/values';
import type { refundListOf } from './refundList';

/** What the records of a payment tell of its refunds (specification: "Payin (v2)", list of refund records, and "Payin status"). */

/** A refund in the list of its payment. The specification shows no more than its reference, amount, reason and status. */
export interface RefundRecord {
	uuid?: unknown;
	external_id?: unknown;
	amount?: string;
	refund_amount?: string;
	description?: string;
	status?: unknown;
	created_at?: unknown;
}

/** A payment with the refunds made of it, as its detail shows them. @template R its record */
export interface Refundable<R extends JsonObject = JsonObject> {
	record: R;
	currency: string;
	/** undefined when the service does not show them. */
	refunds: RefundRecord[] | undefined;
}

/** The refunds of a list that a record shows: null for none. undefined where it does not hold records. */
export function refundsIn(shown: ReturnType<typeof refundListOf>): RefundRecord[] | undefined {
	if (shown === null) return [];
	return shown?.every(isObject) ? (shown as RefundRecord[]) : undefined;
}

/** Whether nothing of a payment is left, as far as its refunds tell. */
export const isGivenBack = (payment: Refundable): boolean =>
	payment.refunds?.some(isLive) === true && whatIsLeft(payment) === undefined;

/**
 * Whether the list of refunds tells that one is not in it: any without a reference may be it, whatever amount it shows, for that
 * may include a fee.
 */
export function tellsWhich(payment: Refundable): boolean {
	return payment.refunds !== undefined && hiddenIn(payment) === null && !payment.refunds.some(isNameless);
}

export const isNameless = ({ external_id }: RefundRecord): boolean => asText(external_id) === '';

/** The status of a payment where it tells of a refund that the list does not show (specification: "Payin status"). */
export function hiddenIn({ record, refunds }: Refundable): string | null {
	const status = asText(record.status).replace('return_received', 'partially_refunded');
	const isTold = ['return_pending', 'partially_refunded'].includes(status);
	// Any that has a status not known here may be it.
	return isTold &&
		(refunds ?? []).every((refund) => ![status, undefined].includes(SHOWN_AS.get(refundStatusOf(refund))))
		? status
		: null;
}

/** Whether a refund is of this amount, as far as it shows. @param amount undefined for everything */
export function mayBe(refund: RefundRecord, { currency }: Refundable, amount: string | undefined): boolean {
	const refunded = readDecimal(refundAmountOf(refund));
	return refunded === null || isBooked(amount, refunded, currency);
}

export const isOfRefund = ({ status }: { status?: unknown }): boolean =>
	/^return_|^partially_refunded$/.test(asText(status));

/** The amount of a refund record, whose fields the specification does not show; undefined where it shows none. */
export function refundAmountOf({ amount, refund_amount }: RefundRecord): string | undefined {
	return amount ?? refund_amount;
}

/** The status of a refund, which may be one of the payment's: "return_rejected" (specification: "Payin status"). */
export const refundStatusOf = ({ status }: { status?: unknown }): string => asText(status).replace(/^return_/, '');

/**
 * Whether a refund was of all that was left: together with the earlier ones that did not fail it makes up the payment. One
 * that has failed since is not counted: taken for a full refund, a partial one would keep money from the customer.
 */
export function leftNothing(refund: RefundRecord, refunds: readonly RefundRecord[], record: JsonObject): boolean {
	const inOrder = [...refunds].sort((a, b) => String(a.created_at).localeCompare(String(b.created_at)));
	const before = inOrder.slice(0, inOrder.indexOf(refund)).filter(isLive);
	const refunded = sumAmounts(decimalsOf([...before, refund]));
	// What was paid decides, unless the service takes refunds off it.
	return amountsOf(record).find((amount) => compareAmounts(amount, refunded) >= 0) === refunded;
}

/** The most that a full refund may give back; undefined where the payment does not tell. */
export function whatIsLeft({ record, refunds }: Refundable): string | undefined {
	if (refunds === undefined) return undefined;
	const whole = amountsOf(record).reduce((most, amount) => (compareAmounts(amount, most) > 0 ? amount : most), '0');
	const left = subtractAmounts(whole, decimalsOf(refunds.filter(isLive)));
	return compareAmounts(left, '0') > 0 ? left : undefined;
}

/** What was paid for, in decreasing order of trust. The amount may be without tax. */
const amountsOf = ({ paid_amount, total, amount }: JsonObject): string[] =>
	[paid_amount, total, amount].flatMap((each) => readDecimal(each) ?? []);

const isLive = (refund: RefundRecord): boolean => endedWithoutMoney(refundStatusOf(refund)) === undefined;

const decimalsOf = (refunds: readonly RefundRecord[]): string[] =>
	refunds.flatMap((refund) => readDecimal(refundAmountOf(refund)) ?? []);

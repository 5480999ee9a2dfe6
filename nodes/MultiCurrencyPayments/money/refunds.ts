import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PayinRefundBody, RefundRecord } from '../../../contract';
import type { Attempted } from '../../../core/attempt';
import { attempt } from '../../../core/attempt';
import { pauseBetweenLookUps } from '../../../core/idempotency';
import {
	amountAsJsonNumber,
	bookable,
	compareAmounts,
	readDecimal,
	subtractAmounts,
	sumAmounts,
} from '../../../core/money';
import { SHOWN_AS } from '../../../core/events/refunds';
import { isUnderWayAs, recordsUnder } from '../../../core/paymentMatch';
import type { refundListOf } from '../../../core/refundList';
import { acknowledges, fieldsOf, has, tellsTaken, unwrapped } from '../../service/answers';
import { isObject } from '../../../core/objects';
import { unusableAnswer } from '../../service/failure';
import { identifyRecord } from '../../service/lists';
import { pause } from '../../service/pause';
import { moneyOptions, repeatFields, uuidField } from '../form/fields';
import type { ItemCall } from '../form/itemCall';
import { asText } from '../form/itemCall';
import { readAll } from '../form/readAll';
import { bookedAmount, endedWithoutMoney, facts, isBooked, liveFirst, payOnce, termsOf } from './payment';
import { withIdempotency } from '../form/presentation';
import type { Subject } from './failures';
import { CannotTell, PAYMENT } from './failures';
import type { Found } from './intention';
import { NotShown } from './intention';
import { memoryOf } from './memory';
import { ownItemsOf } from './ownItem';
import { isWithoutEffect } from './sendFailure';
import { inTurn, isUnderWay } from './turns';

/** The amount of a full refund, as a fact: what was left of the payment. */
const EVERYTHING = 'all that is left';

const NOT_SHOWN =
	'The service does not show by which references this payment was refunded. Only refunds that this n8n process has sent in the last day were recognised.';

const REFUND: Subject = {
	...PAYMENT,
	name: 'refund',
	whenUnknown: (key) =>
		`Look for the refund ${key} at the payment in the merchant dashboard before anything else: sending it again without looking may refund twice.`,
};

/** The refunds of a list that a record shows: null for none. undefined where it does not hold records. */
export function refundsIn(shown: ReturnType<typeof refundListOf>): RefundRecord[] | undefined {
	if (shown === null) return [];
	return shown?.every(isObject) ? (shown as unknown as RefundRecord[]) : undefined;
}

/** Which payments a refund is of. */
interface RefundKind {
	/** As its form names it: Payin, or Checkout Link. */
	what: string;
	path: string;
	/** How many characters the reason must have; undefined where the specification does not show it. */
	shortestReason?: number;
}

/** The form of a refund, of a payin or of a checkout link. */
export const refundFields = ({ what, shortestReason: fewest }: RefundKind): INodeProperties[] => [
	uuidField(what),
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
	...repeatFields('refund'),
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
	moneyOptions,
];

/** A payment with the refunds made of it, as its detail shows them. */
export interface Refundable {
	record: IDataObject;
	currency: string;
	/** undefined when the service does not show them. */
	refunds: RefundRecord[] | undefined;
}

/**
 * Refunds once. The refund is recognised by the refund records of the payment (specification: "Payin (v2)", list of
 * refund records).
 */
export async function refundOnce(
	item: ItemCall,
	{ what, path, shortestReason: fewest }: RefundKind,
	read: (uuid: string) => Promise<Refundable>,
): Promise<IDataObject> {
	/** As last read. */
	let payment: Refundable | undefined;
	const { uuid, reason, amount } = await readAll(item, {
		uuid: () => item.requiredText('uuid', `${what} ID`),
		reason: () => (fewest ? item.longText('reason', 'Reason', fewest) : item.text('reason')),
		// A full refund cannot be taken back.
		amount: () =>
			item.choice('refundType', 'Refund Type', ['full', 'partial']) === 'partial' ? item.amount('amount') : undefined,
	});
	const { settleTime, signal, preventDuplicates } = termsOf(item);
	const memory = memoryOf(item.run);
	const kind = `refund of ${uuid}`;
	// Payments may have refunds under one External ID.
	const baseline = (externalId: string) => `refunds of ${uuid} before ${externalId}`;
	const isKnown = (key: unknown) => memory.knows(kind, asText(key));
	/** The list of refunds, or the status of the payment, may follow a little later. */
	const askUntil = async <T>(ask: () => Promise<T>, isEnough: (asked: T) => boolean): Promise<T> => {
		const end = Date.now() + settleTime;
		for (let asks = 1; ; asks++) {
			const asked = await ask();
			const left = end - Date.now();
			if (isEnough(asked) || left <= 0 || signal?.aborted) return asked;
			await pause(Math.min(pauseBetweenLookUps(asks), left), signal);
		}
	};
	// While one is sent, a change of the status counts for it.
	const turn = `${memory.account} ${kind}`;
	let isShown = true;
	const refund = await payOnce(item, {
		subject: REFUND,
		kind,
		ownKey: item.ownKey(),
		facts: facts({ payment: uuid, amount: amount ?? EVERYTHING }),
		// A record is usually that of what is refunded.
		ownItems: ownItemsOf(item).filter(({ state }) => state === 'failed'),
		mayHide: true,
		send: async (externalId, counted, isHidden) => {
			const mayHaveChanged = isUnderWay(turn);
			return await inTurn(turn, async () => {
				// Without an External ID it was not looked up.
				const before = payment && !mayHaveChanged ? payment : await read(uuid);
				assertRefundable(item, before);
				memory.rememberBaseline(baseline(externalId), before.refunds?.map(identifyRecord));
				const body: Partial<PayinRefundBody> = {
					uuid,
					...(amount !== undefined && { amount: amountAsJsonNumber(amount) }),
					...(reason !== '' && { description: reason }),
					external_id: externalId,
				};
				const { currency } = before;
				const most = amount === undefined ? whatIsLeft(before) : bookable(amount, currency).most;
				const moves = [{ ...counted, amount: most, currency, destination: undefined }];
				const request = { method: 'POST', path, body, moves } as const;
				const asked = await attempt(() => item.client.write<unknown>(request, acknowledges));
				if ('failure' in asked) {
					if (isWithoutEffect(asked.failure)) memory.rememberBaseline(baseline(externalId), undefined);
					throw asked.failure;
				}
				const answer = asked.value;
				const shown = unwrapped(fieldsOf(answer), has('refund_amount'));
				if (isRefund(shown, amount)) return withEnd(shown, before);
				// The specification does not show the answer. Where refunds can be looked up, that decides.
				// Another one under its key may be what the answer names.
				const isSecond = before.refunds?.some(({ external_id }) => asText(external_id) === externalId) === true;
				const countOf = (one: Refundable) => one.refunds?.filter((refund) => mayBe(refund, one, amount)).length ?? 0;
				const isMade = (now: Attempted<Refundable>) =>
					isSecond
						? 'value' in now && countOf(now.value) > countOf(before)
						: tellsTaken(answer) || ('value' in now && tellsOfRefund(now.value, before));
				const tells = (now: Attempted<Refundable>) =>
					!('value' in now) || tellsWhich(now.value, isKnown, before.refunds?.map(identifyRecord));
				const isOther = 'refund_amount' in shown && !isBooked(amount, shown.refund_amount, currency);
				const isLeftToLookUps = (now: Attempted<Refundable>) => (tells(now) && !isHidden) || (isOther && !isSecond);
				const now = await askUntil(
					() => attempt(() => read(uuid)),
					(asked) => isLeftToLookUps(asked) || isMade(asked),
				);
				isShown = tells(now);
				if (!isLeftToLookUps(now) && isMade(now))
					return withEnd(shown, before, 'value' in now ? now.value.record : undefined);
				throw unusableAnswer(request, answer);
			});
		},
		lookUp: async (externalId) => {
			const find = (asked: Refundable) => findRefund(asked, externalId, amount);
			const shown = await askUntil(
				() => read(uuid),
				(asked) => asked.refunds === undefined || hiddenIn(asked) === null || find(asked) !== null,
			);
			payment = shown;
			const found = find(shown);
			const before = memory.recallBaseline(baseline(externalId)) ?? (isKnown(externalId) ? [] : undefined);
			isShown = found !== null || tellsWhich(shown, isKnown, before);
			// It may be this one, made by a process before this or by another. What this one has made it remembers.
			const isPending = (refund: RefundRecord) =>
				isNameless(refund) && isUnderWayAs(statusOf(refund)) && mayBe(refund, shown, amount);
			const mayBeIt = hiddenIn(shown) === 'return_pending' || shown.refunds?.some(isPending);
			if (!isShown && mayBeIt && preventDuplicates && !isKnown(externalId))
				throw new CannotTell(REFUND, 'refundHidden');
			if (!isShown) throw new NotShown();
			// It may have come to another place of the list since; see money/otherRetries.
			const isMadeByRetry = (refund: RefundRecord) =>
				memory.isOfOtherRetry(kind, asText(refund.external_id)) && isLive(refund) && mayBe(refund, shown, amount);
			const isInDoubt = !found && memory.retriedSince !== null && externalId.startsWith(memory.stem);
			if (isInDoubt && shown.refunds?.some(isMadeByRetry)) throw new CannotTell(REFUND, 'retriedList');
			return found;
		},
	});
	return withIdempotency(refund, refund.key, isShown ? undefined : NOT_SHOWN);
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

/** The record decides where it tells; otherwise the service does (specification: "Check is_refundable first"). */
function assertRefundable(item: ItemCall, payment: Refundable): void {
	if (payment.record.is_refundable !== false) return;
	throw item.refusal(
		'The payment service says that this payment cannot be refunded (is_refundable is false)',
		`Refundable are received payments of methods that allow it; this one is ${asText(payment.record.status) || 'of unknown status'}${methodShown(payment.record)}.`,
	);
}

function methodShown({ payment_method: method }: IDataObject): string {
	return asText(method) === '' ? '' : ` and of ${asText(method)}`;
}

/**
 * Whether the list of refunds tells that one is not in it. Any without a reference may be it, whatever amount it shows: that may
 * include a fee, or have been edited since. So may any that was not there before it was sent, unless its reference is known: the
 * service may show another one than it was given.
 * @param before what was there, where it is known
 */
function tellsWhich(payment: Refundable, isKnown: (key: unknown) => boolean, before?: readonly string[]): boolean {
	// Records may look alike: each that was there stands for one.
	const left = [...(before ?? [])];
	const wasThere = (refund: RefundRecord): boolean => {
		const at = left.indexOf(identifyRecord(refund));
		return at >= 0 && left.splice(at, 1).length > 0;
	};
	return (
		payment.refunds !== undefined &&
		hiddenIn(payment) === null &&
		payment.refunds.every(
			(refund) => wasThere(refund) || (!isNameless(refund) && (before === undefined || isKnown(refund.external_id))),
		)
	);
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

/** Whether the status of a payment tells of a refund, and did not when it was read before (specification: "Payin status"). */
function tellsOfRefund({ record }: Refundable, before: Refundable): boolean {
	return isOfRefund(record) && !isOfRefund(before.record);
}

const isOfRefund = ({ status }: IDataObject): boolean => /^return_|^partially_refunded$/.test(asText(status));

function findRefund(payment: Refundable, key: string, amount: string | undefined): Found | null {
	const { record, currency, refunds = [] } = payment;
	const all = recordsUnder(refunds, key, ({ external_id }) => external_id);
	const refund = liveFirst(all, statusOf, key, REFUND.name);
	if (!refund) return null;
	const refunded = amountOf(refund);
	const isEverything = leftNothing(refund, refunds, record);
	return {
		record: {
			total_amount: record.total ?? record.amount,
			refund_amount: refunded,
			description: refund.description,
			payin_request: record,
		},
		facts: facts({
			payment: asText(record.uuid),
			amount:
				refunded === undefined
					? undefined
					: amount !== undefined
						? bookedAmount(amount, refunded, currency)
						: isEverything
							? EVERYTHING
							: refunded,
		}),
		key: asText(refund.external_id) || null,
		ended: endedWithoutMoney(statusOf(refund)),
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

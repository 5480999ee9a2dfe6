import type { IDataObject } from 'n8n-workflow';
import type { PaymentFacts } from '../../../core/idempotency';
import { endOfRecord } from '../../../core/paymentMatch';
import { compareAmounts, isBookedAs, readDecimal, sumAmounts } from '../../../core/money';
import { isOn } from '../../../core/switches';
import { isShown } from '../../service/answers';
import { DEFAULT_SETTLE_SECONDS, LONGEST_SETTLE_SECONDS } from '../form/fields';
import type { ItemCall } from '../form/itemCall';
import { asText, numberIn } from '../form/itemCall';
import { PAYMENT, PaidTwice } from './failures';
import { memoryOf } from './memory';
import type { Intended } from './identify';
import type { Intention, PaymentResult, Terms } from './intention';
import { sendOnce } from './once';
import { ownItemsOf } from './ownItem';

/** Makes an item's payment, or whatever the subject names, once; see {@link sendOnce}. */
export async function payOnce(
	item: ItemCall,
	payment: Pick<Intention, 'kind' | 'ownKey' | 'within' | 'facts' | 'send' | 'lookUp'> &
		Partial<Pick<Intention, 'subject' | 'place' | 'ownItems' | 'preventDuplicates' | 'mayHide'>>,
): Promise<PaymentResult> {
	const intention = { subject: PAYMENT, ...termsOf(item), ...payment };
	await item.run.order?.turn(item.index);
	return await sendOnce(intention, memoryOf(item.run));
}

/** The place of an item's payment in the node's memory. */
export const placeOf = ({ index }: ItemCall): string => `item ${index}`;

/** The settings of an item for making its payment. @throws NodeOperationError */
export function termsOf(
	item: ItemCall,
): Omit<Terms, keyof Intended> & Pick<Intended, 'place' | 'description' | 'ownItems'> {
	const { returnEnded } = item.options;
	const preventDuplicates = preventsDuplicates(item);
	return {
		place: placeOf(item),
		description: asText(item.value('paymentDescription')) || asText(item.value('reason')),
		ownItems: ownItemsOf(item),
		preventDuplicates,
		makesAnother: !preventDuplicates,
		returnEnded: isOn(returnEnded),
		settleTime: settleSecondsOf(item) * 1000,
		signal: item.n8n.getExecutionCancelSignal(),
	};
}

/** An expression may give what is no length of time. @throws NodeOperationError */
function settleSecondsOf(item: ItemCall): number {
	const { settleSeconds = DEFAULT_SETTLE_SECONDS } = item.options;
	const seconds = numberIn(settleSeconds);
	if (seconds >= 0 && seconds <= LONGEST_SETTLE_SECONDS) return seconds;
	throw item.refusal(
		`Look for Record (Seconds) must be a number from 0 to ${LONGEST_SETTLE_SECONDS}`,
		`Correct the expression, or remove the option: then it is ${DEFAULT_SETTLE_SECONDS}.`,
	);
}

/**
 * An expression may give the switch as text. Where the form does not show it, it is on.
 * @throws NodeOperationError when it is neither true nor false
 */
function preventsDuplicates(item: ItemCall): boolean {
	const text = asText(item.value('preventDuplicates')).toLowerCase() || 'true';
	if (text !== 'true' && text !== 'false') {
		throw item.refusal(
			'Prevent Duplicates must be true or false',
			'Correct the expression, or switch it on: then a payment that exists is found instead of made again.',
		);
	}
	return text === 'true';
}

/**
 * The amount of a found record, as a fact: the amount asked for where the service would book it so, otherwise the
 * record's own.
 */
export function bookedAmount(asked: string, booked: unknown, currency: string): string | undefined {
	const amount = readDecimal(booked);
	if (amount === null) return isShown(booked) ? String(booked) : undefined;
	return isBookedAs(asked, amount, currency) ? asked : amount;
}

/**
 * Whether an answer shows the amount asked for, as the service books it. Any amount will do when none was asked for.
 */
export function isBooked(asked: string | undefined, shown: unknown, currency: string): boolean {
	const amount = readDecimal(shown);
	return asked === undefined || (amount !== null && isBookedAs(asked, amount, currency));
}

/**
 * The amount of a record to compare with the one asked for. The specification does not show whether the latter includes
 * GST: where the record's total is the amount asked for, or else its amount with GST, it does. The total may include fees.
 */
export function amountWithoutOrWithGst(
	{ gst, gst_amount: tax, amount, total }: { gst?: unknown; gst_amount?: unknown; amount?: unknown; total?: unknown },
	asked: string | undefined,
	currency: string,
): unknown {
	const parts = [amount, tax].map(readDecimal).filter((part) => part !== null);
	const isAsked = (whole: unknown) => gst === true && isBooked(asked, whole, currency);
	return [total, sumAmounts(parts)].find(isAsked) ?? amount;
}

/**
 * Of several records with one key, the one that counts: one that ended without money may have been followed by another,
 * where duplicates were not prevented. @throws {PaidTwice}
 */
export function liveFirst<R extends { uuid?: unknown }>(
	records: readonly R[],
	statusOf: (record: R) => unknown,
	key: string,
	name?: string,
): R | undefined {
	const live = records.filter((record) => endedWithoutMoney(statusOf(record)) === undefined);
	// A list that grows while it is read shows some twice.
	const all = new Set(live.map((record) => record.uuid ?? record));
	if (all.size > 1)
		throw new PaidTwice(
			key,
			[...all].map((uuid) => asText(uuid) || 'another'),
			name,
		);
	return live[0] ?? records[0];
}

/** The status of a record, if it ended without money. */
export function endedWithoutMoney(status: unknown): string | undefined {
	return endOfRecord({ status }) ?? undefined;
}

/** Names and addresses as one fact, regardless of case and extra spaces. */
export function payeeFact(...parts: unknown[]): string {
	return parts
		.map((part) =>
			String(part ?? '')
				.trim()
				.replace(/\s+/g, ' ')
				.toLowerCase(),
		)
		.filter(Boolean)
		.join(' ');
}

/** The facts of a payment, without unknown ones. */
export function facts(known: Record<string, string | undefined>): PaymentFacts {
	const facts: Record<string, string> = {};
	for (const [name, fact] of Object.entries(known)) if (fact !== undefined) facts[name] = fact;
	return facts;
}

/**
 * A note when the service rounded the amount (specification: "Amount rounding"): the booked amount counts.
 */
export function roundingNote(asked: string | undefined, booked: unknown, currency: string): IDataObject {
	const amount = readDecimal(booked);
	if (asked === undefined || amount === null || compareAmounts(asked, amount) === 0) return {};
	return !isBookedAs(asked, amount, currency) ? {} : { rounding: { asked, booked: amount, currency } };
}

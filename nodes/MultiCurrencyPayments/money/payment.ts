import type { IDataObject } from 'n8n-workflow';
import type { PaymentFacts } from '../../../core/idempotency';
import { compareAmounts, isBookedAs, isZeroDecimal, readDecimal } from '../../../core/money';
import { DEFAULT_SETTLE_SECONDS } from '../form/fields';
import type { ItemCall } from '../form/itemCall';
import type { Run } from '../form/run';
import { PAYMENT } from './failures';
import { memoryOf } from './memory';
import type { Intention, PaymentResult } from './once';
import { sendOnce } from './once';

/** Makes an item's payment once, or what else the subject names; see {@link sendOnce}. */
export async function payOnce(
	item: ItemCall,
	payment: Pick<Intention, 'key' | 'facts' | 'send' | 'lookUp'> & Partial<Pick<Intention, 'subject' | 'place'>>,
): Promise<PaymentResult> {
	const { settleSeconds } = item.collection('options');
	return await sendOnce(
		{
			subject: PAYMENT,
			place: `item ${item.index}`,
			...payment,
			preventDuplicates: item.flag('preventDuplicates'),
			settleTime: (typeof settleSeconds === 'number' ? settleSeconds : DEFAULT_SETTLE_SECONDS) * 1000,
			account: accountOf(item.run),
			signal: item.client.cancelSignal,
		},
		memoryOf(item.run),
	);
}

/** The account that pays; keys of different accounts do not meet. */
export function accountOf({ credential: { baseUrl, appId } }: Run): string {
	return `${baseUrl} ${appId}`;
}

/** The amount of a record that was found, as a fact: the asked one where the service would book it so, else the record's own. */
export function bookedAmount(asked: string, booked: unknown, currency: string): string {
	const amount = readDecimal(booked);
	if (amount === null) return String(booked);
	return isBookedAs(asked, amount, currency) ? asked : amount;
}

/** Names and addresses as one fact, which does not tell upper from lower case or count spaces. */
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

/** The facts of a payment, without those that are not known. */
export function facts(known: Record<string, string | undefined>): PaymentFacts {
	return Object.fromEntries(Object.entries(known).filter((fact): fact is [string, string] => fact[1] !== undefined));
}

/** Says so when the service rounded the amount to whole units (specification: "Amount rounding"): what it booked is what counts. */
export function roundingNote(asked: string | undefined, booked: unknown, currency: string): IDataObject {
	const amount = readDecimal(booked);
	if (asked === undefined || amount === null || !isZeroDecimal(currency) || compareAmounts(asked, amount) === 0)
		return {};
	return { rounding: { asked, booked: amount, currency } };
}

import type { IDataObject } from 'n8n-workflow';
import type { Facts } from '../../../core/idempotency';
import { compareAmounts, isBookedAs, isZeroDecimal, readDecimal } from '../../../core/money';
import { DEFAULT_SETTLE_SECONDS } from '../form/fields';
import type { ItemCall } from '../form/itemCall';
import type { Run } from '../form/run';
import type { Intention, Settled } from './once';
import { sendOnce } from './once';

/** The key of an item's payment: the user's own, or one made for this item of this execution. */
export function keyOf(item: ItemCall, given: string): string {
	return given || item.run.memory.defaultKey(item.index);
}

/** Makes an item's payment once; see sendOnce. */
export async function payOnce(
	item: ItemCall,
	payment: Pick<Intention, 'key' | 'facts' | 'send' | 'lookUp'> & { place?: string },
): Promise<Settled> {
	const { settleSeconds } = item.collection('options');
	return await sendOnce(
		{
			place: `item ${item.index}`,
			...payment,
			preventDuplicates: item.flag('preventDuplicates'),
			settleTime: (typeof settleSeconds === 'number' ? settleSeconds : DEFAULT_SETTLE_SECONDS) * 1000,
			account: accountOf(item.run),
			signal: item.client.cancelSignal,
		},
		item.run.memory,
	);
}

/** The account that pays; keys of different accounts do not meet. */
export function accountOf({ credential: { baseUrl, appId } }: Run): string {
	return `${baseUrl} ${appId}`;
}

/** The amount fact of a record that was found: the asked one where the service would book it so, else its own. */
export function bookedAmount(asked: string, booked: unknown, currency: string): string {
	const amount = readDecimal(booked);
	if (amount === null) return String(booked);
	return isBookedAs(asked, amount, currency) ? asked : amount;
}

/** Names and addresses compare without regard to case and repeated spaces. */
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

/** Facts without those that are not known. */
export function facts(known: Record<string, string | undefined>): Facts {
	return Object.fromEntries(Object.entries(known).filter((fact): fact is [string, string] => fact[1] !== undefined));
}

/**
 * Tells when the service rounded the amount to whole units (specification: "Amount rounding"). The answer's amount is
 * the one that counts.
 */
export function roundingNote(asked: string | undefined, booked: unknown, currency: string): IDataObject {
	const amount = readDecimal(booked);
	if (asked === undefined || amount === null || !isZeroDecimal(currency) || compareAmounts(asked, amount) === 0)
		return {};
	return { rounding: { asked, booked: amount, currency } };
}

import { compareAmounts, isBookedAs, readDecimal, sumAmounts } from '../money';
import { endOfRecord } from './match';
import { isObject } from '../objects';
import { isShown } from '../service/payload';

/** Compares what was asked for with what the service has booked, which may be rounded (specification: "Amount rounding"). */

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

/** The status of a record, if it ended without money. */
export function endedWithoutMoney(status: unknown): string | undefined {
	return endOfRecord({ status }) ?? undefined;
}

/**
 * A note when the service rounded the amount (specification: "Amount rounding"): the booked amount counts.
 */
export function roundingNote(asked: string | undefined, booked: unknown, currency: string): { note?: string } {
	const amount = readDecimal(booked);
	if (asked === undefined || amount === null || compareAmounts(asked, amount) === 0) return {};
	if (!isBookedAs(asked, amount, currency)) return {};
	return { note: `The service has rounded the amount: ${asked} ${currency} was asked for.` };
}

/**
 * Of several records under one External ID, the one that counts, with the uuids of all that have not ended without money: other
 * software may have made another after one that ended.
 */
export function pickLive<R extends { uuid?: unknown }>(
	records: readonly R[],
	statusOf: (record: R) => unknown,
): { one: R; alive: string[] } | null {
	const live = records.filter((record) => endedWithoutMoney(statusOf(record)) === undefined);
	const one = live[0] ?? records[0];
	// A list that grows while it is read shows some twice.
	const alive = new Set(live.map((record) => record.uuid ?? record));
	return one ? { one, alive: [...alive].map((uuid) => (isObject(uuid) ? 'another' : String(uuid))) } : null;
}

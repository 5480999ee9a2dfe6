import type { JsonObject } from './payload';

/**
 * The list of refunds that the detail of a payment carries. The specification does not show its name ("Payin (v2)"): where it
 * is not the assumed one, any list whose name tells of refunds counts. undefined where there is none.
 */
export function refundListOf(record: JsonObject): unknown {
	const name = Object.keys(record).find((key) => /refund/i.test(key) && Array.isArray(record[key]));
	return record.refunds === undefined && name !== undefined ? record[name] : record.refunds;
}

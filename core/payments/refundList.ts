import type { JsonObject } from '../service/payload';

/**
 * The list of refunds that the detail of a payment carries; null for none, as many services write it. The specification shows
 * neither its name nor its place ("Payin (v2)"): any list whose name tells of refunds counts, an empty one only where no other
 * holds any. undefined where there is none, or several of which none has the assumed name.
 */
export function refundListOf(...places: readonly JsonObject[]): unknown[] | null | undefined {
	const isList = (entry: [string, unknown]): entry is [string, unknown[] | null] =>
		/refund/i.test(entry[0]) && (Array.isArray(entry[1]) || (entry[0] === 'refunds' && entry[1] === null));
	const lists = places.flatMap((place) => Object.entries(place)).filter(isList);
	const filled = lists.filter(([, list]) => list?.length);
	const one = filled.length > 1 ? filled.find(([name]) => name === 'refunds') : (filled[0] ?? lists[0]);
	return one?.[1];
}

import { endOf } from '../../service/period';
import type { ItemCall } from '../run/itemCall';

/** How far ahead an expiry has to lie, in milliseconds (specification: "Limits"). */
const LEAST_AHEAD = 15 * 60_000;

/** How long after its expression was evaluated an expiry may be read here, in milliseconds. */
const ON_ITS_WAY = 10_000;

/** How much later the service may read it, in milliseconds: the payment is looked for first, and the service may ask to wait. */
const UNTIL_READ = 60_000;

/** When a payment expires, in whole seconds; undefined when empty. One of just 15 minutes is moved on until the service reads it. @throws NodeOperationError */
export function expiryOf(item: ItemCall): Date | undefined {
	const expiry = item.parsedDate(item.additionalFields.expiredAt, 'Expires At');
	if (!expiry) return undefined;
	const earliest = Date.now() + LEAST_AHEAD;
	const isJustAhead = Math.abs(expiry.getTime() - earliest) <= ON_ITS_WAY;
	return endOf(isJustAhead ? new Date(earliest + UNTIL_READ) : expiry);
}

/** The one method whose expiry has to lie ahead; its scheme has a name of its own (specification: "Limits"). */
const HEEDS_EXPIRY = /^vn_(?!bank_)[^_]+_vnd$/;

/** {@link expiryOf} a payin by this method. @throws NodeOperationError when the specification says that it is too soon */
export function payinExpiryOf(item: ItemCall, method: string): Date | undefined {
	const expiry = expiryOf(item);
	if (expiry && HEEDS_EXPIRY.test(method) && expiry.getTime() < Date.now() + LEAST_AHEAD)
		throw item.refusal('Expires At must lie at least 15 minutes ahead', 'Choose a later time or leave it empty.');
	return expiry;
}

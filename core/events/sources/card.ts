import { pathSegment } from '../../service/pathSegment';
import { asObject, textOrNull, type JsonObject } from '../../service/payload';
import { addressOf3ds, methodOf } from '../payCode';
import { isPayment, isShownPayment, payment } from '../payments';
import type { Source } from '../source';

/** Specification: Events, "Card and payment status changes". */
export const card: Source = {
	...payment,
	name: 'card',
	title: 'Card Payment',
	action: 'On card payment status',
	description: 'A card payment changes its status',
	shows: (body) => isShownPayment(body) && isCard(body),
	recognises: (body) => isPayment(body) && isCard(body),
	record: {
		...payment.record,
		address: (uuid) => ({ path: `/v2/cards/payments/${pathSegment(uuid)}`, isAssumed: true }),
		hidesSource: true,
	},
};

/** By its method, or by what only card payments fill in: card details, a card token or a 3DS address. */
function isCard(body: JsonObject): boolean {
	if (/(^|_)card(_|$)/i.test(methodOf(body))) return true;
	return isFilledIn(asObject(body.sender_details)?.card) || isFilledIn(body.token) || addressOf3ds(body) !== null;
}

const isFilledIn = (details: unknown): boolean =>
	Object.values(asObject(details) ?? {}).some((value) => textOrNull(value) !== null);

import type { JsonObject } from '../../../../core/service/payload';
import { refundListOf } from '../../../../core/payments/refundList';

/** Which list of a payment's detail is the one of its refunds: the specification shows neither its name nor its place. */

const one = [{ uuid: 'r1' }];
const other = [{ uuid: 'r2' }];

it.each<[what: string, places: JsonObject[], list: unknown]>([
	['the assumed name', [{ refunds: one, items: other }], one],
	['another name that tells of refunds', [{ payment_Refund_list: one }], one],
	['another place', [{ uuid: 'p' }, { refunds: one }], one],
	['an empty one', [{ refunds: [] }], []],
	['null, for none', [{ refunds: null }], null],
	['the filled one beside an empty one', [{ refunds: [] }, { refund_list: one }], one],
	['the filled one beside null', [{ refunds: null, refund_history: one }], one],
	['the assumed name where several are filled', [{ refund_list: other }, { refunds: one }], one],
	['nothing where several are filled under other names', [{ refund_list: other, refund_history: one }], undefined],
	['nothing without a list', [{ refund: 'none', refunded: 5, refund_total: null }], undefined],
	['nothing under a name that tells nothing', [{ entries: one }], undefined],
	['nothing at all', [], undefined],
])('takes %s', (_what, places, list) => {
	expect(refundListOf(...places)).toEqual(list);
});

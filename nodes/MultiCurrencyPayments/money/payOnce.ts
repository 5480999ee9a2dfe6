import type { IDataObject } from 'n8n-workflow';
import type { PaymentFacts } from '../../../core/payments/facts';
import type { ItemCall } from '../run/itemCall';
import { payAll } from './payAll';
import { type FoundPayment, type Payment, type PaymentKind, type PaymentResult, type Sighting } from './payment';
import { paymentOf, settingOf } from './setting';

/** The payment of one item, which is sent by itself. */
interface Single {
	subject?: Payment['subject'];
	kind: string;
	externalId: string;
	facts: PaymentFacts;
	turn?: string;
	/** null where the service cannot be asked. @returns null where it does not have it; see {@link Sighting} */
	find: (() => Promise<FoundPayment | 'hidden' | { doubt: unknown } | null>) | null;
	/** See {@link PaymentKind}. */
	mayHide?: boolean;
	send: () => Promise<IDataObject>;
}

/** Makes an item's payment once; see {@link payAll}. @throws what stops it */
export async function payOnce(
	item: ItemCall,
	{ find, send, mayHide = false, ...about }: Single,
): Promise<PaymentResult> {
	const payment = paymentOf(item, about);
	const kind = {
		mayHide,
		find: find && (async () => await seenBy(payment, find)),
		requests: (payments: readonly (typeof payment)[]) => [[...payments]],
		send: async () => [await send()],
	};
	return await payOne(item, kind, payment);
}

/** Makes the payment of an item in its turn; see {@link payAll}. @throws what stops it */
export async function payOne<P extends Payment>(
	item: ItemCall,
	kind: PaymentKind<P>,
	payment: P,
): Promise<PaymentResult> {
	await item.run.order?.turn(item.index);
	const outcome = (await payAll(kind, [payment], await settingOf(item, false))).get(payment);
	if (!outcome) throw new Error('A payment that was asked for has no outcome');
	if ('failure' in outcome) throw outcome.failure;
	item.isSentHere = outcome.result.isOwn;
	return outcome.result;
}

async function seenBy<P>(payment: P, find: NonNullable<Single['find']>): Promise<Map<P, Sighting>> {
	const found = await find();
	if (found === null) return new Map();
	const isTold = found !== 'hidden' && 'record' in found;
	return new Map([[payment, isTold ? { found } : found]]);
}

import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import { attempt } from '../../../core/attempt';
import { SHARED_BATCH_KEY } from '../../../core/idempotency';
import { isAnswer } from '../../service/answers';
import { unusableAnswer } from '../../service/failure';
import type { BatchKind, PaymentRequest, Together } from './batchKind';
import { isKnownByAccount, movementOf } from './batchKind';
import { lookUpTogether } from './lookUpTogether';
import type { Payee } from './payee';
import type { PaymentList } from './paymentList';
import { forgetSamePayee, noteSamePayee, samePayee, samePayeeLately } from './samePayee';
import { isWithoutEffect } from './sendFailure';
import { FRESH } from './sharedInRun';

/** How old the answer may be by which a payment that leaves was looked up; see money/recentPayments. In milliseconds. */
const LOOKED_UP = 3 * FRESH;

/** Sends payments in one request. @returns those that the service has confirmed */
export async function sendTogether<R extends PaymentRequest>(
	list: PaymentList<R>,
	chunk: readonly Payee<R>[],
): Promise<Payee<R>[]> {
	const { kind, earlier, memory, manner, outcomes } = list;
	const batchKey = batchKeyOf(list, chunk);
	await outcomes.giveWay();
	// Nothing may come between these checks and the leaving.
	const stays = ({ request, payment }: Payee<R>) =>
		outcomes.note(request, () => {
			payment.assertMayLeave();
			// Another execution may have paid the same payee since the list was looked up.
			const before = isKnownByAccount(kind, request)
				? samePayeeLately(memory, request, payment.key, earlier.asked)
				: null;
			if (before !== null) throw samePayee(request, before);
			return null;
		});
	const leaving = chunk.filter((payee) => !stays(payee));
	if (outcomes.mustStop) return [];
	const [first, ...others] = leaving.map(({ request, payment }) => ({ request, ...payment.counted }));
	if (!first) return [];
	for (const { request, terms, payment } of leaving) {
		payment.leave(batchKey);
		if (isKnownByAccount(kind, request)) noteSamePayee(memory, request, payment.key, terms.settleTime + LOOKED_UP);
	}
	const target = manner.notifyOf(first.request)(batchKey);
	const sent = await attempt(() => requested(kind, [first, ...others], batchKey, target));
	const created: Payee<R>[] = [];
	await outcomes.each(leaving, (payee) => {
		const { request, payment } = payee;
		if ('failure' in sent) {
			if (isWithoutEffect(sent.failure)) forgetSamePayee(memory, request, payment.key);
			payment.unanswered(sent.failure);
			return null;
		}
		created.push(payee);
		return payment.arrived(sent.value[created.length - 1] ?? {});
	});
	if ('value' in sent) return created;
	await lookUpTogether(list, outcomes.open(leaving));
	return [];
}

/**
 * @returns the record of each payment, in their order
 * @throws {ServiceFailure} unclear when the answer does not confirm exactly these payments
 */
async function requested<R extends PaymentRequest>(
	{ path, bodyOf, recordsIn }: BatchKind<R>,
	payments: Together<R>,
	batchKey: string,
	target: NotificationTarget,
): Promise<IDataObject[]> {
	const { client } = payments[0].request.item;
	const request = { method: 'POST', path } as const;
	const sent = { ...request, body: bodyOf(payments, batchKey, target), moves: payments.map(movementOf) };
	const answer = await client.write<object>(sent, isAnswer);
	const records = recordsIn(answer, payments, batchKey);
	if (records === null) throw unusableAnswer(request, answer);
	return records;
}

/** The `external_id` of the batch of these payments; see money/earlierPayouts. */
function batchKeyOf<R extends PaymentRequest>(
	{ kind, memory }: PaymentList<R>,
	[first, ...others]: readonly Payee<R>[],
): string {
	if (!first) return SHARED_BATCH_KEY;
	const { request, payment } = first;
	if (request.batchKey !== '') return request.batchKey;
	if (others.length === 0) return payment.key;
	return kind.found ? SHARED_BATCH_KEY : memory.defaultKey(`batch-${request.item.index}`);
}

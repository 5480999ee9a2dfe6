import { TimeSlice } from '../../service/timeSlice';
import { maxPerBatchOf } from '../form/batchFields';
import { notifiedAddress } from '../form/notification';
import type { BatchKind, PaymentRequest } from './batchKind';

/** Payments in an order, each with what its item asks for. */
type Requested<R> = readonly { request: R }[];

/**
 * Groups payments into requests: those that agree in what a request carries once, as many as their first item allows.
 */
export async function chunksOf<R extends PaymentRequest, P extends Requested<R>[number]>(
	{ sharedInRequest }: BatchKind<R>,
	payments: readonly P[],
): Promise<[P, ...P[]][]> {
	const groups = new Map<string, [P, ...P[]]>();
	const slice = new TimeSlice();
	for (const payment of payments) {
		const { request } = payment;
		const group = JSON.stringify([request.batchKey, sharedInRequest(request), notifiedAddress(request.item)]);
		const there = groups.get(group);
		if (there) there.push(payment);
		else groups.set(group, [payment]);
		if (slice.isOver) await slice.giveWay();
	}
	return [...groups.values()].flatMap(cut);
}

function cut<P extends { request: PaymentRequest }>(group: readonly [P, ...P[]]): [P, ...P[]][] {
	const size = maxPerBatchOf(group[0].request.item);
	const chunks: [P, ...P[]][] = [];
	for (const [index, payment] of group.entries()) {
		const chunk = chunks.at(-1);
		if (chunk && index % size > 0) chunk.push(payment);
		else chunks.push([payment]);
	}
	return chunks;
}

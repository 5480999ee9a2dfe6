import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import { attempt } from '../../../core/attempt';
import { ExplainedError } from '../../../core/text/explained';
import { grouped } from '../../../core/grouped';
import { isAnswer } from '../../service/answers';
import { isRefusalOfValues, ServiceFailure, unusableAnswer } from '../../service/failure';
import { TimeSlice } from '../../service/time';
import { maxPerBatchOf } from '../form/batchFields';
import type { ItemCall } from '../run/itemCall';
import { notificationTarget, notifiedAddress, type Notify } from '../form/notification';
import { withOutcome } from '../form/presentation';
import type { ItemResult } from '../run/lanes';
import { movementOf, referenceOf, type BatchKind, type PaymentRequest, type Together } from './batchKind';
import { findPayouts } from './earlierPayouts';
import { refusedTogether } from './failures';
import { lookUpAll, payAll } from './payAll';
import type { PaymentKind, PaymentOutcome } from './payment';
import { payOne } from './payOnce';
import { settingOf } from './setting';

/** Payments of a list as the kernel sees them. @param notifyOf who is notified; the first payment of a request decides */
export function kindOf<R extends PaymentRequest>(
	kind: BatchKind<R>,
	notifyOf: (request: R) => Notify = ({ item }) => notificationTarget(item),
): PaymentKind<R> {
	const { found } = kind;
	return {
		find: found && (async (payments) => await findPayouts(found, payments)),
		requests: (payments) => requestsOf(kind, payments),
		forbidden: async (payments) => await forbiddenBy(kind, payments),
		async send(payments) {
			const [first, ...others] = payments;
			if (!first) return [];
			const target = notifyOf(first)(referenceOf(first));
			return await send(kind, [first, ...others], target);
		},
		refusalOf,
	};
}

/** The service refuses a request as a whole. Where it names payments of it, only they have something to correct. */
function refusalOf<R extends PaymentRequest>(failure: unknown, payments: readonly R[], payment: R): unknown {
	if (!isRefusalOfValues(failure)) return failure;
	const named = payments.filter((_, place) => failure.names(place));
	if (named.length === 0) return failure;
	const place = payments.indexOf(payment);
	return failure.names(place) ? failure.about(place) : refusedTogether(payment, named);
}

/** Groups payments into requests: those that agree in what a request carries once, as many as their first item allows. */
function requestsOf<R extends PaymentRequest>({ sharedInRequest }: BatchKind<R>, payments: readonly R[]): R[][] {
	if (payments.length === 1) return [[...payments]];
	const groups = grouped(payments, (payment) =>
		JSON.stringify([payment.account, referenceOf(payment), sharedInRequest(payment), notifiedAddress(payment.item)]),
	);
	return groups.flatMap((group) => {
		const size = maxPerBatchOf(group[0].item);
		return Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
			group.slice(index * size, (index + 1) * size),
		);
	});
}

/** Stops all payments of an account where together they are more than its credential allows. */
async function forbiddenBy<R extends PaymentRequest>(
	{ path }: BatchKind<R>,
	payments: readonly R[],
): Promise<Map<R, unknown>> {
	const forbidden = new Map<R, unknown>();
	for (const part of grouped(payments, ({ account }) => account)) {
		const { client } = part[0].item;
		const { guard } = client;
		// Without sums there is nothing that holds for the list as a whole.
		if (!guard?.limitsAmounts) continue;
		const moves = part.map(movementOf);
		const asked = await attempt(() => guard.assertTogether({ path, moves }, client));
		if ('failure' in asked) for (const payment of part) forbidden.set(payment, asked.failure);
	}
	return forbidden;
}

/**
 * @returns the record of each payment, in their order
 * @throws {ServiceFailure} unclear when the answer does not confirm exactly these payments
 */
async function send<R extends PaymentRequest>(
	{ path, bodyOf, recordsIn }: BatchKind<R>,
	payments: Together<R>,
	target: NotificationTarget,
): Promise<IDataObject[]> {
	const [first] = payments;
	const reference = referenceOf(first);
	const request = { method: 'POST', path } as const;
	const { client } = first.item;
	const moves = client.guard?.looksAtPayments ? payments.map(movementOf) : [];
	const body = bodyOf(payments, reference, target);
	const answer = await client.write<object>({ ...request, body, moves }, isAnswer);
	const records = recordsIn(answer, payments, reference);
	if (records === null) throw unusableAnswer(request, answer);
	return records;
}

/** Pays one item in a batch of its own. @returns its record, with how that came about. @throws what stops it */
export async function payAlone<R extends PaymentRequest>(
	kind: BatchKind<R>,
	item: ItemCall,
	notify: Notify,
): Promise<IDataObject> {
	const request = await allowed(kind, item);
	const result = await payOne(
		item,
		kindOf(kind, () => notify),
		request,
	);
	return withOutcome(result, request.externalId);
}

/**
 * Pays all items in few requests for each account. All inputs are checked first, and all that is wrong is told at once.
 * Payments that exist already count as found, and only the rest is sent, request by request.
 */
export async function payList<R extends PaymentRequest>(
	kind: BatchKind<R>,
	items: readonly ItemCall[],
	goOn: boolean,
): Promise<ItemResult[]> {
	const [first] = items;
	const { requests, results } = await readItems(kind, items);
	if (!first) return results;
	const isStopped = results.length > 0 && !goOn;
	const make = isStopped ? lookUpAll : payAll;
	const outcomes = await make(kindOf(kind), requests, await settingOf(first, goOn));
	const slice = new TimeSlice();
	for (const [request, outcome] of outcomes) {
		if (slice.isOver) await slice.giveWay();
		if (!isStopped || isOfPayment(outcome)) results.push(resultOf(kind, request, outcome));
	}
	return results;
}

/** Whether something is wrong with the payment itself, so that it is told with what is wrong with others. */
const isOfPayment = (outcome: PaymentOutcome): boolean =>
	'failure' in outcome && outcome.failure instanceof ExplainedError && !(outcome.failure instanceof ServiceFailure);

/** The requests of the items that can be sent, and the failures of the others. */
async function readItems<R extends PaymentRequest>(
	kind: BatchKind<R>,
	items: readonly ItemCall[],
): Promise<{ requests: R[]; results: ItemResult[] }> {
	const results: ItemResult[] = [];
	const requests: R[] = [];
	const slice = new TimeSlice();
	for (const item of items) {
		if (slice.isOver) await slice.giveWay();
		const done = await attempt(async () => {
			await item.takeAccount();
			notificationTarget(item);
			return await allowed(kind, item);
		});
		if ('value' in done) requests.push(done.value);
		else results.push({ item: item.index, failure: done.failure });
	}
	return { requests, results };
}

/** Reads a payment that the credential allows. @throws NodeOperationError or what the guard throws */
async function allowed<R extends PaymentRequest>(kind: BatchKind<R>, item: ItemCall): Promise<R> {
	const request = await kind.read(item);
	item.run.client.guard?.assertEach([movementOf(request)]);
	return request;
}

function resultOf<R extends PaymentRequest>(kind: BatchKind<R>, request: R, outcome: PaymentOutcome): ItemResult {
	const { item, externalId } = request;
	if ('failure' in outcome) return { item: item.index, failure: outcome.failure };
	item.isSentHere = outcome.result.isOwn;
	const record = withOutcome(outcome.result, externalId);
	return { item: item.index, items: [{ json: kind.present(request, record) }] };
}

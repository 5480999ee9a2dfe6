import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import { attempt } from '../../../core/attempt';
import type { PaymentFacts } from '../../../core/idempotency';
import { describeFacts, differingFacts, digestOf } from '../../../core/idempotency';
import { sumAmounts } from '../../../core/money';
import type { ItemCall } from '../form/itemCall';
import { notificationTarget } from '../form/notification';
import type { Run } from '../form/run';
import type { ItemResult } from '../operation';
import type { BatchKind, BatchLookUp, BatchRecord, PaymentRequest, Together } from './batchKind';
import type { Chunk } from './batchPlan';
import { BatchPlan } from './batchPlan';
import { KeyTaken, PAYMENT } from './failures';
import { byListKey, defaultListKey, underFirstKey } from './keys';
import { isToolCall, memoryOf } from './memory';
import type { Found, PaymentResult } from './once';
import { accountOf, facts, payOnce } from './payment';
import { inTurn } from './turns';

/** A payment that exists: the request under the key it has, and the batch it is in. */
export interface Paid<R, B> {
	request: R;
	batch: B;
	outcome: PaymentResult['outcome'];
}

/** Pays one item in a batch of its own. @throws {UnknownOutcome} {@link KeyTaken} {ServiceFailure} */
export async function payAlone<R extends PaymentRequest, B extends BatchRecord>(
	kind: BatchKind<R, B>,
	item: ItemCall,
	target: NotificationTarget,
): Promise<Paid<R, B>> {
	const request = await kind.read(item);
	const { lookUp } = kind;
	const place = `batch of item ${item.index}`;
	const memory = memoryOf(item.run);
	const { key, record, outcome } = await payOnce(item, {
		key: request.key,
		facts: request.facts,
		send: async (sentKey) => {
			const batchKey = request.batchKey || sentKey;
			memory.rememberPlan(place, batchKey);
			return asRecord(await kind.send([{ ...request, key: sentKey }], batchKey, target));
		},
		lookUp:
			lookUp &&
			(async (sentKey) => {
				const sought = { ...request, key: sentKey };
				const batchKey = request.batchKey || sentKey;
				// A batch reference that is computed anew at every try is not the one that the payment was sent with.
				const firstKey = memory.recallPlan<string>(place) ?? batchKey;
				const found = await findAlone(lookUp, sought, firstKey);
				return found ?? (firstKey === batchKey ? null : await findAlone(lookUp, sought, batchKey));
			}),
	});
	return { request: { ...request, key }, batch: record as unknown as B, outcome };
}

/**
 * Pays all items in few requests. Inputs are checked first; what the service already has under the key of the list is
 * taken as found, and only the rest is sent, chunk by chunk. Every payment is reported on the item that caused it.
 */
export async function payAll<R extends PaymentRequest, B extends BatchRecord>(
	kind: BatchKind<R, B>,
	run: Run,
	items: ItemCall[],
	goOn: boolean,
): Promise<ItemResult[]> {
	// Calls of an agent are told apart by what they pay, which a chunk would hide.
	if (isToolCall(run.n8n)) return await payOneByOne(kind, items, goOn);
	const { requests, results } = await readAll(kind, run, items);
	if (results.length > 0 && !goOn) return results;
	const otherwise = defaultListKey(run, items, kind.lookUp !== null);
	for (const [listKey, list] of byListKey(run, otherwise, requests)) {
		const name = `${accountOf(run)} batch ${listKey}`;
		const paid = await inTurn(name, async () => await payList(kind, run, listKey, list, goOn));
		results.push(...paid);
		if (!goOn && paid.some(isFailed)) break;
	}
	return results;
}

async function payOneByOne<R extends PaymentRequest, B extends BatchRecord>(
	kind: BatchKind<R, B>,
	items: ItemCall[],
	goOn: boolean,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	for (const item of items) {
		const paid = await attempt(async () => await payAlone(kind, item, notificationTarget(item)));
		results.push('value' in paid ? resultOf(kind, paid.value) : { item: item.index, failure: paid.failure });
		if (!goOn && results.some(isFailed)) break;
	}
	return results;
}

/** The items that can be sent as they are; of the others, what stands against them. */
async function readAll<R extends PaymentRequest, B extends BatchRecord>(
	kind: BatchKind<R, B>,
	run: Run,
	items: ItemCall[],
): Promise<{ requests: R[]; results: ItemResult[] }> {
	const results: ItemResult[] = [];
	const requests: R[] = [];
	const itemOfKey = new Map<string, number>();
	for (const item of items) {
		const read = await attempt(async () => {
			const request = underFirstKey(run, await kind.read(item));
			notificationTarget(item);
			const twin = itemOfKey.get(request.key);
			if (twin === undefined) return request;
			throw item.refusal(
				`The external ID ${request.key} is used by item ${twin} too`,
				'Give every payee an external ID of its own.',
			);
		});
		if ('failure' in read) {
			results.push({ item: item.index, failure: read.failure });
			continue;
		}
		itemOfKey.set(read.value.key, item.index);
		requests.push(read.value);
	}
	return { requests, results };
}

/** Pays what goes under one list key. Without “continue on fail” nothing is sent after a chunk that fails. */
async function payList<R extends PaymentRequest, B extends BatchRecord>(
	kind: BatchKind<R, B>,
	run: Run,
	listKey: string,
	requests: R[],
	goOn: boolean,
): Promise<ItemResult[]> {
	const planned = await attempt(async () => await BatchPlan.make(kind, run, listKey, requests as [R, ...R[]]));
	if ('failure' in planned) return failureOfAll(requests, planned.failure);
	const plan = planned.value;
	const results = plan.found.map(({ request, batch }) => foundResult(kind, request, batch));
	for (const chunk of plan.chunks) {
		if (!goOn && results.some(isFailed)) break;
		results.push(...(await payChunk(kind, plan, chunk)));
	}
	return results;
}

function foundResult<R extends PaymentRequest, B extends BatchRecord>(
	kind: BatchKind<R, B>,
	request: R,
	batch: B,
): ItemResult {
	const { item, key, facts: intended } = request;
	const found = kind.lookUp?.paymentFacts(request, batch) ?? {};
	return differingFacts(intended, found).length > 0
		? { item: item.index, failure: new KeyTaken(PAYMENT, key, intended, found) }
		: resultOf(kind, { request, batch, outcome: 'found' });
}

/** Pays one chunk once. An outcome that is unknown is unknown for each of its items. */
async function payChunk<R extends PaymentRequest, B extends BatchRecord>(
	kind: BatchKind<R, B>,
	plan: BatchPlan<R, B>,
	chunk: Chunk<R>,
): Promise<ItemResult[]> {
	const { requests } = chunk;
	const [{ item }] = requests;
	const { lookUp } = kind;
	const target = notificationTarget(item);
	const { key, place } = plan.leave(chunk);
	const paid = await attempt(
		async () =>
			await payOnce(item, {
				key,
				place,
				facts: chunkFacts(requests),
				send: async (batchKey) => asRecord(await kind.send(requests, batchKey, target)),
				lookUp: lookUp && (async (batchKey) => await findChunk(lookUp, requests, batchKey)),
			}),
	);
	if ('failure' in paid) return failureOfAll(requests, paid.failure);
	plan.arrived(key);
	const { record, outcome } = paid.value;
	return requests.map((request) => resultOf(kind, { request, batch: record as unknown as B, outcome }));
}

/** What two sends of one chunk agree in. */
function chunkFacts(requests: Together<PaymentRequest>): PaymentFacts {
	const { currency, method } = requests[0].facts;
	return facts({
		currency,
		method,
		payments: String(requests.length),
		total: sumAmounts(requests.map(({ amount }) => amount ?? '0')),
		payees: digestOf(...requests.map(({ key, facts: payment }) => `${key} ${describeFacts(payment)}`)),
	});
}

/** A request's payment in a batch of this key. */
async function findAlone<R extends PaymentRequest, B extends BatchRecord>(
	lookUp: BatchLookUp<R, B>,
	request: R,
	batchKey: string,
): Promise<Found | null> {
	for (const batch of await lookUp.batches(request.item.client, batchKey)) {
		const found = lookUp.paymentFacts(request, batch);
		if (!found) continue;
		const own = batch.payout_transactions.filter(({ external_id }) => external_id === request.key).slice(0, 1);
		return { record: asRecord({ ...batch, payout_transactions: own }), facts: found };
	}
	return null;
}

/**
 * The batch of this key in which these payments are. One that differs in any of them is returned with its own facts, so
 * that it is refused. Batches of other payments may have the key too: see {@link BatchPlan.arrived}.
 */
async function findChunk<R extends PaymentRequest, B extends BatchRecord>(
	lookUp: BatchLookUp<R, B>,
	requests: Together<R>,
	batchKey: string,
): Promise<Found | null> {
	const batch = (await lookUp.batches(requests[0].item.client, batchKey)).find((each) =>
		requests.some((request) => lookUp.paymentFacts(request, each)),
	);
	if (!batch) return null;
	const agrees = requests.every((request) => {
		const found = lookUp.paymentFacts(request, batch);
		return found && differingFacts(request.facts, found).length === 0;
	});
	return { record: asRecord(batch), facts: agrees ? chunkFacts(requests) : lookUp.batchFacts(batch) };
}

function resultOf<R extends PaymentRequest, B extends BatchRecord>(
	kind: BatchKind<R, B>,
	{ request, batch, outcome }: Paid<R, B>,
): ItemResult {
	const { item, key } = request;
	const json = kind.present(request, batch, { idempotency: { outcome, external_id: key } });
	if (json) return { item: item.index, items: [{ json }] };
	const failure = item.refusal(
		`The service took the batch ${batch.external_id ?? batch.uuid} without reporting the payment ${key}`,
		'Look at the batch in the merchant dashboard before sending this payment again.',
	);
	return { item: item.index, failure };
}

const failureOfAll = (requests: readonly PaymentRequest[], failure: unknown): ItemResult[] =>
	requests.map(({ item }) => ({ item: item.index, failure }));

const isFailed = (result: ItemResult) => 'failure' in result;

const asRecord = (batch: BatchRecord) => batch as unknown as IDataObject;

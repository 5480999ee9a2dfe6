import type { PayoutBatch, PayoutTransaction } from '../../../../contract';
import type { Facts } from '../../../../core/idempotency';
import { digestOf, sameFacts } from '../../../../core/idempotency';
import { batchesWithKey } from '../../../service/payouts';
import type { ItemCall } from '../../form/itemCall';
import { notifiedAddress } from '../../form/notification';
import type { Run } from '../../form/run';
import { DEFAULT_MAX_PER_BATCH } from './payoutFields';
import type { PayoutRequest } from './payoutRequest';
import { intendedFacts } from './payoutRequest';

/** A payee that the service already has, by the payee's own key. */
interface FoundPayee {
	batch: PayoutBatch;
	transaction: PayoutTransaction;
}

/** What the execution context keeps of a chunk: its key once it has one, and those of its payees. */
interface StoredChunk {
	key?: string;
	members: string[];
}

/** What is kept in the execution context, so that a repeat of the node sends exactly the chunks that are missing. */
interface StoredPlan {
	found: Record<string, FoundPayee>;
	chunks: StoredChunk[];
	/** Of the first key under which no batch is known. */
	nextNumber: number;
}

/** Payees that go in one request. */
export interface Chunk {
	/** Its place in the node's memory. */
	place: string;
	requests: PayoutRequest[];
	stored: StoredChunk;
}

/** Which payees of one reference the service already has, and in which requests the others go. */
export interface BatchPlan {
	stem: string;
	found: ({ request: PayoutRequest } & FoundPayee)[];
	chunks: Chunk[];
	stored: StoredPlan;
}

/**
 * The reference under which each payee is paid. In order of strength: the user's own batch reference; one made of the
 * references of all items, also of those that cannot be sent as they are: corrected ones must not look like another list;
 * one made for this execution.
 */
export function requestsByStem(run: Run, items: ItemCall[], requests: PayoutRequest[]): Map<string, PayoutRequest[]> {
	const references = items.map((item) => item.text('externalId'));
	const otherwise = references.every(Boolean)
		? `batch-${digestOf(...references.sort())}`
		: run.memory.defaultKey('batch');
	const byStem = new Map<string, PayoutRequest[]>();
	for (const request of requests) {
		const stem = sentAs(run, request)?.stem ?? (request.batchKey || otherwise);
		const there = byStem.get(stem);
		if (there) there.push(request);
		else byStem.set(stem, [request]);
	}
	return byStem;
}

/** Under which keys an item's payee was sent first, and what the payment was about. */
interface SentAs {
	key: string;
	stem: string;
	facts: Facts;
}

const placeOf = ({ item }: PayoutRequest) => `payee of item ${item.index}`;

function sentAs(run: Run, request: PayoutRequest): SentAs | undefined {
	const sent = run.memory.recallPlan<SentAs>(placeOf(request));
	return sent && sameFacts(sent.facts, intendedFacts(request)) ? sent : undefined;
}

/** The request under the key it was sent with first: one computed anew at every try must not make a repeat a new payment. */
export function underFirstKey(run: Run, request: PayoutRequest): PayoutRequest {
	const sent = sentAs(run, request);
	return sent ? { ...request, key: sent.key, detail: { ...request.detail, external_id: sent.key } } : request;
}

/** To be called before a chunk is sent. */
export function rememberKeys(run: Run, { stem }: BatchPlan, { requests }: Chunk): void {
	for (const request of requests) {
		run.memory.rememberPlan(placeOf(request), {
			key: request.key,
			stem,
			facts: intendedFacts(request),
		} satisfies SentAs);
	}
}

/** Plans the requests under one reference: the plan made before, and new chunks for payees that it does not know. */
export async function planBatches(run: Run, stem: string, requests: PayoutRequest[]): Promise<BatchPlan> {
	const stored = run.memory.recallPlan<StoredPlan>(stem) ?? (await askForPlan(requests, stem));
	const planned = new Set([...Object.keys(stored.found), ...stored.chunks.flatMap(({ members }) => members)]);
	for (const group of groupsOf(requests.filter(({ key }) => !planned.has(key)))) {
		stored.chunks.push(...cut(group).map((chunk) => ({ members: chunk.map(({ key }) => key) })));
	}
	run.memory.rememberPlan(stem, stored);
	const requestOf = new Map(requests.map((request) => [request.key, request]));
	return {
		stem,
		stored,
		found: Object.entries(stored.found).flatMap(([key, payee]) => {
			const request = requestOf.get(key);
			return request ? [{ request, ...payee }] : [];
		}),
		chunks: stored.chunks
			.map((chunk, number) => ({
				place: `batch ${stem} ${number}`,
				requests: chunk.members.flatMap((key) => requestOf.get(key) ?? []),
				stored: chunk,
			}))
			.filter((chunk) => chunk.requests.length > 0),
	};
}

/** The key of a chunk that is about to be sent: the one it was sent under before, or the first that no batch has. */
export function keyOfChunk({ stem, stored }: BatchPlan, chunk: Chunk): string {
	return (chunk.stored.key ??= numbered(stem, stored.nextNumber));
}

/**
 * To be called when the service has a chunk. Only then its number is used up: were it used up by sending, a chunk that
 * never arrived would leave a gap, and {@link askForPlan} of a later execution would not see what was paid behind it.
 */
export function useUp({ stem, stored }: BatchPlan, chunk: Chunk): void {
	if (chunk.stored.key === numbered(stem, stored.nextNumber)) stored.nextNumber++;
}

const numbered = (stem: string, number: number) => (number === 1 ? stem : `${stem}-${number}`);

/** A plan without chunks yet: where the service is to be asked, with the payees it has under the keys of this stem. */
async function askForPlan(requests: PayoutRequest[], stem: string): Promise<StoredPlan> {
	const [{ item }] = requests as [PayoutRequest, ...PayoutRequest[]];
	const plan: StoredPlan = { found: {}, chunks: [], nextNumber: 1 };
	if (!item.flag('preventDuplicates')) return plan;
	const wanted = new Set(requests.map(({ key }) => key));
	for (; ; plan.nextNumber++) {
		const batches = await batchesWithKey(item.client, numbered(stem, plan.nextNumber));
		if (batches.length === 0) return plan;
		for (const batch of batches) {
			for (const transaction of batch.payout_transactions) {
				const { external_id: key } = transaction;
				if (key && wanted.has(key)) plan.found[key] ??= { batch: withoutTransactions(batch), transaction };
			}
		}
	}
}

/** The context keeps the payee that was found, not everybody it was paid with. */
function withoutTransactions(batch: PayoutBatch): PayoutBatch {
	return { ...batch, payout_transactions: [] };
}

/** Payees that may share a request, which has one method, currency, description, schedule and notified address. */
function groupsOf(requests: PayoutRequest[]): PayoutRequest[][] {
	const groups = new Map<string, PayoutRequest[]>();
	for (const request of requests) {
		const { method, currency, description, scheduledAt = '' } = request;
		const group = digestOf(method, currency, description, scheduledAt, ...notifiedAddress(request.item));
		const there = groups.get(group);
		if (there) there.push(request);
		else groups.set(group, [request]);
	}
	return [...groups.values()];
}

function cut(requests: PayoutRequest[]): PayoutRequest[][] {
	const [first] = requests;
	if (!first) return [];
	const { maxPerBatch } = first.item.collection('additionalFields');
	const size = typeof maxPerBatch === 'number' && maxPerBatch >= 1 ? Math.floor(maxPerBatch) : DEFAULT_MAX_PER_BATCH;
	return Array.from({ length: Math.ceil(requests.length / size) }, (_, index) =>
		requests.slice(index * size, (index + 1) * size),
	);
}

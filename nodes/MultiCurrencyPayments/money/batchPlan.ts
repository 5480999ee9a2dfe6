import { digestOf } from '../../../core/idempotency';
import { maxPerBatchOf } from '../form/batchFields';
import { notifiedAddress } from '../form/notification';
import type { Run } from '../form/run';
import type { BatchKind, BatchRecord, PaymentRequest, Together } from './batchKind';
import { numberedKey, rememberFirstKeys } from './keys';
import { memoryOf } from './memory';

/** A payment that the service had before anything was sent, in its batch without the other payments. */
interface FoundPayment<B> {
	key: string;
	batch: B;
}

/** A chunk that was sent, or was about to be: the key of its batch and those of its payments. */
interface SentChunk {
	key: string;
	members: string[];
}

/** What the execution context keeps of a list, so that a repeat of the node sends exactly what is missing. */
interface StoredPlan<B> {
	found: FoundPayment<B>[];
	sent: SentChunk[];
	/** Of the first key under which no batch is known. */
	nextNumber: number;
}

/** Payments that go in one request; its number among the chunks sent so far once it was sent. */
export interface Chunk<R> {
	requests: Together<R>;
	number: number | null;
}

/** Which payments of a list the service already has, and in which requests the others go. */
export class BatchPlan<R extends PaymentRequest, B extends BatchRecord> {
	readonly found: { request: R; batch: B }[];
	readonly chunks: Chunk<R>[];

	/** @throws {ServiceFailure} when the service cannot say what it has already */
	static async make<R extends PaymentRequest, B extends BatchRecord>(
		kind: BatchKind<R, B>,
		run: Run,
		listKey: string,
		requests: Together<R>,
	): Promise<BatchPlan<R, B>> {
		const stored = memoryOf(run).recallPlan<StoredPlan<B>>(nameOf(kind, listKey));
		return new BatchPlan(kind, run, listKey, requests, stored ?? (await askForPlan(kind, listKey, requests)));
	}

	private constructor(
		private readonly kind: BatchKind<R, B>,
		private readonly run: Run,
		private readonly listKey: string,
		requests: Together<R>,
		private readonly stored: StoredPlan<B>,
	) {
		this.store();
		const requestOf = new Map(requests.map((request) => [request.key, request]));
		this.found = stored.found.flatMap(({ key, batch }) => {
			const request = requestOf.get(key);
			return request ? [{ request, batch }] : [];
		});
		// What never left, or provably had no effect, is cut anew: its items may say something else by now.
		const sent = stored.sent.flatMap(({ members }, number) => {
			const mayHaveArrived = memoryOf(run).hasSent(this.placeOf(number));
			return mayHaveArrived
				? chunkOf(
						members.flatMap((key) => requestOf.get(key) ?? []),
						number,
					)
				: [];
		});
		const planned = new Set([...this.found.map(({ request }) => request), ...sent.flatMap((chunk) => chunk.requests)]);
		const missing = requests.filter((request) => !planned.has(request));
		this.chunks = [...sent, ...groupsOf(kind, missing).flatMap(cut)];
	}

	/** To be called before a chunk is sent. @returns the key of its batch and its place in the node's memory */
	leave({ requests, number }: Chunk<R>): { key: string; place: string } {
		const { stored, listKey, kind, run } = this;
		const index = number ?? stored.sent.length;
		const sent = (stored.sent[index] ??= {
			key: numberedKey(listKey, stored.nextNumber),
			members: requests.map(({ key }) => key),
		});
		// Where the service cannot be asked, a key that is reported as unknown must name one request and no other.
		if (number === null && kind.lookUp === null) stored.nextNumber++;
		this.store();
		for (const request of requests) rememberFirstKeys(run, listKey, request);
		return { key: sent.key, place: this.placeOf(index) };
	}

	/**
	 * To be called when the service has the batch of a key. Where it can be asked, only then the number is used up: were it
	 * used up by sending, a chunk that never arrived would leave a gap, and {@link askForPlan} of a later execution would
	 * not see what was paid behind it.
	 */
	arrived(key: string): void {
		if (key !== numberedKey(this.listKey, this.stored.nextNumber)) return;
		this.stored.nextNumber++;
		this.store();
	}

	private placeOf(number: number): string {
		return `${nameOf(this.kind, this.listKey)} ${number}`;
	}

	private store(): void {
		memoryOf(this.run).rememberPlan(nameOf(this.kind, this.listKey), this.stored);
	}
}

const nameOf = ({ name }: { name: string }, listKey: string) => `${name} batch ${listKey}`;

/** A plan of which nothing is sent yet: with what the service has under the keys of the list, where it is to be asked. */
async function askForPlan<R extends PaymentRequest, B extends BatchRecord>(
	{ lookUp }: BatchKind<R, B>,
	listKey: string,
	requests: Together<R>,
): Promise<StoredPlan<B>> {
	const [{ item }] = requests;
	const plan: StoredPlan<B> = { found: [], sent: [], nextNumber: 1 };
	if (lookUp === null || !item.flag('preventDuplicates')) return plan;
	const missing = new Set(requests.map(({ key }) => key));
	for (; ; plan.nextNumber++) {
		const batches = await lookUp.batches(item.client, numberedKey(listKey, plan.nextNumber));
		if (batches.length === 0) return plan;
		for (const batch of batches) {
			for (const transaction of batch.payout_transactions) {
				const { external_id: key } = transaction;
				if (!key || !missing.delete(key)) continue;
				// The context keeps the payment that was found, not everybody it was paid with.
				plan.found.push({ key, batch: { ...batch, payout_transactions: [transaction] } });
			}
		}
	}
}

/** Payments that may share a request. */
function groupsOf<R extends PaymentRequest, B extends BatchRecord>(kind: BatchKind<R, B>, requests: R[]): R[][] {
	const groups = new Map<string, R[]>();
	for (const request of requests) {
		const group = digestOf(...kind.sharedInRequest(request), ...notifiedAddress(request.item));
		const there = groups.get(group);
		if (there) there.push(request);
		else groups.set(group, [request]);
	}
	return [...groups.values()];
}

/** Cuts a group into chunks of the size that its first item asks for. */
function cut<R extends PaymentRequest>(group: R[]): Chunk<R>[] {
	const size = group[0] ? maxPerBatchOf(group[0].item) : 1;
	return Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
		chunkOf(group.slice(index * size, (index + 1) * size), null),
	).flat();
}

/** A chunk, unless nobody is in it. */
function chunkOf<R>(requests: R[], number: number | null): Chunk<R>[] {
	const [first, ...others] = requests;
	return first === undefined ? [] : [{ requests: [first, ...others], number }];
}

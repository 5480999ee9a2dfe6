import type { PayoutBatch, PayoutTransaction } from '../../../../contract';
import { digestOf } from '../../../../core/idempotency';
import type { Run } from '../../../shared/run';
import { DEFAULT_MAX_PER_BATCH } from './payoutFields';
import { batchesWithKey } from './payoutRecord';
import type { PayoutRequest } from './payoutRequest';

/** Payees that go in one request, under one key. */
export interface Chunk {
	key: string;
	requests: PayoutRequest[];
}

/** A payee that the service already has, by the payee's own key. */
interface FoundPayee {
	batch: PayoutBatch;
	transaction: PayoutTransaction;
}

/** Which payees the service already has, and in which requests the others go. */
export interface BatchPlan {
	found: ({ request: PayoutRequest } & FoundPayee)[];
	chunks: Chunk[];
}

/** What is kept in the execution context: the payees found at first, and the keys of the chunks with those of their payees. */
interface StoredPlan {
	found: Record<string, FoundPayee>;
	chunks: { key: string; members: string[] }[];
	/** Of the next chunk that is cut. */
	nextNumber: number;
}

/**
 * Plans the requests of one run: one group per method, currency, description and schedule, cut into chunks. The cut is
 * kept in the execution context, so that a repeat of the node sends exactly the chunks that are missing.
 */
export async function planBatches(run: Run, requests: PayoutRequest[]): Promise<BatchPlan[]> {
	const groups = new Map<string, PayoutRequest[]>();
	for (const request of requests) {
		const { method, currency, description, scheduledAt = '', batchKey } = request;
		const group = digestOf(method, currency, description, scheduledAt, batchKey);
		groups.set(group, [...(groups.get(group) ?? []), request]);
	}
	const plans: BatchPlan[] = [];
	for (const [group, members] of groups) {
		const stem = stemOf(run, members, groups.size > 1 ? `-${group.slice(0, 6)}` : '');
		plans.push(await planGroup(run, stem, members));
	}
	return plans;
}

/**
 * The key of a group's first request. In order of strength: the user's own batch reference; one made of the payees' own
 * references, the same whenever the same payees are paid; one made for this execution.
 */
function stemOf(run: Run, members: PayoutRequest[], suffix: string): string {
	const [{ batchKey }] = members as [PayoutRequest, ...PayoutRequest[]];
	if (batchKey) return batchKey + suffix;
	const own = members.every(({ item }) => item.text('externalId') !== '');
	return own ? `batch-${digestOf(...members.map(({ key }) => key).sort())}` : run.memory.defaultKey('batch') + suffix;
}

const chunkKey = (stem: string, number: number) => (number === 1 ? stem : `${stem}-${number}`);

async function planGroup(run: Run, stem: string, members: PayoutRequest[]): Promise<BatchPlan> {
	const plan = run.memory.recallPlan<StoredPlan>(stem) ?? (await askForPlan(members, stem));
	const planned = new Set([...Object.keys(plan.found), ...plan.chunks.flatMap(({ members: keys }) => keys)]);
	const open = members.filter(({ key }) => !planned.has(key));
	for (const chunk of cut(open)) {
		plan.chunks.push({ key: chunkKey(stem, plan.nextNumber++), members: chunk.map(({ key }) => key) });
	}
	run.memory.rememberPlan(stem, plan);
	const requestOf = new Map(members.map((request) => [request.key, request]));
	return {
		found: Object.entries(plan.found).flatMap(([key, payee]) => {
			const request = requestOf.get(key);
			return request ? [{ request, ...payee }] : [];
		}),
		chunks: plan.chunks
			.map(({ key, members: keys }) => ({ key, requests: keys.flatMap((each) => requestOf.get(each) ?? []) }))
			.filter(({ requests }) => requests.length > 0),
	};
}

/** A plan without chunks yet: where the service is to be asked, with the payees it has under the keys of this stem. */
async function askForPlan(members: PayoutRequest[], stem: string): Promise<StoredPlan> {
	const [{ item }] = members as [PayoutRequest, ...PayoutRequest[]];
	const plan: StoredPlan = { found: {}, chunks: [], nextNumber: 1 };
	if (!item.flag('preventDuplicates')) return plan;
	const wanted = new Set(members.map(({ key }) => key));
	for (; ; plan.nextNumber++) {
		const batches = await batchesWithKey(item.client, chunkKey(stem, plan.nextNumber));
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

function cut(requests: PayoutRequest[]): PayoutRequest[][] {
	const [first] = requests;
	if (!first) return [];
	const { maxPerBatch } = first.item.collection('additionalFields');
	const size = typeof maxPerBatch === 'number' && maxPerBatch >= 1 ? Math.floor(maxPerBatch) : DEFAULT_MAX_PER_BATCH;
	return Array.from({ length: Math.ceil(requests.length / size) }, (_, index) =>
		requests.slice(index * size, (index + 1) * size),
	);
}

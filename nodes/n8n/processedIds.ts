import type { IExecuteFunctions } from 'n8n-workflow';
import { attempt } from '../../core/attempt';
import { keepNewest } from '../../core/keepNewest';

/**
 * Ids that all processes of n8n share, in its table of processed data: one list for each workflow.
 *
 * `helpers.checkProcessedAndRecord` reads, changes and writes that list without a lock. So a process makes one call at a
 * time, and each call names the last ids of its process once more: what another process has overwritten meanwhile is there
 * again. Two processes that ask for one id at the same moment may both be told that it is new. Tried with n8n 2.40.7 in queue
 * mode on Postgres. Where n8n has no such helper, or it fails, every id is new.
 */
interface SharedIds {
	/** The last that this process has named, oldest first. */
	readonly named: Set<string>;
	/** The call that has not begun yet: whoever asks meanwhile joins it. */
	next?: { ids: Set<string>; answer: Promise<ReadonlySet<string>> };
	/** The call before that. It never fails. */
	last: Promise<unknown>;
	isSlow: boolean;
}

/** Most ids that n8n keeps for a workflow, in the scope that its triggers share. */
const SCOPE = 'workflow';
const OPTIONS = { mode: 'entries', maxEntries: 5_000 } as const;

/** How many of its last ids a process names again: more where the others write more between its reading and its writing. */
const NAMED_AGAIN = 50;
const NAMED_AGAIN_WHEN_SLOW = 500;

/** A call that takes longer is slow, in milliseconds. */
const SLOW = 50;

/** Most workflows whose last ids a process knows. */
const MOST_WORKFLOWS = 500;

/** What a database says of a row that another process has inserted meanwhile. */
const CLASH = /unique|duplicate|constraint/i;

const shared = new Map<string, SharedIds>();

/** Records ids, and tells which of them were recorded before, by whatever process. Never throws. */
export async function processedBefore(n8n: IExecuteFunctions, ids: readonly string[]): Promise<ReadonlySet<string>> {
	const workflow = n8n.getWorkflow().id ?? '';
	const own = shared.get(workflow) ?? { named: new Set(), last: Promise.resolve(), isSlow: false };
	shared.delete(workflow);
	shared.set(workflow, own);
	keepNewest(shared, MOST_WORKFLOWS);
	own.next ??= nextCall(own, n8n);
	for (const id of ids) own.next.ids.add(id);
	return await own.next.answer;
}

function nextCall(own: SharedIds, n8n: IExecuteFunctions): NonNullable<SharedIds['next']> {
	const ids = new Set<string>();
	const answer = own.last.then(async () => {
		own.next = undefined;
		return await record(own, n8n, ids);
	});
	own.last = answer;
	return { ids, answer };
}

async function record(own: SharedIds, { helpers }: IExecuteFunctions, ids: Set<string>): Promise<ReadonlySet<string>> {
	const again = [...own.named].filter((id) => !ids.has(id)).slice(own.isSlow ? -NAMED_AGAIN_WHEN_SLOW : -NAMED_AGAIN);
	for (const id of ids) {
		own.named.delete(id);
		own.named.add(id);
	}
	keepNewest(own.named, NAMED_AGAIN_WHEN_SLOW);
	const begun = Date.now();
	const call = async () => await helpers.checkProcessedAndRecord([...again, ...ids], SCOPE, OPTIONS);
	const first = await attempt(call);
	// Any other failure leaves open whether the ids were recorded: asked again, they would pass for those of another process.
	const isClash = 'failure' in first && first.failure instanceof Error && CLASH.test(first.failure.message);
	const recorded = isClash ? await attempt(call) : first;
	own.isSlow = Date.now() - begun > SLOW;
	if (!('value' in recorded)) return new Set();
	const before = new Set(recorded.value.processed.map(String));
	return new Set([...ids].filter((id) => before.has(id)));
}

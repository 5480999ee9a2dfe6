import { digestOf } from '../../../../core/idempotency';
import { notifiedAddress } from '../../form/notification';
import type { Run } from '../../form/run';
import { DEFAULT_MAX_PER_BATCH } from '../payout/payoutFields';
import type { AudPayoutRequest } from './audPayoutRequest';
import type { AudChunk } from './createAudPayout';

/** What is kept in the execution context: the keys of the chunks with those of their payees. */
type StoredPlan = { key: string; members: string[] }[];

/**
 * Cuts the payees of one run into requests: one group per addressing method (specification: "v1: AUD payouts"),
 * description, schedule, retry and notified address. The cut is kept in the execution context, so that a repeat of the node sends exactly
 * the chunks that never left.
 */
export function planAudBatches(run: Run, requests: AudPayoutRequest[]): AudChunk[] {
	const groups = new Map<string, AudPayoutRequest[]>();
	for (const request of requests) {
		const { item, addressing, description, scheduledAt = '', isRetry } = request;
		const group = digestOf(addressing, description, scheduledAt, String(isRetry), ...notifiedAddress(item));
		groups.set(group, [...(groups.get(group) ?? []), request]);
	}
	return [...groups].flatMap(([group, members]) => planGroup(run, group, members));
}

function planGroup(run: Run, group: string, members: AudPayoutRequest[]): AudChunk[] {
	const name = `aud ${group}`;
	const stem = `${run.memory.defaultKey('batch')}-${group.slice(0, 6)}`;
	const plan = run.memory.recallPlan<StoredPlan>(name) ?? [];
	const planned = new Set(plan.flatMap(({ members: keys }) => keys));
	for (const chunk of cut(members.filter(({ key }) => !planned.has(key)))) {
		plan.push({ key: `${stem}-${plan.length + 1}`, members: chunk.map(({ key }) => key) });
	}
	run.memory.rememberPlan(name, plan);
	const requestOf = new Map(members.map((request) => [request.key, request]));
	return plan
		.map(({ key, members: keys }) => ({ key, requests: keys.flatMap((each) => requestOf.get(each) ?? []) }))
		.filter(({ requests }) => requests.length > 0);
}

function cut(requests: AudPayoutRequest[]): AudPayoutRequest[][] {
	const [first] = requests;
	if (!first) return [];
	const { maxPerBatch } = first.item.collection('additionalFields');
	const size = typeof maxPerBatch === 'number' && maxPerBatch >= 1 ? Math.floor(maxPerBatch) : DEFAULT_MAX_PER_BATCH;
	return Array.from({ length: Math.ceil(requests.length / size) }, (_, index) =>
		requests.slice(index * size, (index + 1) * size),
	);
}

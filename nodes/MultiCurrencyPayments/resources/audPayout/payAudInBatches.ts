import type { AudPayout } from '../../../../contract';
import type { ItemCall } from '../../form/itemCall';
import { notificationTarget } from '../../form/notification';
import type { Run } from '../../form/run';
import type { ItemResult } from '../../operation';
import { planAudBatches } from './audBatchPlan';
import { presentAudTransaction } from './audPayoutRecord';
import type { AudPayoutRequest } from './audPayoutRequest';
import { audPayoutRequestOf } from './audPayoutRequest';
import type { AudChunk } from './createAudPayout';
import { payTogether } from './createAudPayout';

/**
 * Pays all items in few requests. Inputs are checked first; then chunk after chunk is sent, each once. Every transaction
 * is reported on the item that caused it.
 */
export async function payAudInBatches(run: Run, items: ItemCall[], goOn: boolean): Promise<ItemResult[]> {
	const { requests, results } = checked(items);
	if (results.length > 0 && !goOn) return results;
	for (const chunk of planAudBatches(run, requests)) {
		const chunkResults = await payChunk(chunk);
		results.push(...chunkResults);
		if (!goOn && chunkResults.some((result) => 'failure' in result)) break;
	}
	return results;
}

/** The requests of the items that can be sent, and what is wrong with the others. */
function checked(items: ItemCall[]): { requests: AudPayoutRequest[]; results: ItemResult[] } {
	const requests: AudPayoutRequest[] = [];
	const results: ItemResult[] = [];
	const itemOfKey = new Map<string, number>();
	for (const item of items) {
		try {
			const request = audPayoutRequestOf(item);
			notificationTarget(item);
			const twin = itemOfKey.get(request.key);
			if (twin === undefined) {
				itemOfKey.set(request.key, item.index);
				requests.push(request);
				continue;
			}
			const failure = item.refusal(
				`The external ID ${request.key} is used by item ${twin} too`,
				'Give every payee an external ID of its own.',
			);
			results.push({ item: item.index, failure });
		} catch (failure) {
			results.push({ item: item.index, failure });
		}
	}
	return { requests, results };
}

/** Sends one chunk once. An outcome that is unknown is unknown for each of its items. */
async function payChunk(chunk: AudChunk): Promise<ItemResult[]> {
	const [{ item: first }] = chunk.requests as [AudPayoutRequest, ...AudPayoutRequest[]];
	const paid = await payTogether(chunk, notificationTarget(first)).then(
		(settled) => ({ settled }),
		(failure: unknown) => ({ failure }),
	);
	if ('failure' in paid) {
		return chunk.requests.map(({ item }) => ({ item: item.index, failure: paid.failure }));
	}
	const { record, outcome } = paid.settled;
	return chunk.requests.map((request) => {
		const more = { idempotency: { outcome, external_id: request.key } };
		const json = presentAudTransaction(request, record as unknown as Partial<AudPayout>, more);
		return { item: request.item.index, items: [{ json }] };
	});
}

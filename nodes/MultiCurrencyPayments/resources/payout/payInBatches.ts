import type { IDataObject } from 'n8n-workflow';
import type { PayoutBatch, PayoutCreated, PayoutTransaction } from '../../../../contract';
import type { Facts } from '../../../../core/idempotency';
import { differingFacts, digestOf } from '../../../../core/idempotency';
import { readDecimal, sumAmounts } from '../../../../core/money';
import { batchesWithKey } from '../../../service/payouts';
import type { ItemCall } from '../../form/itemCall';
import { notificationTarget } from '../../form/notification';
import { accountOf, facts, payOnce, roundingNote } from '../../money/payment';
import type { Run } from '../../form/run';
import type { Found, Settled } from '../../money/once';
import { inTurn, KeyTaken } from '../../money/once';
import { isToolCall } from '../../money/memory';
import type { ItemResult } from '../../operation';
import type { BatchPlan, Chunk } from './batchPlan';
import { keyOfChunk, planBatches, rememberKeys, requestsByStem, underFirstKey, useUp } from './batchPlan';
import { createPayout } from './createPayout';
import { payoutBody } from './payoutBody';
import { presentTransaction } from './payoutRecord';
import type { PayoutRequest } from './payoutRequest';
import { intendedFacts, payoutRequestOf, transactionFacts } from './payoutRequest';

/**
 * Pays all items in few requests. Inputs are checked first; what the service already has under the batch's key is
 * taken as found, and only the rest is sent, chunk by chunk. Each transaction is reported on the item that caused it.
 */
export async function payInBatches(run: Run, items: ItemCall[], goOn: boolean): Promise<ItemResult[]> {
	// Calls of an agent are told apart by what they pay, which a chunk of one would hide.
	if (isToolCall(run.n8n)) return await payOneByOne(items);
	const { requests, results } = await checked(run, items);
	if (results.length > 0 && !goOn) return results;
	for (const [stem, members] of requestsByStem(run, items, requests)) {
		const paid = await inTurn(`${accountOf(run)} batch ${stem}`, async () => await payUnder(run, stem, members, goOn));
		results.push(...paid);
		if (!goOn && paid.some((result) => 'failure' in result)) return results;
	}
	return results;
}

async function payOneByOne(items: ItemCall[]): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	for (const item of items) {
		const paid = await attempt(async () => await createPayout(item, notificationTarget(item)));
		results.push('failure' in paid ? { item: item.index, failure: paid.failure } : singleResult(item, paid.value));
	}
	return results;
}

/** The items that can be sent as they are; the others with what stands against them. */
async function checked(run: Run, items: ItemCall[]): Promise<{ requests: PayoutRequest[]; results: ItemResult[] }> {
	const results: ItemResult[] = [];
	const requests: PayoutRequest[] = [];
	const itemOfKey = new Map<string, number>();
	for (const item of items) {
		const outcome = await attempt(async () => {
			const request = underFirstKey(run, await payoutRequestOf(item));
			notificationTarget(item);
			const twin = itemOfKey.get(request.key);
			if (twin !== undefined)
				throw item.refusal(
					`The external ID ${request.key} is used by item ${twin} too`,
					'Give every payee an external ID of its own.',
				);
			itemOfKey.set(request.key, item.index);
			requests.push(request);
		});
		if ('failure' in outcome) results.push({ item: item.index, failure: outcome.failure });
	}
	return { requests, results };
}

/** Pays those who are paid under one reference. Without “continue on fail” nothing is sent after a chunk that fails. */
async function payUnder(run: Run, stem: string, requests: PayoutRequest[], goOn: boolean): Promise<ItemResult[]> {
	const planned = await attempt(async () => await planBatches(run, stem, requests));
	if ('failure' in planned) return requests.map(({ item }) => ({ item: item.index, failure: planned.failure }));
	const plan = planned.value;
	const results = plan.found.map(({ request, batch, transaction }) => foundResult(request, batch, transaction));
	for (const chunk of plan.chunks) {
		if (!goOn && results.some((result) => 'failure' in result)) return results;
		results.push(...(await payChunk(run, plan, chunk)));
	}
	return results;
}

function foundResult(
	request: PayoutRequest,
	batch: PayoutBatch,
	transaction: PayoutBatch['payout_transactions'][number],
): ItemResult {
	const intended = intendedFacts(request);
	const found = transactionFacts(request, transaction, batch);
	if (differingFacts(intended, found).length > 0) {
		return { item: request.item.index, failure: new KeyTaken(request.key, intended, found) };
	}
	return result(request, { ...batch, payout_transactions: [transaction] }, 'found');
}

/** Sends one chunk once. An outcome that is unknown is unknown for each of its items. */
async function payChunk(run: Run, plan: BatchPlan, chunk: Chunk): Promise<ItemResult[]> {
	const { place, requests } = chunk;
	const [{ item }] = requests as [PayoutRequest, ...PayoutRequest[]];
	const notify = notificationTarget(item);
	rememberKeys(run, plan, chunk);
	const paid = await attempt(
		async () =>
			await payOnce(item, {
				key: keyOfChunk(plan, chunk),
				place,
				facts: chunkFacts(requests),
				send: async (externalId) => {
					const body = payoutBody(requests, externalId, notify);
					return (await item.client.write<PayoutCreated>({ method: 'POST', path: '/v2/payouts', body })) as IDataObject;
				},
				lookUp: async (externalId) => await findChunk(requests, externalId),
			}),
	);
	if ('failure' in paid) return requests.map((request) => ({ item: request.item.index, failure: paid.failure }));
	useUp(plan, chunk);
	return requests.map((request) => result(request, paid.value.record as unknown as PayoutBatch, paid.value.outcome));
}

/** What two sends of one chunk agree in. */
function chunkFacts(requests: PayoutRequest[]): Facts {
	const [{ currency, method }] = requests as [PayoutRequest, ...PayoutRequest[]];
	return facts({
		currency,
		method,
		payments: String(requests.length),
		total: sumAmounts(requests.map(({ amount }) => amount ?? '0')),
		payees: digestOf(...requests.map(({ key, payee }) => `${key} ${payee}`)),
	});
}

/**
 * The batch with this key in which these payees are. One that differs in any transaction is reported with its own facts,
 * so that it is refused. Batches of other payees may have the key too: see useUp.
 */
async function findChunk(requests: PayoutRequest[], key: string): Promise<Found | null> {
	const [first] = requests as [PayoutRequest, ...PayoutRequest[]];
	const keys = new Set<string | null | undefined>(requests.map((request) => request.key));
	const batch = (await batchesWithKey(first.item.client, key)).find(({ payout_transactions: transactions }) =>
		transactions.some(({ external_id }) => keys.has(external_id)),
	);
	if (!batch) return null;
	const transactions = new Map(batch.payout_transactions.map((each) => [each.external_id, each]));
	const agrees = requests.every((request) => {
		const transaction = transactions.get(request.key);
		return (
			transaction && differingFacts(intendedFacts(request), transactionFacts(request, transaction, batch)).length === 0
		);
	});
	const intended = chunkFacts(requests);
	const own = facts({
		currency: batch.currency,
		method: batch.payout_method_name,
		payments: String(batch.payout_transactions.length),
		total: readDecimal(batch.total_amount) ?? String(batch.total_amount),
		payees: 'other payees',
	});
	return { record: batch as unknown as IDataObject, facts: agrees ? intended : own };
}

/** A payment that was made by itself, reported like one of a batch. */
function singleResult(
	item: ItemCall,
	{ payout_transactions, idempotency, rounding, ...batch }: IDataObject,
): ItemResult {
	const [transaction] = payout_transactions as unknown as [PayoutTransaction];
	const more = { ...(rounding !== undefined && { rounding }), idempotency };
	return {
		item: item.index,
		items: [{ json: presentTransaction(item, transaction, batch as unknown as PayoutBatch, more) }],
	};
}

function result(request: PayoutRequest, batch: PayoutBatch, outcome: Settled['outcome']): ItemResult {
	const { item, key, amount } = request;
	const transaction = batch.payout_transactions.find(({ external_id }) => external_id === key);
	if (!transaction) {
		return {
			item: item.index,
			failure: item.refusal(
				`The service took the batch ${batch.external_id ?? batch.uuid} without reporting the payment ${key}`,
				'Look at the batch in the merchant dashboard before sending this payment again.',
			),
		};
	}
	const more = {
		...roundingNote(amount, transaction.amount, batch.currency),
		idempotency: { outcome, external_id: key },
	};
	return { item: item.index, items: [{ json: presentTransaction(item, transaction, batch, more) }] };
}

async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { failure: unknown }> {
	return await work().then(
		(value) => ({ value }),
		(failure: unknown) => ({ failure }),
	);
}

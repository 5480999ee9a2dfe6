import type { IDataObject } from 'n8n-workflow';
import type { PayoutBatch, PayoutCreated } from '../../../../contract';
import type { Facts } from '../../../../core/idempotency';
import { differingFacts, digestOf } from '../../../../core/idempotency';
import { readDecimal, sumAmounts } from '../../../../core/money';
import type { ItemCall } from '../../../shared/itemCall';
import { notificationTarget } from '../../../shared/notification';
import { facts, payOnce, roundingNote } from '../../../shared/payment';
import type { Run } from '../../../shared/run';
import type { Found, Settled } from '../../../shared/sendOnce';
import { KeyTaken } from '../../../shared/sendOnce';
import type { ItemResult } from '../../operation';
import type { Chunk } from './batchPlan';
import { planBatches } from './batchPlan';
import { payoutBody } from './payoutBody';
import { batchesWithKey, presentTransaction } from './payoutRecord';
import type { PayoutRequest } from './payoutRequest';
import { intendedFacts, payoutRequestOf, transactionFacts } from './payoutRequest';

/**
 * Pays all items in few requests. Inputs are checked first; what the service already has under the batch's key is
 * taken as found, and only the rest is sent, chunk by chunk. Each transaction is reported on the item that caused it.
 */
export async function payInBatches(run: Run, items: ItemCall[], goOn: boolean): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	const requests: PayoutRequest[] = [];
	const itemOfKey = new Map<string, number>();
	for (const item of items) {
		const checked = await attempt(async () => {
			const request = await payoutRequestOf(item);
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
		if ('failure' in checked) results.push({ item: item.index, failure: checked.failure });
	}
	if (results.length > 0 && !goOn) return results;
	for (const plan of await planBatches(run, requests)) {
		for (const { request, batch, transaction } of plan.found) results.push(foundResult(request, batch, transaction));
		for (const chunk of plan.chunks) {
			const chunkResults = await payChunk(chunk);
			results.push(...chunkResults);
			if (!goOn && chunkResults.some((result) => 'failure' in result)) return results;
		}
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
async function payChunk({ key, requests }: Chunk): Promise<ItemResult[]> {
	const [{ item }] = requests as [PayoutRequest, ...PayoutRequest[]];
	const target = notificationTarget(item);
	const paid = await attempt(
		async () =>
			await payOnce(item, {
				key,
				place: `batch ${key}`,
				facts: chunkFacts(requests),
				send: async (externalId) => {
					const body = payoutBody(requests, externalId, target);
					return (await item.client.write<PayoutCreated>({ method: 'POST', path: '/v2/payouts', body })) as IDataObject;
				},
				lookUp: async (externalId) => await findChunk(requests, externalId),
			}),
	);
	if ('failure' in paid) return requests.map((request) => ({ item: request.item.index, failure: paid.failure }));
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

/** A batch with this key. One that differs in any transaction is reported with its own facts, so that it is refused. */
async function findChunk(requests: PayoutRequest[], key: string): Promise<Found | null> {
	const [first] = requests as [PayoutRequest, ...PayoutRequest[]];
	const [batch] = await batchesWithKey(first.item.client, key);
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

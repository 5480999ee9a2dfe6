import type { IDataObject } from 'n8n-workflow';
import type { PayoutBatch, PayoutCreated } from '../../../../contract';
import { batchesWithKey } from '../../../service/payouts';
import type { ItemCall } from '../../form/itemCall';
import type { Notify } from '../../form/notification';
import { payOnce, roundingNote } from '../../money/payment';
import { withIdempotency } from '../../form/presentation';
import type { Found } from '../../money/once';
import { payoutBody } from './payoutBody';
import type { PayoutRequest } from './payoutRequest';
import { intendedFacts, payoutRequestOf, transactionFacts } from './payoutRequest';

/** Pays one payee once and returns the batch of one with how that came about. */
export async function createPayout(item: ItemCall, notify: Notify): Promise<IDataObject> {
	const request = await payoutRequestOf(item);
	const place = `batch of item ${item.index}`;
	const { memory } = item.run;
	const settled = await payOnce(item, {
		key: request.key,
		facts: intendedFacts(request),
		send: async (key) => {
			const sent = { ...request, detail: { ...request.detail, external_id: key } };
			const batchKey = request.batchKey || key;
			memory.rememberPlan(place, batchKey);
			const body = payoutBody([sent], batchKey, notify);
			return (await item.client.write<PayoutCreated>({ method: 'POST', path: '/v2/payouts', body })) as IDataObject;
		},
		lookUp: async (key) => {
			const batchKey = request.batchKey || key;
			// A reference that is computed anew at every try is not the one that the payment was sent with.
			const sentUnder = memory.recallPlan<string>(place) ?? batchKey;
			const found = await findPayout(request, key, sentUnder);
			return found ?? (sentUnder === batchKey ? null : await findPayout(request, key, batchKey));
		},
	});
	const batch = settled.record as unknown as PayoutBatch;
	const [transaction] = batch.payout_transactions;
	const record = { ...settled.record, ...roundingNote(request.amount, transaction?.amount, batch.currency) };
	return withIdempotency({ ...settled, record }, transaction?.external_id ?? request.key);
}

/** A transaction with this key, in a batch with that one. */
async function findPayout(request: PayoutRequest, key: string, batchKey: string): Promise<Found | null> {
	for (const batch of await batchesWithKey(request.item.client, batchKey)) {
		const transaction = batch.payout_transactions.find(({ external_id }) => external_id === key);
		if (!transaction) continue;
		return {
			record: { ...batch, payout_transactions: [transaction] } as unknown as IDataObject,
			facts: transactionFacts(request, transaction, batch),
		};
	}
	return null;
}

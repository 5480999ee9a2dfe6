import type { PayoutBatchDetail } from '../../../contract';
import { attempt } from '../../../core/attempt';
import { grouped } from '../../../core/grouped';
import { inLanes } from '../../../core/parallelPages';
import { foldedKey, mayBeKey, recordsUnder } from '../../../core/payments/match';
import type { ServiceClient } from '../../service/client';
import { LANES } from '../../service/lists';
import { beginLists, payoutPeriods, referenceOf as keyOf, scanBatches } from '../../service/payouts';
import { lookUpPeriod } from '../../service/period';
import type { BatchKind, EarlierPayout, PaymentRequest } from './batchKind';
import { referenceOf } from './batchKind';
import type { Sighting } from './payment';

/**
 * Finds payouts that exist already. The service can only be asked for batches, by their own `external_id`: that of a list, or
 * that of a payment by itself. Requests: one for every 20 batches that have a reference.
 * @param areYoung whether none of them can be older than a year
 */
export async function findPayouts<R extends PaymentRequest>(
	found: NonNullable<BatchKind<R>['found']>,
	payments: readonly R[],
	areYoung: boolean,
): Promise<Map<R, Sighting>> {
	const sightings = new Map<R, Sighting>();
	const groups = grouped(payments, (payment) => JSON.stringify([payment.account, referenceOf(payment)]));
	await inLanes(groups, LANES, async (group) => {
		const [first] = group;
		const asked = await attempt(() => payoutsUnder(first.item.client, referenceOf(first), areYoung));
		for (const payment of group) {
			const sighting = 'failure' in asked ? asked : seenIn(found, payment, asked.value);
			if (sighting) sightings.set(payment, sighting);
		}
	});
	return sightings;
}

/** The payments of batches, by the folded External ID. */
type Payouts = ReadonlyMap<string, readonly EarlierPayout[]>;

/** The payments of the batches with a reference, in whatever spelling. @throws {ServiceFailure} {PagingError} */
async function payoutsUnder(client: ServiceClient, reference: string, areYoung: boolean): Promise<Payouts> {
	const periods = areYoung ? [lookUpPeriod()] : await payoutPeriods(client);
	const payouts = new Map<string, EarlierPayout[]>();
	await scanBatches(
		await beginLists(client, periods, reference),
		(key) => key === foldedKey(reference),
		(batch) => {
			if (mayBeKey(reference, batch.external_id)) add(payouts, batch);
		},
	);
	return payouts;
}

function add(payouts: Map<string, EarlierPayout[]>, batch: PayoutBatchDetail): void {
	for (const transaction of batch.payout_transactions) {
		const key = foldedKey(keyOf(transaction, batch));
		const there = payouts.get(key);
		if (!there) payouts.set(key, [{ transaction, batch }]);
		// A list that changes while it is read may show a batch twice.
		else if (there.every((other) => other.transaction.uuid !== transaction.uuid)) there.push({ transaction, batch });
	}
}

/** Of several payments under one External ID, the one that was asked for and has not ended without money. */
function seenIn<R extends PaymentRequest>(
	found: NonNullable<BatchKind<R>['found']>,
	payment: R,
	payouts: Payouts,
): Sighting | undefined {
	const { externalId } = payment;
	const under = recordsUnder(payouts.get(foldedKey(externalId)) ?? [], externalId, ({ transaction, batch }) =>
		keyOf(transaction, batch),
	);
	const shown = under.map((one) => found(payment, one));
	// Its batch may be there in another spelling as well.
	const exact = shown.filter((one) => one.externalId === externalId);
	const all = exact.length > 0 ? exact : shown;
	const alive = all.filter(({ ended }) => ended === undefined);
	const one = alive[0] ?? all[0];
	// One without an External ID may be it.
	if (!one) return payouts.has(foldedKey('')) ? 'hidden' : undefined;
	return { found: { ...one, alive: alive.map(({ record }) => String(record.uuid)) } };
}

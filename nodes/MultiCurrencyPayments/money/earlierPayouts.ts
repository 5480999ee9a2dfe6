import type { PayoutBatchDetail } from '../../../contract';
import { attempt } from '../../../core/attempt';
import { grouped } from '../../../core/grouped';
import { inParallel } from '../../../core/service/parallelPages';
import { differingFacts } from '../../../core/payments/facts';
import { foldedKey, mayBeKey, recordsUnder } from '../../../core/payments/match';
import { LANES } from '../../service/lists';
import { beginLists, payoutPeriods, referenceOf as keyOf, scanBatches } from '../../service/payouts';
import { referenceOf, type BatchKind, type EarlierPayout, type PaymentRequest } from './batchKind';
import type { Sighting } from './payment';

/**
 * Finds payouts that exist already. The service can only be asked for batches, by their own `external_id`: that of a list, or
 * that of a payment by itself. Requests: one for every 20 batches that have a reference.
 */
export async function findPayouts<R extends PaymentRequest>(
	found: NonNullable<BatchKind<R>['found']>,
	payments: readonly R[],
): Promise<Map<R, Sighting>> {
	const sightings = new Map<R, Sighting>();
	const groups = grouped(payments, (payment) => JSON.stringify([payment.account, referenceOf(payment)]));
	await inParallel(groups, LANES, async (group) => {
		const [first] = group;
		const asked = await attempt(() => payoutsUnder(first));
		for (const payment of group) {
			const sighting = 'failure' in asked ? asked : seenIn(found, payment, asked.value);
			if (sighting) sightings.set(payment, sighting);
		}
	});
	return sightings;
}

/** The payments of batches, by the folded External ID. */
type Payouts = ReadonlyMap<string, readonly EarlierPayout[]>;

/** The payments of the batches with the reference of a payment, in whatever spelling. @throws {ServiceFailure} {PagingError} */
async function payoutsUnder(payment: PaymentRequest): Promise<Payouts> {
	const { client } = payment.item;
	const reference = referenceOf(payment);
	const payouts = new Map<string, EarlierPayout[]>();
	await scanBatches(
		await beginLists(client, await payoutPeriods(client), reference),
		(key) => key === foldedKey(reference),
		(batch) => {
			if (mayBeKey(reference, batch.external_id)) add(payouts, batch, payment.list !== '');
		},
	);
	return payouts;
}

/** @param isList whether the reference of the batch names a list, and so no payment */
function add(payouts: Map<string, EarlierPayout[]>, batch: PayoutBatchDetail, isList: boolean): void {
	for (const transaction of batch.payout_transactions) {
		const key = foldedKey(isList ? transaction.external_id : keyOf(transaction, batch));
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
	if (!one) return seenWithout(found, payment, payouts.get(foldedKey('')) ?? []);
	return { found: { ...one, alive: alive.map(({ record }) => String(record.uuid)) } };
}

/** What payments that the service shows without their External ID tell of one: any of them may be it. */
function seenWithout<R extends PaymentRequest>(
	found: NonNullable<BatchKind<R>['found']>,
	payment: R,
	nameless: readonly EarlierPayout[],
): Sighting | undefined {
	if (nameless.length === 0) return undefined;
	const mayBeIt = nameless.some((one) =>
		differingFacts(payment.facts, found(payment, one).facts).every((name) => name === 'amount'),
	);
	if (!mayBeIt) return 'hidden';
	const doubt = payment.item.refusal(
		'The service shows a payment to this payee without its External ID, which may be this one',
		'Look for it in the merchant dashboard. If it is another payment, pay this one under a reference of its own: one by one, or in another list.',
	);
	return { doubt };
}

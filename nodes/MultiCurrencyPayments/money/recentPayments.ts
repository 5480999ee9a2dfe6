import { attempt } from '../../../core/attempt';
import { leastOf } from '../../../core/extremes';
import type { PaymentRequest } from './batchKind';
import type { EarlierPayout, Payments } from './earlierPayouts';
import { placesOf } from './earlierPayouts';
import { answered } from './lookUpTogether';
import type { Payee } from './payee';
import type { PaymentList } from './paymentList';
import { toldApart } from './samePayee';
import type { Shared } from './sharedInRun';
import { FRESH } from './sharedInRun';

const DAY = 86_400_000;

/** Recent payments with the keys of payees under one Batch External ID, or none. @throws {ServiceFailure} {PagingError} */
export async function paymentsSince<R extends PaymentRequest>(
	{ payouts }: Shared,
	moment: number,
	payees: readonly Payee<R>[],
): Promise<Payments> {
	const batchKey = payees[0]?.request.batchKey ?? '';
	const sought = payees.map(({ payment: { key } }) => ({ key, places: placesOf(key, batchKey) }));
	return await payouts.since(moment, sought, batchKey);
}

/** What recent payments show of a payee. The batch of another one may have a like name. */
export const shownOf = <R extends PaymentRequest>(
	{ request, payment: { key } }: Payee<R>,
	lately: Payments,
): EarlierPayout[] => lately.withKey(key, placesOf(key, request.batchKey));

/**
 * A long list may be on its way for hours, and others pay meanwhile. So payees who were looked up too long ago are
 * looked for again among the recent payments, together with those who wait behind them.
 * @param index of the chunk that is sent next
 * @returns those of it that may be sent
 */
export async function stillMissing<R extends PaymentRequest>(
	list: PaymentList<R>,
	chunks: readonly (readonly Payee<R>[])[],
	index: number,
): Promise<readonly Payee<R>[]> {
	const { earlier, outcomes } = list;
	const now = Date.now();
	// A look-up in the future was before the clock was set back. How long ago is unknown, but hardly a day.
	const askedAtOf = ({ payment: { notFoundAt: at } }: Payee<R>) => (at === null ? now : at > now ? now - DAY : at);
	// The answer of a look-up may have been as old as that before.
	const staleOf = (payees: readonly Payee<R>[]) =>
		outcomes.open(payees).filter((payee) => askedAtOf(payee) < now - 2 * FRESH);
	const chunk = chunks[index] ?? [];
	const staleHere = staleOf(chunk);
	const [first] = staleHere;
	if (!first) return outcomes.open(chunk);
	const isUnderOneKey = ([one]: readonly Payee<R>[]) => one?.request.batchKey === first.request.batchKey;
	const stale = staleOf(chunks.slice(index).filter(isUnderOneKey).flat());
	const asked = await attempt(() => paymentsSince(earlier, leastOf(stale, askedAtOf), stale));
	await outcomes.each('failure' in asked ? staleHere : stale, (payee) => {
		if ('failure' in asked) throw payee.payment.notAsked(asked.failure);
		return answered(list, payee, shownOf(payee, asked.value), now);
	});
	return await toldApart(list, outcomes.open(chunk));
}

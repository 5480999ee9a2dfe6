import { attempt } from '../../../core/attempt';
import { lastOf, leastOf } from '../../../core/extremes';
import { grouped } from '../../../core/grouped';
import { pauseBetweenLookUps } from '../../../core/idempotency';
import { inLanes } from '../../../core/parallelPages';
import { LANES } from '../../service/lists';
import { pause } from '../../service/pause';
import type { BatchKind, PaymentRequest } from './batchKind';
import type { Payee } from './payee';
import type { PaymentList } from './paymentList';
import { paymentsSince, shownOf } from './recentPayments';

/** Says of a payment that duplicates of it were looked for in vain. */
const UNTOLD =
	'Whether another process has made it at the same moment could not be told: the service did not list it in time. Look for its External ID in the merchant dashboard.';

/**
 * Two processes that pay the same at once cannot see each other beforehand, so each looks for duplicates afterwards:
 * until the service lists its own payments, or their settle time is over.
 */
export async function detectDuplicates<R extends PaymentRequest>(
	list: PaymentList<R>,
	created: readonly Payee<R>[],
): Promise<void> {
	const { found } = list.kind;
	if (found === null) return;
	const known = created.filter(({ id, terms }) => id.isKnownElsewhere && !terms.makesAnother);
	const byBatch = grouped(known, ({ request }) => request.batchKey);
	await inLanes(byBatch, LANES, async (payees) => {
		const { signal } = payees[0].terms;
		let open: Payee<R>[] = payees;
		for (let looks = 1; open.length > 0; looks++) {
			const left = lastOf(open, ({ payment }) => payment.shownBy) - Date.now();
			open = await withoutTold(list, open, found);
			if (left <= 0 || signal?.aborted) break;
			if (open.length > 0) await pause(Math.min(pauseBetweenLookUps(looks), left), signal);
		}
		for (const { request } of open) list.outcomes.addNote(request, UNTOLD);
	});
}

/** @returns those that the service does not show yet, neither themselves nor another payment under their key */
async function withoutTold<R extends PaymentRequest>(
	{ earlier, outcomes }: PaymentList<R>,
	payees: readonly Payee<R>[],
	found: NonNullable<BatchKind<R>['found']>,
): Promise<Payee<R>[]> {
	const since = leastOf(payees, ({ payment }) => Math.min(payment.notFoundAt ?? earlier.since, payment.madeAt));
	const lately = await attempt(async () => await paymentsSince(earlier, since, payees));
	// The payments are made and known: a failed check does not change that.
	if ('failure' in lately) return [...payees];
	const open: Payee<R>[] = [];
	for (const payee of payees) {
		const { request, payment } = payee;
		await outcomes.step(request, () => {
			const all = shownOf(payee, lately.value).map((one) => ({ one, ...found(request, one) }));
			const live = all.filter(({ key, ended }) => key === payment.key && ended === undefined);
			const own = payment.madeUuid;
			// The service may list the other one before this one.
			const uuids = new Set([...own, ...live.map(({ one }) => one.transaction.uuid)]);
			if (uuids.size > 1) return payment.isThereTwice([...uuids]);
			if (!all.some(({ one }) => own.includes(one.transaction.uuid))) open.push(payee);
			return null;
		});
	}
	return open;
}

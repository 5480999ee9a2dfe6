import { attempt } from '../../../core/attempt';
import { lastOf } from '../../../core/extremes';
import { differingFacts } from '../../../core/idempotency';
import { decides } from '../../../core/paymentMatch';
import { asText } from '../form/itemCall';
import type { PaymentRequest } from './batchKind';
import type { EarlierPayout } from './earlierPayouts';
import { CannotTell } from './failures';
import type { Payee } from './payee';
import type { PaymentList } from './paymentList';
import { FRESH } from './sharedInRun';

/**
 * Stops payees whom another retry of this execution may have paid from another place, in a process before this one. Default
 * keys name places, and a payee may have come to another one: the list has changed, or a failed item has come to the node
 * again. All retries make keys with the same beginning, so the service shows what they have paid.
 * @returns those that may be sent
 */
export async function notMadeByRetries<R extends PaymentRequest>(
	{ kind: { name, found }, earlier, memory, outcomes }: PaymentList<R>,
	payees: readonly Payee<R>[],
): Promise<Payee<R>[]> {
	const { retriedSince: since, stem } = memory;
	const inDoubt = payees.filter(({ payment }) => payment.key.startsWith(stem));
	if (since === null || found === null || inDoubt.length === 0) return [...payees];
	const notBefore = Math.max(
		Date.now() - FRESH,
		lastOf(inDoubt, ({ payment }) => payment.countsFrom),
	);
	const settleTime = lastOf(inDoubt, ({ terms }) => terms.settleTime);
	const isOfOther = (key: unknown) => memory.isOfOtherRetry(name, asText(key));
	const asked = await attempt(() => earlier.payouts.ofRetries(memory, since, notBefore, settleTime, isOfOther));
	await outcomes.each(inDoubt, ({ request, terms, payment }) => {
		if ('failure' in asked) throw payment.notAsked(asked.failure);
		const isSame = (one: EarlierPayout) => {
			if (!isOfOther(one.transaction.external_id)) return false;
			const { facts, ended } = found(request, one);
			return ended === undefined && !differingFacts(terms.facts, facts).some(decides);
		};
		if (asked.value.toPayeeOf(request).some(isSame)) throw new CannotTell(terms.subject, 'retriedList');
		return null;
	});
	return outcomes.open(payees);
}

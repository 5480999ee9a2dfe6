import { attempt } from '../../../core/attempt';
import type { PaymentFacts } from '../../../core/idempotency';
import { digestOf } from '../../../core/idempotency';
import { endedAs } from '../../../core/paymentMatch';
import { asText } from '../form/itemCall';
import type { Asked } from './asked';
import type { BatchKind, PaymentRequest } from './batchKind';
import { isKnownByAccount } from './batchKind';
import type { EarlierPayout, Payments } from './earlierPayouts';
import type { SentMemory } from './memory';
import { identityOf } from './memory';
import type { Payee } from './payee';
import { isBooked, payeeFact } from './payment';
import type { PaymentList } from './paymentList';
import { freshSince } from './sharedInRun';

/**
 * Payees that are identified by their account alone, under a Batch External ID. A payee whose account number was
 * corrected would be paid again. So a payee with the same name or email and the same amount counts as a possible
 * repeat.
 */

/** All that is known of such a payee besides the account. */
export const payeeOf = ({ batchKey, amount = '', payee, email }: PaymentRequest): string =>
	digestOf(batchKey, amount, payeeFact(payee), payeeFact(email));

/** What this process has sent and the service may not show yet, by payee and amount. */
const lately = new Map<string, { key: string; facts: PaymentFacts; until: number }>();

/** Most marks that are remembered: the latest ones. A payment has two, by name and by email. */
const MOST = 50_000;

const marksOf = ({ account }: SentMemory, { batchKey, amount = '', payee, email }: PaymentRequest): string[] =>
	[payee, email].map((who) => identityOf(account, 'payee of a batch', batchKey, amount, payeeFact(who)));

/**
 * To be called before such a payment is sent.
 * @param unseenFor for how long answers of the service may not show it, in milliseconds
 */
export function noteSamePayee(memory: SentMemory, request: PaymentRequest, key: string, unseenFor: number): void {
	for (const mark of marksOf(memory, request)) {
		lately.delete(mark);
		lately.set(mark, { key, facts: request.facts, until: Date.now() + unseenFor });
	}
	for (const oldest of lately.keys()) {
		if (lately.size <= MOST) break;
		lately.delete(oldest);
	}
}

/** To be called when it provably was not carried out. */
export function forgetSamePayee(memory: SentMemory, request: PaymentRequest, key: string): void {
	for (const mark of marksOf(memory, request)) if (lately.get(mark)?.key === key) lately.delete(mark);
}

/** The same as {@link samePayeeBefore}, among what this process has sent and the service may not show yet. */
export function samePayeeLately<R extends PaymentRequest>(
	memory: SentMemory,
	request: R,
	ownKey: string,
	besides: Asked<R>,
): string | null {
	for (const mark of marksOf(memory, request)) {
		const sent = lately.get(mark);
		if (!sent || sent.key === ownKey || sent.until <= Date.now()) continue;
		if (!besides.has(request.batchKey, sent.key, () => sent.facts)) return sent.key;
	}
	return null;
}

/**
 * The key of a payment to the same payee of the same amount, perhaps to another account; empty where it has none, and null
 * when there is no such payment.
 * @param found what an earlier payment is, compared with a request
 * @param ownKey its own key, under which it was looked for
 * @param besides the payments asked for: they do not count
 */
export function samePayeeBefore<R extends PaymentRequest>(
	{ found }: Pick<BatchKind<R>, 'found'>,
	memory: SentMemory,
	request: R,
	ownKey: string,
	earlier: Payments,
	besides: Asked<R>,
): string | null {
	const sent = samePayeeLately(memory, request, ownKey, besides);
	if (sent !== null || found === null) return sent;
	const { amount, batchKey } = request;
	const isSame = (payout: EarlierPayout) => {
		const { transaction, batch } = payout;
		return (
			!besides.hasEarlier(batchKey, payout, (each) => found(each, payout).facts) &&
			endedAs(transaction.status, batch.status, transaction.error_message) === null &&
			isBooked(amount, transaction.amount, batch.currency)
		);
	};
	const same = earlier.toPayeeOf(request).find(isSame);
	return same ? asText(same.transaction.external_id) : null;
}

/** Why a payment is refused that may repeat another one to the same payee. */
export const samePayee = ({ item, batchKey }: PaymentRequest, key: string): Error =>
	item.refusal(
		`Whether this is a repeat or a second payment cannot be told: another payment under the Batch External ID ${batchKey} has the same payee and amount`,
		`That payment ${key === '' ? 'shows no External ID' : `has the External ID ${key}`}. Give this one an External ID of its own if it is to be made as well.`,
	);

/**
 * Stops payees that are identified by their account alone and may be a repeat: a payee whose account was corrected
 * looks new.
 * @returns those that may be sent
 */
export async function toldApart<R extends PaymentRequest>(
	{ kind, earlier, memory, outcomes }: PaymentList<R>,
	payees: readonly Payee<R>[],
): Promise<Payee<R>[]> {
	const inDoubt = payees.filter(({ request }) => isKnownByAccount(kind, request));
	for (const { request, payment } of inDoubt) {
		await outcomes.giveWay();
		const asked = await attempt(() => earlier.payouts.under(request.batchKey, freshSince(earlier)));
		outcomes.note(request, () => {
			if ('failure' in asked) throw asked.failure;
			const before = samePayeeBefore(kind, memory, request, payment.key, asked.value, earlier.asked);
			if (before === null) return null;
			throw samePayee(request, before);
		});
	}
	return outcomes.open(payees);
}

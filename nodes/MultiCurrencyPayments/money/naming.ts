import { digestOf } from '../../../core/idempotency';
import type { BatchKind, PaymentRequest } from './batchKind';
import { isKnownByAccount } from './batchKind';
import { CannotTell, PAYMENT } from './failures';
import { identify } from './identify';
import type { Terms } from './intention';
import type { SentMemory } from './memory';
import type { Named } from './payee';
import { termsOf } from './payment';
import type { PaymentList } from './paymentList';
import { payeeOf, samePayee } from './samePayee';
import type { Shared } from './sharedInRun';

/** Identifies the payment of each item. Two items that mean the same one are a mistake, or cannot be told apart. */
export async function nameAll<R extends PaymentRequest>(
	{ kind, earlier, memory, outcomes }: PaymentList<R>,
	requests: readonly R[],
): Promise<Named<R>[]> {
	const named = new Map<string, Named<R>>();
	const asked = requests.map((request) => ({ request }));
	await outcomes.each(asked, ({ request }) => {
		const one = nameOf(kind, request, memory);
		const { identity } = one.id;
		const isByAccount = isKnownByAccount(kind, request);
		const twin =
			named.get(identity)?.request.item.index ?? (isByAccount ? twinInThisRun(one, earlier, memory) : undefined);
		if (twin !== undefined) throw meansTheSame(one, twin);
		if (isByAccount) assertOtherPayee(one, earlier);
		earlier.asked.add(request, one.id.key);
		named.set(identity, one);
		return null;
	});
	return [...named.values()];
}

/** @throws NodeOperationError when another item pays the same payee the same amount, but to another account */
function assertOtherPayee<R extends PaymentRequest>({ request, id: { key } }: Named<R>, { payees }: Shared): void {
	const all = payeeOf(request);
	const other = payees.get(all) ?? key;
	if (other !== key) throw samePayee(request, other);
	payees.set(all, key);
}

/** The index of another item of this run that pays the same account under the same Batch External ID. */
function twinInThisRun<R extends PaymentRequest>(
	{ request, terms, id: { identity } }: Named<R>,
	{ namedBy }: Shared,
	memory: SentMemory,
): number | undefined {
	const { index } = request.item;
	if (!namedBy.has(identity)) namedBy.set(identity, index);
	const own = memory.recall(identity);
	const isOthers = own && memory.isOfOtherItem(own, terms.place);
	const other = isOthers ? Number(own.place.replace('item ', '')) : namedBy.get(identity);
	return other === index ? undefined : other;
}

/** Under which key a payment is made. @throws {CannotTell} {KeyTaken} */
export function nameOf<R extends PaymentRequest>(kind: BatchKind<R>, request: R, memory: SentMemory): Named<R> {
	const { item, externalId, batchKey, facts } = request;
	const terms: Terms = {
		subject: PAYMENT,
		kind: kind.name,
		ownKey: memory.context.kind === 'tool' ? externalId : ownKeyOf(kind, request),
		within: batchKey,
		facts,
		canLookUp: kind.found !== null,
		isDueLater: request.isDueLater,
		...termsOf(item),
	};
	return { request, terms, id: identify(terms, memory) };
}

/** The user's own reference of a payment: the one given, or the account under a Batch External ID. Empty without either. */
function ownKeyOf<R extends PaymentRequest>(kind: BatchKind<R>, request: R): string {
	const { externalId, batchKey, destination } = request;
	return isKnownByAccount(kind, request) ? `${batchKey}-${digestOf(destination)}` : externalId;
}

/** Why two payments of a list that mean the same one are refused. */
export function meansTheSame<R extends PaymentRequest>({ request, id, terms }: Named<R>, other: number): Error {
	const { item, externalId, batchKey } = request;
	if (id.isMadeOfFacts) return new CannotTell(terms.subject, 'sameFactsTwice');
	const by = `item ${other}`;
	return externalId === '' && batchKey !== ''
		? item.refusal(
				`Whether this is a repeat or a second payment cannot be told: ${by} pays the same account under the same Batch External ID`,
				'Give this one an External ID of its own, such as the number of an invoice: the other is known by its account.',
			)
		: item.refusal(`The External ID ${id.key} is used by ${by} too`, 'Give every payee an External ID of its own.');
}

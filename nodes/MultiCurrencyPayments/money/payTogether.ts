import { attempt } from '../../../core/attempt';
import type { Run } from '../form/run';
import { Attempt, earlierAttempt } from './attempt';
import type { BatchKind, PaymentRequest } from './batchKind';
import { movementOf } from './batchKind';
import { chunksOf } from './batchPlan';
import { detectDuplicates } from './detectDuplicates';
import { KeyTaken } from './failures';
import { findNamesakes, lookUpTogether } from './lookUpTogether';
import { memoryOf } from './memory';
import { nameAll } from './naming';
import { notMadeByRetries } from './otherRetries';
import { Outcomes } from './outcomes';
import type { Named, Outcome, Payee } from './payee';
import type { Manner, PaymentList } from './paymentList';
import { stillMissing } from './recentPayments';
import { toldApart } from './samePayee';
import { sendTogether } from './sendTogether';
import { sharedIn } from './sharedInRun';
import { inTurns } from './turns';

/**
 * Makes sure that each payment of a list exists once. What is remembered or found is not sent; the others go in as few
 * requests as possible. Each payment shares the outcome of its request. Without `goOn` nothing is sent after the first
 * failure, and payments that were not reached have no outcome.
 */
export async function payTogether<R extends PaymentRequest>(
	kind: BatchKind<R>,
	run: Run,
	requests: readonly R[],
	manner: Manner<R>,
): Promise<Outcome<R>[]> {
	const [first] = requests;
	if (!first) return [];
	const outcomes = new Outcomes<R>(manner.goOn);
	const list = { kind, earlier: sharedIn<R>(run, first.item.client), memory: memoryOf(run), manner, outcomes };
	const named = await nameAll(list, requests);
	const identities = new Set(named.flatMap(({ id }) => [id.identity, ...(id.before ? [id.before.identity] : [])]));
	if (!outcomes.mustStop) await inTurns([...identities], async () => await payInTurn(list, named));
	return outcomes.all;
}

async function payInTurn<R extends PaymentRequest>(list: PaymentList<R>, named: readonly Named<R>[]): Promise<void> {
	const { kind, memory, manner, outcomes } = list;
	await clearUp(list, named);
	const begun = outcomes.open(named).map((one) => ({ ...one, payment: new Attempt(one.terms, one.id, memory) }));
	const missing = await outcomes.each(begun, ({ payment }) => payment.remembered());
	const unknown = await notMadeByRetries(list, await lookUpTogether(list, missing));
	const sendable = await findNamesakes(list, await toldApart(list, unknown));
	const created: Payee<R>[] = [];
	const chunks = await chunksOf(kind, await withinLimits(list, sendable));
	if ((await manner.mayFollow?.(outcomes.hasFailed)) === false) return;
	for (const index of chunks.keys()) {
		if (outcomes.mustStop) break;
		for (const payee of await sendTogether(list, await stillMissing(list, chunks, index))) created.push(payee);
	}
	if (manner.detectDuplicates) await detectDuplicates(list, created);
}

/**
 * Clears up what these places sent before, with other facts: if it was made, they are taken; if not, they are free
 * again.
 */
async function clearUp<R extends PaymentRequest>(list: PaymentList<R>, named: readonly Named<R>[]): Promise<void> {
	const { memory, outcomes } = list;
	const changed: Payee<R>[] = [];
	await outcomes.each(named, (one) => {
		const { before } = one.id;
		if (before) changed.push({ ...one, payment: earlierAttempt(one.terms, before, memory) });
		return null;
	});
	const free = await lookUpTogether(list, changed, ({ terms, payment, id: { before } }) => {
		throw new KeyTaken(terms.subject, payment.key, terms.facts, before?.facts ?? {});
	});
	await outcomes.each(free, ({ payment }) => {
		payment.giveUp();
		return null;
	});
}

/** Stops all of them where together they are more than the credential allows. @returns those that may be sent */
async function withinLimits<R extends PaymentRequest>(
	{ kind, outcomes }: PaymentList<R>,
	payees: readonly Payee<R>[],
): Promise<readonly Payee<R>[]> {
	const [first] = payees;
	if (!first || outcomes.mustStop) return payees;
	const { client } = first.request.item;
	const { guard } = client;
	// Without sums there is nothing that holds for the list as a whole.
	if (!guard?.limitsAmounts) return payees;
	const moves = payees.map(({ request, payment }) => movementOf({ request, ...payment.counted }));
	const asked = await attempt(() => guard.assertTogether({ path: kind.path, moves }, client));
	if ('value' in asked) return payees;
	return await outcomes.each(payees, () => {
		throw asked.failure;
	});
}

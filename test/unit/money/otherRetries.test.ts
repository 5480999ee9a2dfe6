import { CannotTell } from '../../../nodes/MultiCurrencyPayments/money/failures';
import type { PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { identityOf, SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { notMadeByRetries } from '../../../nodes/MultiCurrencyPayments/money/otherRetries';
import type { Execution } from './execution';
import { execution, stopTheClock } from './execution';
import { listOf, payeeOf, shown } from './list';

const NOW = Date.parse('2030-01-01T00:00:00Z');
const BEGUN = NOW - 500;
stopTheClock(NOW);

/** The retry of an execution. Each test has one of its own. */
let executions = 0;
function retried(about: Execution = {}): SentMemory {
	const runs = { Start: [{ executionIndex: 0, startTime: BEGUN }], Before: [{ executionIndex: 0, startTime: BEGUN }] };
	const established = { source: 'trigger', establishedAt: BEGUN };
	const workflow = `workflow ${++executions}`;
	const n8n = execution({ mode: 'retry', workflow, established, runs, started: 3, ...about });
	return new SentMemory(n8n, `account ${executions}`, []);
}

/** A list of which the service shows what others have paid. */
function listThat(memory: SentMemory, ...shows: Parameters<typeof shown>) {
	const ofRetries = jest.fn().mockResolvedValue(shown(...shows));
	return { list: listOf(memory, { ofRetries }, NOW - 9), ofRetries };
}

/** Somebody whose key the node makes. */
const payeeAt = (memory: SentMemory, place: number, about: Partial<PaymentRequest> = {}) =>
	payeeOf(memory, memory.defaultKey(place), about);

describe('payees of a retry', () => {
	it('are asked for by how all keys of the retries begin, since the execution began', async () => {
		const memory = retried();
		const { list, ofRetries } = listThat(memory);
		const payees = [payeeAt(memory, 0), payeeOf(memory, 'own')];
		expect(await notMadeByRetries(list, payees)).toEqual(payees);
		expect(ofRetries).toHaveBeenCalledTimes(1);
		expect(ofRetries).toHaveBeenCalledWith(memory, BEGUN, NOW - 1_000, 0, expect.any(Function));
	});

	it('are asked for when an answer counts for all of them', async () => {
		const memory = retried();
		const { list, ofRetries } = listThat(memory);
		const later = payeeOf(memory, memory.defaultKey(1), {}, { settleTime: 2_000 });
		const own = payeeOf(memory, 'own', {}, { settleTime: 3_000 });
		await notMadeByRetries(list, [payeeAt(memory, 0), later, own]);
		expect(ofRetries).toHaveBeenCalledWith(memory, BEGUN, NOW + 1_000, 2_000, expect.any(Function));
	});

	it.each<[string, () => SentMemory, (memory: SentMemory) => string, boolean]>([
		['in an execution that is no retry', () => retried({ mode: 'trigger' }), (memory) => memory.defaultKey(0), true],
		['with keys of their own', () => retried(), () => 'own', true],
		['where the service has no list', () => retried(), (memory) => memory.defaultKey(0), false],
	])('are not asked for %s', async (_, memoryOf, keyIn, hasList) => {
		const memory = memoryOf();
		const { list, ofRetries } = listThat(memory, { key: memory.defaultKey(1) });
		const payees = [payeeOf(memory, keyIn(memory))];
		const kind = hasList ? list.kind : { ...list.kind, found: null };
		expect(await notMadeByRetries({ ...list, kind }, payees)).toEqual(payees);
		expect(ofRetries).not.toHaveBeenCalled();
	});

	it.each<[string, Partial<Parameters<typeof shown>[0]>, boolean]>([
		['the same payment', {}, true],
		['the same payment to somebody spelled otherwise', { email: 'a.king@example.com' }, true],
		['another amount', { amount: '11' }, false],
		['a payment that has ended without money', { status: 'failed' }, false],
		['a payment to somebody else', { email: 'bob@example.com' }, false],
		['a payment of another execution', { key: 'own' }, false],
	])('stop where another retry has made from another place %s', async (name, about, stops) => {
		const memory = retried();
		const key = memory.defaultKey(1);
		const { list } = listThat(memory, { key, ...about });
		// Somebody else has neither the name nor the email of the payee.
		const payee = payeeAt(memory, 0, name.includes('somebody else') ? { payee: 'Bob', email: 'b@example.com' } : {});
		const own = payeeOf(memory, 'own');
		expect(await notMadeByRetries(list, [payee, own])).toEqual(stops ? [own] : [payee, own]);
		const outcome = list.outcomes.get(payee.request);
		const failure = new CannotTell(payee.terms.subject, 'retriedList');
		expect(outcome).toEqual(stops ? { request: payee.request, failure } : undefined);
		if (outcome && 'failure' in outcome)
			expect((outcome.failure as CannotTell).explanation).toEqual(failure.explanation);
	});

	it('go on where this one has made the same for another item', async () => {
		const memory = retried();
		const key = memory.defaultKey(1);
		const sent = { key, kind: 'payout', facts: {}, state: 'done' as const, at: NOW };
		memory.remember(identityOf(memory.account, 'payout', '', key), 'item 1', sent);
		const { list } = listThat(memory, { key });
		const payees = [payeeAt(memory, 0)];
		expect(await notMadeByRetries(list, payees)).toEqual(payees);
	});

	it('fail where the service cannot be asked, but for those with keys of their own', async () => {
		const memory = retried();
		const { list, ofRetries } = listThat(memory);
		const failure = new Error('The service is down');
		ofRetries.mockRejectedValue(failure);
		const [payee, own] = [payeeAt(memory, 0), payeeOf(memory, 'own')];
		expect(await notMadeByRetries(list, [payee, own])).toEqual([own]);
		expect(list.outcomes.get(payee.request)).toEqual({ request: payee.request, failure });
	});
});

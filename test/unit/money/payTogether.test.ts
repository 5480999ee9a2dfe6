import { SHARED_BATCH_KEY } from '../../../core/payments/facts';
import type { Run } from '../../../nodes/MultiCurrencyPayments/form/run';
import type { PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { payAll, payAlone } from '../../../nodes/MultiCurrencyPayments/money/batches';
import { KeyTaken, PAYMENT } from '../../../nodes/MultiCurrencyPayments/money/failures';
import * as memories from '../../../nodes/MultiCurrencyPayments/money/memory';
import type { Manner, PaymentList } from '../../../nodes/MultiCurrencyPayments/money/paymentList';
import { payTogether } from '../../../nodes/MultiCurrencyPayments/money/payTogether';
import { inTurn } from '../../../nodes/MultiCurrencyPayments/money/turns';
import type { WriteGuard } from '../../../nodes/service/client';
import { ServiceFailure } from '../../../nodes/service/failure';
import { payoutPeriods } from '../../../nodes/service/payouts';
import { listOf, memoryOfExecution } from './payees';
import { PayoutRecords } from './payoutRecords';

let records: PayoutRecords;
let memory: PaymentList<PaymentRequest>['memory'];
let run: Run;
let guard: Partial<WriteGuard> | undefined;
/** The keys of each request. */
let sent: string[][];
let signal: AbortSignal | undefined;
let beforeSending: (keys: string[]) => Promise<void> | void;

beforeEach(async () => {
	records = new PayoutRecords();
	await payoutPeriods(records.client);
	records.requests();
	memory = memoryOfExecution();
	jest.spyOn(memories, 'memoryOf').mockImplementation(() => memory);
	run = {} as Run;
	guard = undefined;
	sent = [];
	signal = undefined;
	beforeSending = () => undefined;
});
afterEach(() => jest.restoreAllMocks());

const kind = (): PaymentList<PaymentRequest>['kind'] => ({
	...listOf(records).kind,
	path: '/v2/payouts',
	sharedInRequest: () => [],
	bodyOf: (payments) => ({ keys: payments.map(({ key }) => key) }),
	recordsIn: (given) => (given as { records: { uuid: string }[] }).records,
});

function request(key: string, about: { amount?: string; maxPerBatch?: number } = {}): PaymentRequest {
	const { amount = '10', ...additionalFields } = about;
	const write = async ({ body: { keys } }: { body: { keys: string[] } }) => {
		sent.push(keys);
		await beforeSending(keys);
		const batch = records.pay(keys.length > 1 ? SHARED_BATCH_KEY : String(keys[0]), keys);
		return { records: batch.payout_transactions.map(({ uuid }) => ({ uuid, external_id: key, status: 'created' })) };
	};
	const item = {
		index: Number(key.replace(/\D/g, '')),
		options: { settleSeconds: 0 },
		additionalFields,
		client: { ...records.client, write, guard },
		text: () => 'none',
		choice: () => 'none',
		value: () => '',
		n8n: { getExecutionCancelSignal: () => signal, getInputData: () => [] },
		refusal: (message: string) => new Error(message),
	} as unknown as PaymentRequest['item'];
	return {
		item,
		externalId: key,
		batchKey: '',
		destination: key,
		destinationWords: key,
		payee: key,
		email: '',
		amount,
		currency: 'AUD',
		facts: { amount },
	};
}

/** Pays them. @returns what became of each: its outcome, or its failure */
async function pay(requests: PaymentRequest[], manner: Partial<Manner<PaymentRequest>> = {}) {
	const target = { endpoint_url: '', authorization_header: '' };
	const whole = { goOn: true, notifyOf: () => () => target, detectDuplicates: false, ...manner };
	const outcomes = await payTogether(kind(), run, requests, whole);
	return outcomes.map((outcome) => [
		outcome.request.externalId,
		'failure' in outcome ? outcome.failure : outcome.result.outcome,
	]);
}

const refused = () =>
	new ServiceFailure('refused', false, { method: 'POST', path: '' }, { status: 422, answer: {}, attempts: 1 });
const lists = () => records.requests().lists.map(({ key = 'all' }) => key);

describe('a list of payments', () => {
	it('is paid in one request but for those that are found', async () => {
		records.pay('a1', ['a1']);
		const all = ['a0', 'a1', 'a2'].map((key) => request(key));
		expect(await pay(all)).toEqual([
			['a1', 'found'],
			['a0', 'created'],
			['a2', 'created'],
		]);
		expect(sent).toEqual([['a0', 'a2']]);
		expect(lists()).toEqual([SHARED_BATCH_KEY, 'a0', 'a1', 'a2']);
	});

	it('is nothing without payments', async () => {
		expect(await pay([])).toEqual([]);
	});

	it('is looked through for duplicates where that is wanted', async () => {
		await pay([request('a0')], { detectDuplicates: true });
		expect(lists()).toEqual([SHARED_BATCH_KEY, 'a0', 'all']);
	});

	it('is not begun when two items mean the same and the node does not go on', async () => {
		const all = [request('a0'), request('a1'), request('a0')];
		expect(await pay(all, { goOn: false })).toEqual([['a0', expect.any(Error)]]);
		expect([sent, lists()]).toEqual([[], []]);
		expect(await pay([request('b0'), request('b1'), request('b0')])).toHaveLength(3);
		expect(sent).toEqual([['b0', 'b1']]);
	});

	it.each([
		[false, [['a0'], ['a1']]],
		[true, [['a0'], ['a1'], ['a2']]],
	])('is paid on after a failure, or not: %s', async (goOn, expected) => {
		beforeSending = ([key]) => {
			if (key === 'a1') throw refused();
		};
		const outcomes = await pay(
			['a0', 'a1', 'a2'].map((key) => request(key, { maxPerBatch: 1 })),
			{ goOn },
		);
		expect(sent).toEqual(expected);
		expect(outcomes.slice(0, 2)).toEqual([
			['a0', 'created'],
			['a1', refused()],
		]);
	});

	it('says nothing of those that were not reached, even if the user stops the execution', async () => {
		const stopping = new AbortController();
		signal = stopping.signal;
		beforeSending = () => {
			stopping.abort();
			throw refused();
		};
		const all = ['a0', 'a1'].map((key) => request(key, { maxPerBatch: 1 }));
		expect(await pay(all, { goOn: false })).toEqual([['a0', refused()]]);
	});

	it.each([true, false])('is paid beside others only where these let it: %s', async (may) => {
		const mayFollow = jest.fn(async () => await Promise.resolve(may));
		await pay([request('a0'), request('a1'), request('a0')], { mayFollow });
		expect(sent).toEqual(may ? [['a0', 'a1']] : []);
		// Two items mean the same.
		expect(mayFollow.mock.calls).toEqual([[true]]);
	});
});

describe('what the credential allows for a list as a whole', () => {
	const refusal = new Error('more than allowed');
	const assertTogether = jest.fn(async () => await Promise.resolve());
	beforeEach(() => assertTogether.mockReset());
	const both = () => [request('a0'), request('a1', { amount: '11' })];

	it('is asked before the first request', async () => {
		guard = { limitsAmounts: true, assertTogether };
		await pay(both());
		const moves = [
			{ key: 'a0', amount: '10', currency: 'AUD', destination: 'a0' },
			{ key: 'a1', amount: '11', currency: 'AUD', destination: 'a1' },
		];
		expect(assertTogether.mock.calls).toMatchObject([[{ path: '/v2/payouts', moves }, { guard }]]);
		expect(sent).toHaveLength(1);
	});

	it('stops all of them', async () => {
		assertTogether.mockRejectedValue(refusal);
		guard = { limitsAmounts: true, assertTogether };
		expect(await pay(both())).toEqual([
			['a0', refusal],
			['a1', refusal],
		]);
		expect(sent).toEqual([]);
	});

	it('is not asked where amounts are not limited, or nothing is to be sent', async () => {
		guard = { limitsAmounts: false, assertTogether };
		await pay(both());
		expect(sent).toHaveLength(1);
		guard = { limitsAmounts: true, assertTogether };
		records.pay('b0', ['b0']);
		expect(await pay([request('b0')])).toEqual([['b0', 'found']]);
		records.pay('c0', [{ key: 'c0', amount: '12' }]);
		await pay([request('c0'), request('c1')], { goOn: false });
		expect(assertTogether).not.toHaveBeenCalled();
	});
});

describe('two executions that pay the same', () => {
	it('take turns', async () => {
		let send: () => void = () => undefined;
		beforeSending = async () => await new Promise<void>((resolve) => (send = resolve));
		const first = pay([request('a0')]);
		while (sent.length === 0) await new Promise(setImmediate);
		records.requests();
		memory = Object.assign(memoryOfExecution(), { account: memory.account });
		run = {} as Run;
		const second = pay([request('a1'), request('a0')]);
		for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
		expect([sent, lists()]).toEqual([[['a0']], []]);
		beforeSending = () => undefined;
		send();
		expect(await first).toEqual([['a0', 'created']]);
		expect(await second).toEqual([
			['a0', 'found'],
			['a1', 'created'],
		]);
	});

	it('need not where they pay others', async () => {
		let send: () => void = () => undefined;
		beforeSending = async ([key]) => {
			if (key === 'a0') await new Promise<void>((resolve) => (send = resolve));
		};
		const first = pay([request('a0')]);
		while (sent.length === 0) await new Promise(setImmediate);
		expect(await pay([request('a1')])).toEqual([['a1', 'created']]);
		send();
		await first;
	});
});

describe('a place that has sent another payment before, with an unclear outcome', () => {
	const facts = { amount: '7' };
	const before = { key: 'old', identity: 'identity of old', kind: 'payout', facts, state: 'unclear', at: 0, run: '0' };
	beforeEach(() => {
		const twin = { ...before, place: 'item 0', account: memory.account } as memories.Twin;
		memory.remember(twin.identity, 'item 0', twin);
		memory.sentFrom = (place) => (place === 'item 0' ? twin : undefined);
		memory.hasSentBesideRemarks = () => false;
	});

	it('is taken where that one was made', async () => {
		records.pay('old', [{ key: 'old', amount: '7' }]);
		expect(await pay([request('a0'), request('a1')])).toMatchObject([
			['a0', new KeyTaken(PAYMENT, 'old', { amount: '10' }, facts)],
			['a1', 'created'],
		]);
	});

	it('waits while that one is under way', async () => {
		let end: () => void = () => undefined;
		const other = inTurn(before.identity, async () => await new Promise<void>((resolve) => (end = resolve)));
		const paid = pay([request('a0')]);
		for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
		expect(lists()).toEqual([]);
		end();
		await other;
		expect(await paid).toEqual([['a0', 'created']]);
	});

	it('is free where it was not made', async () => {
		expect(await pay([request('a0')])).toEqual([['a0', 'created']]);
		expect(memory.recall('identity of old')).toBeUndefined();
	});
});

describe('the items of a node', () => {
	const shown = (of: PaymentRequest, record: object) => ({ of: of.externalId, ...record });
	/** Pays all of them. Those that have no request are refused when they are read. */
	async function payItems(requests: (PaymentRequest | null)[], { goOn = true, options = {} } = {}) {
		const read: PaymentList<PaymentRequest>['kind']['read'] = ({ index }) => {
			const wanted = requests[index];
			return async () => await (wanted ? Promise.resolve(wanted) : Promise.reject(new Error(`refused ${index}`)));
		};
		run = { accounts: [run], client: { ...records.client, guard } } as unknown as Run;
		const items = requests.map((wanted, index) => {
			const all = { settleSeconds: 0, ...options };
			const item = wanted?.item ?? request('none').item;
			return Object.assign(item, { run, index, options: all, takeAccount: async () => await Promise.resolve() });
		});
		const kindOf = { ...kind(), read, present: shown } as PaymentList<PaymentRequest>['kind'];
		return await payAll(kindOf, items, goOn);
	}

	it('show what became of their payments', async () => {
		records.pay('a1', ['a1']);
		const results = await payItems([request('a0'), request('a1'), null]);
		expect(results.toSorted((one, other) => one.item - other.item)).toMatchObject([
			{ item: 0, items: [{ json: { of: 'a0', idempotency: { external_id: 'a0', outcome: 'created' } } }] },
			{ item: 1, items: [{ json: { of: 'a1', idempotency: { external_id: 'a1', outcome: 'found' } } }] },
			{ item: 2, failure: new Error('refused 2') },
		]);
	});

	it('are not paid when one of them cannot be read and the node does not go on', async () => {
		expect(await payItems([request('a0'), null], { goOn: false })).toEqual([
			{ item: 1, failure: new Error('refused 1') },
		]);
		expect(sent).toEqual([]);
	});

	it.each([
		[{}, true],
		[{ detectDuplicates: true }, true],
		[{ detectDuplicates: false }, false],
		[{ detectDuplicates: 'false' }, false],
	])('are looked through for duplicates with %j: %s', async (options, isLooked) => {
		await payItems([request('a0')], { options });
		expect(lists().includes('all')).toBe(isLooked);
	});

	it('tell of all others that are there twice, where one message stops the run', async () => {
		beforeSending = () => void ['a0', 'a2', 'a3'].map((key) => records.pay(key, [key]));
		const all = ['a0', 'a1', 'a2', 'a3'].map((key) => request(key));
		const failures = (await payItems(all, { goOn: false })).flatMap((result) =>
			'failure' in result ? [result.failure] : [],
		);
		const message = expect.stringContaining('so do others of this run: 2') as unknown;
		expect(failures).toMatchObject([1, 2, 3].map(() => ({ explanation: { message } })));
	});

	it('fail each for their own reason, where one message stops the run', async () => {
		beforeSending = () => {
			throw refused();
		};
		const all = [request('a0'), request('a1')];
		expect(await payItems(all, { goOn: false })).toEqual([0, 1].map((item) => ({ item, failure: refused() })));
	});

	it('tell of themselves alone where the node goes on', async () => {
		beforeSending = () => void ['a0', 'a1'].map((key) => records.pay(key, [key]));
		const [first] = await payItems([request('a0'), request('a1')]);
		expect(first).toMatchObject({ failure: { explanation: { message: 'The payment a0 exists 2 times' } } });
	});

	it('are each held against what the credential allows', async () => {
		const assertEach = jest.fn(([{ key }]: { key: string }[]) => {
			if (key === 'a0') throw new Error('not allowed');
		});
		guard = { assertEach: assertEach as never };
		const results = await payItems([request('a0'), request('a1')]);
		expect(results[0]).toEqual({ item: 0, failure: new Error('not allowed') });
		expect(sent).toEqual([['a1']]);
	});

	it('are paid by themselves where each has a request of its own', async () => {
		const wanted = request('a0');
		const item = Object.assign(wanted.item, { run: { client: {} }, parsedFlag: () => false });
		const paid = await payAlone({ ...kind(), read: () => async () => await Promise.resolve(wanted) }, item, () => ({
			endpoint_url: '',
			authorization_header: '',
		}));
		expect(paid).toMatchObject({ request: wanted, record: { idempotency: { outcome: 'created' } } });
		beforeSending = () => {
			throw refused();
		};
		const other = request('a1');
		Object.assign(other.item, { run: { client: {} }, parsedFlag: () => false });
		const failing = payAlone({ ...kind(), read: () => async () => await Promise.resolve(other) }, other.item, () => ({
			endpoint_url: '',
			authorization_header: '',
		}));
		await expect(failing).rejects.toEqual(refused());
	});
});

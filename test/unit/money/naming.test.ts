import { digestOf } from '../../../core/digest';
import type { PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { CannotTell, PAYMENT } from '../../../nodes/MultiCurrencyPayments/money/failures';
import { nameAll, nameOf } from '../../../nodes/MultiCurrencyPayments/money/naming';
import type { PaymentList } from '../../../nodes/MultiCurrencyPayments/money/paymentList';
import { listOf, memoryOfExecution } from './payees';
import { PayoutRecords } from './payoutRecords';

let list: PaymentList<PaymentRequest>;
beforeEach(() => {
	list = listOf(new PayoutRecords());
});

/** A payment of 10 to a payee of its own. */
function request(index: number, about: Partial<PaymentRequest> = {}): PaymentRequest {
	const item = {
		index,
		options: {},
		value: () => '',
		n8n: { getExecutionCancelSignal: () => undefined, getInputData: () => [] },
		refusal: (message: string) => new Error(message),
	} as unknown as PaymentRequest['item'];
	const destination = `account ${index}`;
	return {
		item,
		externalId: '',
		batchKey: '',
		destination,
		destinationWords: destination,
		payee: `Payee ${index}`,
		email: `${index}@example.com`,
		amount: '10',
		currency: 'AUD',
		facts: { amount: '10', account: destination },
		...about,
	};
}

/** @returns the keys of those that are named, and why the others are not */
async function named(...requests: PaymentRequest[]): Promise<{ keys: string[]; failures: string[] }> {
	const before = list.outcomes.all.length;
	const keys = (await nameAll(list, requests)).map(({ id }) => id.key);
	const failures = list.outcomes.all
		.slice(before)
		.map((outcome) => ('failure' in outcome ? String(outcome.failure) : ''));
	return { keys, failures };
}

const under = (batchKey: string, account: number) => `${batchKey}-${digestOf(`account ${account}`)}`;
const SAME_ACCOUNT = 'pays the same account under the same Batch External ID';

describe('the payments of a list', () => {
	it('have the External IDs that their items give, or keys of their places', async () => {
		const all = [request(0, { externalId: 'a' }), request(1), request(2, { externalId: 'a', batchKey: 'wages' })];
		expect(await named(...all)).toEqual({ keys: ['a', 'default-1', 'a'], failures: [] });
	});

	it('are known by their accounts under a Batch External ID', async () => {
		const all = [
			request(0, { batchKey: 'wages' }),
			request(1, { batchKey: 'wages' }),
			request(1, { batchKey: 'bonus' }),
		];
		expect(await named(...all)).toEqual({
			keys: [under('wages', 0), under('wages', 1), under('bonus', 1)],
			failures: [],
		});
		const isAskedFor = (batchKey: string, of: string, { facts }: PaymentRequest) =>
			list.earlier.asked.has(batchKey, of, () => facts);
		const [first, second] = all as [PaymentRequest, PaymentRequest];
		expect([
			isAskedFor('wages', under('wages', 0), first),
			isAskedFor('wages', under('wages', 1), second),
			isAskedFor('bonus', under('bonus', 1), second),
			isAskedFor('wages', under('wages', 0), second),
			isAskedFor('bonus', under('wages', 0), first),
		]).toEqual([true, true, true, false, false]);
	});

	it('have keys of their places under a Batch External ID where the service cannot be asked', async () => {
		list.kind = { ...list.kind, found: null };
		expect(await named(request(0, { batchKey: 'wages' }))).toEqual({ keys: ['default-0'], failures: [] });
	});

	it('can be looked for where the service can be asked', () => {
		const { kind, memory } = list;
		expect(nameOf(kind, request(0), memory).terms.canLookUp).toBe(true);
		expect(nameOf({ ...kind, found: null }, request(0), memory).terms.canLookUp).toBe(false);
	});
});

describe('two items of a list', () => {
	it('may not have one External ID', async () => {
		const { keys, failures } = await named(
			request(3, { externalId: 'a' }),
			request(4, { externalId: 'a' }),
			request(5, { externalId: 'b' }),
		);
		expect(keys).toEqual(['a', 'b']);
		expect(failures).toEqual([expect.stringContaining('The External ID a is used by item 3 too')]);
	});

	it('may not have one External ID under one Batch External ID, nor the key of one failed item', async () => {
		const all = [3, 4].map((index) => request(index, { externalId: 'a', batchKey: 'wages' }));
		expect((await named(...all)).failures).toEqual([
			expect.stringContaining('The External ID a is used by item 3 too'),
		]);
		jest.spyOn(list.memory, 'defaultKey').mockReturnValue('k');
		expect((await named(request(5), request(6))).failures).toEqual([
			expect.stringContaining('The External ID k is used by item 5 too'),
		]);
	});

	it('may not pay one account under one Batch External ID', async () => {
		const all = [3, 4].map((index) => request(index, { batchKey: 'wages', destination: 'account 3' }));
		const { keys, failures } = await named(...all);
		expect(keys).toEqual([under('wages', 3)]);
		expect(failures).toEqual([expect.stringContaining(`item 3 ${SAME_ACCOUNT}`)]);
	});

	it('may not pay one account under one Batch External ID one by one either', async () => {
		const about = { batchKey: 'wages', destination: 'account 3' };
		expect((await named(request(3, about))).keys).toHaveLength(1);
		for (let time = 0; time < 2; time++) {
			const { keys, failures } = await named(request(4, about));
			expect(keys).toEqual([]);
			expect(failures).toEqual([expect.stringContaining(`item 3 ${SAME_ACCOUNT}`)]);
		}
		expect((await named(request(3, about))).keys).toHaveLength(1);
	});

	it('may not pay one account that another item of this execution has paid', async () => {
		const about = { batchKey: 'wages', destination: 'account 3' };
		const { identity, key } = nameOf(list.kind, request(4, about), list.memory).id;
		const sent = { key, kind: 'payout', facts: {}, state: 'done', at: 0 } as const;
		list.memory.remember(identity, 'item 7', sent);
		expect((await named(request(4, about))).failures).toEqual([expect.stringContaining(`item 7 ${SAME_ACCOUNT}`)]);
		list.memory.remember(identity, 'item 4', sent);
		list.earlier.namedBy.clear();
		expect((await named(request(4, about))).keys).toEqual([key]);
	});

	it('may not pay one payee the same amount to two accounts, unless an External ID tells them apart', async () => {
		const same = { batchKey: 'wages', payee: 'Ada', email: 'ada@example.com' };
		const { keys, failures } = await named(request(0, same), request(1, same), request(2, { ...same, amount: '11' }));
		expect(keys).toEqual([under('wages', 0), under('wages', 2)]);
		expect(failures).toEqual([expect.stringContaining('has the same payee and amount')]);
		const [one, other] = ['a', 'b'].map((externalId, index) => request(index, { ...same, externalId }));
		expect((await named(...[one, other].filter((each) => each !== undefined))).keys).toEqual(['a', 'b']);
	});
});

describe('without an External ID', () => {
	it('two payments of a call with the same values cannot be told apart', async () => {
		list.memory = memoryOfExecution({ kind: 'called', root: 'root', call: '1' });
		const facts = { amount: '10' };
		expect((await named(request(0, { facts }), request(1, { facts }))).keys).toHaveLength(1);
		expect(list.outcomes.all).toMatchObject([{ failure: new CannotTell(PAYMENT, 'sameFactsTwice') }]);
	});

	it('a tool of an agent pays nothing, though there is a Batch External ID', () => {
		list.memory = memoryOfExecution({ kind: 'tool' });
		expect(() => nameOf(list.kind, request(0, { batchKey: 'wages' }), list.memory)).toThrow(CannotTell);
		expect(nameOf(list.kind, request(0, { externalId: 'a' }), list.memory).id.key).toBe('a');
	});
});

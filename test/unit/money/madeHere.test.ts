import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ItemCall } from '../../../nodes/MultiCurrencyPayments/run/itemCall';
import type { Run } from '../../../nodes/MultiCurrencyPayments/run/run';
import { madeHere, noting } from '../../../nodes/MultiCurrencyPayments/money/madeHere';
import type { ItemResult } from '../../../nodes/MultiCurrencyPayments/run/lanes';
import type { Operation } from '../../../nodes/MultiCurrencyPayments/operation';
import { n8nWith, type Try } from './items';

/** A run of the node with an account. */
function runOf(about: Try, appId = 'app'): Run {
	const credential = { baseUrl: 'https://pay.test', appId };
	return { n8n: n8nWith(about), credential, accounts: [] } as unknown as Run;
}

/** An item that asks for notifications to this execution, or to another address. */
function itemOf(run: Run, index = 0, notify = 'thisExecution'): ItemCall {
	const text = (name: string) => (name === 'notify' ? notify : '');
	const refusal = (message: string) => new Error(message);
	return { run, n8n: run.n8n, index, text, refusal, isSentHere: false } as unknown as ItemCall;
}

/** Notes that the payment of an item is made. @param isOwn whether this execution has sent it */
const send = (item: ItemCall, isOwn = true): void => void (item.isSentHere = isOwn);

const json = (about: IDataObject = {}): IDataObject => ({
	uuid: 'u',
	external_id: 'order-1',
	outcome: 'created',
	...about,
});

/** An operation that has sent the payments of its items, and gives these records. */
const creating = (...records: IDataObject[]): Operation =>
	({
		value: 'create',
		execute: async (item) => Promise.resolve((send(item), records.map((record) => ({ json: record })))),
		executeAll: async (items) =>
			Promise.resolve(
				items.map((item, index): ItemResult => {
					send(item);
					const [one = {}] = records.slice(index);
					return 'failure' in one ? { item: index, failure: one.failure } : { item: index, items: [{ json: one }] };
				}),
			),
	}) as Partial<Operation> as Operation;

/** Has an item paid by an operation that is watched. */
const pay = async (item: ItemCall, ...records: IDataObject[]): Promise<INodeExecutionData[] | undefined> =>
	await noting('payout', creating(...records)).execute?.(item);

describe('what an execution has made with its notifications coming to it', () => {
	it('is known by its uuid, with its External ID', async () => {
		const run = runOf({});
		expect(await pay(itemOf(run), json(), json({ uuid: 'v' }))).toEqual([
			{ json: json() },
			{ json: json({ uuid: 'v' }) },
		]);
		expect(madeHere(run, 'payout', 'u')).toEqual({ execution: 'e1', key: 'order-1' });
		expect(madeHere(run, 'payout', 'v')).toEqual({ execution: 'e1', key: 'order-1' });
		expect([madeHere(run, 'payout', 'w'), madeHere(run, 'payin', 'u')]).toEqual([undefined, undefined]);
	});

	it('is known where an expression writes the way in another case', async () => {
		const run = runOf({});
		await pay(itemOf(run, 0, 'thisexecution'), json());
		expect(madeHere(run, 'payout', 'u')).toEqual({ execution: 'e1', key: 'order-1' });
	});

	it('is known by its batch, too', async () => {
		const run = runOf({});
		await pay(itemOf(run), json({ batch: { uuid: 'b' } }));
		expect(madeHere(run, 'payout', 'u')).toEqual({ execution: 'e1', key: 'order-1', batch: 'b' });
		expect(madeHere(run, 'payout', 'b')).toEqual({ execution: 'e1' });
	});

	it('is nothing for the batch of one that has none', async () => {
		const run = runOf({});
		await pay(itemOf(run), json());
		expect(madeHere(run, 'payout', 'undefined')).toBeUndefined();
		expect(madeHere(run, 'payout', 'u')).not.toHaveProperty('batch');
	});

	it('may show no External ID', async () => {
		const run = runOf({});
		await pay(itemOf(run), json({ external_id: undefined }));
		expect(madeHere(run, 'payout', 'u')).toEqual({ execution: 'e1', key: undefined });
	});

	it('is known to its other nodes, by account, but not to its retry', async () => {
		const flow = {};
		await pay(itemOf(runOf({ flow })), json());
		await pay(itemOf(runOf({ flow })), json({ uuid: 'v' }));
		expect(madeHere(runOf({ flow }), 'payout', 'u')).toMatchObject({ execution: 'e1' });
		expect(madeHere(runOf({ flow }), 'payout', 'v')).toMatchObject({ execution: 'e1' });
		expect(madeHere(runOf({ flow }, 'other app'), 'payout', 'u')).toBeUndefined();
		expect(madeHere(runOf({ flow, execution: 'e2' }), 'payout', 'u')).toBeUndefined();
		expect(madeHere(runOf({}), 'payout', 'u')).toBeUndefined();
	});

	it('is nothing whose notifications go elsewhere', async () => {
		const run = runOf({});
		expect(await pay(itemOf(run, 0, 'url'), json())).toEqual([{ json: json() }]);
		expect(madeHere(run, 'payout', 'u')).toBeUndefined();
	});

	it('is nothing that another execution has sent', async () => {
		const run = runOf({});
		const found: Partial<Operation> = {
			execute: async (item) => await Promise.resolve((send(item, false), [{ json: json() }])),
		};
		await noting('payout', found as Operation).execute?.(itemOf(run));
		expect(madeHere(run, 'payout', 'u')).toBeUndefined();
	});

	it('is nothing where n8n keeps nothing with the execution', async () => {
		const run = runOf({ stored: null });
		await expect(pay(itemOf(run), json())).rejects.toThrow('n8n’s Agents cannot wait');
		expect(madeHere(run, 'payout', 'u')).toBeUndefined();
	});
});

describe('a list whose payments are noted', () => {
	it('has those noted that ask for it and were made', async () => {
		const run = runOf({});
		const items = [itemOf(run, 0), itemOf(run, 1, 'url'), itemOf(run, 2), itemOf(run, 3)];
		const operation = creating(json(), json({ uuid: 'v' }), { failure: 'refused' }, json({ uuid: 'x' }));
		const results = await noting('payout', operation).executeAll?.(items, true);
		expect(results).toEqual([
			{ item: 0, items: [{ json: json() }] },
			{ item: 1, items: [{ json: json({ uuid: 'v' }) }] },
			{ item: 2, failure: 'refused' },
			{ item: 3, items: [{ json: json({ uuid: 'x' }) }] },
		]);
		const isMade = (uuid: string) => madeHere(run, 'payout', uuid) !== undefined;
		expect(['u', 'v', 'x'].map(isMade)).toEqual([true, false, true]);
	});

	it('is told whether to go on when one fails', async () => {
		const executeAll = jest.fn().mockResolvedValue([]);
		const operation: Partial<Operation> = { executeAll };
		await noting('payout', operation as Operation).executeAll?.([], true);
		expect(executeAll).toHaveBeenCalledWith([], true);
	});
});

describe('an operation whose payments are noted', () => {
	it('is the same otherwise, and runs as before', () => {
		const { execute, executeAll } = creating();
		expect(Object.keys(noting('payout', { value: 'x', execute } as Operation))).toEqual(['value', 'execute']);
		expect(Object.keys(noting('payout', { value: 'x', executeAll } as Operation))).toEqual(['value', 'executeAll']);
	});

	it('sends nothing in a call of an agent whose execution is to be notified', async () => {
		const run = runOf({ isTool: true });
		const [alone, inList, elsewhere] = [itemOf(run), itemOf(run), itemOf(run, 0, 'url')];
		const message = 'a tool of an AI agent cannot wait: use Notify: Trigger in This Instance';
		await expect(pay(alone, json())).rejects.toThrow(message);
		await expect(noting('payout', creating(json())).executeAll?.([inList], true)).rejects.toThrow(message);
		expect(await pay(elsewhere, json())).toEqual([{ json: json() }]);
		expect([alone, inList, elsewhere].map(({ isSentHere }) => isSentHere)).toEqual([false, false, true]);
	});
});

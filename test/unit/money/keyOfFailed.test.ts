import type { IDataObject } from 'n8n-workflow';
import { ItemCall } from '../../../nodes/MultiCurrencyPayments/form/itemCall';
import { keyOfFailed, keyOfUnread } from '../../../nodes/MultiCurrencyPayments/money/keyOfFailed';
import { memoryOf } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { itemOf, n8nWith } from './items';

/** An item of a run of the node. */
function itemWith(parameters: IDataObject, json: IDataObject = {}, about: object = {}) {
	const n8n = n8nWith({ parameters, ...about });
	return itemOf({ ...n8n, getInputData: () => [{ json }] });
}

describe('the key that a failed item keeps', () => {
	it.each<[string, unknown]>([
		['empty', ''],
		['nothing', null],
		['of spaces', '  '],
	])('is that of its place where External ID is %s', (_which, externalId) => {
		const item = itemWith({});
		jest.spyOn(item.n8n, 'getNodeParameter').mockReturnValue(externalId as never);
		expect(keyOfFailed(item)).toBe(memoryOf(item.run).defaultKey(0));
	});

	it('is that of its place where the expression of External ID fails', () => {
		const item = itemWith({});
		jest.spyOn(item.n8n, 'getNodeParameter').mockImplementation(() => {
			throw new Error('No such node');
		});
		expect(keyOfFailed(item)).toBe(memoryOf(item.run).defaultKey(0));
	});

	it('is the one that it came with', () => {
		const stored = {};
		const first = keyOfFailed(itemWith({ externalId: '' }, {}, { stored }));
		const later = itemWith({ externalId: '' }, { message: { key: first } }, { stored, index: 1 });
		expect(keyOfFailed(later)).toBe(first);
	});

	it('is that under which it was identified, or sent', () => {
		const item = itemWith({ externalId: 'INV-1' });
		const memory = memoryOf(item.run);
		memory.keysOfItems.set('item 0', 'k');
		expect(keyOfFailed(item)).toBeUndefined();
		const sent = { key: 'INV-1', kind: 'payout', facts: {}, state: 'unclear', at: 1 } as const;
		memory.remember('identity', 'item 0', sent);
		expect(keyOfFailed(item)).toBe('INV-1');
		const keyless = itemWith({ externalId: '' });
		memoryOf(keyless.run).keysOfItems.set('item 0', 'n8n-k');
		expect(keyOfFailed(keyless)).toBe('n8n-k');
	});

	it('is that of its place under a Batch External ID alone, where others may have its account', () => {
		const item = itemWith({ externalId: '' });
		const memory = memoryOf(item.run);
		memory.keysOfItems.set('item 0', 'wages-account');
		expect(keyOfFailed(item)).toBe(memory.defaultKey(0));
		memory.remember('identity', 'item 0', { key: 'wages-account', kind: 'payout', facts: {}, state: 'unclear', at: 1 });
		expect(keyOfFailed(item)).toBe(memory.defaultKey(0));
	});

	it('is none where the form has no External ID', () => {
		expect(keyOfFailed(itemWith({}))).toBeUndefined();
	});

	describe('beside what an earlier run has made', () => {
		/** An item of a later run. The first one has made k, with the uuid u. */
		const later = (json: IDataObject) => {
			const stored = {};
			const item = itemWith({ externalId: '' }, {}, { stored });
			const { accounts, credential, client } = item.run;
			const sent = { key: 'k', kind: 'payout', facts: {}, state: 'done', at: 1, record: { uuid: 'u' } } as const;
			memoryOf(item.run).remember('identity', 'item 0', sent);
			const n8n = { ...n8nWith({ parameters: { externalId: '' }, stored, index: 1 }), getInputData: () => [{ json }] };
			const run = { n8n, accounts, credential, client } as unknown as typeof item.run;
			return new ItemCall(run, 0);
		};

		it('is that of an open record', () => {
			expect(keyOfFailed(later({ uuid: 'u', status: 'pending' }))).toBe('k');
		});

		it('is a new one made of that of a record that has ended without money', () => {
			expect(keyOfFailed(later({ uuid: 'u', status: 'failed' }))).toBe('k-again');
		});

		it('is a new one where a field of its own is called message.key', () => {
			const item = later({ message: { key: 'order-17' } });
			expect(keyOfFailed(item)).toBe(memoryOf(item.run).defaultKey(0));
		});

		it('is the one that it came with, though its values have changed', () => {
			expect(keyOfFailed(later({ message: { key: 'k', remedy: 'Try again' } }))).toBe('k');
			expect(keyOfFailed(later({ message: { key: 'n8n-another' } }))).toBe('n8n-another');
		});
	});

	it('is the one that it came with beside an External ID of which nothing was sent', () => {
		expect(keyOfFailed(itemWith({ externalId: 'INV-1' }, { message: { key: 'k', remedy: 'Try again' } }))).toBe('k');
	});

	it('is none of its own for the tool of an agent', () => {
		const ofTool = (json: IDataObject) => keyOfFailed(itemWith({ externalId: '' }, json, { isTool: true }));
		expect(ofTool({})).toBeUndefined();
		expect(ofTool({ uuid: 'u', status: 'pending' })).toBeUndefined();
		expect(ofTool({ message: { key: 'k', remedy: 'Try again' } })).toBe('k');
	});
});

describe('the key of an item that the node could not read at all', () => {
	const unread = (externalId: string, json: IDataObject = {}) => {
		const item = itemWith({ externalId }, json);
		// The run of the node has begun.
		const ofPlace = memoryOf(item.run).defaultKey(0);
		return { key: keyOfUnread(item), ofPlace };
	};

	it.each<[string, IDataObject]>([
		['has nothing of ours', { order: 1 }],
		['may be a record of ours, or any row with a uuid', { uuid: 'row-1' }],
	])('is that of its place where it %s', (_which, json) => {
		const { key, ofPlace } = unread('', json);
		expect(key).toBe(ofPlace);
	});

	it('is the one that it came with, or none beside its External ID', () => {
		expect(unread('', { uuid: 'row-1', message: { key: 'k', remedy: 'Try again' } }).key).toBe('k');
		const foreign = unread('', { message: { key: 'order-17' } });
		expect(foreign.key).toBe(foreign.ofPlace);
		expect(unread('INV-1').key).toBeUndefined();
	});
});

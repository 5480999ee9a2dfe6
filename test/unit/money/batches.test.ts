import type { ItemCall } from '../../../nodes/MultiCurrencyPayments/form/itemCall';
import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { payAll } from '../../../nodes/MultiCurrencyPayments/money/batches';
import { payoutPeriods } from '../../../nodes/service/payouts';
import { TimeSlice } from '../../../nodes/service/timeSlice';
import { PayoutRecords } from './payoutRecords';

// How long a busy machine takes must not decide when others get their turn.
beforeEach(() => void jest.spyOn(TimeSlice.prototype, 'isOver', 'get').mockReturnValue(false));
afterEach(() => jest.restoreAllMocks());

/** How a list is read, up to the refusal of each of its items. */
async function read(count: number, { goOn = true, accounts = 1 } = {}) {
	const records = new PayoutRecords();
	await payoutPeriods(records.client);
	records.requests();
	const events: string[] = [];
	const run = { client: records.client, accounts: Array.from({ length: accounts }) };
	const kind = {
		found: () => ({}),
		read: ({ index }: ItemCall) => {
			events.push(`begin ${index}`);
			return async () => {
				// It takes n8n several turns to send a request.
				for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
				events.push(`read ${index}`);
				throw new Error(`refused ${index}`);
			};
		},
	} as unknown as BatchKind<PaymentRequest>;
	const items = Array.from({ length: count }, (_, index) => ({
		run,
		client: records.client,
		index,
		options: {},
		additionalFields: {},
		n8n: { getExecutionCancelSignal: () => undefined, getInputData: () => [] },
		takeAccount: async () => await Promise.resolve(events.push(`account ${index}`)),
		text: (name: string) => (name === 'notify' ? 'none' : `${index}`),
		choice: () => 'none',
		value: () => '',
	}));
	const results = await payAll(kind, items as unknown as ItemCall[], goOn);
	await new Promise(setImmediate);
	return { results, events, lists: records.requests().lists.length };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const each = (count: number, ...words: string[]) =>
	numbers(count).flatMap((index) => words.map((word) => `${word} ${index}`));

describe('the items of a list', () => {
	it('are read one after the other, each from its account', async () => {
		const { events } = await read(16);
		expect(events).toEqual([...each(16, 'account', 'begin'), ...each(16, 'read')]);
	});

	it('are read while the first one of a long list asks for what all need', async () => {
		const { events } = await read(17);
		const others = each(17, 'account', 'begin').slice(2);
		expect(events).toEqual(['account 0', 'begin 0', 'read 0', ...others, ...each(17, 'read').slice(1)]);
	});

	it.each([true, false])('fail each for its own reason, whether the node goes on or not: %s', async (goOn) => {
		const { results } = await read(3, { goOn });
		expect(results).toEqual(numbers(3).map((item) => ({ item, failure: new Error(`refused ${item}`) })));
	});

	it.each([
		[true, 6],
		[false, 0],
	])('let others have their turn where a slice is over, at each of two steps: %s', async (isOver, turns) => {
		jest.spyOn(TimeSlice.prototype, 'isOver', 'get').mockReturnValue(isOver);
		const giveWay = jest.spyOn(TimeSlice.prototype, 'giveWay');
		await read(3);
		expect(giveWay).toHaveBeenCalledTimes(turns);
	});

	it('are none where there are none', async () => {
		expect((await read(0)).results).toEqual([]);
	});
});

describe('while the items of a list are read', () => {
	it.each([
		['a long list of one account', 17, 1, 1],
		['a short list', 16, 1, 0],
		['a list of several accounts', 17, 2, 0],
	])('earlier payments of %s are asked for, or not', async (_, count, accounts, lists) => {
		expect((await read(count, { accounts })).lists).toBe(lists);
	});
});

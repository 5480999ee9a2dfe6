import type { IDataObject } from 'n8n-workflow';
import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { chunksOf } from '../../../nodes/MultiCurrencyPayments/money/batchPlan';
import { TimeSlice } from '../../../nodes/service/timeSlice';

/** A payment of a list: its name, what its request carries once, and what its item asks for. */
function payment(name: string, batchKey = '', shared = '', { notify = 'none', ...fields }: IDataObject = {}) {
	const texts: IDataObject = { notify, endpointUrl: 'https://shop.example/notifications', authorizationHeader: notify };
	const item = {
		run: { credential: { baseUrl: 'https://service.example/api' } },
		additionalFields: fields,
		n8n: { getMode: () => 'trigger' },
		text: (field: string) => texts[field],
		choice: (field: string) => texts[field],
		requiredText: (field: string) => texts[field],
	};
	return { name, request: { item, batchKey, shared } as unknown as PaymentRequest };
}

const kind = {
	sharedInRequest: (request) => [(request as PaymentRequest & { shared: string }).shared],
} as BatchKind<PaymentRequest>;

/** The names of the payments that go together, one word for each request. */
const planned = async (payments: ReturnType<typeof payment>[]): Promise<string[]> =>
	(await chunksOf(kind, payments)).map((chunk) => chunk.map(({ name }) => name).join(''));

describe('payments of a list', () => {
	it('go in one request', async () => {
		expect(await planned([payment('a'), payment('b'), payment('c')])).toEqual(['abc']);
		expect(await planned([])).toEqual([]);
	});

	it.each<[string, Parameters<typeof payment>]>([
		['Batch External ID', ['b', 'payroll']],
		['what a request carries once', ['b', '', 'other']],
		['who is notified', ['b', '', '', { notify: 'custom' }]],
	])('go apart where they differ in %s, in the order of the first of each', async (_, other) => {
		expect(await planned([payment('a'), payment(...other), payment('c')])).toEqual(['ac', 'b']);
	});

	it('are cut as the first of a request asks, up to 500 by default', async () => {
		const [two, three] = [{ maxPerBatch: 2 }, { maxPerBatch: 3 }];
		const all = ['a', 'b', 'c', 'd', 'e'].map((name) => payment(name, '', '', name === 'a' ? two : three));
		expect(await planned(all)).toEqual(['ab', 'cd', 'e']);
		expect(await planned(all.slice(1))).toEqual(['bcd', 'e']);
		const many = Array.from({ length: 501 }, () => payment('x'));
		expect((await chunksOf(kind, many)).map(({ length }) => length)).toEqual([500, 1]);
	});
	it.each([
		[true, 3],
		[false, 0],
	])('let others have their turn where a slice is over: %s', async (isOver, turns) => {
		jest.spyOn(TimeSlice.prototype, 'isOver', 'get').mockReturnValue(isOver);
		const giveWay = jest.spyOn(TimeSlice.prototype, 'giveWay');
		await planned([payment('a'), payment('b'), payment('c')]);
		expect(giveWay).toHaveBeenCalledTimes(turns);
		jest.restoreAllMocks();
	});
});

import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';
import { notFound } from '../../../emulator/engine/serviceError';
import * as wire from '../../../emulator/otherwise';
import type { Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, batch, checkoutLink, chosen, operation, payin, payout, QUICK } from '../action/orders';
import { runNode } from '../engine/execution';
import { HOUR, MINUTE, startPolling } from '../pollingTrigger/polling';
import { run } from '../resources/resourceRun';
import { receivedPayin } from '../trigger/payments';
import { answered, asked } from './differing';

/** What a service may answer where a list has no record: not found, no list, or null in its place. */
const EMPTY = ['not found', 'null', 'no list'] as const;

const LISTS = ['v2.payins.list', 'v2.payouts.list', 'v3.links.list', 'v2.balances.history', 'v2.settlements.list'];

const ORDERS = [
	['payout', payout()],
	['payin', payin()],
	['checkout link', checkoutLink()],
] as const;

const polling = startPolling({ notificationRetries: 3 });
afterEach(() => jest.restoreAllMocks());
// Other files of the same process would be answered by this one's nock as well as by their own.
afterAll(() => nock.restore());

function answerEmpty(how: (typeof EMPTY)[number]): void {
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, asked, answer) => {
		const { records, ...envelope } = answer as Fields;
		if (!LISTS.includes(asked) || !Array.isArray(records) || records.length > 0) return answer;
		if (how === 'not found') throw notFound('No records found');
		return how === 'null' || !('total' in envelope || 'has_more' in envelope)
			? { ...envelope, records: null }
			: envelope;
	});
}

const make = async (parameters: Parameters<typeof run>[1], key: string) =>
	await run(
		polling.service,
		{ ...parameters, options: AT_ONCE },
		{ items: [{ amount: 50, key }], nodeTypes: startProcess().nodeTypes },
	);

/** Not found is all that the service says to one kind of question: by an External ID, or by a period alone. */
function notFoundWhere(isFiltered: boolean): void {
	let hasKey = false;
	asked(LISTS, (request) => {
		hasKey = 'external_id' in (request.query as Fields);
		return request;
	});
	answered(LISTS, (answer) => {
		if ((answer.records as Fields[]).length === 0 && hasKey === isFiltered) throw notFound('No records found');
		return answer;
	});
}

describe.each([
	['an External ID that nothing has', true],
	['a period in which nothing was made', false],
])('where not found is the answer to %s, and other empty lists say so', (_what, isFiltered) => {
	it.each(ORDERS)('a %s is made, and found again', async (_kind, parameters) => {
		notFoundWhere(isFiltered);
		const { nodeTypes } = startProcess();
		const order = { ...parameters, options: AT_ONCE };
		for (const [key, outcome] of [
			['a', 'created'],
			['b', 'created'],
			['a', 'found'],
			['c', 'created'],
		] as const) {
			const { items, error } = await run(polling.service, order, { items: [{ amount: 50, key }], nodeTypes });
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ outcome, external_id: key });
		}
	});
});

/** Not found is all that the service says of no payout, and a full page claims that there are more. */
function pagesThatClaimMore(more: (page: number) => Fields): void {
	let page = 1;
	asked(['v2.payouts.list'], (request) => {
		const { cursor = '1', page: number = cursor, ...query } = request.query as Record<string, string>;
		page = Number(number);
		return { ...request, query: { ...query, page: number } };
	});
	answered(['v2.payouts.list'], ({ records }) => {
		const list = records as Fields[];
		if (page === 1 && list.length === 0) throw notFound('No records found');
		return { records: list, ...(list.length === 20 ? more(page) : { has_more: false }) };
	});
}

it.each<[string, (page: number) => Fields]>([
	['page', () => ({ has_more: true })],
	['cursor', (page) => ({ has_more: true, next_cursor: `${page + 1}` })],
])(
	'an empty last page, found by its %s, does not make not found say more than that there is none',
	async (_how, more) => {
		pagesThatClaimMore(more);
		const { nodeTypes } = startProcess();
		const options = AT_ONCE;
		const pay = async (parameters: Parameters<typeof run>[1], items: IDataObject[]) =>
			await run(polling.service, { ...parameters, options }, { items, nodeTypes });
		const people = Array.from({ length: 20 }, (_, index) => ({ key: `p-${index}`, amount: 10 + index }));
		const list = batch({ additionalFields: { maxPerBatch: 1, batchExternalId: 'payroll-1' } });
		for (const [order, items, outcome] of [
			[list, people, 'created'],
			[list, people, 'found'],
			[payout(), [{ key: 'after', amount: 5 }], 'created'],
		] as const) {
			const { error, items: made } = await pay(order, [...items]);
			expect([error?.message, made.length]).toEqual([undefined, items.length]);
			for (const { json } of made) expect(json).toMatchObject({ outcome });
		}
	},
);

describe.each(EMPTY)('where an empty list is %s', (how) => {
	it.each(ORDERS)('a %s with an External ID is made, and found again', async (_what, parameters) => {
		answerEmpty(how);
		const [first, again] = [await make(parameters, 'k-1'), await make(parameters, 'k-1')];
		expect([first.error, again.error]).toEqual([undefined, undefined]);
		const outcomes = [first, again].map(({ items }) => items[0]?.json);
		expect(outcomes).toMatchObject(['created', 'found'].map((outcome) => ({ outcome, external_id: 'k-1' })));
	});

	it.each(['payout', 'payin', 'checkoutLink', 'settlementReport', 'balance'])('no %s comes out', async (resource) => {
		answerEmpty(how);
		const [name, period] =
			resource === 'balance' ? ['getHistory', { fromDate: '2030-03-01', toDate: '2030-03-04' }] : ['getAll', {}];
		const asked = { returnAll: true, ...period, options: QUICK };
		const { error, items } = await run(polling.service, operation(resource, name, asked));
		expect([error, items]).toEqual([undefined, []]);
	});

	it('polling begins, and finds the first payin', async () => {
		answerEmpty(how);
		const poller = polling.workflow({ events: ['payin'] }).poller();
		await poller.activate();
		expect(await poller.poll()).toEqual([]);
		const uuid = receivedPayin(polling.service);
		await polling.pass(MINUTE);
		expect(await poller.poll()).toMatchObject([{ event_type: 'payin.received', uuid }]);
	});

	it('a month without payouts is reconciled', async () => {
		receivedPayin(polling.service);
		await polling.pass(HOUR);
		answerEmpty(how);
		const { error, items } = await run(
			polling.service,
			{ resource: 'reconciliation', operation: 'run', options: QUICK },
			{ items: [{ external_id: 'x', amount: 1 }] },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.verdict)).toContain('missing_at_service');
	});
});

it('an AUD balance that never changed has no history where that is not found', async () => {
	answered(['v1.balances.history'], ({ data, ...answer }) => {
		if ((data as Fields[]).length === 0) throw notFound('No records found');
		return { data, ...answer };
	});
	const period = { fromDate: '2030-03-01', toDate: '2030-03-04' };
	const asked = { returnAll: true, ...period, options: QUICK };
	const { error, items } = await run(polling.service, operation('audBalance', 'getHistory', asked));
	expect([error, items]).toEqual([undefined, []]);
});

/** Those of an account without payouts or hosted checkout. */
const METHODS = ['v2.payouts.methods', 'v3.methods', 'v2.payouts.branchCodes'];

const BRANCHES = operation('payoutMethod', 'getBranchCodes', {
	payoutMethodName: chosen('vn_bank_vnd'),
	swiftCode: 'EXMAVN2X',
});

describe.each(['not found', 'null'])('where a list of methods is %s', (how) => {
	const answerNone = () =>
		answered(METHODS, () => {
			if (how === 'not found') throw notFound('No records found');
			return { records: null };
		});

	it.each([operation('payoutMethod', 'getAll'), BRANCHES, operation('checkoutLink', 'getMethods')])(
		'none comes out: %j',
		async (parameters) => {
			answerNone();
			const { error, items } = await run(polling.service, parameters, { currency: 'VND' });
			expect([error, items]).toEqual([undefined, []]);
		},
	);

	it('the balance is read', async () => {
		answerNone();
		const { error, items } = await run(polling.service, operation('balance', 'get'));
		expect([error, items[0]?.json.currency]).toEqual([undefined, 'AUD']);
	});
});

it.each([
	['a page of a proxy', '<html>404 Not Found</html>'],
	['a gateway without a route', { message: 'no Route matched with those values' }],
	['a server without the path', { status: 404, error: 'Not Found' }],
])('%s hides no payments', async (_who, body) => {
	const HOST = 'https://service.example';
	nock(HOST).persist().get('/api/v2/payouts/all').query(true).reply(404, body);
	const sent = nock(HOST).post('/api/v2/payouts/create').reply(200, {});
	const credentials = { environment: 'sandbox', baseUrl: `${HOST}/api`, appId: 'app', secretKey: 'sandbox_0123456789' };
	const parameters = { ...payout(), options: AT_ONCE };
	const { error } = await runNode({ credentials, parameters, items: [{ amount: 50, key: 'k-1' }] });
	expect(error).toBeDefined();
	expect(sent.isDone()).toBe(false);
	nock.cleanAll();
});

import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { checkoutLink } from '../action/orders';
import { designTime } from '../engine/designTime';
import { runNode, type NodeRun } from '../engine/execution';

/** Envelopes that the specification shows for other lists, or that services usually have. No request leaves this machine. */

const HOST = 'https://service.example';
/** What cannot be read is asked for again until the time is up. */
const TIMES = { requestTimeout: 5, timeLimit: 1 };
let accounts = 0;
let asked: string[] = [];

beforeAll(() => nock.disableNetConnect());
beforeEach(() => (asked = []));
afterEach(() => nock.cleanAll());
afterAll(() => {
	nock.enableNetConnect();
	// Other files of the same process would be answered by this one's nock as well as by their own.
	nock.restore();
});

const credentials = () => ({
	environment: 'sandbox',
	baseUrl: `${HOST}/api`,
	appId: `app-${++accounts}`,
	secretKey: 'sandbox_0123456789',
});

const run = async (parameters: INodeParameters): Promise<NodeRun> =>
	await runNode({ credentials: credentials(), parameters: { options: TIMES, ...parameters } });

type Answer = [status: number, body: object];

/** Lets the service answer the questions for a list. */
function listAt(path: string, answer: Answering): void {
	const reply = ({ url }: Request): Answer => {
		const { search, searchParams: query } = new URL(url);
		asked.push(search);
		return answer(Number(query.get('page') ?? 1), query.get('cursor'));
	};
	nock(HOST)
		.persist()
		.get(`/api${path}`)
		.query(true)
		.reply(reply as never);
}

const RECORDS = Array.from({ length: 45 }, (_, index) => ({ id: index + 1, uuid: `R-${index + 1}` }));
const SIZE = 20;
const partOf = (page: number) => RECORDS.slice((page - 1) * SIZE, page * SIZE);

const readAll = async (resource: string) => {
	const { items, error } = await run({ resource, operation: 'getAll', returnAll: true, options: { simplify: false } });
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual(RECORDS.map(({ id }) => id));
};

type Answering = (page: number, cursor: string | null) => Answer;

const LISTS = [
	['payout', '/v2/payouts/all'],
	['contact', '/v2/contacts'],
	['checkoutLink', '/v3/payin_links'],
	['settlementReport', '/v2/reports/settlements'],
] as const;
/** Those that are assumed to have page numbers. */
const NUMBERED = LISTS.slice(0, 3);
/** One with page numbers and one with cursors: what holds the records is found by the same code for all. */
const ONE_OF_EACH = [LISTS[0], LISTS[3]];

const ofForm =
	(envelope: (records: object[]) => object): Answering =>
	(page) => [200, envelope(partOf(page))];

describe.each(LISTS)('the list of %s is read to its end', (resource, path) => {
	it.each<[string, Answering]>([
		[
			'with the cursor that it has',
			(_page, cursor) => {
				const page = Number(cursor?.slice(1) ?? 1);
				const isLast = page === 3;
				return [200, { records: partOf(page), has_more: !isLast, next_cursor: isLast ? null : `c${page + 1}` }];
			},
		],
		[
			'by numbers of pages where it tells how many records there are',
			(page) => [200, { records: partOf(page), total: 45, page, limit: SIZE }],
		],
		[
			'where it says that there is more, until it is said to end',
			(page) => [200, { list: { records: partOf(page), has_more: page < 3 } }],
		],
	])('%s', async (_how, answer) => {
		listAt(path, answer);
		await readAll(resource);
		expect(asked).toHaveLength(3);
	});
});

describe.each(ONE_OF_EACH)('the list of %s', (resource, path) => {
	it.each<[string, Answering]>([
		['tell of itself in an object beside its records', ofForm((data) => ({ data, meta: { total: 45 } }))],
		['have an empty list of errors in it', ofForm((list) => ({ list, errors: [], total: 45 }))],
		['have such a list beside the object that holds it', ofForm((list) => ({ data: { list, total: 45 }, errors: [] }))],
		['have such a list in the object that holds it', ofForm((list) => ({ data: { list, error: [], total: 45 } }))],
		[
			'have an empty list of messages beside the object that holds it',
			ofForm((records) => ({ messages: [], result: { records, total: 45 }, errors: [] })),
		],
		[
			'have such lists beside it, two objects deep',
			ofForm((list) => ({ warnings: [], data: { page: { list, total: 45 } }, meta: { links: [] } })),
		],
	])('may %s', async (_what, answer) => {
		listAt(path, answer);
		await readAll(resource);
		expect(asked).toHaveLength(3);
	});

	it.each<[beside: string, envelope: object]>([
		['others that are not empty', { messages: [{ id: 'M-1' }], data: { list: partOf(1) } }],
		['an empty one in another object', { data: { list: partOf(1) }, more: { list: [] } }],
		['an empty one in another object and one of messages', { messages: [], data: { list: [] }, more: { list: [] } }],
	])('is not taken for known beside %s', async (_beside, envelope) => {
		listAt(path, () => [200, envelope]);
		const { error } = await run({ resource, operation: 'getAll', returnAll: true });
		expect(error).toHaveProperty('description', expect.stringContaining('holds no list of records, but'));
	});
});

describe.each(NUMBERED)('the list of %s', (resource, path) => {
	it.each<[string, Answering]>([
		[
			'before a page that is not there',
			(page) =>
				page > 3 ? [404, { errors: { code: 'NOT_FOUND', message: 'no such page' } }] : [200, { records: partOf(page) }],
		],
		['where there is no next page', (page) => [200, { records: partOf(page), next_page: page < 3 ? page + 1 : null }]],
	])('ends %s', async (_where, answer) => {
		listAt(path, answer);
		await readAll(resource);
	});

	it.each<[what: string, answer: object]>([
		['where they may be full', { records: partOf(1) }],
		['where they say that there is more', { records: RECORDS.slice(0, 3), has_more: true }],
		// Of payouts no page size can be asked for, and one that is not found is made again.
		...(resource === 'payout'
			? [['where they are short', { records: RECORDS.slice(0, 3) }] satisfies [string, object]]
			: []),
	])('is not taken for whole whose pages are all the same, %s', async (_what, answer) => {
		listAt(path, () => [200, answer]);
		const { error } = await run({ resource, operation: 'getAll', returnAll: true });
		expect(error).toHaveProperty('description', expect.stringContaining('records came for every page'));
	});

	it.each<[what: string, answer: Answering]>([
		[
			'a page is not there that it told of',
			(page) => (page > 1 ? [404, {}] : [200, { records: partOf(page), has_more: true }]),
		],
		[
			'fewer pages are there than it told of',
			(page) => (page > 2 ? [404, {}] : [200, { records: partOf(page), total_page: 3 }]),
		],
		['an empty page says that there is more', (page) => [200, { records: page > 1 ? [] : partOf(1), has_more: true }]],
		[
			'a cursor is missing',
			(_page, cursor) => [200, { records: partOf(cursor ? 2 : 1), has_more: true, next_cursor: cursor ? null : 'c2' }],
		],
		[
			'fewer records came than it told of',
			(page) => (page > 2 ? [404, {}] : [200, { records: partOf(page), total: 45 }]),
		],
	])('is not taken for whole where %s', async (_what, answer) => {
		listAt(path, answer);
		const { error } = await run({ resource, operation: 'getAll', returnAll: true });
		expect(error?.message).toBe('The list could not be read completely, so nothing of it is returned');
	});
});

describe.each(LISTS.slice(1, 3))('the list of %s', (resource, path) => {
	it.each<[count: number, amount: INodeParameters]>([
		[3, { returnAll: false, limit: 50 }],
		[19, { returnAll: true }],
	])('of %i records comes at once, whatever page is asked for', async (count, amount) => {
		const records = RECORDS.slice(0, count);
		listAt(path, () => [200, { records }]);
		const { items, error } = await run({ resource, operation: 'getAll', options: { simplify: false }, ...amount });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual(records.map(({ id }) => id));
	});
});

it('a list beside which errors are told is not taken for whole', async () => {
	listAt('/v2/contacts', () => [200, { data: { list: partOf(1), errors: ['3 were not read'], total: SIZE } }]);
	const { error } = await run({ resource: 'contact', operation: 'getAll', returnAll: true });
	expect(error).toHaveProperty('description', expect.stringContaining('no list of records, but list, errors, total'));
});

it('a list that is not there at all is no empty one', async () => {
	listAt('/v2/contacts', () => [404, {}]);
	const { error } = await run({ resource: 'contact', operation: 'getAll', returnAll: true });
	expect(error?.message).toBe('The payment service has no such record');
});

it('the picker of settlement reports goes on by numbers of pages', async () => {
	listAt('/v2/reports/settlements', (page) => [200, { records: partOf(page), total: 45, page, limit: SIZE }]);
	const editor = designTime({ resource: 'settlementReport', operation: 'download' }, credentials());
	const first = await editor.search('searchSettlementReports');
	const second = await editor.search('searchSettlementReports', undefined, String(first.paginationToken));
	expect(second.results[0]).toMatchObject({ value: '21' });
});

it('the picker of settlement reports shows those that write the end of their period as a number', async () => {
	listAt('/v2/reports/settlements', () => [200, { records: [{ id: 7, period_end: 1930000000 }], total: 1 }]);
	const editor = designTime({ resource: 'settlementReport', operation: 'download' }, credentials());
	const { results } = await editor.search('searchSettlementReports');
	expect(results[1]).toEqual({ name: 'Report 7 (to 1930000000)', value: '7' });
});

it('a link with an External ID is made where the records of the list show no uuid', async () => {
	const records = [1, 2].map((id) => ({ id, meta_data: {} }));
	listAt('/v3/payin_links', () => [200, { records, total: 2 }]);
	const made = { uuid: 'N-1', payment_url: 'https://pay.example/N-1' };
	nock(HOST).post('/api/v3/payin_links').reply(200, made);
	const { items, error } = await run(
		checkoutLink({ amount: '10', externalId: 'order-1', notify: 'none', options: TIMES }),
	);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject(made);
});

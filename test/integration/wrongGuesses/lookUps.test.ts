import type { INodeParameters } from 'n8n-workflow';
import type { NodeRunOptions } from '../engine/execution';
import { AT_ONCE, checkoutLink, payin, payout } from '../action/orders';
import * as wire from '../../../emulator/otherwise';
import { everywhere, without } from '../../../emulator/otherwise/difference';
import { notFound, unprocessable } from '../../../emulator/engine/serviceError';
import { answered, listed, shown } from './differing';
import { startService, type Service } from '../engine/service';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';
import { startProcess } from '../../sequences/n8nProcess';

const NOT_SHOWN = expect.stringContaining('does not show by which references') as string;

/**
 * Lists and records that show less than assumed, or in another form: a payment must be found all the same, or it would be
 * made again. Each run is in a process of its own, which remembers nothing of the payments before.
 */

const service = serviceOfFile({ wrongGuesses: ['payinListRecord', 'payoutListRecord', 'recordEnvelope'] });

const account = () => service.emulator.account('AUD');
const people = (...keys: string[]) => keys.map((key, index) => ({ amount: index + 10, key }));
/** Pays in a process of its own, unless one is given. */
const pay = async (parameters: INodeParameters, keys: string[], more: Partial<NodeRunOptions> = {}, asked = service) =>
	await run(
		asked,
		{ ...parameters, options: AT_ONCE },
		{ items: people(...keys), nodeTypes: startProcess().nodeTypes, ...more },
	);
const RETRIED = { settings: { retryOnFail: true, maxTries: 2 } };
const outcomes = async (parameters: INodeParameters, keys: string[]) => {
	const { items, error } = await pay(parameters, keys);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.outcome);
};

it('a payin is compared by its detail, where the list shows only its reference', async () => {
	listed('v2.payins.list', ({ uuid, external_id }) => ({ uuid, external_id }));
	expect(await outcomes(payin(), ['order-1'])).toEqual(['created']);
	expect(await outcomes(payin(), ['order-1'])).toEqual(['found']);
});

const LINKS = ['v3.links.list', 'v3.links.detail'];

it.each<[string, string[], (metadata: unknown) => unknown]>([
	['as JSON text', LINKS, (metadata) => JSON.stringify(metadata)],
	['in the detail alone', LINKS.slice(0, 1), () => undefined],
	['null in the list', LINKS.slice(0, 1), () => null],
	['as an empty object in the list', LINKS.slice(0, 1), () => ({})],
])('a link is found where its metadata shows %s', async (_how, endpoints, change) => {
	shown(endpoints, (fields) => ('meta_data' in fields ? { ...fields, meta_data: change(fields.meta_data) } : fields));
	expect(await outcomes(checkoutLink(), ['order-1', 'order-2'])).toEqual(['created', 'created']);
	expect(await outcomes(checkoutLink(), ['order-1'])).toEqual(['found']);
	const read = await run(service, { resource: 'checkoutLink', operation: 'getAll', returnAll: true });
	expect(read.items).toHaveLength(2);
});

it('a link is found in a list by cursor', async () => {
	answered(['v3.links.list'], ({ records }) => ({ size: 20, has_more: false, next_cursor: null, records }));
	expect(await outcomes(checkoutLink(), ['order-1'])).toEqual(['created']);
	expect(await outcomes(checkoutLink(), ['order-1'])).toEqual(['found']);
});

describe('where only their details show the references of more than 20 links', () => {
	const many = (count: number) => Array.from({ length: count }, (_, index) => `order-${index}`);
	beforeEach(async () => {
		const { list } = account().links;
		await outcomes(checkoutLink({ amount: '10' }), many(22));
		jest.spyOn(account().links, 'list').mockImplementation((filter) => list({ ...filter, external_id: undefined }));
		shown(['v3.links.list'], (fields) => without(fields, 'meta_data'));
	});

	/** The External ID of a link by its place in the list. */
	const listed = (place: number) =>
		account()
			.links.list({ from: 0, to: Infinity })
			.map(({ uuid }) => String(account().links.detail(uuid).meta_data?.external_id))[place] ?? '';

	it('one among the first 20 is found', async () => {
		expect(await outcomes(checkoutLink({ amount: '10' }), [listed(19)])).toEqual(['found']);
	});

	it('one that is new is made, and its item says that others were not recognised', async () => {
		const { items } = await pay(checkoutLink({ amount: '10' }), ['order-new']);
		expect(items[0]?.json).toMatchObject({
			outcome: 'created',
			note: expect.stringContaining(
				'Only links of this workflow, and of this n8n process in the last day, were recognised',
			),
		});
	});
});

describe('where the detail that alone shows the reference of a link is refused', () => {
	beforeEach(async () => {
		await outcomes(checkoutLink(), ['order-1', 'order-2']);
		const { list, detail } = account().links;
		jest.spyOn(account().links, 'list').mockImplementation((filter) => list({ ...filter, external_id: undefined }));
		jest.spyOn(account().links, 'detail').mockImplementation((uuid) => {
			const link = detail(uuid);
			if (link.meta_data?.external_id === 'order-1') throw notFound('There is no such link');
			return link;
		});
		shown(['v3.links.list'], (fields) => without(fields, 'meta_data'));
	});
	const ask = async (key: string) => await pay(checkoutLink(), [key], RETRIED);

	it('the item says that a repeat could not be ruled out', async () => {
		const { items } = await ask('order-1');
		expect(items[0]?.json).toMatchObject({ outcome: 'created', note: NOT_SHOWN });
	});

	it('another one is found', async () => {
		await outcomes(checkoutLink(), ['order-3']);
		const { items } = await ask('order-3');
		expect(items[0]?.json).toMatchObject({ outcome: 'found' });
	});

	it('one whose answer was lost is not made again', async () => {
		service.fault({ endpoint: 'v3.links.create', when: 'after', fault: 'reset' });
		const before = account().links.summary().links.count;
		const { error } = await ask('order-1');
		expect(error?.message).toBe('It is unknown whether the link order-1 was created');
		expect(account().links.summary().links.count).toBe(before + 1);
	});
});

describe('where a list of links under an External ID that exists is empty', () => {
	const ask = async (key: string, nodeTypes = startProcess().nodeTypes, keys = [key]) =>
		await pay(checkoutLink(), [...keys], { ...RETRIED, nodeTypes });
	const outcomeOf = async (...asked: Parameters<typeof ask>) => {
		const { items, error } = await ask(...asked);
		expect(error).toBeUndefined();
		const { outcome, external_id, note } = items.at(-1)?.json ?? {};
		return { outcome, external_id, ...(note !== null && { note }) };
	};

	/** The service makes links without their metadata. */
	const drop = () => {
		const { create } = account().links;
		jest
			.spyOn(account().links, 'create')
			.mockImplementation(({ meta_data: _, ...request }) =>
				create(request as typeof request & { meta_data: undefined }),
			);
	};
	/** It filters by a field that links do not have. */
	const filterByAnother = () => {
		const { list } = account().links;
		jest
			.spyOn(account().links, 'list')
			.mockImplementation((filter) => (filter.external_id === undefined ? list(filter) : []));
	};
	const showInLists = (change: object) =>
		shown(LINKS, (fields) => ('meta_data' in fields ? { ...fields, ...change } : fields));

	it.each([
		['does not keep metadata', () => drop()],
		['does not keep metadata, and shows it as null', () => [drop(), showInLists({ meta_data: null })]],
		['does not keep metadata, and shows none', () => [drop(), showInLists({ meta_data: undefined })]],
		['filters by another field', () => filterByAnother()],
	])('because the service %s, a repeat is not ruled out', async (_how, differ) => {
		differ();
		expect(await outcomeOf('order-1')).toEqual({ outcome: 'created', external_id: 'order-1' });
		expect(await outcomeOf('order-1')).toMatchObject({ outcome: 'created', note: NOT_SHOWN });
	});

	it.each([
		['does not keep metadata', drop],
		['filters by another field', filterByAnother],
	])('because the service %s, a link whose answer was lost is not made again', async (_how, differ) => {
		differ();
		service.fault({ endpoint: 'v3.links.create', when: 'after', fault: 'reset', nth: 1 });
		const { error } = await ask('order-1');
		expect(error?.message).toBe('It is unknown whether the link order-1 was created');
		expect(account().links.summary().links.count).toBe(1);
	});

	it('because metadata comes as a list of pairs, a link whose answer was lost is not made again', async () => {
		await ask('order-0');
		filterByAnother();
		showInLists({ meta_data: [{ key: 'external_id', value: 'order-0' }] });
		service.fault({ endpoint: 'v3.links.create', when: 'after', fault: 'reset', nth: 1 });
		const { error } = await ask('order-1');
		expect(error?.message).toBe('It is unknown whether the link order-1 was created');
		expect(account().links.summary().links.count).toBe(2);
	});

	it('because the service drops metadata, a list of items asks for that once', async () => {
		drop();
		await ask('order-0');
		const before = service.calls()['v3.links.list'] ?? 0;
		expect(await outcomeOf('', undefined, ['order-1', 'order-2', 'order-3'])).toMatchObject({ note: NOT_SHOWN });
		expect((service.calls()['v3.links.list'] ?? 0) - before).toBe(4);
	});
});

it.each<[string, object | undefined, number]>([
	['in lists', undefined, 0],
	['in details alone', { meta_data: undefined }, 1],
])(
	'the service is asked once per process whether it finds links that show their references %s',
	async (_how, hidden, details) => {
		if (hidden) shown(['v3.links.list'], (fields) => ('meta_data' in fields ? { ...fields, ...hidden } : fields));
		await outcomes(checkoutLink(), ['order-1']);
		const { nodeTypes } = startProcess();
		const costOf = async (key: string) => {
			const before = { ...service.calls() };
			const { items } = await pay(checkoutLink(), [key], { nodeTypes });
			expect(items[0]?.json).toMatchObject({ outcome: 'created', external_id: key });
			const { 'v3.links.list': lists = 0, 'v3.links.detail': read = 0 } = service.calls();
			return [lists - (before['v3.links.list'] ?? 0), read - (before['v3.links.detail'] ?? 0)];
		};
		expect(await costOf('order-2')).toEqual([3, details]);
		expect(await costOf('order-3')).toEqual([1, 0]);
	},
);

it('a payin is found by its detail', async () => {
	expect(await outcomes(payin(), ['order-1', 'order-2'])).toEqual(['created', 'created']);
	expect(await outcomes(payin(), ['order-1', 'order-2'])).toEqual(['found', 'found']);
	expect(account().payins.payments().payins).toHaveLength(2);
});

describe('what is found again says how to pay, where the list does not show it', () => {
	const hide = (list: string, ...hidden: string[]) => shown([list], (fields) => without(fields, ...hidden));
	const again = async (parameters: INodeParameters) => {
		await outcomes(parameters, ['order-1']);
		const { items, error } = await pay(parameters, ['order-1']);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ outcome: 'found' });
		return items[0]?.json ?? {};
	};

	it('a payin', async () => {
		hide('v2.payins.list', 'pay_code', 'stage');
		expect(await again(payin())).toMatchObject({ account_number: expect.any(String), stage: 'normal_stage' });
	});

	it('a payin whose account the list shows as an empty object', async () => {
		listed('v2.payins.list', (record) => ({ ...record, pay_code: {} }));
		expect(await again(payin())).toMatchObject({ account_number: expect.any(String) });
	});

	const link = checkoutLink({ paymentDescription: 'Order 1', notify: 'none' });

	it('a checkout link', async () => {
		hide('v3.links.list', 'payment_link_url', 'payment_url');
		expect(await again(link)).toMatchObject({ payment_url: expect.stringMatching(/^https?:/) });
	});

	it('a checkout link whose detail is refused is found without its address', async () => {
		hide('v3.links.list', 'payment_link_url', 'payment_url');
		jest.spyOn(account().links, 'detail').mockImplementation(() => {
			throw notFound('There is no such link');
		});
		expect(await again(link)).toMatchObject({ payment_url: null });
	});
});

describe('payments of an older year', () => {
	const made = async (parameters: INodeParameters) => {
		const older = await startService({ start: new Date(Date.now() - 400 * 86_400_000) });
		const { nodeTypes } = startProcess();
		const ask = async () => await pay(parameters, ['order-1'], { nodeTypes }, older);
		await pay(parameters, ['order-1'], {}, older);
		const { payins } = older.emulator.account('AUD');
		for (const { uuid } of payins.payments().payins) payins.simulate(uuid, 'completed');
		await older.advance(400 * 86_400_000 - 60_000);
		return { older, ask };
	};

	/** The service refuses those lists of a kind that are chosen by their number and page size. */
	const refuse = (older: Service, kind: 'payins' | 'payouts', isRefused: (nth: number, size?: number) => boolean) => {
		const book = older.emulator.account('AUD')[kind] as unknown as { list: (query: { size?: number }) => unknown };
		const { list } = book;
		let calls = 0;
		jest.spyOn(book, 'list').mockImplementation((query) => {
			if (isRefused(++calls, query.size)) throw unprocessable({ query: 'is refused' });
			return list(query);
		});
	};

	it('are found where the service lists no fewer than twenty at a time', async () => {
		const { older, ask } = await made(payin());
		refuse(older, 'payins', (_, size = 0) => size < 20);
		expect((await ask()).items[0]?.json).toMatchObject({ outcome: 'found' });
		await older.close();
	});

	it('that the service does not list any more stop nobody', async () => {
		const { older, ask } = await made(payout());
		refuse(older, 'payouts', (nth) => nth === 1 || nth === 3);
		expect((await ask()).items[0]?.json).toMatchObject({ outcome: 'created' });
		await older.close();
	});
});

it.each<[string, INodeParameters]>([
	['one request per item', {}],
	['all items in one request', { batchMode: 'allItems', batchExternalId: 'March' }],
])('a payout is found by its detail: %s', async (_, mode) => {
	const parameters = { ...payout(), ...mode };
	expect(await outcomes(parameters, ['p-1', 'p-2'])).toEqual(['created', 'created']);
	expect(await outcomes(parameters, ['p-1', 'p-2'])).toEqual(['found', 'found']);
	expect(account().payouts.payments().payouts).toHaveLength(2);
});

describe('where the service shows External IDs as numbers', () => {
	beforeEach(() => {
		shown('everywhere', (fields) =>
			/^\d+$/.test(String(fields.external_id)) ? { ...fields, external_id: Number(fields.external_id) } : fields,
		);
	});

	const ways: [string, INodeParameters][] = [
		['a payin', payin()],
		['a payout', payout()],
		['a payout of all items', payout({ batchMode: 'allItems', batchExternalId: '2026' })],
	];

	it.each(ways)('%s is found', async (_way, parameters) => {
		expect(await outcomes(parameters, ['1001', '1002'])).toEqual(['created', 'created']);
		expect(await outcomes(parameters, ['1001', '1002'])).toEqual(['found', 'found']);
	});
});

const together: [string, INodeParameters][] = [
	['all in one request', { batchMode: 'allItems', batchExternalId: 'March' }],
];

it.each(
	together.flatMap(([way, mode]) => [
		[`${way}, with its total`, mode, []] as const,
		[`${way}, without a total`, mode, ['total_amount']] as const,
	]),
)('a payee whom the list leaves out of a batch is found: %s', async (_, mode, hidden) => {
	const parameters = { ...payout(), ...mode };
	expect(await outcomes(parameters, ['p-1', 'p-2'])).toEqual(['created', 'created']);
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_world, endpoint, answer) =>
			everywhere(answer as Record<string, unknown>, ({ payout_transactions: transactions, ...fields }) =>
				endpoint === 'v2.payouts.list' && Array.isArray(transactions)
					? { ...without(fields, ...hidden), payout_transactions: transactions.slice(0, 1) }
					: { ...fields, ...(transactions !== undefined && { payout_transactions: transactions }) },
			),
		);
	expect(await outcomes(parameters, ['p-3', 'p-2'])).toEqual(['created', 'found']);
	expect(account().payouts.payments().payouts).toHaveLength(3);
});

it.each([
	['payin', 'v2.payins.list', payin()],
	['payout', 'v2.payouts.list', payout()],
	['payout of all items', 'v2.payouts.list', payout({ batchMode: 'allItems', batchExternalId: 'March' })],
] as const)(
	'a %s that has failed is not taken for one that is alive where lists show no status',
	async (_, list, parameters) => {
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_world, endpoint, answer) =>
				everywhere(answer as Record<string, unknown>, ({ status, ...fields }) =>
					endpoint === list || status === undefined
						? fields
						: { ...fields, status: endpoint.endsWith('detail') || endpoint.endsWith('get') ? 'failed' : status },
				),
			);
		expect(await outcomes(parameters, ['order-1'])).toEqual(['created']);
		const { error } = await pay(parameters, ['order-1']);
		expect(error?.message).toContain('has ended without money: failed');
	},
);

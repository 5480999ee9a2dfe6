import type { INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { operation, payin, payout, QUICK } from '../action/orders';
import { OneCredential } from '../engine/credentials';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { goOn } from '../resources/resourceRun';
import { atCall } from './atCall';
import { chunks, eachOnce, list, one, outcomes, paidKeys, wages } from './payroll';
import { audPayoutPerItem, writes } from './writes';

/** What an item or its node says wrongly is told before anything is sent. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const pay = async (parameters: INodeParameters, options: Partial<NodeRunOptions> = {}) =>
	await runNode({ credentials: service.credentials(), parameters, items: wages(1), ...options });

const refusalOf = async (parameters: INodeParameters, options: Partial<NodeRunOptions> = {}) => {
	const { error } = await pay(parameters, options);
	expect(service.writes()).toBe(0);
	return error?.message;
};

describe('an External ID', () => {
	it.each(writes.map((write) => [write.name, write] as const))(
		'that an expression leaves empty is missing: %s',
		async (_name, { endpoint, parameters, items }) => {
			const item = items(service, 1);
			const before = service.writes();
			const name = endpoint === 'v1.gateway.create' ? 'orderId' : 'externalId';
			const { error } = await pay({ ...parameters, [name]: '={{ $json.none || "  " }}' }, { items: item });
			expect(error?.message).toBe(name === 'orderId' ? 'Order ID is missing' : 'External ID is missing');
			expect(service.writes()).toBe(before);
		},
	);

	it('of a list is missing where an expression leaves it empty', async () => {
		expect(await refusalOf(list({ batchExternalId: '={{ $json.none }}' }))).toBe('Batch External ID is missing');
	});

	it.each([
		['must be text, not an object', '={{ ({ invoice: 7 }) }}'],
		['must be text, not an object', '={{ $now }}'],
		['must be text, not a list', '={{ ["inv-7"] }}'],
		['must be text, not the number 12345678901234568', '={{ 12345678901234567 }}'],
		['is cut within a character', '={{ "INV-" + "𠮷野".slice(0, 1) }}'],
	])('%s: %s', async (said, reference) => {
		expect(await refusalOf(one({ externalId: reference }))).toBe(`External ID ${said}`);
		expect(await refusalOf(list({ batchExternalId: reference }))).toBe(`Batch External ID ${said}`);
	});

	it('may be a number', async () => {
		await pay(one({ externalId: '={{ 20260331001 }}' }));
		expect(paidKeys(service)).toEqual(['20260331001']);
	});
});

it.each([
	['payouts', one()],
	['payouts in one request', list()],
	['AUD payouts', audPayoutPerItem.parameters],
	['payins', payin({ options: QUICK })],
])('an expression that fails only when the record is read: %s', async (_what, parameters) => {
	const simplify = "={{ $('Nobody').first().json.simple }}";
	expect(await refusalOf({ ...parameters, options: { ...QUICK, simplify } })).toMatch(/Nobody|node/);
});

describe('a bad item of a list', () => {
	const items = wages(4).map((item, index) => (index === 1 ? { ...item, amount: '1.250,50' } : item));

	it('stops everything', async () => {
		expect(await refusalOf(chunks(), { items })).toContain('can be read in more than one way');
	});

	it('is left out where the node goes on, and is paid alone once it is corrected', async () => {
		const run = await pay(chunks(), { items, settings: goOn });
		expect(outcomes(run).map((outcome) => outcome.slice(0, 7))).toEqual(['created', 'Amount ', 'created', 'created']);
		expect(outcomes(await pay(chunks(), { items: wages(4) }))).toEqual(['found', 'created', 'found', 'found']);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(4)));
	});
});

describe('a credential whose values come from the item', () => {
	const payFrom = async (apps: (string | undefined)[], appId = '={{ $json.app }}') => {
		const items = wages(apps.length).map((item, index) => ({ ...item, app: apps[index] }));
		return await pay(payout({ options: QUICK }), { items, credentials: { ...service.credentials(), appId } });
	};
	const OTHER = 'The credential has other values for this item than for the first one';

	it('pays from its account', async () => {
		const { appId } = service.emulator.account('AUD');
		expect(outcomes(await payFrom([appId, appId]))).toEqual(['created', 'created']);
	});

	it.each<[string, (app: string) => [apps: (string | undefined)[], appId?: string]]>([
		['an item has another account', (app) => [[app, app, 'app-of-somebody-else', app]]],
		[
			'items without one have a usual one',
			(app) => [[undefined, 'app-of-somebody-else', undefined], `={{ $input.item?.json.app || "${app}" }}`],
		],
		[
			'it is read from all items',
			(app) => [[undefined, 'app-of-somebody-else'], `={{ $input.all()[$itemIndex]?.json.app || "${app}" }}`],
		],
		[
			'it is one of many items',
			(app) => [
				wages(450).map((_, index) => (index === 397 ? 'app-of-somebody-else' : undefined)),
				`={{ $input.item?.json.app || "${app}" }}`,
			],
		],
	])('is refused where %s', async (_what, given) => {
		const { error } = await payFrom(...given(service.emulator.account('AUD').appId));
		expect(error?.message).toBe(OTHER);
		expect(service.writes()).toBe(0);
	});
});

describe('a credential that is changed in the middle', () => {
	it.each([
		{ appId: 'another-app' },
		{ baseUrl: 'https://another.example/api' },
		{ baseUrl: 'nowhere' },
		{ baseUrl: 'http://localhost/api' },
	])('pays from one account: %j', async (change) => {
		for (const parameters of [one(), list({ additionalFields: { maxPerBatch: 1 } })]) {
			await service.reset();
			const credentials = { ...service.credentials() };
			const now = performance.now.bind(performance);
			const changeNow = () => {
				Object.assign(credentials, change);
				// What was read a moment ago still counts.
				jest.spyOn(performance, 'now').mockImplementation(() => now() + 1_000);
			};
			atCall(service, 'answered', 1, changeNow, 'v2.payouts.create');
			const { error } = await pay(parameters, { credentials, items: wages(3) });
			jest.restoreAllMocks();
			expect(error?.message).toBe('The credential was changed to another App ID or Base URL meanwhile');
			expect(service.writes()).toBe(1);
		}
	});

	it.each([
		['without expressions', {}],
		[
			'of an external secret store',
			{ appId: '={{ $secrets.vault.app }}', secretKey: "={{ $secrets['my vault']['key'] }}" },
		],
	])('is looked for a few times only, however many items there are (%s)', async (_, stored) => {
		const { getDecrypted } = OneCredential.prototype;
		const read = jest.spyOn(OneCredential.prototype, 'getDecrypted').mockImplementation(async function (
			this: OneCredential,
			...args
		) {
			const isStored = args[5] === true;
			return { ...(await getDecrypted.apply(this, args)), ...(isStored && stored) };
		});
		await pay(list(), { items: wages(300) });
		expect(read.mock.calls.length).toBeLessThan(20);
	});
});

/** The user stops an execution in the midst of a list. */

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

it.each(writes.filter(({ together }) => !together).map((write) => [write.name, write] as const))(
	'%s: a list that was stopped fails, also when Retry On Fail runs the node once more',
	async (_name, { endpoint, parameters, currency, ...write }) => {
		const stop = new AbortController();
		const items = write.items(service, 4);
		service.fault({ endpoint, when: 'before', fault: 'stall', nth: 2 });
		let asked = 0;
		const timer = setInterval(() => {
			if ((service.calls()[endpoint] ?? 0) >= 2 && ++asked > 3) stop.abort();
		}, 50);
		const { runData } = await runNode({
			credentials: service.credentials(currency),
			parameters: { ...parameters, options: { ...QUICK, concurrency: 1 } },
			items,
			nodeTypes: startProcess().nodeTypes,
			stop: stop.signal,
			settings: RETRY,
		});
		clearInterval(timer);
		expect(runData.Pay?.map(({ executionStatus }) => executionStatus)).toEqual(['error']);
	},
);

it.each([
	['names what was made and what is not known', {}, /(?=.*Already made before the node stopped \(1\): k-0\.)(?=.*k-1)/],
	// Its last try knows nothing of the first.
	['claims nothing after Retry On Fail', RETRY, /^(?!.*(Nothing was (sent|paid)|No payment))/],
])('the error %s', async (_what, settings, told) => {
	const stop = new AbortController();
	const { payins } = service.emulator.account('AUD');
	const create = payins.create.bind(payins);
	let made = 0;
	jest.spyOn(payins, 'create').mockImplementation((...given) => {
		const payinMade = create(...given);
		if (++made === 2) stop.abort();
		return payinMade;
	});
	const { error } = await runNode({
		credentials: service.credentials(),
		parameters: payin({ options: { ...QUICK, concurrency: 1 } }),
		items: [0, 1, 2].map((item) => ({ key: `k-${item}`, amount: 10 })),
		nodeTypes: startProcess().nodeTypes,
		stop: stop.signal,
		settings,
	});
	expect(`${error?.message} ${error?.description}`).toMatch(told);
	expect(made).toBe(2);
});

it('writes that had not left when the user stopped are told as not sent, where the node goes on', async () => {
	const credentials = service.credentials();
	const made = await runNode({
		credentials,
		parameters: payin({ options: QUICK }),
		items: Array.from({ length: 24 }, (_, item) => ({ key: `k-${item}`, amount: 10 })),
	});
	const stop = new AbortController();
	const { payins } = service.emulator.account('AUD');
	const cancel = payins.cancel.bind(payins);
	let cancelled = 0;
	jest.spyOn(payins, 'cancel').mockImplementation((...given) => {
		if (++cancelled === 2) stop.abort();
		return cancel(...given);
	});
	const { items } = await runNode({
		credentials,
		parameters: operation('payin', 'cancel', { uuid: '={{ $json.uuid }}', options: QUICK }),
		items: made.items.map(({ json }) => ({ uuid: json.uuid })),
		stop: stop.signal,
		settings: { onError: 'continueRegularOutput' },
	});
	// Sixteen were under way at most when the second was cancelled.
	expect(cancelled).toBeLessThanOrEqual(18);
	expect(items).toHaveLength(24);
	for (const { json } of items.slice(18)) expect(JSON.stringify(json)).not.toContain('unknown whether');
});

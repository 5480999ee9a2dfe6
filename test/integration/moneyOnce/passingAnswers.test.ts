import axios from 'axios';
import { Readable } from 'node:stream';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { EndpointId } from '../../../contract/endpoints';
import { notFound } from '../../../emulator/engine/serviceError';
import * as wire from '../../../emulator/otherwise';
import { everywhere, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, checkoutLink, payin } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { pass, startWire } from '../transport/wire';
import { answered, asked } from '../wrongGuesses/differing';
import { chunks, list, one, outcomes, paidKeys, wages } from './payroll';

/** The service, or somebody between n8n and the service, answers one question wrongly: that says nothing about payments. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
const adapterBefore = axios.defaults.adapter;
afterEach(() => {
	axios.defaults.adapter = adapterBefore;
	jest.restoreAllMocks();
});
afterAll(async () => await service.close());

/** Pays in a process of its own. */
const pay = async (
	parameters: INodeParameters,
	items: IDataObject[],
	{ nodeTypes = startProcess().nodeTypes, credentials = service.credentials() } = {},
) => await runNode({ credentials, parameters, items, nodeTypes });
const alone = payin({ options: AT_ONCE });
const link = checkoutLink({ options: AT_ONCE });
const links = () => service.emulator.account('AUD').links.recent(Infinity);
const payins = () => service.emulator.account('AUD').payins.payments().payins;

/** What a list that told how long it is answers once. */
const GLITCHES = [[], { records: [] }, { records: null }, { message: 'ok' }];

/** Number of services so far, each with accounts of its own. */
let services = 0;

/**
 * Pays two people twice, in two processes; the nth look-up of the second is answered with a glitch.
 * @returns whether it was, and who was paid
 */
async function paidAgain(glitch: object, endpoint: EndpointId, nth: number, order: INodeParameters) {
	const at = await startService({ seed: 100 + ++services });
	const credentials = at.credentials();
	await pay(order, wages(2), { credentials });
	const { nodeTypes } = startProcess();
	// What a process has not seen to tell how long it is, may be any list.
	if (endpoint === 'v3.links.list') await pay(order, wages(1), { credentials, nodeTypes });
	let answers = 0;
	glitches.set(at.emulator.world.settings, (asked, answer) =>
		asked === endpoint && ++answers === nth ? glitch : answer,
	);
	await pay(order, wages(2).reverse(), { credentials, nodeTypes });
	const { payouts, links: made } = at.emulator.account('AUD');
	const paid = payouts.payments().payouts.length + made.recent(Infinity).length;
	await at.close();
	return { isStruck: answers >= nth, paid };
}

/** How the answers of a service differ, by its settings. */
const glitches = new Map<unknown, (endpoint: EndpointId, answer: unknown) => unknown>();

// The node waits before it reads a list again: the cases wait at the same time.
it.each(GLITCHES)('a list that is answered once with %j hides nothing, at whichever look-up', async (glitch) => {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((settings, endpoint, answer) => glitches.get(settings)?.(endpoint, answer) ?? answer);
	const cases = [
		[1, 'v3.links.list', link] as const,
		...[1, 2, 3, 4].map((nth) => [nth, 'v2.payouts.list', one()] as const),
		...[1, 2, 3].map((nth) => [nth, 'v2.payouts.list', list()] as const),
	];
	const told = await Promise.all(
		cases.map(async ([nth, endpoint, order]) => await paidAgain(glitch, endpoint, nth, order)),
	);
	expect(told).toEqual(cases.map(() => ({ isStruck: true, paid: 2 })));
});

describe('a list of three pages', () => {
	const order = chunks({ additionalFields: { maxPerBatch: 1 } });
	let long: Service;
	beforeAll(async () => {
		long = await startService({ seed: 99 });
		await pay(order, wages(45), { credentials: long.credentials() });
	});
	afterAll(async () => await long.close());

	/** Pays everybody again in another process, to which lists differ. */
	async function paysNobody(differs: (shown: Fields & { records: Fields[] }) => unknown): Promise<void> {
		answered(['v2.payouts.list'], (shown) => differs(shown as Fields & { records: Fields[] }));
		const run = await pay(order, wages(45), { credentials: long.credentials() });
		expect(new Set(outcomes(run))).toEqual(new Set(['found']));
		expect(paidKeys(long)).toHaveLength(45);
	}

	it.each(['total_page', 'next_page'])(
		'that tells %s is read again where the second page comes empty',
		async (name) => {
			let given = 0;
			await paysNobody(({ page, records, [name]: told }) =>
				page === 2 && ++given === 1 ? { records: [] } : { records, [name]: told },
			);
			expect(given).toBeGreaterThan(1);
		},
	);

	it.each<[string, (shown: Fields & { records: Fields[] }) => Fields]>([
		['there are more pages', (shown) => shown],
		[
			'has_more tells of more',
			({ records, page, total_page }) => ({ records, page, has_more: Number(page) < Number(total_page) }),
		],
	])('is read whole where its total counts a page, and %s', async (_what, form) => {
		await paysNobody((shown) => ({ ...form(shown), total_count: shown.records.length }));
	});
});

describe('the detail of a batch', () => {
	/** Its list shows the payees of no batch. */
	const payAgain = async (detail: (time: number) => { status: number; text: string } | null) => {
		let details = 0;
		const proxy = await startWire((answer, request) => {
			const other = request.path.startsWith('/v2/payouts/detail') ? detail(++details) : null;
			const isList = request.path.startsWith('/v2/payouts/all');
			const hidden = (text: string) => (isList ? text.replaceAll('"payout_transactions"', '"others"') : text);
			void (other ? Promise.resolve(other) : pass(request, service.emulator.apiUrl)).then(({ status, text }) =>
				answer.writeHead(status, { 'content-type': 'application/json' }).end(hidden(text)),
			);
		});
		const credentials = service.credentials('AUD', { baseUrl: `${proxy.address}/api` });
		const run = await pay(list(), wages(3), { nodeTypes: startProcess().nodeTypes, credentials });
		await proxy.close();
		return run;
	};
	const missing = { status: 404, text: JSON.stringify({ errors: { code: 'NOT_FOUND', message: 'Not found' } }) };

	it('that is missing lets nobody in it be paid again', async () => {
		await pay(list(), wages(3));
		expect((await payAgain(() => missing)).error?.message).toBe('The payment service has no such record');
		expect(outcomes(await payAgain(() => null))).toEqual(['found', 'found', 'found']);
		expect(paidKeys(service)).toHaveLength(3);
	});

	it('that shows no payees for a moment is read again', async () => {
		await pay(list(), wages(3));
		const empty = { status: 200, text: JSON.stringify({ uuid: 'X', payout_transactions: [], total_amount: '34.50' }) };
		expect(outcomes(await payAgain((time) => (time === 1 ? empty : null)))).toEqual(['found', 'found', 'found']);
	});

	it('of a batch without payees and without a sum keeps nobody from being paid', async () => {
		await pay(list(), wages(1, 9));
		answered(['v2.payouts.list', 'v2.payouts.detail'], (answer) =>
			everywhere(answer, (fields) =>
				'payout_transactions' in fields ? { ...fields, total_amount: '0.0', payout_transactions: [] } : fields,
			),
		);
		expect(outcomes(await pay(list(), wages(1)))).toEqual(['created']);
	});
});

it.each([
	['payouts', 'v2.payouts.list', one()],
	['payins', 'v2.payins.list', alone],
] as const)(
	'a list of %s that has told that it is empty is not believed to be not found',
	async (_what, endpoint, order) => {
		const { nodeTypes } = startProcess();
		await pay(order, wages(1));
		await pay(order, wages(1, 1), { nodeTypes });
		asked([endpoint], () => {
			throw notFound('No such route');
		});
		const { error } = await pay(order, wages(1), { nodeTypes });
		expect(error?.message).toBeDefined();
		expect(paidKeys(service).length + payins().length).toBe(2);
	},
);

describe('a proxy that refuses one question in its own way', () => {
	/** @returns the addresses of the requests that it has refused */
	function refuseOnce(status: number, isStruck: (url: string) => boolean): string[] {
		const ask = axios.getAdapter(adapterBefore);
		const struck: string[] = [];
		axios.defaults.adapter = async (config) => {
			const url = axios.getUri(config);
			if (config.method?.toUpperCase() !== 'GET' || struck.length > 0 || !isStruck(url)) return await ask(config);
			struck.push(url);
			const page = `<html><body><h1>${status}</h1></body></html>`;
			const data = config.responseType === 'stream' ? Readable.from([Buffer.from(page)]) : page;
			return { data, status, statusText: '', headers: { 'content-type': 'text/html' }, config };
		};
		return struck;
	}

	it('a later page of a list that tells neither its length nor its pages', async () => {
		const other = await startService({ wrongGuesses: ['payoutListEnvelope'] });
		const order = chunks({ additionalFields: { maxPerBatch: 1 } });
		await pay(order, wages(25), { credentials: other.credentials() });
		const struck = refuseOnce(
			404,
			(url) => /payouts\/all.*[?&]page=2/.test(url) && url.includes('external_id=payroll-3'),
		);
		await pay(order, wages(25), { credentials: other.credentials() });
		expect(struck).toHaveLength(1);
		expect(paidKeys(other)).toHaveLength(25);
		await other.close();
	});

	it.each([403, 404])('an older year: %s', async (status) => {
		const DAY = 86_400_000;
		const old = await startService({ start: new Date(Date.now() - 400 * DAY) });
		const credentials = old.credentials();
		await pay(alone, wages(1), { credentials });
		await old.advance(400 * DAY - 60_000);
		const struck = refuseOnce(status, (url) => {
			const from = Date.parse(new URL(url).searchParams.get('from_date') ?? '');
			return url.includes('/v2/payins/all') && from < Date.now() - 370 * DAY;
		});
		await pay(alone, wages(1), { credentials });
		expect(struck).toHaveLength(1);
		expect(old.emulator.account('AUD').payins.payments().payins).toHaveLength(1);
		await old.close();
	});

	it.each([400, 422])('the list of checkout links: %s', async (status) => {
		await pay(link, wages(1));
		const struck = refuseOnce(status, (url) => url.includes('/v3/payin_links?'));
		await pay(link, wages(1));
		expect(struck).toHaveLength(1);
		expect(links()).toHaveLength(1);
		expect(outcomes(await pay(link, wages(1)))).toEqual(['found']);
	});
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { json, startWire, type Answer, type Wire } from '../transport/wire';
import { payin } from './orders';

/** The node handles several independent items at once. */

let wire: Wire | undefined;
afterEach(async () => await wire?.close());

const METHOD = { record: { payin_method_name: 'au_bank_aud', currency: 'AUD', form_fields: [] } };

/** A service that takes a while for every payin; `refuse` says which payins it refuses, and how. */
function slowService(refuse: (body: IDataObject) => Answer | undefined = () => undefined) {
	const seen = { underWay: 0, most: 0, sent: [] as string[] };
	const answer: Answer = (response, request) => {
		if (!request.path.startsWith('/v2/payins') || request.method === 'GET') {
			const page = { total: 0, page: 1, limit: 100, records: [] };
			return json(request.path.includes('method') ? METHOD : page)(response, request, 0);
		}
		const body = JSON.parse(request.body) as IDataObject;
		seen.sent.push(String(body.external_id));
		seen.most = Math.max(seen.most, ++seen.underWay);
		void sleep(80).then(async () => {
			seen.underWay--;
			const { external_id, amount, currency } = body;
			const record = {
				uuid: `U${String(external_id)}`,
				status: 'pending',
				external_id,
				amount: String(amount),
				currency,
			};
			await (refuse(body) ?? json(record))(response, request, 0);
		});
	};
	return { seen, answer };
}

const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ key: `k-${index}`, amount: index + 1 }));

async function pay(answer: Answer, items: IDataObject[], changes: INodeParameters, more: Partial<NodeRunOptions> = {}) {
	wire = await startWire(answer);
	return await runNode({ credentials: wire.credentials, parameters: payin(changes), items, ...more });
}

it('handles as many at once as the option says, and keeps their order', async () => {
	const { seen, answer } = slowService();
	const { items } = await pay(answer, people(20), { options: { concurrency: 4 } });
	expect(seen.most).toBe(4);
	expect(items.map(({ json: { uuid }, pairedItem }) => [uuid, pairedItem])).toEqual(
		people(20).map((_, item) => [`Uk-${item}`, { item }]),
	);
});

it('handles 16 at once when nothing is said, and asks for a method once, however many items need it', async () => {
	const { seen, answer } = slowService();
	await pay(answer, people(40), { options: {} });
	expect(seen.most).toBe(16);
	expect(wire?.requests.filter(({ path }) => path.includes('params'))).toHaveLength(1);
});

it('asks for a method in each execution: none fails because another is stopped', async () => {
	const stop = new AbortController();
	const { seen, answer } = slowService();
	const asked = Promise.withResolvers<null>();
	let times = 0;
	const service = await startWire((response, request, number) => {
		if (!request.path.includes('params')) return answer(response, request, number);
		// The first is never answered.
		if (++times === 1) return asked.resolve(null);
		stop.abort();
		answer(response, request, number);
	});
	wire = service;
	const execute = async (key: string, more: Partial<NodeRunOptions> = {}) =>
		await runNode({ credentials: service.credentials, parameters: payin(), items: [{ key, amount: 1 }], ...more });
	const stopped = execute('k-0', { stop: stop.signal });
	await asked.promise;
	await Promise.all([execute('k-1'), stopped]);
	expect(seen.sent).toEqual(['k-1']);
});

it('sends nothing behind an item that fails its checks, and everything before it', async () => {
	const { seen, answer } = slowService();
	const items = people(12).map((item, index) => (index === 5 ? { ...item, amount: 'five' } : item));
	const { error } = await pay(answer, items, { options: {} });
	expect(error?.message).toMatch(/^Amount cannot be used/);
	expect(error).toMatchObject({ context: { itemIndex: 5 } });
	expect(seen.sent.sort()).toEqual(['k-0', 'k-1', 'k-2', 'k-3', 'k-4']);
	expect(error?.description).toContain('Already made before the node stopped (5): k-0, k-1, k-2, k-3, k-4');
});

it('sends nothing new after an item that the service refuses', async () => {
	const { seen, answer } = slowService(({ external_id }) => (external_id === 'k-2' ? json({}, 422) : undefined));
	const { error } = await pay(answer, people(30), { options: { concurrency: 3 } });
	expect(error).toMatchObject({ context: { itemIndex: 2 } });
	expect(seen.sent.length).toBeLessThanOrEqual(6);
});

it('sends nothing new after a stop', async () => {
	const stop = new AbortController();
	const { seen, answer } = slowService(({ external_id }) =>
		external_id === 'k-2' ? (stop.abort(), undefined) : undefined,
	);
	await pay(answer, people(30), { options: { concurrency: 3, settleSeconds: 0 } }, { stop: stop.signal });
	expect(seen.sent.length).toBeLessThanOrEqual(6);
});

it('lets all items wait when the service has too many requests', async () => {
	let busy = true;
	const arrived: number[] = [];
	const { answer } = slowService(({ external_id }) => {
		arrived.push(Date.now());
		if (!busy || external_id !== 'k-0') return undefined;
		busy = false;
		return json({}, 429, { 'retry-after': '1' });
	});
	await pay(answer, people(6), { options: { concurrency: 2 } });
	const [, second = 0, third = 0] = arrived.sort();
	expect(third - second).toBeGreaterThanOrEqual(900);
});

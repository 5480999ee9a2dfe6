import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { batch, payout } from './orders';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const two = [
	{ key: 'a', amount: 1, name: 'A' },
	{ key: 'b', amount: 2, name: 'B' },
];

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)('with %s', (onError) => {
	it('a batch whose look-up fails is an error of every item', async () => {
		service.fault({ endpoint: 'v2.payouts.list', fault: 'status', status: 500 });
		const parameters = batch({ options: { timeLimit: 3 }, additionalFields: { batchExternalId: 'x' } });
		const run = await runNode({ credentials: service.credentials(), parameters, items: two, settings: { onError } });
		const failed = onError === 'continueErrorOutput' ? run.errorItems : run.items;
		expect(failed.map(({ json }) => String(json.error))).toMatchObject([
			expect.stringContaining('status 500'),
			expect.stringContaining('status 500'),
		]);
		expect(service.writes()).toBe(0);
	});
});

it('a batch whose look-up fails stops with a sentence', async () => {
	service.fault({ endpoint: 'v2.payouts.list', fault: 'status', status: 500 });
	const run = await runNode({
		credentials: service.credentials(),
		parameters: batch({ options: { timeLimit: 3 }, additionalFields: { batchExternalId: 'x' } }),
		items: two,
	});
	expect(run.error?.message).toMatch(/^The payment service failed with status 500/);
});

it('an expression that fails is an error of its item alone', async () => {
	const run = await runNode({
		credentials: service.credentials(),
		parameters: payout({ paymentDescription: '={{ $json.why.toUpperCase() }}' }),
		items: [{ ...two[0], why: 'wages' }, { ...two[1] }, { key: 'c', amount: 3, why: 'wages' }],
		settings: { onError: 'continueRegularOutput' },
	});
	expect(run.items).toMatchObject([
		{ json: { outcome: 'created' } },
		{ json: { error: expect.any(String) as string } },
		{ json: { outcome: 'created' } },
	]);
});

it('a batch that stops in the middle lists who was paid', async () => {
	service.fault({ endpoint: 'v2.payouts.create', when: 'before', nth: 2, fault: 'status', status: 500 });
	const run = await runNode({
		credentials: service.credentials(),
		parameters: batch({ additionalFields: { maxPerBatch: 1 } }),
		items: [...two, { key: 'c', amount: 3, name: 'C' }],
	});
	expect(run.error?.message).toContain('It is unknown');
	expect(run.error?.description).toContain('Already made before the node stopped (1): a.');
	expect(service.calls()['v2.payouts.create']).toBe(2);
});

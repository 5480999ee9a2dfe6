import { payin } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { goOn } from '../resources/resourceRun';
import { chunks, eachOnce, one, outcomes, paidKeys, wages } from './payroll';

/** Several executions in one n8n process that pay under the same External IDs. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const run = async (parameters = one(), items = wages(4), credentials = service.credentials()) =>
	await runNode({ credentials, parameters, items, settings: goOn });

describe.each([
	['one request per item', one()],
	['all items in one request', chunks()],
])('at the same moment, %s', (_, parameters) => {
	it('pay everybody once when answers are lost', async () => {
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', probability: 0.5 });
		const runs = await Promise.all([run(parameters), run(parameters), run(parameters)]);
		expect(runs.flatMap(outcomes).filter((outcome) => outcome === 'created')).toHaveLength(4);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(4)));
	});

	it('pay everybody once although the lists differ', async () => {
		const lists = [wages(4), wages(5, 1), wages(3, 2).reverse()];
		await Promise.all(lists.map(async (items) => await run(parameters, items)));
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(6)));
	});
});

it('do not hold up another account', async () => {
	const other = await startService();
	service.fault({ endpoint: 'v2.payouts.create', fault: 'slow', delayMs: 1_000, times: 1 });
	const slow = run(one(), wages(1));
	const quick = await run(one(), wages(1), other.credentials());
	expect(outcomes(quick)).toEqual(['created']);
	const isDone = await Promise.race([slow.then(() => true), Promise.resolve(false)]);
	expect(isDone).toBe(false);
	expect(outcomes(await slow)).toEqual(['created']);
	await other.close();
});

describe('Create and Wait on a payment that another execution made', () => {
	const wait = async (operation: string) =>
		await runNode({
			credentials: service.credentials(),
			parameters: { ...payin({ externalId: 'order-7', amount: '20' }), operation },
			address: 'https://n8n.test/',
		});

	it('goes on at once when it is final', async () => {
		await wait('create');
		const { payins } = service.emulator.account('AUD');
		payins.simulate(payins.payments().payins[0]?.uuid ?? '', 'completed');
		const { status, items } = await wait('createAndWait');
		expect(status).toBe('success');
		expect(items[0]?.json).toMatchObject({ status: 'received', wait: { outcome: 'final' } });
	});

	it('does not wait for a notification that goes elsewhere', async () => {
		await wait('create');
		const { status, error } = await wait('createAndWait');
		expect(status).toBe('error');
		expect(error?.message).toContain('not final yet, and its notifications do not come to this execution');
	});

	it('waits for its own', async () => {
		expect((await wait('createAndWait')).status).toBe('waiting');
	});
});

import { AT_ONCE, checkoutLink, payin, payout } from '../action/orders';
import { MINUTE, postEntries, SECOND, startPolling, told } from '../pollingTrigger/polling';
import { startProcess } from '../../sequences/n8nProcess';
import type { ServiceClient } from '../../../nodes/service/client';
import { ServiceFailure } from '../../../nodes/service/failure';
import { aheadOf, pagesOfPeriod } from '../../../nodes/service/period';
import { runNode } from '../engine/execution';
import { run } from '../resources/resourceRun';
import { startWire } from '../transport/wire';
import { newPayin } from '../trigger/payments';

/** A service that lists no period that ends in the future: what only allows for clocks that differ must not stop anybody. */

const polling = startPolling({ wrongGuesses: ['futurePeriods'] });
const link = checkoutLink({ notify: 'none' });

/** Lets time pass until what was made is no longer of the current second, which a list until now leaves out. */
async function passASecond(apart: number): Promise<void> {
	await polling.pass(SECOND);
	setApart(apart);
}

/** Sets the clock of n8n apart from that of the service, in milliseconds. */
const setApart = (milliseconds: number) =>
	jest.setSystemTime(polling.service.emulator.world.clock.now().getTime() + milliseconds);

const clocks: [string, number][] = [
	['the same time', 0],
	['half a second more', 500],
	['ten minutes more', 10 * MINUTE],
	['ten minutes less', -10 * MINUTE],
];

describe.each(clocks)('where the clock of n8n shows %s', (_what, apart) => {
	beforeEach(async () => {
		await polling.pass(MINUTE + 250);
		setApart(apart);
	});

	it.each([
		['payin', payin()],
		['payout', payout()],
		['payout of all items', payout({ batchMode: 'allItems', batchExternalId: 'March' })],
		['checkout link', link],
	])('a %s is found by its External ID', async (_kind, parameters) => {
		const outcomes = async () => {
			const options = AT_ONCE;
			const items = [{ amount: 10, key: 'order-1' }];
			const { items: found, error } = await run(
				polling.service,
				{ ...parameters, options },
				{ items, nodeTypes: startProcess().nodeTypes },
			);
			expect(error).toBeUndefined();
			return found.map(({ json }) => json.outcome);
		};
		expect(await outcomes()).toEqual(['created']);
		await passASecond(apart);
		expect(await outcomes()).toEqual(['found']);
	});

	it.each(['payin', 'payout'])('Get Many of %s lists until now', async (resource) => {
		const order = resource === 'payin' ? payin() : payout();
		await run(polling.service, order, { items: [{ amount: 10, key: 'order-1' }] });
		await passASecond(apart);
		const { items, error } = await run(polling.service, { resource, operation: 'getAll', returnAll: true });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});
});

it('a history is listed until now, in files as well', async () => {
	for (const output of ['items', 'csv']) {
		const { items, error } = await run(polling.service, {
			...{ resource: 'balance', operation: 'getHistory', returnAll: true, output },
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	}
});

it('the refused end is asked for once a minute by each process', async () => {
	const list = { resource: 'payin', operation: 'getAll', returnAll: true, toDate: '={{ $now.plus({ days: 1 }) }}' };
	polling.requests();
	await run(polling.service, list);
	expect(polling.requests()).toEqual({ 'v2.payins.list': 2 });
	await polling.pass(30 * SECOND);
	await run(polling.service, list);
	expect(polling.requests()).toEqual({ 'v2.payins.list': 1 });
});

it.each([
	['back', 10 * MINUTE],
	['forward', -10 * MINUTE],
])('what is made after the clock of n8n was set %s is found', async (_direction, apart) => {
	setApart(apart);
	const list = { resource: 'payin', operation: 'getAll', returnAll: true, toDate: '={{ $now.plus({ days: 1 }) }}' };
	expect((await run(polling.service, list)).items).toHaveLength(0);
	setApart(0);
	await polling.pass(5 * MINUTE);
	newPayin(polling.service);
	await passASecond(0);
	expect((await run(polling.service, list)).items).toHaveLength(1);
});

it.each(clocks)('the polling trigger tells what changes, where the clock of n8n shows %s', async (_what, apart) => {
	const events = ['payin', 'payout', 'balanceEntry', 'settlementReport'];
	const poller = polling.workflow({ events }).poller();
	setApart(apart);
	expect(await poller.activate()).toEqual([]);
	await polling.pass(MINUTE);
	setApart(apart);
	const uuid = newPayin(polling.service);
	polling.service.emulator.account('AUD').payins.simulate(uuid, 'completed');
	await polling.pass(MINUTE);
	setApart(apart);
	expect(told(await poller.poll())).toContain(`${uuid} received`);
});

it('a look over several polls goes on where the last one stopped', async () => {
	postEntries(polling.service, 5_000);
	await polling.pass(SECOND + 250);
	const workflow = polling.workflow({ events: ['balanceEntry'], options: { emitExisting: true } });
	const poller = workflow.poller();
	await poller.activate();
	const held = [workflow.held.length];
	for (let poll = 0; poll < 2; poll++) {
		await polling.pass(60.37 * SECOND);
		await poller.poll();
		held.push(workflow.held.length);
	}
	expect(held).toEqual([2_400, 4_700, 5_001]);
});

it('a cursor is used for no other dates than those it was given for', async () => {
	const wire = await startWire((answer, { path }) => {
		const isLater = path.includes('cursor=');
		const page = { size: 1, next_cursor: 'c-2', has_more: true, records: [{ id: 'B-1' }] };
		answer.writeHead(isLater ? 422 : 200, { 'content-type': 'application/json' });
		answer.end(JSON.stringify(isLater ? { errors: { cursor: 'is not valid' } } : page));
	});
	const { error } = await runNode({
		credentials: wire.credentials,
		parameters: { resource: 'balance', operation: 'getHistory', returnAll: true },
	});
	await wire.close();
	expect(error?.message).toContain('is not valid');
	expect(wire.requests).toHaveLength(2);
});

it('every page of a look is asked for with the same dates', async () => {
	const asked = new Date('2031-03-04T00:00:10.950Z');
	const ends: string[] = [];
	const client = { credential: { baseUrl: 'https://service.example/api', appId: 'no-future' } } as ServiceClient;
	/** The time passes while the request is on its way; the service tells whole seconds. */
	const page = async (cursor: string | undefined) =>
		await pagesOfPeriod(client, '/history', aheadOf({ from: new Date(0), asked }), ({ to }) => async () => {
			if (to.getTime() > asked.getTime() + 150) {
				jest.setSystemTime(asked.getTime() + 150);
				const details = { status: 422, answer: '', attempts: 1, date: 'Tue, 04 Mar 2031 00:00:11 GMT' };
				throw new ServiceFailure('refused', false, { method: 'GET', path: '/history' }, details);
			}
			ends.push(to.toISOString());
			return await Promise.resolve({ records: [], next: 'c-2' });
		})(cursor);
	await page(undefined);
	await page('c-2');
	expect(new Set(ends).size).toBe(1);
});

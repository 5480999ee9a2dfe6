import { unprocessable } from '../../../emulator/engine/serviceError';
import type { Page } from '../../../core/service/paging';
import * as wire from '../../../emulator/otherwise';
import type { ServiceClient } from '../../../nodes/service/client';
import { payinPages } from '../../../nodes/service/payins';
import { newPayin, newPayout, receivedPayin, refund } from '../trigger/payments';
import { anotherProcess } from '../trigger/triggerEngine';
import { DAY, MINUTE, postEntries, SECOND, startPolling, told } from './polling';

const polling = startPolling();

const account = () => polling.service.emulator.account('AUD');
const unique = (items: { event_id?: unknown }[]) => new Set(items.map(({ event_id }) => event_id)).size;

it('emits each of 150 payments once that finished while n8n was down for a day', async () => {
	const workflow = polling.workflow();
	await workflow.poller().activate();
	const { payins } = account();
	const pending = Array.from({ length: 50 }, () => newPayin(polling.service));
	await workflow.poller().activate();
	for (const uuid of pending) payins.simulate(uuid, 'completed');
	const finished = Array.from({ length: 60 }, () => receivedPayin(polling.service));
	const payouts = Array.from({ length: 40 }, () => newPayout(polling.service));
	await polling.pass(DAY);

	workflow.process = anotherProcess();
	const poller = workflow.poller('init');
	const items = [...(await poller.activate()), ...(await poller.poll()), ...(await poller.poll())];
	expect(items).toHaveLength(150);
	expect(unique(items)).toBe(150);
	expect(new Set(told(items))).toEqual(
		new Set([
			...[...pending, ...finished].map((uuid) => `${uuid} received`),
			...payouts.map((uuid) => `${uuid} completed`),
		]),
	);
	workflow.process = anotherProcess();
	expect(await workflow.poller('init').activate()).toEqual([]);
});

it('misses nothing in a downtime longer than it looks back, and repeats nothing of before', async () => {
	const workflow = polling.workflow({ lookBack: 24 });
	await workflow.poller().activate();
	const watched = newPayin(polling.service);
	receivedPayin(polling.service);
	expect(await workflow.poller().activate()).toHaveLength(1);
	await polling.pass(5 * DAY);
	const { payins } = account();
	expect(payins.get(watched).status).toBe('expired');
	const fresh = receivedPayin(polling.service);
	workflow.process = anotherProcess();
	expect(told(await workflow.poller('init').activate()).sort()).toEqual(
		[`${fresh} received`, `${watched} expired`].sort(),
	);
});

it('starts polling with n8n even when the service refuses, and says so in every later poll', async () => {
	const workflow = polling.workflow();
	await workflow.poller().activate();
	const uuid = receivedPayin(polling.service);
	const { secretKey } = account();
	Object.assign(account(), { secretKey: 'another' });
	workflow.process = anotherProcess();
	const poller = workflow.poller('init');
	expect(await poller.activate()).toEqual([]);
	await expect(poller.poll()).rejects.toThrow('did not accept the credential');
	Object.assign(account(), { secretKey });
	expect(told(await poller.poll())).toEqual([`${uuid} received`]);
});

it('stops the publishing when it could not work', async () => {
	const workflow = polling.workflow();
	workflow.credentials = { ...workflow.credentials, secretKey: 'wrong' };
	await expect(workflow.poller('activate').activate()).rejects.toThrow('did not accept the credential');
	workflow.credentials = { ...workflow.credentials, appId: '' };
	await expect(workflow.poller('activate').activate()).rejects.toThrow('no App ID');
});

it('emits what it could read when another list fails', async () => {
	const poller = polling.workflow().poller();
	await poller.activate();
	const uuid = receivedPayin(polling.service);
	jest.spyOn(account().payouts, 'list').mockImplementation(() => {
		throw unprocessable({ from_date: 'is too early' });
	});
	expect(told(await poller.poll())).toEqual([`${uuid} received`]);
	await expect(poller.poll()).rejects.toThrow('The payment service refused this: From Date: is too early');
});

describe('with more than one poll can read', () => {
	it('sends a bounded number of requests and goes on in the next poll, newest first', async () => {
		const workflow = polling.workflow({ events: ['payout'] });
		const poller = workflow.poller();
		await poller.activate();
		const batches = Array.from({ length: 620 }, () => newPayout(polling.service));
		await polling.pass(2 * SECOND);
		polling.requests();
		const first = await poller.poll();
		expect(polling.requests()).toEqual({ 'v2.payouts.list': 25 });
		expect(first).toHaveLength(500);
		const fresh = newPayout(polling.service);
		await polling.pass(2 * SECOND);
		const second = await poller.poll();
		// An empty page shows the end where no poll has read the whole list.
		expect(polling.requests()).toEqual({ 'v2.payouts.list': 9 });
		expect(told(second)).toContain(`${fresh} completed`);
		expect(new Set(told([...first, ...second]))).toEqual(
			new Set([...batches, fresh].map((uuid) => `${uuid} completed`)),
		);
		expect(unique([...first, ...second])).toBe(621);
	});

	it('comes to the end of a list that tells how many records it has and not how many a page has', async () => {
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
			if (endpoint !== 'v2.payouts.list') return answer;
			const { size: _size, limit: _limit, ...rest } = answer as Record<string, unknown>;
			return rest;
		});
		const poller = polling.workflow({ events: ['payout'] }).poller();
		await poller.activate();
		const oldest = newPayout(polling.service, { scheduled_at: '2031-03-20T00:00:00' });
		Array.from({ length: 610 }, () => newPayout(polling.service));
		await polling.pass(2 * SECOND);
		expect(await poller.poll()).toHaveLength(500);
		await polling.pass(MINUTE);
		expect(await poller.poll()).toHaveLength(110);
		account().payouts.cancelScheduled(oldest);
		expect(told([...(await poller.poll()), ...(await poller.poll())])).toEqual([`${oldest} cancelled`]);
	});

	it('goes on after a restart, too', async () => {
		const workflow = polling.workflow({ events: ['payout'], options: { emitExisting: true } });
		Array.from({ length: 520 }, () => newPayout(polling.service));
		await polling.pass(2 * SECOND);
		const first = await workflow.poller().activate();
		workflow.process = anotherProcess();
		const second = await workflow.poller('init').activate();
		expect([first.length, second.length]).toEqual([500, 20]);
		expect(unique([...first, ...second])).toBe(520);
	});

	it('reads the details of refunds over several polls, each once', async () => {
		const uuids = Array.from({ length: 60 }, () => receivedPayin(polling.service));
		const poller = polling.workflow({ events: ['payin'] }).poller();
		await poller.activate();
		polling.service.emulator.world.settings.refundDelayMs = DAY;
		for (const uuid of uuids) refund(polling.service, uuid);
		polling.requests();
		const items = [];
		for (let poll = 0; poll < 3; poll++) {
			items.push(...(await poller.poll()));
			await polling.pass(MINUTE);
			const { 'v2.payins.list': lists = 0, 'v2.payins.detail': details = 0 } = polling.requests();
			expect(lists + details).toBeLessThanOrEqual(25);
		}
		expect(new Set(told(items))).toEqual(new Set(uuids.map((uuid) => `${uuid} return_pending`)));
		expect(unique(items)).toBe(60);
	});

	it('starts over when the service no longer accepts the position', async () => {
		const workflow = polling.workflow({ events: ['balanceEntry'], options: { emitExisting: true } });
		postEntries(polling.service, 2_600);
		const { ledger } = account();
		const poller = workflow.poller();
		expect(await poller.activate()).toHaveLength(2_500);
		const { sources } = ledger;
		// The newest page is read first, then the one the cursor stands for.
		jest
			.spyOn(ledger, 'sources')
			.mockImplementationOnce(sources)
			.mockImplementationOnce(() => {
				throw unprocessable({ cursor: 'is not one of this account' });
			});
		await expect(poller.poll()).rejects.toThrow('The payment service refused this: Cursor: is not one of this account');
		const rest = [...(await poller.poll()), ...(await poller.poll())];
		expect(rest.length).toBeGreaterThanOrEqual(100);
		expect(unique(rest)).toBe(rest.length);
	});
});

it.each([987, 1_000])(
	'reads %i payins on from a later page to the end, though pages are shorter than they say',
	async (total) => {
		const credential = { baseUrl: 'https://service.example/api', appId: 'short-pages' };
		const read = async ({ query }: { query: { page: number } }) =>
			await Promise.resolve({
				records: Array.from({ length: Math.min(20, Math.max(0, total - 20 * (query.page - 1))) }, () => ({})),
				limit: 100,
				total,
			});
		const client = { credential, read } as unknown as ServiceClient;
		const pages = payinPages(client, { from: new Date(0), to: new Date() });
		let count = 20 * 20;
		for (let next: string | number | null = 21; next !== null;) {
			const page: Page<object> = await pages(next);
			count += page.records.length;
			next = page.next;
		}
		expect(count).toBe(total);
	},
);

import type { IDataObject } from 'n8n-workflow';
import { believed, newPayin, newPayout, notificationsAbout, receivedPayin, refund } from '../trigger/payments';
import { anotherProcess, type Answer, type Poller, type StoredWorkflow } from '../trigger/triggerEngine';
import { DAY, holdUp, HOUR, SECOND, startPolling, told } from './polling';

/** What a poll emits counts as handed on when n8n holds the execution, and not before. */

const polling = startPolling();

const never = async () => await new Promise<void>(() => undefined);

async function notify(workflow: StoredWorkflow, uuid: string): Promise<Answer> {
	const [body] = notificationsAbout(polling.service, uuid);
	return await workflow.deliver({ headers: believed(polling.service, body), body });
}
const itemsOf = ({ items }: Answer): IDataObject[] => (items ?? []).map(({ json }) => json);

/** A poll whose execution n8n stores, and does not begin before it ends. */
async function pollHeldBack(workflow: StoredWorkflow, poller: Poller): Promise<void> {
	workflow.beforeRun = never;
	await poller.unawaited();
	workflow.beforeRun = undefined;
}

it('an execution that n8n could not start is started by the next poll', async () => {
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	const uuid = receivedPayin(polling.service);
	workflow.executionFails = true;
	expect(await poller.poll()).toHaveLength(1);
	workflow.executionFails = false;
	expect(workflow.held).toEqual([]);
	expect(told(await poller.poll())).toEqual([`${uuid} received`]);
	expect(await poller.poll()).toEqual([]);
	expect(workflow.held).toHaveLength(1);
});

describe('an execution of what came just before the end of Look Back, in a downtime of days, that n8n could not start', () => {
	/** A poll has emitted it, and n8n has not said yet that it could not start the execution. */
	const emitted = async () => {
		const workflow = polling.workflow({ events: ['payin'] });
		const poller = workflow.poller();
		const uuid = newPayin(polling.service);
		await poller.activate();
		await polling.pass(HOUR);
		polling.service.emulator.account('AUD').payins.simulate(uuid, 'completed');
		await polling.pass(5 * DAY);
		const { goOn, reached } = holdUp(workflow, 'beforeStart');
		expect(told(await poller.unawaited())).toEqual([`${uuid} received`]);
		await reached;
		const fail = () => {
			workflow.executionFails = true;
			goOn();
		};
		return { workflow, poller, uuid, fail };
	};

	it('is started later, though another poll was under way when n8n said so', async () => {
		const { workflow, poller, uuid, fail } = await emitted();
		const { payins } = polling.service.emulator.account('AUD');
		const { list } = payins;
		jest.spyOn(payins, 'list').mockImplementationOnce((...asked) => {
			fail();
			return list(...asked);
		});
		expect(await poller.unawaited()).toEqual([]);
		workflow.executionFails = false;
		expect(told(await poller.poll())).toEqual([`${uuid} received`]);
		expect(await poller.poll()).toEqual([]);
	});
});

it('so is one of an n8n that does not say so, a day later, or after a restart', async () => {
	const workflow = polling.workflow();
	workflow.failsInSilence = true;
	const poller = workflow.poller();
	await poller.activate();
	const uuid = receivedPayin(polling.service);
	workflow.executionFails = true;
	await poller.poll();
	workflow.executionFails = false;
	await polling.pass(HOUR);
	expect(await poller.poll()).toEqual([]);
	expect(await notify(workflow, uuid)).toMatchObject({ status: 503, items: null });
	await polling.pass(DAY);
	expect(told([...(await poller.poll()), ...(await poller.poll())])).toEqual([`${uuid} received`]);
});

it.each(['trigger', 'retry'] as const)('an execution that runs once more (%s) goes on', async (mode) => {
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	const uuid = receivedPayin(polling.service);
	await poller.poll();
	expect(told(await workflow.runAgain(mode))).toEqual([`${uuid} received`]);
});

it('an execution that somebody stops counts as held', async () => {
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	receivedPayin(polling.service);
	workflow.workers = [anotherProcess()];
	workflow.stopped = true;
	expect(await poller.poll()).toHaveLength(1);
	expect(await poller.poll()).toEqual([]);
});

describe('n8n starts again while an execution waits for others to end', () => {
	/** A workflow whose execution n8n has stored and not begun, and the payin it is about. */
	const heldBack = async () => {
		const workflow = polling.workflow();
		const poller = workflow.poller();
		await poller.activate();
		const uuid = receivedPayin(polling.service);
		await pollHeldBack(workflow, poller);
		workflow.process = anotherProcess();
		return { workflow, uuid };
	};

	it('only the first of both executions goes on when n8n has polled before', async () => {
		const { workflow, uuid } = await heldBack();
		workflow.beforeRun = async () => {
			workflow.beforeRun = undefined;
			await workflow.recover();
		};
		const poller = workflow.poller('init');
		expect(await poller.activate()).toHaveLength(1);
		await workflow.idle();
		expect(told(workflow.ran)).toEqual([`${uuid} received`]);
	});

	it('polling repeats nothing of the time to which it returns, however long that is ago', async () => {
		const workflow = polling.workflow();
		const poller = workflow.poller();
		await poller.activate();
		receivedPayin(polling.service);
		expect(await poller.poll()).toHaveLength(1);
		await polling.pass(60 * HOUR);
		const uuid = receivedPayin(polling.service);
		await pollHeldBack(workflow, poller);
		for (let day = 0; day < 5; day++) {
			receivedPayin(polling.service);
			await poller.unawaited();
			await new Promise(setImmediate);
			await polling.pass(DAY);
		}
		workflow.process = anotherProcess();
		await workflow.recover();
		expect(await workflow.poller('init').activate()).toEqual([]);
		expect(told(workflow.ran)).toContain(`${uuid} received`);
	});

	it('polling starts an execution again that was running', async () => {
		const workflow = polling.workflow();
		const poller = workflow.poller();
		await poller.activate();
		const uuid = receivedPayin(polling.service);
		workflow.beforeEnd = never;
		await poller.unawaited();
		workflow.beforeEnd = undefined;
		workflow.process = anotherProcess();
		await workflow.recover();
		expect(told(await workflow.poller('init').activate())).toEqual([`${uuid} received`]);
	});

	it('a kind of event that was chosen meanwhile is not chosen anew', async () => {
		const workflow = polling.workflow({ events: ['payin'] });
		await workflow.poller().activate();
		receivedPayin(polling.service);
		await pollHeldBack(workflow, workflow.poller());
		workflow.parameters.polling = { events: ['payin', 'payout'] };
		const poller = workflow.poller();
		await poller.unawaited();
		receivedPayin(polling.service);
		await poller.unawaited();
		await new Promise(setImmediate);
		workflow.process = anotherProcess();
		const payout = newPayout(polling.service);
		await polling.pass(2 * SECOND);
		await workflow.recover();
		expect(told(await workflow.poller('init').activate())).toEqual([`${payout} completed`]);
	});

	it('it leaves the static data of other nodes alone', async () => {
		const { workflow } = await heldBack();
		const before = workflow.staticData;
		await workflow.recover();
		expect(workflow.staticData).toBe(before);
	});
});

describe('published again after a pause', () => {
	it('it emits nothing of the pause, unless existing events are asked for', async () => {
		for (const emitExisting of [false, true]) {
			const workflow = polling.workflow({ options: { emitExisting } });
			const poller = workflow.poller();
			await poller.activate();
			const uuid = receivedPayin(polling.service);
			await polling.pass(HOUR);
			const again = workflow.poller('activate');
			expect(told(await again.activate()).includes(`${uuid} received`)).toBe(emitExisting);
			const fresh = receivedPayin(polling.service);
			expect(told(await again.poll())).toEqual([`${fresh} received`]);
		}
	});
});

it('failures and disputes come by notification alone, because records do not show them', async () => {
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	const uuid = receivedPayin(polling.service);
	expect(await poller.poll()).toHaveLength(1);
	polling.service.emulator.account('AUD').payins.openDispute(uuid);
	await polling.pass(HOUR);
	expect(await poller.poll()).toEqual([]);
	const body = notificationsAbout(polling.service, uuid).at(-1);
	const answer = await workflow.deliver({ headers: believed(polling.service, body), body });
	expect(told(itemsOf(answer))).toEqual([`${uuid} in_dispute`]);
});

it('sends no more than 25 requests per list and poll, repeats of failed ones included', async () => {
	const poller = polling.workflow({ events: ['payin'], options: { emitExisting: true } }).poller();
	polling.service.emulator.world.settings.refundDelayMs = DAY;
	for (let count = 0; count < 30; count++) refund(polling.service, receivedPayin(polling.service));
	polling.service.fault({
		endpoint: 'v2.payins.detail',
		when: 'before',
		fault: 'status',
		status: 503,
		probability: 0.7,
	});
	polling.requests();
	// The pauses between repeats end only when the fake clock moves on.
	const clock = setInterval(() => jest.setSystemTime(Date.now() + SECOND), 20);
	await poller.activate().catch(() => undefined);
	clearInterval(clock);
	const { 'v2.payins.list': lists = 0, 'v2.payins.detail': details = 0 } = polling.requests();
	expect(details).toBeGreaterThan(1);
	expect(lists + details).toBeLessThanOrEqual(25);
});

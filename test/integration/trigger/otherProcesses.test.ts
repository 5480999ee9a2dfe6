import type { INodeExecutionData } from 'n8n-workflow';
import { processedDataOfFile } from '../engine/processedData';
import { payin } from '../../unit/core/events/notifications';
import { credential, headersFor } from './account';
import { anotherProcess, StoredWorkflow, thisProcess } from './triggerEngine';

/** Executions that another process runs than the one that has handed their events on: workers, and an n8n that was restarted. */

const table = processedDataOfFile();
afterEach(() => jest.restoreAllMocks());

const [worker, otherWorker] = [anotherProcess(), anotherProcess()];

/** A workflow, and the items of one event as two processes have handed it on, which did not know of each other. */
async function handedOnTwice() {
	const workflow = new StoredWorkflow(credential);
	const deliver = async () => (await workflow.deliver({ headers: headersFor(payin), body: payin })).items ?? [];
	const items = await deliver();
	workflow.staticData = '{}';
	workflow.process = anotherProcess();
	return { workflow, items, copy: await deliver() };
}

it('the second of two executions of an event ends at the trigger, whichever trigger started it', async () => {
	for (const trigger of ['Webhook', 'Polling'] as const) {
		const { workflow, items, copy } = await handedOnTwice();
		expect([items, copy]).toMatchObject([[{ json: { uuid: payin.uuid } }], [{ json: { uuid: payin.uuid } }]]);
		expect(await workflow.runIn(worker, 'Webhook', items)).toHaveLength(1);
		expect(await workflow.runIn(otherWorker, trigger, copy)).toEqual([]);
		expect(await workflow.runIn(worker, trigger, copy)).toEqual([]);
	}
});

/** The items of another event that the same workflow has handed on. */
const another = (items: INodeExecutionData[], number = 1) =>
	items.map(({ json }) => ({ json: { ...json, event_id: `another ${number}` } }));

it('only one of them goes on when two processes begin them at the very same moment', async () => {
	const { workflow, items, copy } = await handedOnTwice();
	await workflow.runIn(worker, 'Webhook', another(items));
	const both = [workflow.runIn(worker, 'Webhook', items), workflow.runIn(otherWorker, 'Webhook', copy)];
	expect((await Promise.all(both)).flat()).toHaveLength(1);
});

it('what one process has run is known, though another one runs something else at the same moment', async () => {
	const { workflow, items, copy } = await handedOnTwice();
	await workflow.runIn(worker, 'Webhook', another(items));
	const both = [workflow.runIn(worker, 'Webhook', items), workflow.runIn(otherWorker, 'Webhook', another(items, 2))];
	expect((await Promise.all(both)).flat()).toHaveLength(2);
	expect(await workflow.runIn(otherWorker, 'Webhook', copy)).toEqual([]);
});

it('only one of them goes on when one process runs both at the same moment', async () => {
	const { workflow, items, copy } = await handedOnTwice();
	const both = [workflow.runIn(worker, 'Webhook', items), workflow.runIn(worker, 'Webhook', copy)];
	expect((await Promise.all(both)).flat()).toHaveLength(1);
});

it('in the process that has handed it on, nothing is asked', async () => {
	const workflow = new StoredWorkflow(credential);
	const { items } = await workflow.deliver({ headers: headersFor(payin), body: payin });
	expect(await workflow.runIn(thisProcess, 'Webhook', items ?? [])).toHaveLength(1);
	expect(table.calls).toBe(0);
});

it('an n8n that was restarted asks before it runs what it held', async () => {
	const { workflow, items } = await handedOnTwice();
	expect(await workflow.runIn(worker, 'Webhook', items)).toHaveLength(1);
	expect(await workflow.runIn(anotherProcess(), 'Webhook', items)).toEqual([]);
});

it.each([
	[3, false],
	[11, true],
])('a status that returns after %i days goes on: %s', async (days, goesOn) => {
	const { workflow, items } = await handedOnTwice();
	await workflow.runIn(worker, 'Webhook', items);
	const later = items.map(({ json }) => ({
		json: { ...json, received_at: new Date(Date.parse(String(json.received_at)) + days * 86_400_000).toISOString() },
	}));
	expect(await workflow.runIn(otherWorker, 'Webhook', later)).toHaveLength(goesOn ? 1 : 0);
});

it('where n8n cannot tell, the event goes on', async () => {
	const { workflow, items, copy } = await handedOnTwice();
	await workflow.runIn(worker, 'Webhook', items);
	table.isDown = true;
	expect(await workflow.runIn(otherWorker, 'Webhook', copy)).toHaveLength(1);
	table.isDown = false;
});

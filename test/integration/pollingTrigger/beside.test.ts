import type { IDataObject } from 'n8n-workflow';
import { believed, newPayout, notificationsAbout, receivedPayin } from '../trigger/payments';
import { anotherProcess, type StoredWorkflow } from '../trigger/triggerEngine';
import { DAY, HOUR, MINUTE, SECOND, startPolling, told } from './polling';

/** What the polling trigger remembers: n8n saves static data after everything except a poll that finds nothing. */

const polling = startPolling();

async function notify(workflow: StoredWorkflow, uuid: string): Promise<IDataObject[]> {
	const [body] = notificationsAbout(polling.service, uuid);
	const { items } = await workflow.deliver({ headers: believed(polling.service, body), body });
	return (items ?? []).map(({ json }) => json);
}

describe('events that came by webhook for ten days, while polls found nothing', () => {
	const goodDays = async () => {
		const workflow = polling.workflow();
		const poller = workflow.poller();
		await poller.activate();
		for (let third = 0; third < 30; third++) {
			expect(await notify(workflow, receivedPayin(polling.service))).toHaveLength(1);
			expect(await poller.poll()).toEqual([]);
			await polling.pass(8 * HOUR);
		}
		return workflow;
	};

	it('are not emitted after a restart', async () => {
		const workflow = await goodDays();
		workflow.process = anotherProcess();
		const poller = workflow.poller('init');
		expect([...(await poller.activate()), ...(await poller.poll())]).toEqual([]);
		const fresh = receivedPayin(polling.service);
		expect(told(await poller.poll())).toEqual([`${fresh} received`]);
	});

	it('are not emitted when the workflow is published anew', async () => {
		const workflow = await goodDays();
		expect(await workflow.poller('update').activate()).toEqual([]);
	});
});

it('emits nothing that a poll from before a pause finds after it', async () => {
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	receivedPayin(polling.service);
	const late = poller.unawaited();
	const next = workflow.poller('activate');
	const items = next.activate();
	expect([...(await late), ...(await items), ...(await next.poll())]).toEqual([]);
});

it('goes on with the account that the credential names by now, whatever a poll from before still finds', async () => {
	const workflow = polling.workflow();
	await workflow.poller().activate();
	receivedPayin(polling.service);
	const late = workflow.poller('update').unawaited();
	workflow.credentials = polling.service.credentials('USD');
	const poller = workflow.poller('update');
	expect(await Promise.all([late, poller.activate()])).toEqual([[], []]);
	workflow.credentials = polling.service.credentials('AUD');
	receivedPayin(polling.service);
	expect(await workflow.poller('update').activate()).toEqual([]);
});

it('emits what is created while it still looks through what existed at publishing', async () => {
	Array.from({ length: 1_200 }, () => newPayout(polling.service));
	await polling.pass(2 * SECOND);
	const poller = polling.workflow({ events: ['payout'] }).poller();
	expect(await poller.activate()).toEqual([]);
	await polling.pass(MINUTE);
	const fresh = newPayout(polling.service);
	await polling.pass(2 * SECOND);
	const items: IDataObject[] = [];
	for (let poll = 0; poll < 4; poll++) {
		items.push(...(await poller.poll()));
		await polling.pass(MINUTE);
	}
	expect(told(items)).toEqual([`${fresh} completed`]);
});

describe('a polling trigger that was replaced or deleted', () => {
	const keptOf = ({ staticData }: StoredWorkflow) =>
		Object.keys(
			(JSON.parse(staticData) as { global?: { multiCurrencyPaymentsPolls?: object } }).global
				?.multiCurrencyPaymentsPolls ?? {},
		);
	const nodesOf = (workflow: StoredWorkflow, ...ids: string[]) => ids.map((id) => `${workflow.id}-${id}`);

	it('is forgotten a day later, however many there were', async () => {
		const workflow = polling.workflow();
		for (const id of ['first', 'second', 'third', 'last']) {
			workflow.pollingId = id;
			const poller = workflow.poller('update');
			await poller.activate();
			await polling.pass(16 * HOUR);
			receivedPayin(polling.service);
			expect(await poller.poll()).toHaveLength(1);
		}
		expect(keptOf(workflow)).toEqual(nodesOf(workflow, 'third', 'last'));
	});

	it('is kept while it is in the workflow, though it polls once a week', async () => {
		const workflow = polling.workflow();
		const poller = workflow.poller();
		await poller.activate();
		await polling.pass(7 * DAY);
		workflow.process = anotherProcess();
		await notify(workflow, receivedPayin(polling.service));
		expect(keptOf(workflow)).toEqual(nodesOf(workflow, 'Polling'));
	});
});

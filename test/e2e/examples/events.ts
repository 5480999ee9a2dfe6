import { outputJson } from '../../../runtime/executionOutput';
import type { ExampleStage } from './exampleStage';

/** Examples that react to status events. */
export function eventExamples(on: ExampleStage): void {
	/** Where an example listens: its path is its name. */
	const address = (example: string) => `${on.stage.n8n.url}/webhook/${example}`;

	/** A payin that its customer pays. */
	async function paidPayin(order: string, example: string): Promise<string> {
		const { uuid } = await on.stage.account.createPayin(order, address(example));
		await on.stage.account.simulatePayin(uuid);
		await on.stage.account.delivered();
		return uuid;
	}

	test('receive status events: a payment that was made closes its order', async () => {
		await on.whilePublished('receive-status-events', async (workflowId) => {
			const uuid = await paidPayin('events-1', 'receive-status-events');
			const [execution] = await on.executions(workflowId, 1);
			expect(execution && outputJson(execution, 'Close the order')).toMatchObject([{ uuid, status: 'received' }]);
		});
	});

	test('status events to a chat channel', async () => {
		await on.whilePublished('status-events-to-a-chat', async (workflowId) => {
			const uuid = await paidPayin('events-2', 'status-events-to-a-chat');
			await on.executions(workflowId, 1);
			expect(on.services.messages).toEqual([
				{
					channel: '#payments',
					text: `*payin.received*: 25.50 AUD, paid 25.5\nExternal ID events-2, payment ${uuid}`,
				},
			]);
		});
	});

	test('dispute alert: opened, then lost', async () => {
		await on.whilePublished('dispute-alert', async (workflowId) => {
			const uuid = await paidPayin('events-3', 'dispute-alert');
			const { payins } = on.stage.emulator.account('AUD');
			payins.openDispute(uuid);
			expect(await on.takeMail(/^Dispute opened: events-3/)).toMatchObject({ to: 'support@shop.example' });
			payins.closeDispute(uuid, 'lost');
			expect(await on.takeMail(/^Dispute lost: events-3/)).toMatchObject({
				to: 'bookkeeping@shop.example',
				text: expect.stringContaining(uuid),
			});
			expect(await on.executions(workflowId, 2)).toHaveLength(2);
		});
	});

	test('never miss an event: what came while n8n was down is caught up with, once', async () => {
		const example = 'never-miss-an-event';
		await on.whilePublished(example, async (workflowId) => {
			const seen = await paidPayin('events-4', example);
			await on.executions(workflowId, 1);
			await on.stage.stopN8n();
			const missed = await paidPayin('events-5', example);
			await on.stage.startN8n();
			const handedOn = async (count: number) =>
				(await on.executions(workflowId, count)).flatMap((execution) =>
					'Act on it' in (execution.data?.resultData.runData ?? {}) ? outputJson(execution, 'Act on it') : [],
				);
			expect((await handedOn(2)).map(({ uuid }) => uuid)).toEqual([seen, missed]);
			// The service may deliver again at any time.
			const { notifications } = on.stage.emulator.world;
			for (const { id, about } of [...notifications.deliveries])
				if ([seen, missed].includes(about)) await notifications.redeliver(id);
			expect((await handedOn(2)).map(({ uuid }) => uuid)).toEqual([seen, missed]);
		});
	});
}

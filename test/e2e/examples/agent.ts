import { outputJson } from '../../../runtime/executionOutput';
import type { ExampleStage } from './exampleStage';
import { payBen } from './model';

/** The AI agent that may look, and asks a person before it pays. */
export function agentExample(on: ExampleStage): void {
	const paid = () => on.stage.emulator.account('AUD').payouts.payments().payouts;

	const write = async (chatInput: string) => await on.write('ask-an-ai-agent', chatInput);

	const answerOf = async (executionId: string) => String(outputJson(await on.ended(executionId), 'Agent')[0]?.output);

	describe('ask an AI agent', () => {
		test('it looks things up by itself', async () => {
			const answer = await answerOf(await write('How much is in the account?'));
			expect(answer).toContain('available');
		});

		test('it pays nobody before a person approves, then once', async () => {
			const before = paid().length;
			const id = await write('Pay Ben his invoice');
			const mail = await on.takeMail(/^May the agent pay this/);
			expect(mail).toMatchObject({
				to: 'finance@shop.example',
				text: expect.stringContaining('Pay 120.50 AUD?'),
			});
			expect(mail.text).toContain('Approve 120.50 AUD');
			for (const [name, value] of Object.entries(payBen.input))
				expect(mail.text).toContain(`${name}: ${String(value)}`);
			await on.stage.client.waitForStatus(id, ['waiting']);
			expect(paid()).toHaveLength(before);
			await on.click(mail, true);
			expect(await answerOf(id)).toContain('invoice-7');
			expect(paid().slice(before)).toMatchObject([{ external_id: 'invoice-7', amount: '120.5' }]);
		});

		test('it pays nobody when that person declines', async () => {
			const before = paid().length;
			const id = await write('Pay Ben once more');
			const mail = await on.takeMail(/^May the agent pay this/);
			await on.stage.client.waitForStatus(id, ['waiting']);
			await on.click(mail, false);
			await answerOf(id);
			expect(paid()).toHaveLength(before);
		});
	});
}

import { until } from '../../../runtime/until';
import { connectMcp, type McpClient } from '../fiveWays/mcpClient';
import { MCP_TOKEN } from './accounts';
import type { ExampleStage } from './exampleStage';
import { payBen } from './model';

export const OVER_MCP = 'payments-over-mcp';
export const MAIL = /^May the agent pay this/;

/** What the workflow of the tool answers while it waits. */
export const ASKED = 'waiting for a human response';

export const connectTo = async (on: ExampleStage): Promise<McpClient> =>
	await connectMcp(`${on.stage.n8n.url}/mcp/payments`, MCP_TOKEN);

/** Payments for a program that speaks MCP: it asks, a person decides, and the credential has the last word. */
export function mcpExample(on: ExampleStage): void {
	describe('payments over MCP', () => {
		let mcp: McpClient | undefined;
		beforeAll(async () => {
			await on.stage.client.publish(
				await on.guard(OVER_MCP, { maxPerPayment: 'AUD 150', allowedDestinations: 'ben@payees.example' }),
			);
			mcp = await connectTo(on);
		});
		afterAll(async () => {
			await mcp?.close();
			await on.stage.client.unpublishAndWait(on.idOf(OVER_MCP));
		});

		const call = async (tool: string, values: object): Promise<string> => {
			if (!mcp) throw new Error('There is no connection: see the first failure.');
			return await mcp.call(tool, values);
		};
		const pay = async (key: string, changes: object = {}) =>
			await call('Pay_somebody', { ...payBen.input, external_id: key, ...changes });
		const paid = (key: string) =>
			on.stage.emulator
				.account('AUD')
				.payouts.payments()
				.payouts.filter(({ external_id: found }) => found === key);

		/** Answers the next mail, and waits until nothing waits any more. */
		async function decide(approved: boolean): Promise<string> {
			const mail = await on.takeMail(MAIL);
			// Of two that wait, the one whose mail came first need not be the older one.
			const id = await on.waiting(on.idOf(OVER_MCP), (waiting) => on.isAbout(mail, waiting));
			await on.click(mail, approved);
			await on.ended(id);
			return mail.text;
		}

		test('a program is told what moves money, and that a person reviews it', async () => {
			const tools = (await mcp?.tools()) ?? {};
			expect(Object.keys(tools).sort()).toEqual(['Find_a_payment', 'Look_up_the_balance', 'Pay_somebody']);
			expect(tools.Pay_somebody).toContain('Money moves when it was checked and a person has approved it');
		});

		test('nobody connects without the token', async () => {
			await expect(connectMcp(`${on.stage.n8n.url}/mcp/payments`)).rejects.toThrow();
		});

		test('a payment that a person approves is made once, however often it is asked for', async () => {
			expect(await pay('mcp-1')).toContain(ASKED);
			expect(await call('Find_a_payment', { external_id: 'mcp-1' })).not.toContain('uuid');
			expect(paid('mcp-1')).toEqual([]);
			const question = await decide(true);
			expect(question).toContain('Approve 120.50 AUD');
			await until(() => paid('mcp-1').length > 0, { withinMs: 60_000, otherwise: 'Nothing was paid' });
			const again = await pay('mcp-1');
			expect(again).toContain('nobody was asked');
			expect(again).toContain('paid_before');
			expect(paid('mcp-1')).toHaveLength(1);
			expect(await call('Find_a_payment', { external_id: 'mcp-1' })).toContain('mcp-1');
		});

		test('two calls at once are asked for twice, approved twice, and paid once', async () => {
			expect(await Promise.all([pay('mcp-2'), pay('mcp-2')])).toEqual([
				expect.stringContaining(ASKED),
				expect.stringContaining(ASKED),
			]);
			await decide(true);
			await decide(true);
			expect(paid('mcp-2')).toHaveLength(1);
		});

		test('what a person declines is not paid', async () => {
			await pay('mcp-3');
			await decide(false);
			expect(paid('mcp-3')).toEqual([]);
		});

		test('a refusal can be read, and nobody is asked', async () => {
			const answers = [
				await pay('mcp-4', { amount: '9000' }),
				await pay('mcp-4', { pay_id: 'mallory@payees.example' }),
			];
			expect(answers).toEqual([
				expect.stringContaining('9000.00 AUD is more than the credential allows'),
				expect.stringContaining('The credential does not allow payments to this destination'),
			]);
			expect(on.mailbox.mails).toEqual([]);
			expect(paid('mcp-4')).toEqual([]);
		});
	});
}

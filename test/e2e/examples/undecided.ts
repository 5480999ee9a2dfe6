import { outputJson } from '../../../runtime/executionOutput';
import type { ExampleStage } from './exampleStage';
import { connectTo, MAIL, OVER_MCP } from './mcp';
import { payBen, plots } from './model';

const REVIEWED = 'ask-an-ai-agent';
const PREVIEWING = 'agent-that-previews-and-asks';

/** How long a person has, in minutes. n8n looks once a minute for what has waited long enough. */
const AT_ONCE = 0.02;

/** What nobody decides in time. */
export function undecidedReviews(on: ExampleStage): void {
	const keysPaid = () =>
		on.stage.emulator
			.account('AUD')
			.payouts.payments()
			.payouts.map(({ external_id: key }) => key);

	test('a payment that nobody decides on in time is not made', async () => {
		const { client } = on.stage;
		for (const example of [REVIEWED, PREVIEWING, OVER_MCP]) await on.guard(example, {}, AT_ONCE);
		await client.publish(on.idOf(PREVIEWING));
		await client.publish(on.idOf(OVER_MCP));
		const pay = (key: string) => ({ ...payBen, input: { ...payBen.input, external_id: key } });
		plots.set('Nobody looks', [[pay('late-1')]]);
		plots.set('Nobody looks here either', [[pay('late-2')]]);
		const reviewed = await on.write(REVIEWED, 'Nobody looks');
		const previewed = await on.write(PREVIEWING, 'Nobody looks here either');
		const mcp = await connectTo(on);
		await mcp.call('Pay_somebody', pay('late-3').input);
		const over = await on.waiting(on.idOf(OVER_MCP));
		await mcp.close();
		for (let mails = 0; mails < 3; mails++) await on.takeMail(MAIL);

		const said = async (id: string, node: string) => JSON.stringify(outputJson(await on.ended(id), node));
		// n8n takes the message that it passes on for what the person has answered, and does not run the tool.
		expect(await said(reviewed, 'Agent')).toContain('reviewed your planned tool call to Pay somebody');
		expect(await said(previewed, 'Agent')).toContain('Nobody has decided in time. Nothing was paid.');
		expect(await said(over, 'Not approved')).toContain('Nobody has decided in time. Nothing was paid.');
		expect(keysPaid().filter((key) => key?.startsWith('late-'))).toEqual([]);
		await client.unpublishAndWait(on.idOf(PREVIEWING));
		await client.unpublishAndWait(on.idOf(OVER_MCP));
	});
}

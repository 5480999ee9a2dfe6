import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputJson } from '../../runtime/executionOutput';
import type { WorkflowDefinition } from '../../runtime/n8nRecords';
import type { Stage } from './stage';

const EXAMPLE = join(__dirname, '..', '..', 'examples', 'call-card-and-cashback-apis.json');

/** Endpoints without an operation of their own: n8n's HTTP Request node reaches them with the same credential. */
export function otherApiTests(stage: () => Stage): void {
	test('the HTTP Request node calls the Card and Cashback APIs with the same credential', async () => {
		const { client, credential, emulator } = stage();
		const { nodes, ...rest } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowDefinition;
		const adapted = nodes.map((node) => ({
			...node,
			...(node.type === 'n8n-nodes-base.httpRequest' && { credentials: { multiCurrencyPaymentsApi: credential } }),
			parameters: JSON.parse(
				JSON.stringify(node.parameters).replace('https://sandbox.service.example/api', emulator.apiUrl),
			) as typeof node.parameters,
		}));
		const before = emulator.world.counters.counts();
		const handled = (endpoint: string) =>
			(emulator.world.counters.counts()[endpoint as 'v2.cards.list']?.handled ?? 0) -
			(before[endpoint as 'v2.cards.list']?.handled ?? 0);

		const id = await client.saveWorkflow({ ...rest, nodes: adapted });
		const execution = await client.runToEnd(id);
		expect(execution.status).toBe('success');
		const [paid] = outputJson(execution, 'Pay with a card token');
		expect(paid).toMatchObject({ currency: 'AUD', payment_method: expect.stringContaining('card') });
		const [listed] = outputJson(execution, 'List card payments');
		expect(listed?.records).toContainEqual(expect.objectContaining({ uuid: paid?.uuid }));
		const [campaigns] = outputJson(execution, 'List cashback campaigns');
		expect(campaigns?.records).toEqual(expect.any(Array));
		expect(['v2.cards.createPayment', 'v2.cards.list', 'v2.cashbacks.campaigns'].map(handled)).toEqual([1, 1, 1]);
	});
}

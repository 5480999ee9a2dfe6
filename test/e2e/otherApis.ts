import { readExample } from '../../runtime/exampleWorkflows';
import { outputJson } from '../../runtime/executionOutput';
import { CREDENTIAL_TYPE } from '../../runtime/paymentCredential';
import type { Stage } from '../../runtime/stage';

/** Endpoints without an operation of their own: n8n's HTTP Request node reaches them with the same credential. */
export function otherApiTests(stage: () => Stage): void {
	test('the HTTP Request node calls the Card and Cashback APIs with the same credential', async () => {
		const { client, credential, emulator } = stage();
		const { nodes, ...rest } = readExample('call-card-and-cashback-apis');
		const adapted = nodes.map((node) => ({
			...node,
			...(node.type === 'n8n-nodes-base.httpRequest' && { credentials: { [CREDENTIAL_TYPE]: credential } }),
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

import type { Stage } from '../../runtime/stage';
import { paymentsNode, workflow } from '../../runtime/workflows';

/** n8n tries several times before it gives up, and waits longer each time. */
const PATIENCE_MS = 240_000;

/** A trigger that cannot work says so when it is published. */
export function publicationTests(stage: () => Stage): void {
	describe('publishing a trigger that cannot work', () => {
		const FAR = { baseUrl: 'https://service.example/api' };

		/** The reason shown to the user why it was not published. */
		async function refusal(
			name: string,
			path: string,
			changes: Record<string, unknown> = {},
			kind: 'trigger' | 'pollingTrigger' = 'trigger',
		): Promise<string> {
			const { client, credentialWith } = stage();
			const credential = await credentialWith(name, changes);
			const id = await client.saveWorkflow(workflow(name, [paymentsNode(kind, 'Payments', credential, { path })]));
			return await client.publish(id, PATIENCE_MS).then(
				() => 'It was published.',
				(error: Error) => error.message,
			);
		}

		test('says what is wrong with the address, the credential or the path', async () => {
			const { client, credential, n8n } = stage();
			const first = await client.saveWorkflow(
				workflow('Was first', [paymentsNode('trigger', 'Payments', credential, { path: 'taken' })]),
			);
			await client.publish(first);
			// All in parallel, because n8n repeats each attempt for a while.
			const [notHttps, noSecret, taken, wrongKey] = await Promise.all([
				refusal('Not https', 'not-https', FAR),
				refusal('No secret key', 'no-secret', { secretKey: '' }),
				refusal('Came second', 'taken'),
				refusal('Wrong key, polling', '', { secretKey: 'wrong' }, 'pollingTrigger'),
			]);
			expect(notHttps).toContain(`The payment service cannot notify this n8n at ${n8n.url}`);
			expect(noSecret).toContain('The credential has no Secret Key');
			expect(taken).toMatch(/There is a conflict with one of the webhooks/);
			expect(wrongKey).toMatch(/did not accept/);
			await client.unpublish(first);
		});
	});
}

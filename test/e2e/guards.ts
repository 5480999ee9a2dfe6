import type { IDataObject } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../../runtime/paymentCredential';
import type { Stage } from '../../runtime/stage';
import { end, manualStart, paymentsNode, workflow, type NodeSketch } from '../../runtime/workflows';

/** No node of n8n gets around the guards of the credential. */
export function guardTests(stage: () => Stage): void {
	const guarded = async () =>
		await stage().credentialWith('Guarded', { maxPerPayment: 'AUD 20', allowedDestinations: '062000 12345678' });

	async function run(node: NodeSketch) {
		const { client } = stage();
		const id = await client.saveWorkflow(workflow('Guarded', [manualStart, node, end('Done')]));
		return await client.runToEnd(id);
	}

	async function byHttpRequest(parameters: IDataObject) {
		return await run({
			name: 'Call',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				authentication: 'predefinedCredentialType',
				nodeCredentialType: CREDENTIAL_TYPE,
				options: {},
				...parameters,
			},
			credential: await guarded(),
		});
	}

	const payout = async (changes: IDataObject) =>
		await run(
			paymentsNode('action', 'Pay', await guarded(), {
				resource: 'payout',
				operation: 'create',
				payoutMethodName: { __rl: true, mode: 'id', value: 'au_bank_aud' },
				currency: 'AUD',
				firstName: 'Nathan',
				lastName: 'Smith',
				email: 'nathan@example.com',
				amount: '20',
				externalId: `guarded-${JSON.stringify(changes).length}`,
				methodParameters: { bsb: '062-000', account_number: '12345678', account_name: 'Nathan Smith' },
				paymentDescription: 'March wages',
				notify: 'none',
				...changes,
			}),
		);

	describe('with guards in the credential', () => {
		const paid = () => stage().emulator.account('AUD').payouts.payments().payouts.length;

		test('the node pays what they allow, and nothing else', async () => {
			const before = paid();
			expect((await payout({})).status).toBe('success');
			const refused = await payout({ amount: '20.01' });
			expect(refused.status).toBe('error');
			expect(JSON.stringify(refused.data)).toContain('20.01 AUD is more than the credential allows');
			expect(paid()).toBe(before + 1);
		});

		test('HTTP Request reads, and cannot write', async () => {
			const { emulator } = stage();
			const read = await byHttpRequest({ url: `${emulator.apiUrl}/v2/payouts/payout_methods` });
			expect(read.status).toBe('success');
			const calls = () => emulator.world.counters.counts()['v2.payouts.create']?.calls ?? 0;
			const before = calls();
			const body = { sendBody: true, specifyBody: 'json', jsonBody: '{"amount": 5}' };
			const write = await byHttpRequest({ method: 'POST', url: `${emulator.apiUrl}/v2/payouts`, ...body });
			expect(write.status).toBe('error');
			expect(JSON.stringify(write.data)).toContain('This credential has guards');
			expect(calls()).toBe(before);
		});

		test('HTTP Request cannot send the credential elsewhere', async () => {
			const { emulator } = stage();
			const elsewhere = emulator.apiUrl.replace('127.0.0.1', 'localhost');
			const sent = await byHttpRequest({ url: `${elsewhere}/v2/payouts/payout_methods` });
			expect(sent.status).toBe('error');
			expect(JSON.stringify(sent.data)).toContain('to its own base URL only');
		});
	});
}

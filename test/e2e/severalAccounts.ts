import type { IDataObject } from 'n8n-workflow';
import { failureOf, outputJson } from '../../runtime/executionOutput';
import type { NamedCredential } from '../../runtime/paymentCredential';
import type { Stage } from '../../runtime/stage';
import { end, manualStart, paymentsNode, workflow } from '../../runtime/workflows';

/** A credential that holds accounts of several currencies, when it works and when it does not. */
export function severalAccountsTests(stage: () => Stage): void {
	async function run(credential: NamedCredential, parameters: IDataObject) {
		const { client } = stage();
		const node = paymentsNode('action', 'Use', credential, parameters);
		return await client.runToEnd(await client.saveWorkflow(workflow('Several', [manualStart, node, end('Done')])));
	}

	const payout = (externalId: string, bankCode: string): IDataObject => ({
		resource: 'payout',
		operation: 'create',
		payoutMethodName: { __rl: true, mode: 'id', value: 'ph_bank_php' },
		currency: 'PHP',
		firstName: 'Jose',
		lastName: 'Reyes',
		email: 'jose@payees.example',
		amount: '500',
		externalId,
		methodParameters: { bank_code: bankCode, account_number: '12345678', account_name: 'JOSE REYES' },
		paymentDescription: 'April invoice',
	});

	/** The further accounts as a credential names them, with one word of each line changed. */
	const lines = (change: (words: string[]) => string[]) =>
		stage()
			.furtherAccounts.map(({ currency, appId, secretKey }) => change([currency, appId, secretKey]).join(' '))
			.join('\n');

	/** The references of what these tests have paid in pesos. */
	const paidInPesos = () =>
		stage()
			.emulator.account('PHP')
			.payouts.payments()
			.payouts.map(({ external_id: reference }) => String(reference))
			.filter((reference) => reference.startsWith('several-'));

	describe('with several accounts in the credential', () => {
		test('balances of all are read, and a payment leaves that of its currency', async () => {
			const { client, severalAccounts } = stage();
			expect((await client.testCredential(severalAccounts.id)).status).toBe('OK');
			const balances = outputJson(await run(severalAccounts, { resource: 'balance', operation: 'getAll' }), 'Done');
			expect(balances.map(({ currency }) => currency)).toEqual(['AUD', 'INR', 'PHP']);
			const paid = outputJson(await run(severalAccounts, payout('several-1', 'EXMAPH2X')), 'Done');
			expect(paid).toMatchObject([{ amount: '500.00', currency: 'PHP' }]);
			expect(paidInPesos()).toEqual(['several-1']);
		});

		test('what an account refuses, and accounts that cannot be read or do not exist, fail with a reason', async () => {
			const { credentialWith, severalAccounts } = stage();
			expect(failureOf(await run(severalAccounts, payout('several-2', 'NO-BANK')))).toContain('bank_code');
			const cut = await credentialWith('Cut short', { accounts: lines((words) => words.slice(0, 2)) });
			expect(failureOf(await run(cut, payout('several-3', 'EXMAPH2X')))).toContain('Accounts cannot be read');
			const wrong = await credentialWith('Wrong key', {
				accounts: lines(([currency = '', appId = '']) => [currency, appId, 'no-key']),
			});
			expect(failureOf(await run(wrong, payout('several-4', 'EXMAPH2X')))).toMatch(/key|credential/i);
			expect(paidInPesos()).not.toContainEqual(expect.stringMatching(/several-[234]/));
		});
	});
}

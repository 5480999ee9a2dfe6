import { CREDENTIAL_TYPE } from '../../runtime/paymentCredential';
import type { Stage } from '../../runtime/stage';
import { NODE_TYPES, PACKAGE } from '../../runtime/workflows';

/** n8n may close a kept-alive connection at the moment it is reused. */
const FRESH = { headers: { connection: 'close' } };

interface NodeTypeShown {
	name: string;
	displayName: string;
	iconUrl?: string | { light: string; dark: string };
}

/** What the editor shows before anything runs: nodes, credential test, pickers and forms. */
export function editorTests(stage: () => Stage): void {
	describe('in the editor', () => {
		const design = (kind: keyof typeof NODE_TYPES, methodName: string, path: string, parameters: object) => ({
			nodeTypeAndVersion: NODE_TYPES[kind],
			methodName,
			path: `parameters.${path}`,
			currentNodeParameters: { ...parameters },
			credentials: { [CREDENTIAL_TYPE]: stage().credential },
		});

		test('every node is known under its own name, with an icon for either theme', async () => {
			const { client, n8n } = stage();
			const types = (await client.nodeTypes(`${PACKAGE}.`)) as NodeTypeShown[];
			const names = types.map(({ name }) => name.replace(/^.*\./, '')).sort();
			expect(names).toEqual([
				'multiCurrencyPayments',
				'multiCurrencyPaymentsPollingTrigger',
				'multiCurrencyPaymentsTool',
				'multiCurrencyPaymentsTrigger',
			]);
			for (const { name, iconUrl } of types) {
				const { light, dark } = typeof iconUrl === 'object' ? iconUrl : { light: iconUrl, dark: undefined };
				expect([name, light, dark]).toEqual([name, expect.any(String), expect.any(String)]);
				const icons = await Promise.all(
					[light, dark].map(async (path) => await (await fetch(`${n8n.url}/${String(path)}`, FRESH)).text()),
				);
				for (const icon of icons) expect(icon).toMatch(/^(<\?xml[^>]*>\s*)?<svg/);
				expect(icons[0]).not.toBe(icons[1]);
			}
		});

		test('the credential test passes, and tells a wrong key, a wrong address and silence apart', async () => {
			const { client, credential, credentialWith, emulator, n8n } = stage();
			const wrongKey = await credentialWith('Wrong key', { secretKey: 'sandbox_wrong' });
			const elsewhere = await credentialWith('Another server', { baseUrl: `${n8n.url}/api` });
			const cut = await credentialWith('Address cut short', { baseUrl: emulator.url });
			const silent = await credentialWith('Nobody there', { baseUrl: 'http://127.0.0.1:9/api' });
			const incomplete = await credentialWith('Incomplete', { secretKey: '' });

			const said: Record<string, string> = {};
			for (const { id, name } of [credential, wrongKey, elsewhere, cut, silent, incomplete]) {
				const { status, message } = await client.testCredential(id);
				said[name] = `${status}: ${message}`;
			}
			expect(said).toEqual({
				'Payment service': 'OK: The payment service accepted the credential.',
				'Wrong key': expect.stringMatching(/^Error: The payment service did not accept the App ID and Secret Key/),
				'Another server': expect.stringMatching(/^Error: http.* answers, but not as the payment service does/),
				'Address cut short': `Error: The base URL must end with /api. Probably meant: ${emulator.apiUrl}`,
				'Nobody there': expect.stringMatching(
					/^Error: The payment service cannot be reached at http:\/\/127\.0\.0\.1:9\/api/,
				),
				Incomplete: expect.stringMatching(/^Error: Fill in the App ID and the Secret Key/),
			});
		});

		test('pickers show the methods of the account', async () => {
			const { client } = stage();
			const payins = await client.resourceLocatorResults(
				design('action', 'searchPayinMethods', 'payinMethodName', { resource: 'payin', operation: 'create' }),
			);
			expect(payins.results.map(({ value }) => value)).toEqual(
				expect.arrayContaining(['au_bank_aud', 'au_payid_npp_aud']),
			);
			const found = await client.resourceLocatorResults({
				...design('action', 'searchPayoutMethods', 'payoutMethodName', { resource: 'payout', operation: 'create' }),
				filter: 'payid',
			});
			expect(found.results).toEqual([
				{ name: 'PayID, 1 to 1,000,000 AUD (au_payid_npp_aud)', value: 'au_payid_npp_aud' },
			]);
		});

		test('the form of a method is what the service asks for, with its choices', async () => {
			const { client } = stage();
			const formOf = async (method: string) => {
				const { fields } = await client.resourceMapperFields(
					design('action', 'payoutMethodParameters', 'methodParameters', {
						resource: 'payout',
						operation: 'create',
						payoutMethodName: { __rl: true, mode: 'list', value: method },
					}),
				);
				return fields;
			};
			const asked = (await formOf('au_payid_npp_aud')).filter(({ id }) => !id.startsWith('_'));
			expect(asked).toEqual([
				expect.objectContaining({ id: 'pay_id', required: true, type: 'string' }),
				expect.objectContaining({
					id: 'pay_id_type',
					required: true,
					type: 'options',
					options: expect.arrayContaining([{ name: 'EMAIL', value: 'EMAIL' }]),
				}),
			]);
			expect((await formOf('au_bank_aud')).map(({ id }) => id)).toEqual(
				expect.arrayContaining(['bsb', 'account_number']),
			);
		});
	});
}

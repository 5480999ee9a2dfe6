import { installedBrowser, Editor } from '../../runtime/browser';
import { CREDENTIAL_TYPE } from '../../runtime/paymentCredential';
import type { Stage } from '../../runtime/stage';
import { until } from '../../runtime/until';

/** n8n keeps only those fields of a credential that its form displays. */

/** Stands for the value of a secret in what the editor is told. */
const HIDDEN = /^__n8n_BLANK_VALUE_/;

/** Fields without which a check would be weaker. */
const CHECKS = {
	notificationSecret: 'notification-secret',
	acceptedAuthorization: 'Bearer accepted',
	webhookSecretKey: 'signing-key',
	signatureHeader: 'x-own-signature',
	signatureEncoding: 'base64',
	signatureAlgorithm: 'sha512',
};

const PREVIOUS = {
	previousNotificationSecret: 'old-notification-secret',
	previousAcceptedAuthorization: 'Bearer old',
	previousWebhookSecretKey: 'old-signing-key',
};

type Data = Record<string, unknown>;

export function credentialFormTests(stage: () => Stage): void {
	const stored = async (id: string): Promise<Data> =>
		(await stage().client.rest<{ data: Data }>('GET', `/credentials/${id}?includeData=true`)).data;

	/** A field as it was saved. Secrets come back as a placeholder. */
	const isKept = (data: Data, field: string, value: string) =>
		data[field] === value || HIDDEN.test(String(data[field]));

	describe('the form of the credential', () => {
		test.each([false, true])(
			'keeps every field that a check needs, with a rotation under way: %s',
			async (rotating) => {
				const { account, client, credentialWith, emulator } = stage();
				const kept: Record<string, string> = rotating ? { ...CHECKS, ...PREVIOUS } : CHECKS;
				const { id } = await credentialWith(`Rotating ${rotating}`, { ...kept, rotating });
				const data = await stored(id);
				expect(Object.entries(kept).filter(([field, value]) => !isKept(data, field, value))).toEqual([]);
				expect(data).toMatchObject({ environment: 'sandbox', baseUrl: emulator.apiUrl, appId: account.appId });
				expect((await client.testCredential(id)).status).toBe('OK');
			},
		);

		test.each(['sandbox', 'production'])('keeps every field in the %s', async (environment) => {
			const { id } = await stage().credentialWith(`In ${environment}`, { ...CHECKS, environment });
			const data = await stored(id);
			expect(Object.entries(CHECKS).filter(([field, value]) => !isKept(data, field, value))).toEqual([]);
			expect(data.environment).toBe(environment);
		});

		const browser = installedBrowser();
		(browser ? test : test.skip)('keeps all but the previous secrets when a person turns the switch off', async () => {
			const { client, credentialWith, n8n } = stage();
			const { id } = await credentialWith('Turned by hand', { ...CHECKS, ...PREVIOUS, rotating: true });
			const editor = await Editor.open(String(browser), n8n.url);
			try {
				const { page } = editor;
				await page.goto(`${n8n.url}/home/credentials/${id}`);
				const form = page.getByTestId('editCredential-modal');
				await form.getByTestId('parameter-input-rotating').locator('.el-switch, [role="switch"]').first().click();
				await form.getByTestId('credential-save-button').click();
				await until(async () => (await stored(id)).rotating !== true, {
					everyMs: 200,
					otherwise: 'n8n has not saved the credential',
				});
			} finally {
				await editor.close();
			}
			const data = await stored(id);
			expect(Object.entries(CHECKS).filter(([field, value]) => !isKept(data, field, value))).toEqual([]);
			expect(Object.entries(PREVIOUS).filter(([field, value]) => isKept(data, field, value))).toEqual([]);
			const all = await client.rest<{ id: string; type: string }[]>('GET', '/credentials');
			expect(all.find((each) => each.id === id)?.type).toBe(CREDENTIAL_TYPE);
		});
	});
}

import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Editor, installedBrowser } from '../../runtime/browser';
import { importExample } from '../../runtime/exampleWorkflows';
import { filesFolder } from '../../runtime/n8n';
import type { Stage } from '../../runtime/stage';
import { savePaymentCredential } from '../../runtime/paymentCredential';
import { ServiceAccount } from '../../runtime/serviceAccount';
import { executeStep, fillIn, showAsJson } from '../../scripts/pictures/editorSteps';
import { outputJson } from '../../runtime/executionOutput';
import { until } from '../../runtime/until';
import { manualStart, paymentsNode, workflow } from '../../runtime/workflows';
import { post } from './post';
import { FIELDS } from './waiting';

/** Kept after the run, for inspection. */
const SCREENS = join(tmpdir(), 'multi-currency-payments-screens');

/** What someone who opens a workflow in the editor sees. */
export function browserTests(stage: () => Stage): void {
	const browser = installedBrowser();
	if (!browser) console.log('No browser test: there is no /usr/bin/chromium, and CHROMIUM names no browser.');

	(browser ? describe : describe.skip)('in the browser', () => {
		test('a person logs in, finds the payout node with its icon, and its form filled by the service', async () => {
			const { client, credential, n8n } = stage();
			const id = await client.saveWorkflow(
				workflow('Pay Ben', [
					manualStart,
					paymentsNode('action', 'Pay Ben', credential, {
						resource: 'payout',
						operation: 'create',
						payoutMethodName: {
							__rl: true,
							mode: 'list',
							value: 'au_payid_npp_aud',
							cachedResultName: 'au_payid_npp_aud',
						},
						firstName: 'Ben',
						lastName: 'Okafor',
						email: 'ben@payees.example',
						amount: '980.50',
						externalId: 'wages-2031-03-ben',
						paymentDescription: 'March wages',
					}),
				]),
			);
			mkdirSync(SCREENS, { recursive: true });
			const editor = await Editor.open(String(browser), n8n.url);
			try {
				await editor.openWorkflow(id);
				const node = editor.node('Pay Ben');
				const icon = node.locator('img').first();
				await icon.waitFor();
				expect(await icon.getAttribute('src')).toMatch(/payments\.svg$/);
				expect(await icon.evaluate((image) => ('naturalWidth' in image ? image.naturalWidth : 0))).toBeGreaterThan(0);
				await editor.takePicture(join(SCREENS, 'workflow.png'));

				const form = await editor.openNode('Pay Ben');
				// The service's own parameters of this method.
				for (const parameter of ['pay_id', 'pay_id_type'])
					await form.getByTestId(`parameter-input-${parameter}`).waitFor();
				await editor.takePicture(join(SCREENS, 'form.png'));

				await editor.openPicker('payoutMethodName');
				await editor.page
					.getByText(/^Bank transfer, .* AUD \(au_bank_aud\)$/)
					.first()
					.waitFor();
				await editor.takePicture(join(SCREENS, 'picker.png'));
			} catch (error) {
				await editor.takePicture(join(SCREENS, 'failure.png')).catch(() => undefined);
				throw error;
			} finally {
				await editor.close();
			}
		});

		test('a person picks the bank of a payee from the list of the service, and pays', async () => {
			const { client, emulator, n8n } = stage();
			const pesos = await savePaymentCredential(client, 'Pesos', emulator.apiUrl, new ServiceAccount(emulator, 'PHP'));
			const id = await client.saveWorkflow(
				workflow('Pay in pesos', [
					manualStart,
					paymentsNode('action', 'Pay Ben', pesos, {
						resource: 'payout',
						operation: 'create',
						payoutMethodName: { __rl: true, mode: 'list', value: 'ph_bank_php', cachedResultName: 'ph_bank_php' },
						firstName: 'Ben',
						lastName: 'Okafor',
						email: 'ben@payees.example',
						amount: '500',
						externalId: 'pesos-1',
						paymentDescription: 'March wages',
						notify: 'none',
					}),
				]),
			);
			const editor = await Editor.open(String(browser), n8n.url);
			const { page } = editor;
			try {
				await editor.openWorkflow(id);
				const form = await editor.openNode('Pay Ben');
				await form.getByTestId('parameter-input-bank_code').click();
				await page.getByRole('option', { name: 'Second Example Bank' }).click();
				await fillIn(form, { account_number: '1234567890', account_name: 'Ben Okafor' });
				await executeStep(form);
				await showAsJson(form);
				await form.getByText('pesos-1').last().waitFor();
				const { records } = emulator.account('PHP').payouts.list({ page: 1, from: 0, to: Infinity });
				expect(records).toMatchObject([{ transactions: [{ parameters: { bank_code: 'EXMBPH2X' } }] }]);
			} catch (error) {
				await editor.takePicture(join(SCREENS, 'bank-failure.png')).catch(() => undefined);
				throw error;
			} finally {
				await editor.close();
			}
		});

		test('a person listens in a trigger and sees what a payin made by hand tells', async () => {
			const { account, client, credential, emulator, n8n } = stage();
			const path = 'listens';
			const listening = await client.saveWorkflow(
				workflow('Listens', [paymentsNode('trigger', 'Payments', credential, { path })]),
			);
			const payin = {
				resource: 'payin',
				operation: 'create',
				amount: '49.90',
				paymentDescription: 'Order',
				...FIELDS.payin,
			};
			const byHand = await client.saveWorkflow(
				workflow('Made by hand', [
					manualStart,
					paymentsNode('action', 'Create', credential, {
						...{ ...payin, externalId: 'listened-1', notify: 'testTrigger', options: { triggerPath: path } },
					}),
				]),
			);
			mkdirSync(SCREENS, { recursive: true });
			const editor = await Editor.open(String(browser), n8n.url);
			try {
				await editor.openWorkflow(listening);
				const form = await editor.openNode('Payments');
				await form.getByRole('button', { name: 'Execute step' }).first().click();
				const address = `${n8n.url}/webhook-test/${path}`;
				await until(async () => (await post(address, {}, '{}')).status === 401, {
					everyMs: 200,
					otherwise: 'The trigger does not listen',
				});
				const [created] = outputJson(await client.runToEnd(byHand), 'Create');
				const uuid = String(created?.uuid);
				await account.simulatePayin(uuid);
				await account.delivered();
				const deliveries = emulator.world.notifications.deliveries.filter(({ about }) => about === uuid);
				expect(deliveries.map(({ url, attempts }) => [url, ...attempts.map(({ status }) => status)])).toEqual([
					[address, 200],
				]);
				await form.getByText(uuid).first().waitFor();
				await editor.takePicture(join(SCREENS, 'listening.png'));
			} catch (error) {
				await editor.takePicture(join(SCREENS, 'listening-failure.png')).catch(() => undefined);
				throw error;
			} finally {
				await editor.close();
			}
		});

		test('a person sees that a tool of an agent moves money, and runs one that only reads', async () => {
			const { client, credential, emulator, n8n, userFolder } = stage();
			const { controlUrl, apiUrl } = emulator;
			const folder = filesFolder(userFolder);
			const id = await importExample(client, 'ask-an-ai-agent', { credential, controlUrl, apiUrl, folder });
			const editor = await Editor.open(String(browser), n8n.url);
			const { page } = editor;
			try {
				await editor.openWorkflow(id);
				const paying = await editor.openNode('Pay somebody');
				await paying.getByText('Put a human review in front of this tool').waitFor();
				await paying.getByTestId('parameter-input-operation').click();
				await page.getByRole('option', { name: 'Cancel Scheduled' }).waitFor();
				expect(await page.getByRole('option', { name: /wait/i }).allTextContents()).toEqual([]);
				await page.keyboard.press('Escape');
				await editor.closeNode();
				const reading = await editor.openNode('Look up the balance');
				await reading.getByRole('button', { name: 'Execute step' }).first().click();
				await reading.getByTestId('output-panel').getByText('available').first().waitFor();
			} catch (error) {
				await editor.takePicture(join(SCREENS, 'tool-failure.png')).catch(() => undefined);
				throw error;
			} finally {
				await editor.close();
			}
		});
	});
}

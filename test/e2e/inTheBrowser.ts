import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Editor, installedBrowser } from '../../runtime/browser';
import type { Stage } from '../../runtime/stage';
import { manualStart, paymentsNode, workflow } from '../../runtime/workflows';

/** Kept after the run, to look at what was on the screen. */
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
				await editor.page.getByText('Bank transfer, AUD (au_bank_aud)').first().waitFor();
				await editor.takePicture(join(SCREENS, 'picker.png'));
			} catch (error) {
				await editor.takePicture(join(SCREENS, 'failure.png')).catch(() => undefined);
				throw error;
			} finally {
				await editor.close();
			}
		});
	});
}

import type { Editor, Locator } from '../../runtime/browser';
import { outputJson } from '../../runtime/executionOutput';
import type { N8nClient } from '../../runtime/n8nClient';
import type { AccountKeys, NamedCredential } from '../../runtime/paymentCredential';
import { until } from '../../runtime/until';
import { manualStart, PACKAGE, paymentsNode, workflow } from '../../runtime/workflows';

/** What the walk needs. */
export interface Walk {
	editor: Editor;
	client: N8nClient;
	/** Of n8n, without a slash at the end. */
	url: string;
	account: AccountKeys;
	/** Base address of the service, ending in /api. */
	apiUrl: string;
	/** Shows a step by a picture of these parts of the window. */
	take(picture: string, ...parts: Locator[]): Promise<void>;
	/** Starts n8n again at the same address with another environment. */
	restart(env: Record<string, string>): Promise<void>;
}

/** n8n's public address in the picture. The name is reserved for examples. */
const PUBLIC_ADDRESS = 'https://n8n.example.com/';
/** The name that n8n gives the first credential of this type. */
const CREDENTIAL_NAME = 'Multi-Currency Payments account';
const PATH = 'multi-currency-payments';
const WINDOW = { width: 1400, height: 800 };
/** Tall enough for the form of a payout. */
const TALL_WINDOW = { width: 1400, height: 1300 };

/**
 * Walks the ten minutes of the README in n8n's editor, as a person would, and takes a picture of each step. Each step waits
 * for what it promises, so a walk that ends has succeeded.
 */
export async function walkTenMinutes(walk: Walk): Promise<void> {
	await showInstallation(walk);
	const credential = await createCredential(walk);
	await makePayout(walk);
	await receiveEvent(walk, credential);
	await showAddress(walk, credential);
}

/** The form that installs the package, which is installed already. */
async function showInstallation({ editor: { page }, url, take }: Walk): Promise<void> {
	await page.goto(`${url}/settings/community-nodes`);
	await page.getByRole('button', { name: 'Install' }).first().click();
	await page.getByPlaceholder('e.g. n8n-nodes-chatwork').fill(PACKAGE);
	await page.getByText('I understand the risks').click();
	await take('install.png', page.locator('.el-dialog').last());
}

async function createCredential({
	editor: { page },
	url,
	client,
	account,
	apiUrl,
	take,
}: Walk): Promise<NamedCredential> {
	await page.goto(`${url}/home/credentials`);
	await page.getByRole('button', { name: 'Create credential' }).click();
	await page.getByTestId('new-credential-type-select').waitFor();
	await page.keyboard.type('Multi-Currency');
	await page.getByRole('option', { name: 'Multi-Currency Payments API' }).click();
	await page.getByTestId('new-credential-type-button').click();
	const form = page.getByTestId('editCredential-modal');
	for (const [field, value] of Object.entries({ baseUrl: apiUrl, appId: account.appId, secretKey: account.secretKey }))
		await form.getByTestId(`parameter-input-${field}`).locator('input').first().fill(value);
	await form.getByTestId('credential-save-button').click();
	await form.getByText('Connection tested successfully').waitFor();
	await take('credential.png', page.locator('.el-dialog').last());
	const all = await client.rest<NamedCredential[]>('GET', '/credentials');
	const created = all.find(({ name }) => name === CREDENTIAL_NAME);
	if (!created) throw new Error('n8n has not saved the credential.');
	return created;
}

/** Shows the output of the open node as JSON. */
async function showAsJson(form: Locator): Promise<void> {
	await form.getByTestId('output-panel').getByText('JSON', { exact: true }).click();
}

/** What a picture of the open node shows: its form and its output, without its input. */
const formAndOutput = (form: Locator) => [form.getByTestId('node-parameters'), form.getByTestId('output-panel')];

async function makePayout({ editor, client, take }: Walk): Promise<void> {
	const { page } = editor;
	await editor.openWorkflow(await client.saveWorkflow(workflow('My first payout', [manualStart])));
	await page.getByTestId('canvas-handle-plus').first().click();
	await page.getByTestId('node-creator-search-bar').waitFor();
	await page.keyboard.type('payout');
	await page.getByText('Multi-Currency Payments', { exact: true }).first().click();
	await page.getByText('Create payout', { exact: true }).first().click();
	const form = page.getByTestId('ndv').first();
	await editor.openPicker('payoutMethodName');
	await page.getByText('PayID, AUD (au_payid_npp_aud)').first().click();
	const values = {
		firstName: 'Ben',
		lastName: 'Okafor',
		email: 'ben@payees.example',
		amount: '980.50',
		externalId: 'wages-2031-03-ben',
		pay_id: 'ben@payees.example',
		paymentDescription: 'March wages',
	};
	for (const [field, value] of Object.entries(values))
		await form.getByTestId(`parameter-input-${field}`).locator('input, textarea').first().fill(value);
	await form.getByTestId('parameter-input-pay_id_type').click();
	await page.getByRole('option', { name: 'EMAIL' }).click();
	await page.setViewportSize(TALL_WINDOW);
	await form.getByRole('button', { name: 'Execute step' }).first().click();
	await showAsJson(form);
	await form.getByText('wages-2031-03-ben').last().waitFor();
	await editor.scrollTo('payoutMethodName');
	await take('first-payout.png', ...formAndOutput(form));
	await page.setViewportSize(WINDOW);
}

async function receiveEvent({ editor, client, url, take }: Walk, credential: NamedCredential): Promise<void> {
	const listening = await client.saveWorkflow(
		workflow('My first event', [paymentsNode('trigger', 'When a payment changes', credential, { path: PATH })]),
	);
	const byHand = await client.saveWorkflow(
		workflow('Make a payment', [
			manualStart,
			paymentsNode('action', 'Create', credential, {
				resource: 'payin',
				operation: 'create',
				payinMethodName: { __rl: true, mode: 'id', value: 'au_bank_aud' },
				amount: '49.90',
				externalId: 'order-77',
				customerName: 'Ada Byron',
				customerEmail: 'ada@shop.example',
				paymentDescription: 'Order 77',
				notify: 'testTrigger',
				triggerPath: PATH,
			}),
			paymentsNode('action', 'Simulate', credential, {
				resource: 'payin',
				operation: 'simulate',
				uuid: '={{ $json.uuid }}',
				outcome: 'completed',
			}),
		]),
	);
	await editor.openWorkflow(listening);
	const form = await editor.openNode('When a payment changes');
	await form.getByRole('button', { name: 'Execute step' }).first().click();
	const address = `${url}/webhook-test/${PATH}`;
	await until(async () => (await fetch(address, { method: 'POST' })).status === 401, {
		everyMs: 200,
		otherwise: 'The trigger does not listen',
	});
	const [created] = outputJson(await client.runToEnd(byHand), 'Create');
	await showAsJson(form);
	await form.getByText(String(created?.uuid)).first().waitFor();
	await take('first-event.png', ...formAndOutput(form));
	await editor.closeNode();
}

/** The trigger's address, which follows from WEBHOOK_URL. */
async function showAddress({ editor, client, restart, take }: Walk, credential: NamedCredential): Promise<void> {
	const id = await client.saveWorkflow(
		workflow('Receive events', [paymentsNode('trigger', 'When a payment changes', credential, { path: PATH })]),
	);
	await restart({ WEBHOOK_URL: PUBLIC_ADDRESS });
	await editor.openWorkflow(id);
	const form = await editor.openNode('When a payment changes');
	await form.getByText('Webhook URLs').click();
	await form.getByText('Production URL').click();
	await form.getByText(`${PUBLIC_ADDRESS}webhook/${PATH}`).first().waitFor();
	await take('webhook-url.png', form.locator('.webhooks'), form.getByTestId('parameter-input-path'));
}

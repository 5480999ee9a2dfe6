import type { Editor, Locator } from '../../runtime/browser';
import type { N8nClient } from '../../runtime/n8nClient';
import type { AccountKeys, NamedCredential } from '../../runtime/paymentCredential';
import { until } from '../../runtime/until';
import { PACKAGE, paymentsNode, workflow } from '../../runtime/workflows';
import {
	addBehind,
	addNode,
	choose,
	chooseMethod,
	executeStep,
	fillIn,
	findNode,
	formAndOutput,
	scrollToTop,
	showAsJson,
} from './editorSteps';

/** What the walk needs. */
export interface Walk {
	editor: Editor;
	client: N8nClient;
	/** Of n8n, without a slash at the end. */
	url: string;
	account: AccountKeys;
	/** Base address of the service, ending in /api. */
	apiUrl: string;
	/** The page of the emulator. */
	emulatorUrl: string;
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
const TALL_WINDOW = { width: 1400, height: 1680 };

/**
 * Walks the ten minutes of the README in n8n's editor, as a person would, and takes a picture of each step. Each step waits
 * for what it promises, so a walk that ends has succeeded.
 */
export async function walkTenMinutes(walk: Walk): Promise<void> {
	await showInstallation(walk);
	const credential = await createCredential(walk);
	await makePayout(walk);
	await receiveEvent(walk);
	await showEmulator(walk);
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
	await page.setViewportSize(TALL_WINDOW);
	await take('credential.png', page.locator('.el-dialog').last());
	await page.setViewportSize(WINDOW);
	const all = await client.rest<NamedCredential[]>('GET', '/credentials');
	const created = all.find(({ name }) => name === CREDENTIAL_NAME);
	if (!created) throw new Error('n8n has not saved the credential.');
	return created;
}

const SIMULATE = 'Simulate payin (sandbox)';
const BANK_TRANSFER = /^Bank transfer, .*\(au_bank_aud\)$/;

async function makePayout({ editor, take }: Walk): Promise<void> {
	const { page } = editor;
	await editor.createWorkflow();
	await findNode(editor);
	await page.getByText(/^Actions \(/).click();
	await page.getByText('Create payout', { exact: true }).first().scrollIntoViewIfNeeded();
	await take('actions.png', page.getByTestId('node-creator'));
	const form = await addNode(editor, 'Create payout');
	await chooseMethod(editor, 'payoutMethodName', /^PayID, .*\(au_payid_npp_aud\)$/, 'pay_id');
	await chooseMethod(editor, 'payoutMethodName', BANK_TRANSFER, 'bsb');
	await form.getByTestId('parameter-input-pay_id').waitFor({ state: 'detached' });
	await fillIn(form, {
		amount: '980.50',
		externalId: 'wages-2031-03-ben',
		firstName: 'Ben',
		lastName: 'Okafor',
		email: 'ben@payees.example',
		bsb: '06200',
		account_number: '12345678',
		account_name: 'Ben Okafor',
		paymentDescription: 'March wages',
	});
	await choose(editor, 'notify', 'None');
	await executeStep(form);
	await form
		.getByText(/must have six digits/)
		.first()
		.waitFor();
	await fillIn(form, { bsb: '062000' });
	await page.setViewportSize(TALL_WINDOW);
	await executeStep(form);
	await showAsJson(form);
	await form.getByText('wages-2031-03-ben').last().waitFor();
	await scrollToTop(form);
	await take('first-payout.png', ...formAndOutput(form));
	await page.setViewportSize(WINDOW);
	await editor.closeNode();
}

/** A payin in one tab, a trigger that listens in another; then the same with the trigger published. */
async function receiveEvent({ editor, client, url, take }: Walk): Promise<void> {
	const { page } = editor;
	await editor.createWorkflow();
	await findNode(editor);
	const payin = await addNode(editor, 'Create payin');
	await chooseMethod(editor, 'payinMethodName', BANK_TRANSFER, 'remitter_name');
	await fillIn(payin, {
		amount: '49.90',
		externalId: 'order-77',
		customerName: 'Ada Byron',
		customerEmail: 'ada@shop.example',
		paymentDescription: 'Order 77',
	});
	await choose(editor, 'notify', 'Trigger That Listens in the Editor');
	await executeStep(payin);
	await showAsJson(payin);
	await payin.getByText('order-77').last().waitFor();
	await editor.closeNode();
	await addBehind(editor, 'Create payin');
	await findNode(editor);
	await addNode(editor, SIMULATE);
	await editor.closeNode();
	const nodes = [page.getByText('When clicking'), editor.node('Create payin'), page.getByText('simulate: payin')];
	await take('pay-by-hand.png', ...nodes);

	const other = await editor.openTab();
	await other.createWorkflow();
	await findNode(other);
	const trigger = await addNode(other, 'On payin status');
	await executeStep(trigger);
	await trigger.getByText('Listening for test event').first().waitFor();
	await until(async () => (await fetch(`${url}/webhook-test/${PATH}`, { method: 'POST' })).status === 401, {
		everyMs: 200,
		otherwise: 'The trigger does not listen',
	});
	await executeStep(await editor.openNode(SIMULATE));
	await showAsJson(trigger);
	await trigger.getByText('payin.received').first().waitFor();
	await take('first-event.png', ...formAndOutput(trigger));
	await other.closeNode();
	await editor.closeNode();
	await publishAndPay(editor, other, client);
	await other.page.close();
}

/** Publishes the trigger, and pays once more: now its workflow runs by itself. */
async function publishAndPay(editor: Editor, other: Editor, client: N8nClient): Promise<void> {
	await other.page.getByTestId('workflow-open-publish-modal-button').click();
	await other.page.getByTestId('workflow-publish-button').click();
	await other.page.getByRole('button', { name: 'Got it' }).click();
	const [, id = ''] = /workflow\/(\w+)/.exec(other.page.url()) ?? [];
	await client.waitUntilPublished(id);
	const payin = await editor.openNode('Create payin');
	await fillIn(payin, { externalId: 'order-78' });
	await choose(editor, 'notify', 'Trigger in This Instance');
	await executeStep(payin);
	await payin.getByText('order-78').last().waitFor();
	await editor.closeNode();
	await executeStep(await editor.openNode(SIMULATE));
	await other.page.getByTestId('radio-button-executions').click();
	// The event that came while the trigger listened is the other one.
	await other.page.getByTestId('executions-sidebar').getByText('Succeeded').nth(1).waitFor();
	await client.unpublish(id);
}

/** What somebody without an account plays the bank and the payer on. */
async function showEmulator({ editor, emulatorUrl, take }: Walk): Promise<void> {
	const { page } = await editor.openTab();
	await page.setViewportSize(TALL_WINDOW);
	await page.goto(emulatorUrl);
	await take('emulator.png', page.locator('header'), page.getByRole('region', { name: 'Ended payments' }));
	await page.close();
}

/** The trigger's address, which follows from N8N_WEBHOOK_URL, or from WEBHOOK_URL as n8n before 2.40 calls it. */
async function showAddress({ editor, client, restart, take }: Walk, credential: NamedCredential): Promise<void> {
	const id = await client.saveWorkflow(
		workflow('Receive events', [paymentsNode('trigger', 'When a payment changes', credential, { path: PATH })]),
	);
	// An open editor would follow n8n's restart by itself, at any moment.
	await editor.page.goto('about:blank');
	await restart({ WEBHOOK_URL: PUBLIC_ADDRESS });
	await editor.openWorkflow(id);
	const form = await editor.openNode('When a payment changes');
	await form.getByText('Webhook URLs').click();
	await form.getByText('Production URL').click();
	await form.getByText(`${PUBLIC_ADDRESS}webhook/${PATH}`).first().waitFor();
	await take('webhook-url.png', form.locator('.webhooks'), form.getByTestId('parameter-input-path'));
}

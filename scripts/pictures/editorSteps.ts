import type { Editor, Locator } from '../../runtime/browser';

/** What a person does in n8n's editor, click by click. */

/** The node as n8n's panel of nodes lists it. */
const NODE = 'Multi-Currency Payments';

/** Finds the node in the open panel of nodes, and unfolds its actions, which n8n folds while a workflow has no trigger. */
export async function findNode({ page }: Editor): Promise<void> {
	await page.keyboard.type('payment');
	await page.getByText(NODE, { exact: true }).first().click();
	await page.getByText(/^Actions \(/).waitFor();
}

/** Adds the node by one of its actions or triggers. n8n opens its form. */
export async function addNode(editor: Editor, action: string): Promise<Locator> {
	const { page } = editor;
	const choice = page.getByText(action, { exact: true }).first();
	if (!(await choice.isVisible())) await page.getByText(/^Actions \(/).click();
	await choice.click();
	const form = page.getByTestId('ndv').first();
	await form.waitFor();
	return form;
}

/** Opens the panel of nodes behind a node on the canvas. */
export async function addBehind(editor: Editor, node: string): Promise<void> {
	await editor.node(node).hover();
	await editor.page.getByTestId('canvas-handle-plus').last().click();
	await editor.page.getByTestId('node-creator-search-bar').waitFor();
}

/** Chooses a method, and waits for the form that the service gives it. */
export async function chooseMethod(editor: Editor, picker: string, method: RegExp, asked: string): Promise<void> {
	await editor.openPicker(picker);
	await editor.page.getByText(method).first().click();
	await editor.page.getByTestId(`parameter-input-${asked}`).waitFor();
}

/** Types into fields of the open form, also into those that hold an expression. */
export async function fillIn(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
	for (const [field, value] of Object.entries(values))
		await form.getByTestId(`parameter-input-${field}`).locator('input, textarea, .cm-content').first().fill(value);
}

/** Chooses from a drop-down of the open form. */
export async function choose({ page }: Editor, field: string, option: string): Promise<void> {
	await page.getByTestId(`parameter-input-${field}`).last().click();
	await page.getByRole('option', { name: option }).click();
}

export const executeStep = async (form: Locator): Promise<void> =>
	await form.getByRole('button', { name: 'Execute step' }).first().click();

/** Shows the output of the open node as JSON. */
export const showAsJson = async (form: Locator): Promise<void> =>
	await form.getByTestId('output-panel').getByText('JSON', { exact: true }).click();

/** Shows the form of the open node from its beginning. */
export const scrollToTop = async (form: Locator): Promise<void> =>
	await form.getByTestId('node-parameters').evaluate((panel) => {
		for (const part of panel.querySelectorAll('*')) part.scrollTop = 0;
	});

/** What a picture of the open node shows: its form and its output, without its input. */
export const formAndOutput = (form: Locator): Locator[] => [
	form.getByTestId('node-parameters'),
	form.getByTestId('output-panel'),
];

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Editor, installedBrowser } from '../runtime/browser';
import { exampleNames, importExamples } from '../runtime/exampleWorkflows';
import type { Lifetime } from '../runtime/lifetime';
import { filesFolder } from '../runtime/n8n';
import { runProgram } from '../runtime/program';
import { openStage } from '../runtime/stage';
import { accountsOf } from '../test/e2e/examples/accounts';

const FOLDER = join(__dirname, '..', 'docs', 'pictures');
const EXAMPLES = join(FOLDER, 'examples');
const MOST_BYTES = 300_000;
const MOST_BYTES_OF_EXAMPLE = 60_000;
/** Nothing listens there: the examples' other services are not used while pictures are taken. */
const NO_MAIL_SERVER = 9;
/** The node whose form is shown. */
const PAYS = 'Pay everybody in one batch';

/** Says how large a picture is. Throws when it is too large for a page of the documentation. */
function weigh(file: string, mostBytes: number): void {
	const { size } = statSync(file);
	console.log(`${file}  ${Math.round(size / 1000)} kB`);
	if (size > mostBytes) throw new Error(`${file} is larger than ${mostBytes / 1000} kB.`);
}

/** A workflow that has run, and a form that the service fills. */
async function takeFirstPictures(editor: Editor, workflowId: string): Promise<void> {
	await editor.openWorkflow(workflowId);
	// Refresh, so that the form shows what the service gives now, not what the example stored.
	await (await editor.openNode(PAYS)).locator('[data-icon="refresh-cw"]').first().click();
	await editor.page.getByTestId('parameter-input-_limits').waitFor();
	await editor.closeNode();
	await editor.runWorkflow(5);
	await editor.takePicture(join(FOLDER, 'workflow.png'));
	// Tall enough for everything from the method to its parameters.
	await editor.page.setViewportSize({ width: 1400, height: 1160 });
	const form = await editor.openNode(PAYS);
	await form.getByTestId('parameter-input-pay_id').waitFor();
	await editor.scrollTo('payoutMethodName');
	await editor.takePicture(join(FOLDER, 'form.png'));
	for (const name of ['workflow.png', 'form.png']) weigh(join(FOLDER, name), MOST_BYTES);
}

/** Takes the screenshots for the documentation in the real editor. `-- examples` takes only those of the examples. */
async function takePictures(lifetime: Lifetime): Promise<void> {
	const browser = installedBrowser();
	if (!browser) throw new Error('There is no browser: install Debian’s chromium, or name one in CHROMIUM.');
	mkdirSync(EXAMPLES, { recursive: true });
	const stage = await openStage();
	lifetime.defer(() => stage.close());
	const { client, credential, emulator, n8n, userFolder } = stage;
	const ids = await importExamples(client, {
		credential,
		controlUrl: emulator.controlUrl,
		apiUrl: emulator.apiUrl,
		folder: filesFolder(userFolder),
		accounts: await accountsOf(client, NO_MAIL_SERVER),
	});
	const editor = await Editor.open(browser, n8n.url);
	lifetime.defer(() => editor.close());

	if (!process.argv.includes('examples')) await takeFirstPictures(editor, ids['pay-payees-from-csv']);
	await editor.page.setViewportSize({ width: 1400, height: 1000 });
	for (const name of exampleNames) {
		const file = join(EXAMPLES, `${name}.png`);
		await editor.openWorkflow(ids[name]);
		writeFileSync(file, await editor.workflowPicture());
		weigh(file, MOST_BYTES_OF_EXAMPLE);
	}
}

void runProgram(takePictures);

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Editor, installedBrowser } from '../test/e2e/browser';
import { openStage } from '../test/e2e/stage';
import { importExamples } from '../start/exampleWorkflows';

const FOLDER = join(__dirname, '..', 'docs', 'pictures');
const MOST_BYTES = 300_000;
/** The example's node whose form is shown. */
const PAYS = 'Pay everybody in one batch';

/** Takes the pictures of the documentation from the real editor: a workflow that has run, and a form filled by the service. */
async function takePictures(): Promise<void> {
	const browser = installedBrowser();
	if (!browser) throw new Error('There is no browser: install Debian’s chromium, or name one in CHROMIUM.');
	mkdirSync(FOLDER, { recursive: true });
	const stage = await openStage();
	try {
		const { client, credential, emulator, n8n } = stage;
		const ids = await importExamples(client, { credential, controlUrl: emulator.controlUrl });
		const editor = await Editor.open(browser, n8n.url);
		try {
			await editor.openWorkflow(ids['pay-payees-from-csv']);
			// What the service asks for today, rather than what the example remembers of it.
			await (await editor.openNode(PAYS)).locator('[data-icon="refresh-cw"]').first().click();
			await editor.page.getByTestId('parameter-input-_facts').waitFor();
			await editor.closeNode();
			await editor.runWorkflow(5);
			await editor.takePicture(join(FOLDER, 'workflow.png'));
			// High enough for everything from the method to what it asks for.
			await editor.page.setViewportSize({ width: 1400, height: 1160 });
			const form = await editor.openNode(PAYS);
			await form.getByTestId('parameter-input-pay_id').waitFor();
			await editor.scrollTo('payoutMethodName');
			await editor.takePicture(join(FOLDER, 'form.png'));
		} finally {
			await editor.close();
		}
	} finally {
		await stage.close();
	}
	for (const name of ['workflow.png', 'form.png']) {
		const file = join(FOLDER, name);
		if (!existsSync(file)) throw new Error(`${file} was not made.`);
		const { size } = statSync(file);
		console.log(`${file}  ${Math.round(size / 1000)} kB`);
		if (size > MOST_BYTES) throw new Error(`${name} is larger than ${MOST_BYTES / 1000} kB.`);
	}
}

takePictures()
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	})
	// Connections kept open by clients would hold the process for a while.
	.finally(() => process.exit());

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Editor, installedBrowser } from '../runtime/browser';
import { importExamples } from '../runtime/exampleWorkflows';
import type { Lifetime } from '../runtime/lifetime';
import { filesFolder } from '../runtime/n8n';
import { runProgram } from '../runtime/program';
import { openStage } from '../runtime/stage';

const FOLDER = join(__dirname, '..', 'docs', 'pictures');
const MOST_BYTES = 300_000;
/** The node whose form is shown. */
const PAYS = 'Pay everybody in one batch';

/** Takes the screenshots for the documentation in the real editor: a workflow that has run, and a form that the service fills. */
async function takePictures(lifetime: Lifetime): Promise<void> {
	const browser = installedBrowser();
	if (!browser) throw new Error('There is no browser: install Debian’s chromium, or name one in CHROMIUM.');
	mkdirSync(FOLDER, { recursive: true });
	const stage = await openStage();
	lifetime.defer(() => stage.close());
	const { client, credential, emulator, n8n, userFolder } = stage;
	const ids = await importExamples(client, {
		credential,
		controlUrl: emulator.controlUrl,
		apiUrl: emulator.apiUrl,
		folder: filesFolder(userFolder),
	});
	const editor = await Editor.open(browser, n8n.url);
	lifetime.defer(() => editor.close());

	await editor.openWorkflow(ids['pay-payees-from-csv']);
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

	for (const name of ['workflow.png', 'form.png']) {
		const file = join(FOLDER, name);
		const { size } = statSync(file);
		console.log(`${file}  ${Math.round(size / 1000)} kB`);
		if (size > MOST_BYTES) throw new Error(`${name} is larger than ${MOST_BYTES / 1000} kB.`);
	}
}

void runProgram(takePictures);

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Editor, installedBrowser, type Locator } from '../runtime/browser';
import { importExamples } from '../runtime/exampleWorkflows';
import type { Lifetime } from '../runtime/lifetime';
import { runProgram } from '../runtime/program';
import { openStage } from '../runtime/stage';
import { walkTenMinutes } from './pictures/tenMinutes';

const FOLDER = join(__dirname, '..', 'docs', 'pictures');
const MOST_BYTES = 300_000;

/** Takes the screenshots for the documentation in the real editor: a workflow that has run, and the first ten minutes. */
async function takePictures(lifetime: Lifetime): Promise<void> {
	const browser = installedBrowser();
	if (!browser) throw new Error('There is no browser: install Debian’s chromium, or name one in CHROMIUM.');
	mkdirSync(FOLDER, { recursive: true });
	const stage = await openStage();
	lifetime.defer(() => stage.close());
	const { account, client, credential, emulator, n8n } = stage;
	const editor = await Editor.open(browser, n8n.url);
	lifetime.defer(() => editor.close());
	const take = async (name: string, ...parts: Locator[]) => {
		const file = join(FOLDER, name);
		await editor.takePicture(file, ...parts);
		const { size } = statSync(file);
		console.log(`${file}  ${Math.round(size / 1000)} kB`);
		if (size > MOST_BYTES) throw new Error(`${name} is larger than ${MOST_BYTES / 1000} kB.`);
	};

	const ids = await importExamples(client, { credential, controlUrl: emulator.controlUrl });
	await editor.openWorkflow(ids['pay-payees-from-csv']);
	await editor.runWorkflow(5);
	await take('workflow.png');

	await walkTenMinutes({
		editor,
		client,
		url: n8n.url,
		account,
		apiUrl: emulator.apiUrl,
		take,
		async restart(env) {
			await stage.stopN8n();
			await stage.startN8n(env);
		},
	});
}

void runProgram(takePictures);

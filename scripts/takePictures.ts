import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Editor, requiredBrowser, type Locator } from '../runtime/browser';
import { exampleNames, importExamples } from '../runtime/exampleWorkflows';
import type { Lifetime } from '../runtime/lifetime';
import { filesFolder } from '../runtime/n8n';
import { runProgram } from '../runtime/program';
import { openStage } from '../runtime/stage';
import { accountsOf } from '../test/e2e/examples/accounts';
import { drawMonth } from './pictures/month';
import { walkTenMinutes } from './pictures/tenMinutes';

const FOLDER = join(__dirname, '..', 'docs', 'pictures');
const EXAMPLES = join(FOLDER, 'examples');
const MOST_BYTES = 300_000;
const MOST_BYTES_OF_EXAMPLE = 60_000;
/** Nothing listens there: the examples' other services are not used while pictures are taken. */
const NO_MAIL_SERVER = 9;

const WINDOW = { width: 1400, height: 800 };
/** So that the largest example need not be shrunk much. */
const LARGE_WINDOW = { width: 1400, height: 1000 };

/** Says how large a picture is. Throws when it is too large for a page of the documentation. */
function weigh(file: string, mostBytes: number): void {
	const { size } = statSync(file);
	console.log(`${file}  ${Math.round(size / 1000)} kB`);
	if (size > mostBytes) throw new Error(`${file} is larger than ${mostBytes / 1000} kB.`);
}

/**
 * Takes the screenshots for the documentation in the real editor: the examples, a workflow that has run, and the first ten
 * minutes, and the tables of the month. `-- examples` takes only those of the examples, `-- month` only those of the month.
 */
async function takePictures(lifetime: Lifetime): Promise<void> {
	const browser = requiredBrowser();
	mkdirSync(EXAMPLES, { recursive: true });
	const stage = await openStage();
	lifetime.defer(() => stage.close());
	const takeMonth = async () => {
		for (const file of await drawMonth(stage, FOLDER, browser)) weigh(file, MOST_BYTES);
	};
	if (process.argv.includes('month')) return await takeMonth();
	const { account, client, credential, emulator, n8n, userFolder } = stage;
	const ids = await importExamples(client, {
		credential,
		apiUrl: emulator.apiUrl,
		folder: filesFolder(userFolder),
		accounts: await accountsOf(client, NO_MAIL_SERVER),
	});
	const editor = await Editor.open(browser, n8n.url);
	lifetime.defer(() => editor.close());
	const take = async (name: string, ...parts: Locator[]) => {
		const file = join(FOLDER, name);
		await editor.takePicture(file, ...parts);
		weigh(file, MOST_BYTES);
	};

	await editor.page.setViewportSize(LARGE_WINDOW);
	for (const name of exampleNames) {
		const file = join(EXAMPLES, `${name}.png`);
		await editor.openWorkflow(ids[name]);
		writeFileSync(file, await editor.workflowPicture());
		weigh(file, MOST_BYTES_OF_EXAMPLE);
	}
	if (process.argv.includes('examples')) return;

	await editor.page.setViewportSize(WINDOW);
	await editor.openWorkflow(ids['pay-payees-from-csv']);
	await editor.runWorkflow(5);
	await take('workflow.png');
	// At the end of the walk n8n has a public address, to which the emulator cannot deliver.
	await takeMonth();
	await walkTenMinutes({
		editor,
		client,
		url: n8n.url,
		account,
		apiUrl: emulator.apiUrl,
		emulatorUrl: emulator.url,
		take,
		async restart(env) {
			await stage.stopN8n();
			await stage.startN8n(env);
		},
	});
}

void runProgram(takePictures);

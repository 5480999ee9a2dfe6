import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Editor, installedBrowser } from '../runtime/browser';
import { importExamples } from '../runtime/exampleWorkflows';
import type { Lifetime } from '../runtime/lifetime';
import { filesFolder } from '../runtime/n8n';
import { runProgram } from '../runtime/program';
import { openStage } from '../runtime/stage';

/**
 * Records the frames of the demonstration video: the examples as they run in a real n8n. The frames go to .cache/frames,
 * with a list that says how long each is shown. A program for videos makes the film from them:
 *
 *   ffmpeg -f concat -i .cache/frames/frames.txt -vf format=yuv420p demonstration.mp4
 */

const FOLDER = join(__dirname, '..', '.cache', 'frames');

/** What is filmed: each example, the form that is opened in it, and how many of its nodes run. */
const SCENES = [
	{ example: 'pay-payees-from-csv', form: 'Pay everybody in one batch', nodes: 5 },
	{ example: 'download-settlement-report', form: 'Download the newest report', nodes: 3 },
] as const;

/** How long a viewer sees what has just happened, in milliseconds. */
const LOOK = 2_500;

interface Frame {
	file: string;
	/** Seconds, on any clock. */
	at: number;
}

/** Keeps each new picture of a page, as the browser paints it, until the returned function is called. */
async function film(page: Editor['page']): Promise<() => Promise<Frame[]>> {
	const session = await page.context().newCDPSession(page);
	const frames: Frame[] = [];
	session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
		const file = `${String(frames.length + 1).padStart(5, '0')}.jpg`;
		writeFileSync(join(FOLDER, file), Buffer.from(data, 'base64'));
		frames.push({ file, at: metadata.timestamp ?? Date.now() / 1_000 });
		// A page that has just been closed needs no answer.
		session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
	});
	await session.send('Page.startScreencast', { format: 'jpeg', quality: 90 });
	return async () => {
		await session.send('Page.stopScreencast');
		return frames;
	};
}

/** The list that ffmpeg's concat format takes. */
function listOf(frames: Frame[], end: number): string {
	return frames
		.map(({ file, at }, index) => `file '${file}'\nduration ${((frames[index + 1]?.at ?? end) - at).toFixed(3)}\n`)
		.join('');
}

async function recordFrames(lifetime: Lifetime): Promise<void> {
	const browser = installedBrowser();
	if (!browser) throw new Error('There is no browser: install Debian’s chromium, or name one in CHROMIUM.');
	rmSync(FOLDER, { recursive: true, force: true });
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

	// The browser asks whether to leave a workflow whose run is not saved.
	editor.page.on('dialog', (dialog) => void dialog.accept());
	await editor.openWorkflow(ids[SCENES[0].example]);
	const cut = await film(editor.page);
	for (const { example, form, nodes } of SCENES) {
		await editor.openWorkflow(ids[example]);
		await editor.page.waitForTimeout(LOOK);
		await editor.openNode(form);
		await editor.page.waitForTimeout(LOOK);
		await editor.closeNode();
		await editor.runWorkflow(nodes);
		await editor.openNode(form);
		await editor.page.waitForTimeout(LOOK);
		await editor.closeNode();
	}
	const frames = await cut();
	const [first] = frames;
	if (!first) throw new Error('The browser painted nothing.');
	const end = (frames.at(-1) ?? first).at + LOOK / 1_000;
	writeFileSync(join(FOLDER, 'frames.txt'), listOf(frames, end));
	console.log(`${frames.length} frames, ${Math.round(end - first.at)} s, in ${FOLDER}`);
}

void runProgram(recordFrames);

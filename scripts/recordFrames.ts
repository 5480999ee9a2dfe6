import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Editor, requiredBrowser } from '../runtime/browser';
import { EmulatorControl } from '../runtime/emulatorControl';
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

/** Entries of the settlement report. */
const ENTRIES = 40;

interface Frame {
	file: string;
	/** Seconds, on any clock. */
	at: number;
}

/** Keeps each new picture of a page, as the browser paints it, until the returned function is called. */
async function record(page: Editor['page'], scene: string): Promise<() => Promise<Frame[]>> {
	const session = await page.context().newCDPSession(page);
	const frames: Frame[] = [];
	session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
		const file = `${scene}-${String(frames.length + 1).padStart(4, '0')}.jpg`;
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

/** The frames of a scene with the seconds for which each is shown. */
function timed(frames: Frame[]): { file: string; seconds: number }[] {
	// The browser does not always send them in the order in which it painted them.
	const inOrder = frames.toSorted((one, other) => one.at - other.at);
	return inOrder.map(({ file, at }, index) => {
		const next = inOrder[index + 1];
		return { file, seconds: next ? next.at - at : LOOK / 1_000 };
	});
}

async function recordFrames(lifetime: Lifetime): Promise<void> {
	const browser = requiredBrowser();
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
	await new EmulatorControl(emulator.controlUrl).settlePastDays('AUD', ENTRIES);
	const film = [];
	for (const { example, form, nodes } of SCENES) {
		// Each scene has a browser of its own: one that has run a workflow asks before it leaves it.
		const editor = await Editor.open(browser, n8n.url);
		lifetime.defer(() => editor.close());
		await editor.openWorkflow(ids[example]);
		const cut = await record(editor.page, example);
		await editor.page.waitForTimeout(LOOK);
		await editor.openNode(form);
		await editor.page.waitForTimeout(LOOK);
		await editor.closeNode();
		await editor.runWorkflow(nodes);
		await editor.openNode(form);
		await editor.page.waitForTimeout(LOOK);
		film.push(...timed(await cut()));
		await editor.close();
	}
	if (film.length === 0) throw new Error('The browser painted nothing.');
	const lines = film.map(({ file, seconds }) => `file '${file}'\nduration ${seconds.toFixed(3)}\n`);
	writeFileSync(join(FOLDER, 'frames.txt'), lines.join(''));
	const length = film.reduce((sum, { seconds }) => sum + seconds, 0);
	console.log(`${film.length} frames, ${Math.round(length)} s, in ${FOLDER}`);
}

void runProgram(recordFrames);

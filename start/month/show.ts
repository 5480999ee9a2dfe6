import { join } from 'node:path';
import { Listr } from 'listr2';
import { installedBrowser } from '../../runtime/browser';
import type { Place } from '../../runtime/currentPackage';
import type { Lifetime } from '../../runtime/lifetime';
import { OWNER } from '../../runtime/n8nSession';
import { untilStopped } from '../../runtime/program';
import { tableOf } from '../../runtime/table';
import { installation } from '../installation';
import { PROGRESS } from '../story';
import { verdictOn } from '../verdict';
import { drawTables } from './pictures';
import { paymentDay, startServiceBefore } from './service';
import { beginStory, monthSteps, type MonthStory } from './steps';
import type { Table } from './tables';

const PICTURES = join(__dirname, '..', '..', '.cache', 'month');

interface Options {
	once: boolean;
	n8n?: string;
	port?: number;
	emulatorPort: number;
}

function preparation(options: Options, place: Place, lifetime: Lifetime) {
	return new Listr<MonthStory>(
		[
			{
				title: 'Service emulator',
				async task(story, task) {
					const { emulatorPort: port } = options;
					story.emulator = await startServiceBefore(story.day, { port });
					lifetime.defer(() => story.emulator.close());
					task.title = `Service emulator at ${story.emulator.url}`;
				},
			},
			...installation<MonthStory>(options, place, lifetime),
		],
		PROGRESS,
	);
}

/** Draws the tables where there is a browser. Returns what to say of it. */
async function pictured(tables: readonly Table[]): Promise<string> {
	const browser = installedBrowser();
	if (browser === undefined) return 'No pictures of the tables: there is no Chromium. CHROMIUM can name one.';
	return `Pictures of the tables:\n${(await drawTables(tables, PICTURES, browser)).map((file) => `  ${file}`).join('\n')}`;
}

/**
 * Shows a month of a company: a list of 500 payees in five currencies, from the sheet to the books of the next day.
 * Sets the exit status to 1 when anything differs.
 */
export async function showMonth(options: Options, place: Place, lifetime: Lifetime): Promise<void> {
	const story = beginStory(paymentDay(), place.userFolder);
	const { findings, tables } = story;
	await preparation(options, place, lifetime)
		.run(story)
		.catch((cause: unknown) => Promise.reject(new Error('The start ended at the step above.', { cause })));
	try {
		await monthSteps().run(story);
	} catch {
		// The step has already shown the reason.
		findings.push({ what: 'The month', n8n: 'ended at the step above', service: '', agrees: false });
	}
	process.exitCode = findings.every(({ agrees }) => agrees) ? 0 : 1;
	for (const { title, headings, rows } of tables) console.log(`\n${title}\n\n${tableOf(headings, rows)}`);
	console.log(`\n${await pictured(tables)}\n\n${verdictOn(findings)}\n`);
	if (options.once) return;
	const { n8n, emulator } = story;
	console.log(
		[
			`  Editor    ${n8n.url}/home/workflows    log in with ${OWNER.email} and ${OWNER.password}`,
			`  Service   ${emulator.url}    the emulator`,
			'',
			'Both stay up until you press Ctrl+C.',
		].join('\n'),
	);
	await untilStopped();
}

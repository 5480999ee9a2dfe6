import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Editor, installedBrowser } from '../../runtime/browser';
import { Lifetime } from '../../runtime/lifetime';
import { startN8n } from '../../runtime/n8n';
import { walkTenMinutes } from '../../scripts/pictures/tenMinutes';
import { CURRENCY } from '../../start/job';
import { mainJob } from '../../start/mainJob';
import { openPlace } from '../../start/place';
import { preparation } from '../../start/preparation';
import type { Story } from '../../start/story';

/** Kept after the run, for inspection. */
const SCREENS = join(tmpdir(), 'multi-currency-payments-screens');

/** The ten minutes of the README, in what `npm start` leaves: its examples, its credentials and its published trigger. */
export function tenMinutesTests(): void {
	const browser = installedBrowser();

	(browser ? test : test.skip)(
		'a person gets from the installation to the first event as the README says, after npm start',
		async () => {
			const lifetime = new Lifetime();
			try {
				const story = { findings: [] } as unknown as Story;
				const place = openPlace({ once: true, reset: false }, lifetime);
				await preparation({ emulatorPort: 0, mailPort: 0 }, place, lifetime).run(story);
				await mainJob().run(story);
				expect(story.findings.filter(({ agrees }) => !agrees)).toEqual([]);
				mkdirSync(SCREENS, { recursive: true });
				const editor = await Editor.open(String(browser), story.n8n.url);
				lifetime.defer(() => editor.close());
				const take: Parameters<typeof walkTenMinutes>[0]['take'] = async (picture, ...parts) =>
					await editor.takePicture(join(SCREENS, picture), ...parts);
				const { client, control } = story.job;
				const { apiUrl, url: emulatorUrl } = story.emulator;
				const { url, port } = story.n8n;
				const restart = async (env: Record<string, string>) => {
					await story.n8n.stop();
					story.n8n = await startN8n({ userFolder: place.userFolder, port, env });
				};
				const account = await control.account(CURRENCY);
				await walkTenMinutes({ editor, client, url, account, apiUrl, emulatorUrl, take, restart }).catch(
					async (error: unknown) => {
						await take('ten-minutes-failure.png').catch(() => undefined);
						throw error;
					},
				);
			} finally {
				await lifetime.end();
			}
		},
	);
}

import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Editor, installedBrowser } from '../../runtime/browser';
import type { Stage } from '../../runtime/stage';
import { walkTenMinutes } from '../../scripts/pictures/tenMinutes';

/** Kept after the run, for inspection. */
const SCREENS = join(tmpdir(), 'multi-currency-payments-screens');

/** The ten minutes of the README. */
export function tenMinutesTests(stage: () => Stage): void {
	const browser = installedBrowser();

	(browser ? test : test.skip)(
		'a person gets from the installation to the first event as the README says',
		async () => {
			const { account, client, emulator, n8n } = stage();
			mkdirSync(SCREENS, { recursive: true });
			const editor = await Editor.open(String(browser), n8n.url);
			const take: Parameters<typeof walkTenMinutes>[0]['take'] = async (picture, ...parts) =>
				await editor.takePicture(join(SCREENS, picture), ...parts);
			const restart = async (env?: Record<string, string>) => {
				await stage().stopN8n();
				await stage().startN8n(env);
			};
			try {
				const { apiUrl, url: emulatorUrl } = emulator;
				await walkTenMinutes({ editor, client, url: n8n.url, account, apiUrl, emulatorUrl, take, restart });
			} catch (error) {
				await take('ten-minutes-failure.png').catch(() => undefined);
				throw error;
			} finally {
				await editor.close();
				await restart();
			}
		},
	);
}

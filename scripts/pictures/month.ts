import type { Stage } from '../../runtime/stage';
import { drawTables } from '../../start/month/pictures';
import { paymentDay, startServiceBefore } from '../../start/month/service';
import { beginStory, monthSteps } from '../../start/month/steps';

/**
 * Runs the month of `npm start -- --month` and draws its tables. Returns the files.
 * @param browser its executable
 */
export async function drawMonth({ n8n, userFolder }: Stage, folder: string, browser: string): Promise<string[]> {
	const day = paymentDay();
	const emulator = await startServiceBefore(day);
	try {
		const { tables } = await monthSteps().run({ ...beginStory(day, userFolder), emulator, n8n });
		return await drawTables(tables, folder, browser);
	} finally {
		await emulator.close();
	}
}

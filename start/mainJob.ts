import { Listr } from 'listr2';
import { pageHistory } from './history';
import type { Finding } from './job';
import { takePayinAndRefund } from './payinAndRefund';
import { payPayees } from './payouts';
import { downloadSettlement } from './settlement';
import { receiveStatusEvents, repeatDeliveries } from './statusEvents';
import { PROGRESS, type Story } from './story';

/** The steps of the main job. Each adds its findings to the story. */
export function mainJob() {
	const step = (title: string, run: (story: Story) => Promise<Finding[]>) => ({
		title,
		async task(story: Story) {
			story.findings.push(...(await run(story)));
		},
	});
	return new Listr<Story>(
		[
			step('Pay 25 payees from a CSV as one batch', async ({ job }) => {
				await repeatDeliveries(job);
				return await payPayees(job);
			}),
			step('Take a payin and refund a part of it (the wait of 35 minutes is taken off the clock)', ({ job }) =>
				takePayinAndRefund(job),
			),
			step('Receive every status event once', ({ job }) => receiveStatusEvents(job)),
			step('Download the newest settlement report', async (story) => {
				const { findings, report } = await downloadSettlement(story.job);
				story.report = report;
				return findings;
			}),
			step('Page the balance history', async ({ job, report }) => {
				const findings = await pageHistory(job, report);
				// Brings the service to the present for whoever explores it afterwards.
				await job.control.moveClock(new Date());
				return findings;
			}),
		],
		PROGRESS,
	);
}

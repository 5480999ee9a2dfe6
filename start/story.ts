import { PRESET_TIMER } from 'listr2';
import type { Emulator } from '../emulator/server';
import type { RunningN8n } from '../runtime/n8n';
import type { Finding, Job } from './job';
import type { DownloadedReport } from './settlement';

/** What the steps of a start hand on to each other. */
export interface Story {
	emulator: Emulator;
	n8n: RunningN8n;
	job: Job;
	report: DownloadedReport;
	findings: Finding[];
}

/** How the steps are shown: with their time, and with the whole reason when one fails. */
export const PROGRESS = {
	rendererOptions: { timer: PRESET_TIMER, collapseErrors: false },
	fallbackRendererOptions: { timer: PRESET_TIMER },
	registerSignalListeners: false,
};

import { PRESET_TIMER } from 'listr2';
import type { Emulator } from '../emulator/server';
import type { RunningN8n } from '../runtime/n8n';
import type { Finding, Job } from './job';
import type { DownloadedReport } from './settlement';

/** What one step passes on to the next. */
export interface Story {
	emulator: Emulator;
	n8n: RunningN8n;
	/** Where the examples mail to, and the page that shows it. */
	mail: { smtpPort: number; url: string };
	job: Job;
	report: DownloadedReport;
	findings: Finding[];
}

/** Shows each step with the time it took, and the full reason when it fails. */
export const PROGRESS = {
	rendererOptions: { timer: PRESET_TIMER, collapseErrors: false },
	fallbackRendererOptions: { timer: PRESET_TIMER },
	registerSignalListeners: false,
};

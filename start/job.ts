import type { EmulatorControl } from '../runtime/emulatorControl';
import { failureOf } from '../runtime/executionOutput';
import type { N8nClient } from '../runtime/n8nClient';
import type { Execution } from '../runtime/n8nRecords';

/** The currency the demonstration pays in. */
export const CURRENCY = 'AUD';

const PATIENCE_MS = 120_000;

/** Both sides of the main job. */
export interface Job {
	client: N8nClient;
	control: EmulatorControl;
	/** Base address of the service, ending in /api. */
	apiUrl: string;
	/** The ids of the example workflows, by name. */
	workflows: Readonly<Record<string, string>>;
	/** The id of the newest execution before the job. */
	before: string;
}

/** One line of the verdict: the same thing as n8n shows it and as the service shows it. */
export interface Finding {
	what: string;
	n8n: string;
	service: string;
	agrees: boolean;
}

/** Runs an example to its end. Throws with n8n's words when it fails. */
export async function runExample({ client, workflows }: Job, example: string): Promise<Execution> {
	const execution = await client.runToEnd(workflows[example], PATIENCE_MS);
	const failure = failureOf(execution);
	if (failure !== undefined) throw new Error(`The workflow ${example} failed: ${failure}`);
	return execution;
}

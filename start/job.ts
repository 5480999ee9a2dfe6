import type { Execution } from '../runtime/n8nRecords';
import type { N8nClient } from '../runtime/n8nClient';
import { failureOf } from '../runtime/executionOutput';
import type { EmulatorControl } from './emulatorControl';
import type { Example } from './exampleWorkflows';

/** The currency the demonstration pays in. */
export const CURRENCY = 'AUD';

/** Both sides of the main job. */
export interface Job {
	client: N8nClient;
	control: EmulatorControl;
	/** Base address of the service, ending in /api. */
	apiUrl: string;
	workflows: Record<Example, string>;
	/** The newest execution before the job: what belongs to it comes after. */
	before: string;
}

/** One line of the verdict: the same thing as n8n tells it and as the service tells it. */
export interface Finding {
	what: string;
	n8n: string;
	service: string;
	agrees: boolean;
}

/** Runs an example to its end. Throws with n8n's words when it fails. */
export async function runExample({ client, workflows }: Job, example: Example): Promise<Execution> {
	const execution = await client.runToEnd(workflows[example], 120_000);
	const failure = failureOf(execution);
	if (failure !== undefined) throw new Error(`The workflow ${example} failed: ${failure}`);
	return execution;
}

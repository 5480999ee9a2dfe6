import pMap from 'p-map';
import type { N8nClient } from '../../runtime/n8nClient';
import type { Execution } from '../../runtime/n8nRecords';
import { storedExecutions } from '../../runtime/storedExecutions';
import { until } from '../../runtime/until';

const PATIENCE_MS = 300_000;
const READ_AT_ONCE = 10;

/**
 * All executions of a workflow, with their data, as soon as the database says that each has ended. n8n's public API is no
 * help to wait: its list leaves out what the main process believes to be running, and a worker may have ended that.
 */
export async function endedExecutions(client: N8nClient, workflowId: string): Promise<Execution[]> {
	let open: string[] = [];
	const stored = await until(
		async () => {
			const all = await storedExecutions(client, workflowId);
			open = all
				.filter(({ status }) => status === 'new' || status === 'running')
				.map(({ id, status }) => `${id} (${status})`);
			return open.length === 0 && all;
		},
		{ withinMs: PATIENCE_MS, everyMs: 500, otherwise: () => `Executions did not end: ${open.join(', ')}` },
	);
	const read = async ({ id }: { id: string }) => await client.waitForEnd(id);
	return await pMap(stored, read, { concurrency: READ_AT_ONCE });
}

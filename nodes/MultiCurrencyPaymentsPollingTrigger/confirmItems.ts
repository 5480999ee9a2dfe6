import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { WorkflowMemory } from '../events/workflowMemory';
import { readAccounts } from '../service/credential';
import { ServiceClient } from '../service/client';
import { lookBackOf } from './pollingProperties';
import { recentEvents } from './recentEvents';
import { watchedLists } from './sources';

const HOUR = 3_600_000;

/** For one request, in milliseconds: somebody waits in the editor. */
const PATIENCE = { requestTimeout: 20_000, timeLimit: 20_000 };

/**
 * Runs first in each execution that a poll has started. Then n8n holds the execution, so its events count as handed on.
 * n8n saves that with the execution's static data. Events that another execution has run go no further: after a restart
 * n8n may run an execution that it had stored, and a poll start another one. In a test n8n runs this instead of a poll.
 */
export async function confirmItems(n8n: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = n8n.getInputData();
	const ids = items.map(({ json }) => json.event_id).filter((id) => typeof id === 'string');
	if (n8n.getMode() !== 'manual') {
		const confirmation = { now: Date.now(), executionId: n8n.getExecutionId() };
		const others = WorkflowMemory.of(n8n).confirm(ids, confirmation);
		// Somebody wants a retried execution to run once more.
		return n8n.getMode() === 'retry' ? items : items.filter(({ json }) => !others.has(json.event_id));
	}
	if (ids.length > 0) return items;
	const lists = watchedLists(
		await readAccounts(n8n),
		n8n.getNodeParameter('events', 0),
		(account) => new ServiceClient(n8n, account, undefined, PATIENCE),
	);
	return await recentEvents(n8n.getNode(), {
		lists,
		statuses: n8n.getNodeParameter('statuses', 0),
		now: Date.now(),
		lookBack: lookBackOf(n8n.getNodeParameter('lookBack', 0)) * HOUR,
	});
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { eventIdsOf, itemsToRun } from '../events/runOnce';
import { WorkflowMemory } from '../events/workflowMemory';
import { readAccounts } from '../service/credential';
import { ServiceClient } from '../service/client';
import { lookBackOf } from './pollingProperties';
import { recentEvents } from './recentEvents';
import { watchedLists } from './sources';

/** For one request, in milliseconds: somebody waits in the editor. */
const PATIENCE = { requestTimeout: 20_000, timeLimit: 20_000 };

/**
 * Runs first in each execution that a poll has started. Then n8n holds the execution, so its events count as handed on.
 * n8n saves that with the execution's static data. In a test n8n runs this instead of a poll.
 */
export async function confirmItems(n8n: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = n8n.getInputData();
	const ids = eventIdsOf(items);
	if (n8n.getMode() !== 'manual') {
		WorkflowMemory.of(n8n).confirm(ids, Date.now());
		return await itemsToRun(n8n);
	}
	if (ids.length > 0) return items;
	const lists = watchedLists(
		await readAccounts(n8n),
		n8n.getNodeParameter('events', 0),
		(account) => new ServiceClient(n8n, account, undefined, PATIENCE),
	);
	return await recentEvents(n8n.getNode(), lists, {
		statuses: n8n.getNodeParameter('statuses', 0),
		lookBack: lookBackOf(n8n.getNodeParameter('lookBack', 0)),
	});
}

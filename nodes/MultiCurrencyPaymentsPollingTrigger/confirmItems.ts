import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { attempt } from '../../core/attempt';
import { isBeginning } from '../../core/events';
import { eventIdsOf, eventItem, isChosen, itemsToRun } from '../events/emitted';
import { WorkflowMemory } from '../events/workflowMemory';
import { readAccounts } from '../service/credential';
import { explain } from '../service/explain';
import { aheadOf } from '../service/period';
import { lookBackOf } from './pollingProperties';
import { mayLack, watchedLists, type AccountRead, type WatchedList } from './sources';

/** For one request, in milliseconds: somebody waits in the editor. */
const PATIENCE = 20_000;

/** Events of each kind that a manual test shows. */
const MOST_SHOWN = 10;

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
	return ids.length > 0 ? items : await recentEvents(n8n);
}

/** The newest events of each kind, oldest first. Nothing is remembered or counts as seen. */
async function recentEvents(n8n: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const lists = watchedLists(n8n, await readAccounts(n8n), n8n.getNodeParameter('events', 0), PATIENCE);
	const statuses = n8n.getNodeParameter('statuses', 0);
	const from = new Date(Date.now() - lookBackOf(n8n.getNodeParameter('lookBack', 0)));
	const asked: AccountRead[] = [];
	const items: INodeExecutionData[] = [];
	for (const list of lists) {
		const newest = await attempt(() => newestOf(list, statuses, from));
		if ('value' in newest) items.push(...newest.value.reverse());
		asked.push({ client: list.client, ...newest });
	}
	const failed = asked.find((each) => each.failure !== undefined && !mayLack(each, asked));
	if (failed) throw explain(failed.failure, n8n.getNode());
	return items;
}

async function newestOf({ client, source }: WatchedList, statuses: unknown, from: Date) {
	const now = new Date();
	const items: INodeExecutionData[] = [];
	const { records } = await source.pages(client, aheadOf({ from, asked: now }))(undefined);
	for (const listed of records) {
		if (items.length >= MOST_SHOWN) break;
		const record = (await source.detail?.(listed)?.read(client)) ?? listed;
		for (const event of source.name(record).reverse()) {
			if (isBeginning(event, record, now.getTime()) || !isChosen(statuses, event.status)) continue;
			items.push(eventItem(event, { receivedAt: now, payload: record }));
		}
	}
	return items.slice(0, MOST_SHOWN);
}

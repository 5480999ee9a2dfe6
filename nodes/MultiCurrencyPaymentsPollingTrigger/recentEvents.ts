import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isBeginning } from '../../core/events';
import { explain } from '../service/explain';
import type { ServiceClient } from '../service/client';
import { eventItem, isChosen } from '../events/emitted';
import type { PolledSource } from './sources';

/** Events of each kind that a manual test shows. */
const MOST_SHOWN = 10;

const DAY = 86_400_000;

/** The newest events of each kind, oldest first, for a manual test: nothing is remembered and nothing counts as seen. */
export async function recentEvents(
	n8n: IPollFunctions,
	client: ServiceClient,
	sources: readonly PolledSource[],
	{ now, lookBack }: { now: number; lookBack: number },
): Promise<INodeExecutionData[][] | null> {
	const period = { from: new Date(now - lookBack), to: new Date(now + DAY) };
	const items: INodeExecutionData[] = [];
	for (const source of sources) {
		const newest = await newestOf(n8n, client, source, period).catch((error: unknown) => {
			throw explain(error, n8n.getNode());
		});
		items.push(...newest.reverse());
	}
	return items.length > 0 ? [items] : null;
}

async function newestOf(
	n8n: IPollFunctions,
	client: ServiceClient,
	source: PolledSource,
	period: { from: Date; to: Date },
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const { records } = await source.pages(client, period)(undefined);
	for (const listed of records) {
		if (items.length >= MOST_SHOWN) break;
		const record = source.detail?.isNeeded(listed) ? await source.detail.read(client, listed) : listed;
		const event = source.name(record);
		if (!event || isBeginning(event, record)) continue;
		if (!isChosen(n8n.getNodeParameter('statuses'), event.status)) continue;
		items.push(eventItem(event, { receivedAt: new Date(), payload: record }));
	}
	return items;
}

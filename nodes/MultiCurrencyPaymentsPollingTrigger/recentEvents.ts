import type { INode, INodeExecutionData } from 'n8n-workflow';
import { attempt } from '../../core/attempt';
import { isBeginning } from '../../core/events';
import { explain } from '../service/explain';
import { aheadOf } from '../service/period';
import { eventItem, isChosen } from '../events/emitted';
import { mayLack, type AccountRead } from './pollFailures';
import type { WatchedList } from './sources';

/** Events of each kind that a manual test shows. */
const MOST_SHOWN = 10;

/** Which events a test looks for. */
export interface RecentOptions {
	statuses: unknown;
	/** Milliseconds. */
	lookBack: number;
}

/** The newest events of each kind, oldest first, for a manual test. Nothing is remembered or counts as seen. */
export async function recentEvents(node: INode, lists: readonly WatchedList[], options: RecentOptions) {
	const asked: AccountRead[] = [];
	const items: INodeExecutionData[] = [];
	for (const list of lists) {
		const newest = await attempt(() => newestOf(list, options));
		if ('value' in newest) items.push(...newest.value.reverse());
		asked.push({ currency: list.client.credential.currency, ...newest });
	}
	const failed = asked.find((each) => each.failure !== undefined && !mayLack(each, asked));
	if (failed) throw explain(failed.failure, node);
	return items;
}

async function newestOf({ client, source }: WatchedList, { statuses, lookBack }: RecentOptions) {
	const now = Date.now();
	const items: INodeExecutionData[] = [];
	const period = aheadOf({ from: new Date(now - lookBack), asked: new Date(now) });
	const { records } = await source.pages(client, period)(undefined);
	for (const listed of records) {
		if (items.length >= MOST_SHOWN) break;
		const record = source.detail?.isNeeded(listed) ? await source.detail.read(client, listed) : listed;
		for (const event of source.name(record).reverse()) {
			if (isBeginning(event, record, now) || !isChosen(statuses, event.status)) continue;
			items.push(eventItem(event, { receivedAt: new Date(now), payload: record }));
		}
	}
	return items.slice(0, MOST_SHOWN);
}

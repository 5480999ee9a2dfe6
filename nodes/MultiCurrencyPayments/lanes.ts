import type { INodeExecutionData } from 'n8n-workflow';
import { attempt } from '../../core/attempt';
import { TimeSlice } from '../service/timeSlice';
import { DEFAULT_CONCURRENCY } from './form/fields';
import type { ItemCall } from './form/itemCall';
import type { Run } from './form/run';
import { ItemOrder } from './form/itemOrder';
import type { ItemResult } from './operation';

/**
 * Handles independent items, some at once, started in their order. After the execution was stopped nothing begins to send;
 * after an item that failed, without “continue on fail”, nothing behind it does. Items left out are not among the results.
 */
export async function inLanes(
	run: Run,
	items: ItemCall[],
	handle: (item: ItemCall) => Promise<INodeExecutionData[]>,
): Promise<ItemResult[]> {
	const { n8n } = run;
	const order = (run.order = new ItemOrder());
	const goOn = n8n.continueOnFail();
	const results: ItemResult[] = [];
	let next = 0;
	const slice = new TimeSlice();
	const lane = async () => {
		while (!order.isClosed) {
			const item = items[next++];
			if (!item) return;
			const done = await attempt(async () => await handle(item));
			if ('value' in done) results.push({ item: item.index, items: done.value });
			else if (!order.isLeftOut(done.failure)) results.push({ item: item.index, failure: done.failure });
			if (n8n.getExecutionCancelSignal()?.aborted) order.closeAfter(-1);
			else if ('failure' in done && !goOn) order.closeAfter(item.index);
			order.pass(item.index);
			if (slice.isOver) await slice.giveWay();
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrencyOf(items), items.length) }, lane));
	return results;
}

/** The items share the lanes, so the first one decides. */
function concurrencyOf([first]: ItemCall[]): number {
	const { concurrency } = first?.collection('options') ?? {};
	return typeof concurrency === 'number' && concurrency >= 1 ? Math.floor(concurrency) : DEFAULT_CONCURRENCY;
}

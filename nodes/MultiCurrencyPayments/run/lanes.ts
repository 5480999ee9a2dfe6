import type { INodeExecutionData } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { TimeSlice } from '../../service/time';
import type { ItemCall } from './itemCall';
import type { Run } from './run';
import { ItemOrder, LeftOut } from './itemOrder';
import type { ItemResult } from './itemResult';

/** How many items are handled at a time. */
export const DEFAULT_CONCURRENCY = 16;

/**
 * Handles independent items, several at once, started in their order. Without “continue on fail”, no item after a failed one
 * begins to send. Items left out are not among the results. Once the execution was stopped, each item says what is known of it.
 */
export async function inLanes(
	run: Run,
	items: ItemCall[],
	handle: (item: ItemCall) => Promise<INodeExecutionData[]>,
): Promise<ItemResult[]> {
	const { n8n } = run;
	const order = new ItemOrder();
	for (const account of run.accounts) account.order = order;
	const goOn = n8n.continueOnFail();
	const results: ItemResult[] = [];
	let next = 0;
	const slice = new TimeSlice();
	const handling: Promise<void>[] = [];
	const handleOne = async (item: ItemCall) => {
		const done = await attempt(() => handle(item));
		if ('value' in done) results.push({ item: item.index, items: done.value });
		else if (!(done.failure instanceof LeftOut)) results.push({ item: item.index, failure: done.failure });
		if ('failure' in done && !goOn) order.closeAfter(item.index);
		order.pass(item.index);
	};
	const lane = async () => {
		while (!order.isClosed) {
			const item = items[next++];
			if (!item) return;
			const left = new Promise<void>((leave) => (item.leaveLane = leave));
			const handled = handleOne(item);
			handling.push(handled);
			await Promise.race([handled, left]);
			if (slice.isOver) await slice.giveWay();
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrencyOf(items[0]), items.length) }, lane));
	await Promise.all(handling);
	return results;
}

/** The items share the lanes, so the first one decides. @throws NodeOperationError when it gives no such number */
const concurrencyOf = (first: ItemCall | undefined): number =>
	first?.count(first.options.concurrency, 'Items at Once', DEFAULT_CONCURRENCY) ?? 0;

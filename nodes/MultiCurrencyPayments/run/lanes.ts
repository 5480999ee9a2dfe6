import type { INodeExecutionData } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { TimeSlice } from '../../service/time';
import type { ItemCall } from './itemCall';
import type { Run } from './run';

/** What became of one item. Output items that come from none of the input items have a `pairedItem` that is undefined. */
export type ItemResult = { item: number; items: INodeExecutionData[] } | { item: number; failure: unknown };

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

/** An item that did not get its turn to send, because an earlier one stopped the node. */
export class LeftOut extends Error {}

/**
 * The order in which the items of a run begin to send. Each waits until those before it have passed their checks. So an
 * item that cannot be sent stops all later ones, however many are under way.
 */
export class ItemOrder {
	/** Items that have passed their checks or ended while an earlier one has not. */
	private readonly passed = new Set<number>();
	private readonly waiting = new Map<number, () => void>();
	/** The first item that has not passed. */
	private next = 0;
	private last = Infinity;

	/** Whether no further item is to be started. */
	get isClosed(): boolean {
		return this.last < Infinity;
	}

	/** No item after this one may begin to send. */
	closeAfter(item: number): void {
		this.last = Math.min(this.last, item);
		for (const [each, wake] of this.waiting) if (each > this.last) wake();
	}

	/** To be awaited before an item sends anything. @throws when an earlier one has stopped the node */
	async turn(item: number): Promise<void> {
		const mustWait = item > this.next && !this.passed.has(item) && item <= this.last;
		if (mustWait) await new Promise<void>((wake) => this.waiting.set(item, wake));
		this.waiting.delete(item);
		if (item > this.last) throw new LeftOut('An item before stopped the node');
		this.pass(item);
	}

	/** An item has passed its checks, or has come to its end. */
	pass(item: number): void {
		if (item >= this.next) this.passed.add(item);
		while (this.passed.delete(this.next)) this.next++;
		this.waiting.get(this.next)?.();
	}
}

/** An item that did not get its turn to be sent, because one before it stopped the node. */
class LeftOut extends Error {}

/**
 * The order in which items of a run begin to send. Each waits until those before it have passed their checks, so that an
 * item that cannot be sent stops what comes after it, however many are under way.
 */
export class ItemOrder {
	private passed = new Set<number>();
	private waiting = new Map<number, () => void>();
	private first = 0;
	private closed = false;

	get isClosed(): boolean {
		return this.closed;
	}

	/** Nothing that has not begun to send may do so. */
	close(): void {
		this.closed = true;
		for (const wake of this.waiting.values()) wake();
		this.waiting.clear();
	}

	/** To be awaited before an item begins to send. @throws when the node has stopped meanwhile */
	async turn(item: number): Promise<void> {
		if (item > this.first && !this.closed) await new Promise<void>((wake) => this.waiting.set(item, wake));
		if (this.closed) throw new LeftOut('Another item stopped the node before');
		this.pass(item);
	}

	/** An item has passed its checks, or has come to its end. */
	pass(item: number): void {
		if (item >= this.first) this.passed.add(item);
		while (this.passed.delete(this.first)) this.first++;
		this.waiting.get(this.first)?.();
		this.waiting.delete(this.first);
	}

	isLeftOut(failure: unknown): boolean {
		return failure instanceof LeftOut;
	}
}

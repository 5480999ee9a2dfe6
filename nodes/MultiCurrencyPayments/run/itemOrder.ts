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

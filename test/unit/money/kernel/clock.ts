/** Time that passes only while everything sleeps. */
export class Clock {
	now = 1_000_000;
	private sleepers: { at: number; order: number; wake: () => void }[] = [];
	private order = 0;

	async sleep(milliseconds: number): Promise<void> {
		await new Promise<void>((wake) => {
			this.sleepers.push({ at: this.now + Math.max(0, milliseconds), order: this.order++, wake });
		});
	}

	/** Runs work to its end. */
	async run<T>(work: Promise<T>): Promise<T> {
		let isOver = false;
		const over = () => void (isOver = true);
		void work.then(over, over);
		for (;;) {
			await new Promise((settled) => setImmediate(settled));
			if (isOver) return await work;
			const next = this.earliest();
			if (!next) throw new Error('Nothing is under way any more, and it does not end');
			this.now = Math.max(this.now, next.at);
			next.wake();
		}
	}

	private earliest() {
		let first = 0;
		for (const [index, { at, order }] of this.sleepers.entries()) {
			const best = this.sleepers[first];
			if (best && (at < best.at || (at === best.at && order < best.order))) first = index;
		}
		return this.sleepers.splice(first, 1)[0];
	}
}

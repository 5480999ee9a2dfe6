/** Work that goes one after the other where it has a name in common. */
export class Turns {
	private readonly underWay = new Map<string, Promise<unknown>>();

	/** Runs work when nothing with one of its names is under way. It takes all names at once, and so cannot cause a deadlock. */
	async take<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
		const { underWay } = this;
		for (;;) {
			const busy = names.flatMap((name) => underWay.get(name) ?? []);
			if (busy.length === 0) break;
			await Promise.all(busy);
		}
		const working = work();
		const end = () => {
			for (const name of names) underWay.delete(name);
		};
		const ended = working.then(end, end);
		for (const name of names) underWay.set(name, ended);
		return await working;
	}
}

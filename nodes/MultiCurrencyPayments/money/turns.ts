/** Work under way in this process, by name. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Runs work when nothing with one of its names is under way, so that executions of this process that mean the same payment
 * take turns. It takes all names at once, and so cannot cause a deadlock.
 */
export async function inTurn<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
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

/** Whether work with this name is under way in this process. */
export const isUnderWay = (name: string): boolean => underWay.has(name);

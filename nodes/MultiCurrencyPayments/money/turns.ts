/** Work under way in this process, by name. */
const underWay = new Map<string, Promise<unknown>>();

/** Runs work with the same name one after the other, so that executions of this process with one key take turns. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
	while (underWay.has(name)) await underWay.get(name);
	const working = work();
	const end = () => underWay.delete(name);
	underWay.set(name, working.then(end, end));
	return await working;
}

/** The same for work with several names. It begins when none of them is under way, and so cannot cause a deadlock. */
export async function inTurns<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
	for (;;) {
		const busy = names.flatMap((name) => underWay.get(name) ?? []);
		if (busy.length === 0) break;
		await Promise.all(busy);
	}
	const working = work();
	const ended = working.then(
		() => undefined,
		() => undefined,
	);
	const end = ended.then(() => {
		for (const name of names) underWay.delete(name);
	});
	for (const name of names) underWay.set(name, end);
	return await working;
}

/** Whether work with this name is under way in this process. */
export function isUnderWay(name: string): boolean {
	return underWay.has(name);
}

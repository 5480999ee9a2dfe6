/** Work under way in this process, by name. */
const underWay = new Map<string, Promise<unknown>>();

/** Does work of one name one after the other, so that executions of this process that use one key take turns. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
	while (underWay.has(name)) await underWay.get(name);
	const working = work();
	const end = () => underWay.delete(name);
	underWay.set(name, working.then(end, end));
	return await working;
}

/** The same for work of several names at once. It begins when nothing of any of them is under way, so that nobody waits for ever. */
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

/** Whether work of this name is being done in this process. */
export function isUnderWay(name: string): boolean {
	return underWay.has(name);
}

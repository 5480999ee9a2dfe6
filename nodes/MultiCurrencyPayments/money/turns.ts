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

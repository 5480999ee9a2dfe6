import { numberedPage, type FetchPage } from '../../../../core/service/paging';
import { inParallel, readInLanes } from '../../../../core/service/parallelPages';

const list = (length: number) => Array.from({ length }, (_, index) => `record-${index}`);
const serve =
	(records: () => string[], size: number): FetchPage<string> =>
	async (position) => {
		const page = Number(position ?? 1);
		const all = records();
		return numberedPage(all.slice((page - 1) * size, page * size), page, size, all.length);
	};

it.each([0, 1, 19, 20, 21, 100, 1001])('hands on every one of %i records', async (length) => {
	const taken: string[] = [];
	await readInLanes(
		serve(() => list(length), 20),
		(id) => id,
		4,
		(records) => void taken.push(...records),
	);
	expect(taken.sort()).toEqual(list(length).sort());
});

it('refuses a list that does not hold still', async () => {
	let length = 40;
	const reading = readInLanes(
		serve(() => list(length++), 20),
		(id) => id,
		4,
		() => undefined,
	);
	await expect(reading).rejects.toThrow('the list had 40 records and now has 41');
});

it('works on so many at a time, and begins nothing after a failure', async () => {
	let underWay = 0;
	let most = 0;
	const begun: number[] = [];
	const work = inParallel([1, 2, 3, 4, 5, 6, 7, 8], 3, async (thing) => {
		begun.push(thing);
		most = Math.max(most, ++underWay);
		await new Promise((resolve) => setImmediate(resolve));
		underWay--;
		if (thing === 2) throw new Error('two');
	});
	await expect(work).rejects.toThrow('two');
	expect(most).toBe(3);
	expect(begun.length).toBeLessThan(8);
});

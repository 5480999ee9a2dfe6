import { inTurn, inTurns, isUnderWay } from '../../../nodes/MultiCurrencyPayments/money/turns';

/** Work that ends when it is told to. */
function work() {
	let end: () => void = () => undefined;
	let fail: (reason: Error) => void = () => undefined;
	const ended = new Promise<void>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	return { end, fail, ended };
}

/** Lets everything run that waits for nothing else. */
const settled = async () => await new Promise((done) => setImmediate(done));

describe('work under one name', () => {
	it('goes one after the other, whatever its end', async () => {
		const [first, second] = [work(), work()];
		const begun: string[] = [];
		const one = inTurn('a', async () => (begun.push('first'), await first.ended));
		const two = inTurn('a', async () => (begun.push('second'), await second.ended));
		const three = inTurn('a', async () => Promise.resolve(begun.push('third')));
		await settled();
		expect(begun).toEqual(['first']);
		first.fail(new Error('failed'));
		await expect(one).rejects.toThrow('failed');
		await settled();
		expect(begun).toEqual(['first', 'second']);
		expect(isUnderWay('a')).toBe(true);
		second.end();
		await Promise.all([two, three]);
		await settled();
		expect(begun).toEqual(['first', 'second', 'third']);
		expect(isUnderWay('a')).toBe(false);
	});

	it('does not wait for work under another', async () => {
		const first = work();
		const one = inTurn('b', async () => await first.ended);
		await expect(inTurn('c', async () => Promise.resolve(7))).resolves.toBe(7);
		first.end();
		await one;
	});
});

describe('work under several names', () => {
	it('begins when none of them is under way', async () => {
		const [first, second] = [work(), work()];
		const begun: string[] = [];
		const one = inTurn('d', async () => await first.ended);
		const two = inTurns(['c', 'd'], async () => (begun.push('both'), await second.ended));
		await settled();
		expect(begun).toEqual([]);
		first.end();
		await one;
		await settled();
		expect(begun).toEqual(['both']);
		expect([isUnderWay('c'), isUnderWay('d')]).toEqual([true, true]);
		second.fail(new Error('failed'));
		await expect(two).rejects.toThrow('failed');
		await settled();
		expect([isUnderWay('c'), isUnderWay('d')]).toEqual([false, false]);
	});
});

import { Turns } from '../../../core/turns';

const turns = new Turns();

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

it('work under one name goes one after the other, whatever its end', async () => {
	const [first, second] = [work(), work()];
	const begun: string[] = [];
	const one = turns.take(['a'], async () => (begun.push('first'), await first.ended));
	const two = turns.take(['a'], async () => (begun.push('second'), await second.ended));
	const three = turns.take(['a'], async () => Promise.resolve(begun.push('third')));
	await settled();
	expect(begun).toEqual(['first']);
	first.fail(new Error('failed'));
	await expect(one).rejects.toThrow('failed');
	await settled();
	expect(begun).toEqual(['first', 'second']);
	second.end();
	await Promise.all([two, three]);
	await settled();
	expect(begun).toEqual(['first', 'second', 'third']);
});

it('work under other names goes on beside it, and is given back', async () => {
	const first = work();
	const one = turns.take(['b'], async () => await first.ended);
	await expect(turns.take(['c'], async () => Promise.resolve(7))).resolves.toBe(7);
	first.end();
	await one;
});

it('work under several names begins when none of them is under way, and holds all of them', async () => {
	const [first, second] = [work(), work()];
	const begun: string[] = [];
	const one = turns.take(['d'], async () => await first.ended);
	const two = turns.take(['e', 'd'], async () => (begun.push('both'), await second.ended));
	await settled();
	expect(begun).toEqual([]);
	first.end();
	await one;
	await settled();
	expect(begun).toEqual(['both']);
	const three = turns.take(['e'], async () => Promise.resolve(begun.push('after')));
	await settled();
	expect(begun).toEqual(['both']);
	second.fail(new Error('failed'));
	await expect(two).rejects.toThrow('failed');
	await three;
	await settled();
	expect(begun).toEqual(['both', 'after']);
});

it('two that need the same names in another order do not wait for each other', async () => {
	const first = work();
	const one = turns.take(['f'], async () => await first.ended);
	const ended: string[] = [];
	const others = [
		turns.take(['f', 'g'], async () => Promise.resolve(ended.push('f, g'))),
		turns.take(['g', 'f'], async () => Promise.resolve(ended.push('g, f'))),
	];
	first.end();
	await Promise.all([one, ...others]);
	expect(ended).toEqual(['f, g', 'g, f']);
});

it('work without a name waits for nobody', async () => {
	await expect(turns.take([], async () => Promise.resolve(7))).resolves.toBe(7);
});

import { createRandom } from '../../emulator/engine/random';

it('repeats itself for a seed and differs between seeds', () => {
	const draw = (seed: number): string[] => {
		const random = createRandom(seed);
		return [random.shortId(), random.balanceId(), random.hex(20), String(random.integer(1, 1_000_000))];
	};
	expect(draw(7)).toEqual(draw(7));
	expect(draw(7)).not.toEqual(draw(8));
});

it('numbers payments as the service does, never twice', () => {
	const random = createRandom(1);
	const ids = Array.from({ length: 20_000 }, () => random.shortId());
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.every((id) => /^[A-Z0-9]{8}$/.test(id))).toBe(true);
	expect(random.balanceId()).toMatch(/^[0-9A-F]{8}-[0-9A-F]{8}$/);
});

it('draws whole numbers from both bounds and between, evenly', () => {
	const random = createRandom(1);
	const counts = new Map<number, number>();
	for (let draw = 0; draw < 30_000; draw++) {
		const value = random.integer(-1, 1);
		counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	expect([...counts.keys()].sort((one, other) => one - other)).toEqual([-1, 0, 1]);
	for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

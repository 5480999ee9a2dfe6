import { claimsBy, type Claims } from '../../../nodes/MultiCurrencyPayments/money/claims';

const MINUTE = 60_000;

/** Claims over marks in memory. */
function shared() {
	const kept = new Set<string>();
	const state = { now: 1_000 * MINUTE, isDown: false, failures: 0, questions: 0 };
	const answer = async <T>(value: () => T): Promise<T> => {
		state.questions++;
		if (state.isDown) throw new Error('the database is down');
		return await Promise.resolve(value());
	};
	const marks = {
		add: async (mark: string) =>
			await answer(() => {
				const isNew = !kept.has(mark);
				kept.add(mark);
				return isNew;
			}),
		has: async (mark: string) => await answer(() => kept.has(mark)),
	};
	const claims: Claims = claimsBy(
		marks,
		() => state.failures++,
		() => state.now,
	);
	return { claims, state };
}

it('a number is claimed once', async () => {
	const { claims } = shared();
	expect([await claims.claim('p', 1), await claims.claim('p', 1), await claims.claim('p', 2)]).toEqual([
		true,
		false,
		true,
	]);
	expect(await claims.claim('q', 1)).toBe(true);
	expect(await claims.endOf('p', 1, '')).toBeUndefined();
});

it.each([1, 2, 3, 4, 7, 100])('the last of %i numbers is found in few questions, from any of them', async (last) => {
	const { claims, state } = shared();
	for (let number = 1; number <= last; number++) await claims.claim('p', number);
	state.questions = 0;
	for (const number of [0, 1, last]) expect(await claims.lastOf('p', number)).toBe(last);
	expect(state.questions).toBeLessThan(3 * (2 + 2 * Math.ceil(Math.log2(last + 1))));
	expect(await claims.lastOf('q', 0)).toBe(0);
});

it('what was refused is told so', async () => {
	const { claims } = shared();
	await claims.claim('p', 1);
	await claims.mark('p', 1, 'free', '');
	expect(await claims.endOf('p', 1, 'any')).toBe('free');
	expect(await claims.endOf('p', 2, 'any')).toBeUndefined();
});

it('what was refused after another number was made is told as made lately', async () => {
	const { claims, state } = shared();
	await claims.mark('p', 1, 'made', '');
	await claims.mark('p', 2, 'free', '');
	expect(await claims.endOf('p', 2, '')).toBe('madeLately');
	state.now += 25 * MINUTE;
	expect(await claims.endOf('p', 2, '')).toBe('free');
});

it('what was made with other values is told so', async () => {
	const { claims } = shared();
	await claims.mark('p', 1, 'made', 'five');
	expect(await claims.endOf('p', 1, 'five')).toBe('madeLately');
	expect(await claims.endOf('p', 1, 'six')).toBe('madeOtherwise');
});

it.each([
	[0, 'madeLately'],
	[10, 'madeLately'],
	[25, 'made'],
	[60 * 24, 'made'],
])('what was made %i minutes ago is %s', async (minutes, end) => {
	const { claims, state } = shared();
	await claims.mark('p', 1, 'made', '');
	state.now += minutes * MINUTE;
	expect(await claims.endOf('p', 1, '')).toBe(end);
});

it.each([-10, 10])('a clock that differs by %i minutes tells the same', async (minutes) => {
	const { claims, state } = shared();
	await claims.mark('p', 1, 'made', '');
	state.now += minutes * MINUTE;
	expect(await claims.endOf('p', 1, '')).toBe('madeLately');
});

it('a database that does not answer keeps nobody from paying, and is told', async () => {
	const { claims, state } = shared();
	state.isDown = true;
	expect(await claims.claim('p', 1)).toBe(true);
	expect(await claims.lastOf('p', 1)).toBe(1);
	await claims.mark('p', 1, 'made', '');
	expect(await claims.endOf('p', 1, '')).toBeUndefined();
	expect(state.failures).toBeGreaterThan(0);
});

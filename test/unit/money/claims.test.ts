import { Claims, type ClaimEnd } from '../../../nodes/MultiCurrencyPayments/money/claims';
import { Memory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import type { Payment } from '../../../nodes/MultiCurrencyPayments/money/payment';
import { bill, LONGEST_REQUEST, SETTLE } from './kernel/payments';

const MINUTE = 60_000;

/** How long after a claim its request may leave, in milliseconds. */
const SERVES = 30_000;

/** Marks that several processes share. */
function shared() {
	const kept = new Set<string>();
	const state = { now: 1_000 * MINUTE, isHidden: false, questions: 0, added: [] as string[], loses: [] as string[] };
	const marks = {
		scope: 'w1',
		add: async (mark: string) => {
			state.added.push(mark);
			const isNew = !kept.has(mark);
			if (!state.loses.some((part) => mark.includes(part))) kept.add(mark);
			return await Promise.resolve(isNew);
		},
		has: async (mark: string) => {
			state.questions++;
			return await Promise.resolve(kept.has(mark));
		},
	};
	/** What a try of another process claims. @param canAsk whether the service can be asked for payments */
	const another = (canAsk = true) => {
		const claims = new Claims<Payment>(
			{ find: canAsk ? async () => await Promise.resolve(new Map()) : null },
			{
				marks,
				memory: new Memory(-Infinity),
				now: () => state.now,
				systemTime: () => state.now,
				longestRequest: LONGEST_REQUEST,
			},
			() => canAsk && !state.isHidden,
		);
		return { claims, claim: async (...payments: Payment[]) => await claims.claim(payments, state.now) };
	};
	return { state, another };
}

type Try = ReturnType<ReturnType<typeof shared>['another']>;

async function claimed({ claims, claim }: Try, payment: Payment, end?: 'free' | 'made') {
	const won = await claim(payment);
	if (end) claims.end(won, end);
	await claims.marked;
	return won.map(({ number }) => number);
}

/** How long somebody else has to wait, in milliseconds. */
async function waitOf({ state, another }: ReturnType<typeof shared>, payment: Payment) {
	const { claims, claim } = another();
	await claim(payment);
	return Math.max(0, claims.freeAt(payment) - state.now);
}

const inList = (externalId: string) => bill(externalId, '1', 0, 'L');

it('what nobody has claimed is won, and by one only', async () => {
	const { another } = shared();
	const payment = bill('a');
	expect(await claimed(another(), payment)).toEqual([1]);
	expect(await claimed(another(), payment)).toEqual([]);
	expect(await claimed(another(), bill('b'))).toEqual([1]);
});

it('what nobody has claimed costs one mark and no question', async () => {
	const { another, state } = shared();
	await claimed(another(), bill('a'));
	await another(false).claim(bill('b'), inList('c'));
	expect(state).toMatchObject({ questions: 0, added: { length: 3 } });
});

it('each request of a list costs one mark and no question', async () => {
	const { another, state } = shared();
	const one = another();
	for (let number = 1; number <= 3; number++) {
		state.added = [];
		const won = await one.claim(inList(`p${number}`));
		expect(won).toMatchObject([{ number }]);
		expect(state).toMatchObject({ questions: 0, added: { length: 1 } });
		one.claims.end(won, 'free');
		await one.claims.marked;
	}
});

it('a list that cannot be asked for is claimed payee by payee', async () => {
	const won = await shared().another(false).claim(inList('a'), inList('b'));
	expect(won.map(({ payments }) => payments.length)).toEqual([1, 1]);
});

it.each([
	['list', bill('b', '1', 0, 'M')],
	['account', { ...inList('b'), account: 'B' }],
	['kind', { ...inList('b'), kind: 'audPayout' }],
])('the claim of a list is none of another %s', async (_what, other) => {
	const { another } = shared();
	await claimed(another(), inList('a'));
	expect(await claimed(another(), other)).toEqual([1]);
});

it('a list is claimed as a whole', async () => {
	const { another } = shared();
	const won = await another().claim(inList('a'), inList('b'), bill('a'));
	expect(won.map(({ payments }) => payments.map(({ list, externalId }) => `${list}/${externalId}`))).toEqual([
		['L/a', 'L/b'],
		['/a'],
	]);
});

it.each([1, 2, 3, 4, 7, 100])('the last of %i numbers is found in few questions', async (last) => {
	const { another, state } = shared();
	for (let number = 1; number <= last; number++) await claimed(another(), inList('a'), 'free');
	state.questions = 0;
	expect(await claimed(another(), inList('b'))).toEqual([last + 1]);
	expect(state.questions).toBeLessThan(10 + 3 * Math.ceil(Math.log2(last + 1)) ** 2);
});

it.each([[[0, SETTLE]], [[SETTLE, 0]]])(
	'a list with settle times of %j keeps others as long as its slowest payee',
	async (settleTimes) => {
		const { another, state } = shared();
		const { claims, claim } = another();
		const payments = settleTimes.map((settleTime, row) => ({ ...bill(`p${row}`, '1', row, 'L'), settleTime }));
		claims.end(await claim(...payments), undefined);
		expect(claims.freeAt(inList('a'))).toBe(state.now + SETTLE + SERVES + LONGEST_REQUEST);
	},
);

it('what nobody knows the end of is not marked', async () => {
	const { another, state } = shared();
	const one = another();
	one.claims.end(await one.claim(inList('a')), undefined);
	await one.claims.marked;
	expect(state.added).toHaveLength(1);
});

/** A list that one process has claimed, and another one waits for. */
async function oneWaits({ another }: ReturnType<typeof shared>) {
	const [first, waiting] = [another(), another()];
	const won = await first.claim(inList('a'));
	expect(await claimed(waiting, inList('b'))).toEqual([]);
	return { first, won, waiting };
}

it('a claim that is followed by another one while it is waited for is waited for as long as that one', async () => {
	const there = shared();
	const { state } = there;
	const { first, won, waiting } = await oneWaits(there);
	const firstOver = waiting.claims.freeAt(inList('b'));
	first.claims.end(won, 'free');
	await first.claims.marked;
	expect(await claimed(there.another(), inList('c'))).toEqual([2]);
	state.now += 10_000;
	expect(await claimed(waiting, inList('b'))).toEqual([]);
	state.now = firstOver;
	expect(await claimed(waiting, inList('b'))).toEqual([]);
	state.now += 10_000;
	expect(await claimed(waiting, inList('b'))).toEqual([3]);
});

it('a claim that comes to be made while it is waited for is waited for from then on', async () => {
	const there = shared();
	const { state } = there;
	const { first, won, waiting } = await oneWaits(there);
	state.now += MINUTE;
	first.claims.end(won, 'made');
	await first.claims.marked;
	for (const _time of [1, 2]) {
		expect(await claimed(waiting, inList('b'))).toEqual([]);
		expect(waiting.claims.freeAt(inList('b'))).toBe(1_001 * MINUTE + SETTLE);
		state.now += 1_000;
	}
});

it('a claim is never over once the service does not show any longer what was made', async () => {
	const { state, another } = shared();
	await claimed(another(), bill('a'));
	const other = another();
	await claimed(other, bill('a'));
	state.now = other.claims.freeAt(bill('a'));
	state.isHidden = true;
	expect(await claimed(other, bill('a'))).toEqual([]);
	expect(other.claims.freeAt(bill('a'))).toBe(Infinity);
});

it.each(['', 'L'])(
	'what is listed late is claimed by itself, like what cannot be asked for (list: %j)',
	async (list) => {
		const { another, state } = shared();
		const late = { ...bill('a', '1', 0, list), isListedLate: true };
		await claimed(another(), late);
		state.now += 60 * MINUTE;
		const { claims, claim } = another();
		expect(await claim(late)).toEqual([]);
		expect(claims.freeAt(late)).toBe(Infinity);
		expect(await claimed(another(), bill('b', '1', 0, list))).toEqual([1]);
	},
);

it.each<['free' | 'made' | undefined, number]>([
	['free', 0],
	['made', SETTLE],
	[undefined, SETTLE + SERVES + LONGEST_REQUEST],
])('what has ended as %s keeps another process for %i ms', async (end, wait) => {
	const there = shared();
	await claimed(there.another(), inList('a'), end);
	expect(await waitOf(there, inList('b'))).toBe(wait);
});

it.each([
	[0, SETTLE],
	[60, SETTLE],
	[130, 0],
	[60 * 24, 0],
	[-60, SETTLE],
])('what was made %i minutes ago, as the clock of another process says, keeps it for %i ms', async (minutes, wait) => {
	const there = shared();
	await claimed(there.another(), inList('a'), 'made');
	there.state.now += minutes * MINUTE;
	expect(await waitOf(there, inList('b'))).toBe(wait);
});

it('what was refused after another request was made is waited for like that one', async () => {
	const there = shared();
	const one = there.another();
	for (const end of ['made', 'free'] as const) await claimed(one, inList('a'), end);
	expect(await waitOf(there, inList('b'))).toBe(SETTLE);
	there.state.now += 130 * MINUTE;
	expect(await waitOf(there, inList('b'))).toBe(0);
});

it.each<['free' | 'made' | undefined, string, ClaimEnd]>([
	['made', '1', 'made'],
	['made', '2', 'madeOtherwise'],
	[undefined, '1', undefined],
])('of what cannot be asked for, marked as %s, amount %s is told as %s', async (marked, amount, end) => {
	const { another } = shared();
	await claimed(another(false), bill('a'), marked);
	const payment = bill('a', amount);
	const { claims, claim } = another(false);
	expect(await claim(payment)).toEqual([]);
	expect(claims.freeAt(payment)).toBe(Infinity);
	expect(await another(false).claims.endsOf([payment])).toEqual(new Map([[payment, end]]));
});

it('of what cannot be asked for and was refused, or never claimed, nothing is told', async () => {
	const { another } = shared();
	await claimed(another(false), bill('a'), 'free');
	expect(await another(false).claims.endsOf([bill('a'), bill('b')])).toEqual(new Map());
	expect(await claimed(another(false), bill('a'))).toEqual([2]);
});

it('what was refused by itself is free for everybody at once', async () => {
	const { another } = shared();
	await claimed(another(), bill('a'), 'free');
	expect(await claimed(another(), bill('a'))).toEqual([2]);
});

it('of what shows by itself nothing is told', async () => {
	const { another } = shared();
	await claimed(another(), bill('a'));
	await claimed(another(), bill('b'), 'made');
	expect(await another().claims.endsOf([bill('a'), bill('b')])).toEqual(new Map());
});

it('of what is listed late is told that it was made, and of no other', async () => {
	const { another, state } = shared();
	const late = (externalId: string) => ({ ...bill(externalId), isListedLate: true });
	await claimed(another(), late('a'), 'made');
	expect(state.added).toHaveLength(3);
	const [made, other] = [late('a'), late('b')];
	expect(await another().claims.endsOf([made, other])).toEqual(new Map([[made, 'made']]));
});

it('what was made, and cannot be asked for, costs two marks more', async () => {
	const { another, state } = shared();
	await claimed(another(false), bill('a'), 'made');
	expect(state.added).toHaveLength(3);
});

it('what was made, and could not be marked with its values, stays unknown', async () => {
	const { another, state } = shared();
	state.loses = [' made ['];
	await claimed(another(false), bill('a'), 'made');
	const payment = bill('a');
	expect(await another(false).claims.endsOf([payment])).toEqual(new Map([[payment, undefined]]));
});

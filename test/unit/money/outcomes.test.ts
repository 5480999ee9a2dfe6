import type { PaymentResult } from '../../../nodes/MultiCurrencyPayments/money/intention';
import { Outcomes } from '../../../nodes/MultiCurrencyPayments/money/outcomes';

const result = (key: string, record: object = {}): PaymentResult => ({
	key,
	record: { ...record },
	outcome: 'created',
});
const payees = ['a', 'b', 'c'].map((request) => ({ request }));

it('keeps what became known, in that order, and leaves the others open', async () => {
	const outcomes = new Outcomes<string>(true);
	const left = await outcomes.each(payees, ({ request }) => (request === 'b' ? null : result(request)));
	expect(left).toEqual([{ request: 'b' }]);
	expect(outcomes.open(payees)).toEqual([{ request: 'b' }]);
	expect(outcomes.note('b', () => null)).toBe(false);
	expect(outcomes.get('b')).toBeUndefined();
	expect(outcomes.note('b', () => result('b'))).toBe(true);
	expect(outcomes.get('b')).toEqual({ request: 'b', result: result('b') });
	expect(outcomes.all.map(({ request }) => request)).toEqual(['a', 'c', 'b']);
	expect([outcomes.hasFailed, outcomes.mustStop]).toEqual([false, false]);
});

it.each([
	[true, false],
	[false, true],
])('where the others are paid all the same (%p), a failure stops nothing', (goOn, stops) => {
	const outcomes = new Outcomes<string>(goOn);
	outcomes.note('a', () => {
		throw new Error('No');
	});
	outcomes.note('b', () => result('b'));
	expect(outcomes.get('a')).toEqual({ request: 'a', failure: new Error('No') });
	expect([outcomes.hasFailed, outcomes.mustStop]).toEqual([true, stops]);
});

it('a payment that exists more than once is a failure that names them', () => {
	const outcomes = new Outcomes<string>(true);
	outcomes.note('a', () => result('K', { duplicates: ['u1', 'u2'] }));
	expect(outcomes.get('a')).toMatchObject({
		failure: { explanation: { details: { duplicates: 'u1, u2', external_id: 'K' } } },
	});
	expect(outcomes.hasFailed).toBe(true);
});

it('a note belongs to a result; a failure explains itself', () => {
	const outcomes = new Outcomes<string>(true);
	outcomes.note('a', () => result('a', { uuid: 'u' }));
	outcomes.note('b', () => {
		throw new Error('No');
	});
	for (const each of ['a', 'b', 'unknown']) outcomes.addNote(each, 'Look');
	expect(outcomes.get('a')).toEqual({ request: 'a', result: { ...result('a', { uuid: 'u' }), note: 'Look' } });
	expect(outcomes.get('b')).toEqual({ request: 'b', failure: new Error('No') });
	expect(outcomes.get('unknown')).toBeUndefined();
});

describe('a long list', () => {
	/** What happens when, where each look at the clock takes so many milliseconds. */
	async function inOrder(milliseconds: number): Promise<string[]> {
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
		const outcomes = new Outcomes<string>(true);
		const events: string[] = [];
		setTimeout(() => events.push('others'));
		await outcomes.each(payees, ({ request }) => {
			events.push(request);
			return result(request);
		});
		setTimeout(() => events.push('others again'));
		await outcomes.giveWay();
		events.push('end');
		return events;
	}
	afterEach(() => jest.restoreAllMocks());

	it('lets others of the process work when it has kept that busy for long', async () => {
		expect(await inOrder(1_000)).toEqual(['others', 'a', 'b', 'c', 'others again', 'end']);
	});

	it('goes on at once as long as it takes no time', async () => {
		expect(await inOrder(0)).toEqual(['a', 'b', 'c', 'end']);
	});
});

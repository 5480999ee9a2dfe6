import { ServiceFailure } from '../../../nodes/service/failure';
import { Attempt } from '../../../nodes/MultiCurrencyPayments/money/attempt';
import { identify } from '../../../nodes/MultiCurrencyPayments/money/identify';
import type { Terms } from '../../../nodes/MultiCurrencyPayments/money/intention';
import type { SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { FACTS, Payer, terms } from './payer';

/** What lists of payments ask of one of them on its way. How it is made once by itself: see once.test.ts. */

const lost = new ServiceFailure('timedOut' as never, true, { method: 'POST', path: '' }, { attempts: 1 });

let now = 1_000_000;
let payer: Payer;
let memory: SentMemory;
beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	payer = new Payer();
	memory = payer.memory();
});
afterEach(() => jest.restoreAllMocks());

function begin(about: Partial<Terms> = {}, from = memory): Attempt {
	const intention = terms(about);
	return new Attempt(intention, identify(intention, from), from);
}

it('a payment that is to be sent is looked up first, and then knows when it was not there', () => {
	const payment = begin();
	expect([payment.step, payment.notFoundAt, payment.hasLeft, payment.isUnclear]).toEqual([
		'lookUp',
		null,
		false,
		false,
	]);
	expect(payment.notFound(now)).toBeNull();
	expect([payment.step, payment.notFoundAt]).toEqual(['send', now]);
});

it('a payment that has left is known by its batch, and is shown after the settle time', () => {
	const payment = begin({ settleTime: 5_000 });
	expect(payment.sentIn).toBeUndefined();
	payment.leave('wages');
	expect([payment.hasLeft, payment.sentIn, payment.shownBy]).toEqual([true, 'wages', now + 5_000]);
});

it('one try never sends twice, whatever is found after the settle time', () => {
	const payment = begin();
	payment.notFound(now);
	payment.leave();
	payment.unanswered(lost);
	expect([payment.step, payment.isUnclear, payment.notFoundAt]).toEqual(['lookUp', true, null]);
	expect(payment.countsFrom).toBe(now + 1_000);
	payment.notFound(now + 1_000);
	expect(payment.step).toBe('reportUnknown');
	expect(() => payment.giveUp()).toThrow('unknown');
});

it.each<[string, unknown, string]>([
	['the service said that it took it', { status: 'Ok' }, 'created'],
	['the answer told nothing', { message: 'Hello' }, 'found'],
])('is created now or found, by whether %s', (_which, answer, outcome) => {
	const about = { method: 'POST', path: '' } as const;
	const payment = begin();
	payment.leave();
	payment.unanswered(new ServiceFailure('unreadableAnswer', true, about, { status: 200, answer, attempts: 1 }));
	expect(payment.found({ record: { uuid: 'u' }, facts: {} }, now)).toMatchObject({ outcome });
	expect(begin().remembered()).toMatchObject({ outcome });
});

it('is found where its answer was lost', () => {
	const payment = begin();
	payment.leave();
	payment.unanswered(lost);
	expect(payment.found({ record: { uuid: 'u' }, facts: {} }, now)).toMatchObject({ outcome: 'found' });
});

it('the next try may send it again', () => {
	const payment = begin();
	payment.leave();
	payment.unanswered(lost);
	const next = begin({}, payer.memory({ kept: keptOf(memory) }));
	next.notFound(now + 1_000);
	expect(next.step).toBe('send');
});

/** What an execution carries into its next try. */
function keptOf(from: SentMemory): never {
	return (from as unknown as { stored: never }).stored;
}

it('pauses grow up to the end of the settle time', () => {
	const payment = begin({ settleTime: 2_000 });
	payment.leave();
	payment.unanswered(lost);
	now += 100;
	expect([1, 2, 3, 4].map((lookUps) => payment.pauseAfter(lookUps))).toEqual([250, 500, 1_000, 1_900]);
	now += 5_000;
	expect(payment.pauseAfter(1)).toBe(0);
});

describe('what is known of a payment that was made', () => {
	it('its uuid, and when it was made by the clock of the service', () => {
		const payment = begin();
		expect([payment.madeUuid, payment.madeAt]).toEqual([[], Infinity]);
		payment.leave();
		expect([payment.madeUuid, payment.madeAt]).toEqual([[], Infinity]);
		payment.arrived({ uuid: 'u', created_at: '2031-03-04T05:06:07Z' });
		expect([payment.madeUuid, payment.madeAt]).toEqual([['u'], Date.parse('2031-03-04T05:06:07Z')]);
	});

	it('nothing where its record shows neither', () => {
		const payment = begin();
		payment.leave();
		payment.arrived({ uuid: 7 });
		expect([payment.madeUuid, payment.madeAt]).toEqual([[], Infinity]);
	});

	it('that there are several, for repeats of it as well', () => {
		const payment = begin();
		payment.leave();
		payment.arrived({ uuid: 'a' });
		const twice = { key: 'INV-1', record: { uuid: 'a', duplicates: ['a', 'b'] }, outcome: 'created' };
		expect(payment.isThereTwice(['a', 'b'])).toEqual(twice);
		expect(begin().remembered()).toEqual(twice);
	});

	it('where an older version has kept no outcome, it was created', () => {
		const { identity } = begin().identified;
		const sent = { key: 'INV-1', kind: 'payout', facts: FACTS, state: 'done', at: now } as const;
		memory.remember(identity, 'item 0', { ...sent, record: { uuid: 'u' } });
		expect(begin().remembered()).toMatchObject({ outcome: 'created', record: { uuid: 'u' } });
		expect(begin().isThereTwice([])).toMatchObject({ outcome: 'created' });
	});

	it('several, where nothing is remembered of any', () => {
		expect(begin().isThereTwice(['a', 'b'])).toEqual({
			key: 'INV-1',
			record: { duplicates: ['a', 'b'] },
			outcome: 'created',
		});
	});
});

describe('what this process has made before', () => {
	const other = () => payer.memory({ id: 'other', kept: {} });

	it('is what another execution has made, with how it ended', () => {
		expect(begin().madeBefore).toBeUndefined();
		const made = begin({ returnEnded: true }, other());
		made.leave();
		expect(begin().madeBefore).toBeUndefined();
		made.arrived({ uuid: 'u', status: 'failed' });
		expect(begin().madeBefore).toEqual({ record: { uuid: 'u', status: 'failed' }, facts: FACTS, ended: 'failed' });
	});

	it('has not ended while it is under way', () => {
		const made = begin({}, other());
		made.leave();
		made.arrived({ uuid: 'u', status: 'created' });
		expect(begin().madeBefore).toStrictEqual({
			record: { uuid: 'u', status: 'created' },
			facts: FACTS,
			ended: undefined,
		});
	});
});

describe('whether a payment may be sent as far as earlier requests for it are concerned', () => {
	const told = (payment: Attempt, askedAt: number | null) => {
		try {
			payment.assertKnown(askedAt);
			return 'may be sent';
		} catch (failure) {
			return (failure as { explanation: { description: string } }).explanation.description;
		}
	};

	it('it may where nothing is unclear', () => {
		expect([told(begin(), null), told(begin(), now)]).toEqual(['may be sent', 'may be sent']);
	});

	it('it may once the service would show what is unclear', () => {
		const before = begin();
		before.leave();
		before.unanswered(lost);
		const payment = begin({}, payer.memory({ id: 'other', kept: {} }));
		expect(told(payment, null)).toContain('The service cannot tell.');
		expect(told(payment, now + 999)).toContain('does not know it so far');
		expect(told(payment, now + 1_000)).toBe('may be sent');
	});
});

import { createHash } from 'crypto';
import fc from '../../seeded';
import type { Knowledge } from '../../../core/payments/facts';
import { describeFacts, differingFacts, isDefaultKey, keyOfFacts, keyStem, nextStep, sameFacts, SHARED_BATCH_KEY } from '../../../core/payments/facts';
import { digestOf } from '../../../core/digest';
import { pauseBetweenLookUps } from '../../../core/payments/settle';

const time = fc.integer({ min: 0, max: 100_000 });

const knowledge: fc.Arbitrary<Knowledge> = fc.record({
	canLookUp: fc.boolean(),
	askFirst: fc.boolean(),
	unseenUntil: time,
	unclearSince: fc.option(time),
	sentInThisTry: fc.boolean(),
	wasTaken: fc.boolean(),
	notFoundAt: fc.option(time),
	settleTime: fc.nat(60_000),
});

describe('the next step of a payment', () => {
	const fresh: Knowledge = {
		canLookUp: true,
		askFirst: true,
		unseenUntil: -1_000_000,
		unclearSince: null,
		sentInThisTry: false,
		wasTaken: false,
		notFoundAt: null,
		settleTime: 30_000,
	};

	it.each<[string, Partial<Knowledge>, ReturnType<typeof nextStep>]>([
		['asks before the first send', {}, 'lookUp'],
		['sends once the service knows nothing', { notFoundAt: 5 }, 'send'],
		['asks on while a process before this one may have sent it', { unseenUntil: 1000, notFoundAt: 30_999 }, 'lookUp'],
		['sends once what that one sent would show', { unseenUntil: 1000, notFoundAt: 31_000 }, 'send'],
		['sends at once without the switch, however young the process', { askFirst: false, unseenUntil: 99_999 }, 'send'],
		['sends at once without the switch', { askFirst: false }, 'send'],
		['sends at once where nobody can be asked', { canLookUp: false }, 'send'],
		['asks after an unclear send', { unclearSince: 1000, sentInThisTry: true }, 'lookUp'],
		['asks after an unclear send without the switch too', { unclearSince: 1000, askFirst: false }, 'lookUp'],
		[
			'asks on until the settle time is over',
			{ unclearSince: 1000, sentInThisTry: true, notFoundAt: 30_999 },
			'lookUp',
		],
		[
			'reports at the end of the settle time',
			{ unclearSince: 1000, sentInThisTry: true, notFoundAt: 31_000 },
			'reportUnknown',
		],
		['asks first in a repeat', { unclearSince: 1000 }, 'lookUp'],
		['does not send in a repeat before the settle time is over', { unclearSince: 1000, notFoundAt: 30_999 }, 'lookUp'],
		['sends in a repeat after the settle time', { unclearSince: 1000, notFoundAt: 31_000 }, 'send'],
		['never sends again what was taken', { unclearSince: 1000, wasTaken: true, notFoundAt: 31_000 }, 'reportUnknown'],
		[
			'reports an unclear send that nobody can be asked about',
			{ unclearSince: 1000, canLookUp: false },
			'reportUnknown',
		],
		[
			'reports it in a repeat, however late',
			{ unclearSince: 0, canLookUp: false, notFoundAt: 99_999 },
			'reportUnknown',
		],
		[
			'counts an answer from before the send for nothing',
			{ unclearSince: 50_000, notFoundAt: 40_000, settleTime: 0 },
			'lookUp',
		],
		['needs one look without a settle time', { unclearSince: 1000, notFoundAt: 1000, settleTime: 0 }, 'send'],
	])('%s', (_, known, step) => {
		expect(nextStep({ ...fresh, ...known })).toBe(step);
	});

	it('is never a second send in one attempt', () => {
		fc.assert(
			fc.property(knowledge, (known) => {
				if (known.unclearSince !== null && known.sentInThisTry) expect(nextStep(known)).not.toBe('send');
			}),
		);
	});

	it('is a send after an unclear one only when the service knew nothing once the settle time was over', () => {
		fc.assert(
			fc.property(knowledge, (known) => {
				if (known.unclearSince === null || nextStep(known) !== 'send') return;
				expect(known.canLookUp).toBe(true);
				expect(known.notFoundAt).toBeGreaterThanOrEqual(known.unclearSince + known.settleTime);
			}),
		);
	});

	it('asks nobody where nobody can be asked, and reports only what is unknown', () => {
		fc.assert(
			fc.property(knowledge, (known) => {
				const step = nextStep(known);
				if (!known.canLookUp) expect(step).not.toBe('lookUp');
				if (known.unclearSince === null) expect(step).not.toBe('reportUnknown');
			}),
		);
	});
});

/** Repeated attempts of the node at one payment, with a service that shows a record only after a while. */
function attempts(
	sends: { effect: boolean; answered: boolean }[],
	shownAfter: number,
	settleTime: number,
	askFirst: boolean,
) {
	let now = 0;
	let unclearSince: number | null = null;
	const paidAt: number[] = [];
	const reports: string[] = [];
	for (const { effect, answered } of sends) {
		const known: Knowledge = {
			canLookUp: true,
			askFirst,
			unseenUntil: -1_000_000,
			unclearSince,
			sentInThisTry: false,
			wasTaken: false,
			notFoundAt: null,
			settleTime,
		};
		for (let step = nextStep(known); ; step = nextStep(known)) {
			now += 100;
			if (step === 'reportUnknown') {
				reports.push('unknown');
				break;
			}
			if (step === 'lookUp') {
				if (paidAt.some((at) => at + shownAfter <= now)) {
					reports.push('found');
					break;
				}
				known.notFoundAt = now;
				continue;
			}
			if (effect) paidAt.push(now);
			if (answered && effect) {
				reports.push('created');
				break;
			}
			unclearSince = now;
			Object.assign(known, { unclearSince, sentInThisTry: true, notFoundAt: null });
		}
		if (reports.at(-1) !== 'unknown') break;
	}
	return { paid: paidAt.length, last: reports.at(-1) };
}

it('money moves at most once, whatever answers are lost, if records appear within the settle time', () => {
	const sends = fc.array(fc.record({ effect: fc.boolean(), answered: fc.boolean() }), { minLength: 1, maxLength: 6 });
	fc.assert(
		fc.property(sends, fc.nat(5_000), fc.nat(5_000), fc.boolean(), (script, shownAfter, more, askFirst) => {
			const { paid, last } = attempts(script, shownAfter, shownAfter + more, askFirst);
			expect(paid).toBeLessThanOrEqual(1);
			if (last !== 'unknown') expect(paid).toBe(1);
			if (paid === 1) expect(last).not.toBe('unknown');
		}),
	);
});

it('look-ups come soon at first and then every five seconds', () => {
	expect([1, 2, 3, 4, 5, 6, 7, 100].map(pauseBetweenLookUps)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

describe('facts', () => {
	const intended = { amount: '12.5', currency: 'AUD', method: 'au_bank_aud' };

	it('differ where both are known and not equal', () => {
		expect(differingFacts(intended, intended)).toEqual([]);
		expect(differingFacts(intended, { ...intended, amount: '12' })).toEqual(['amount']);
		expect(differingFacts(intended, { amount: '1', currency: 'USD', method: 'x' })).toEqual([
			'amount',
			'currency',
			'method',
		]);
		expect(differingFacts(intended, { amount: '12.5' })).toEqual([]);
		expect(differingFacts({ amount: '12.5' }, { amount: '12.5', payee: 'somebody' })).toEqual([]);
	});

	it('are the same only when all of them are', () => {
		expect(sameFacts(intended, { ...intended })).toBe(true);
		expect(sameFacts(intended, { ...intended, amount: '12' })).toBe(false);
		expect(sameFacts(intended, { amount: '12.5', currency: 'AUD' })).toBe(false);
		expect(sameFacts({ amount: '12.5', currency: 'AUD' }, intended)).toBe(false);
		expect(sameFacts({ a: '1' }, { b: '1' })).toBe(false);
		expect(sameFacts({}, {})).toBe(true);
	});

	it('are told by name, all or some', () => {
		expect(describeFacts(intended)).toBe('amount 12.5, currency AUD, method au_bank_aud');
		expect(describeFacts(intended, ['currency'])).toBe('currency AUD');
		expect(describeFacts({})).toBe('');
	});

	it('same and differing never both hold', () => {
		const some = fc.dictionary(fc.constantFrom('amount', 'currency', 'payee'), fc.constantFrom('1', '2'));
		fc.assert(
			fc.property(some, some, (a, b) => {
				if (sameFacts(a, b)) expect(differingFacts(a, b)).toEqual([]);
				if (differingFacts(a, b).length > 0) expect(sameFacts(a, b)).toBe(false);
			}),
		);
	});
});

describe('keys', () => {
	it('digest parts with their borders', () => {
		expect(digestOf('ab', 'c')).toBe(createHash('sha256').update('2:ab;1:c;').digest('hex').slice(0, 16));
		expect(digestOf()).toBe(createHash('sha256').digest('hex').slice(0, 16));
	});

	it('digests of different parts differ, of the same parts are the same', () => {
		const parts = fc.array(fc.string(), { maxLength: 4 });
		fc.assert(
			fc.property(parts, parts, (a, b) => {
				expect(digestOf(...a) === digestOf(...b)).toBe(JSON.stringify(a) === JSON.stringify(b));
			}),
		);
		const seen = new Set(Array.from({ length: 10_000 }, (_, index) => digestOf('batch', String(index))));
		expect(seen.size).toBe(10_000);
	});

	it('stems name the execution and differ by execution, node and beginning', () => {
		expect(keyStem('77', 'node-1', 'c0ffee00')).toBe(`n8n-77-${digestOf('node-1', 'c0ffee00')}`);
		const stems = ['1', '2'].flatMap((execution) =>
			['a', 'b'].flatMap((node) => ['x', 'y'].map((beginning) => keyStem(execution, node, beginning))),
		);
		expect(new Set(stems).size).toBe(8);
	});

	it('of facts follow from the call and the facts, in whatever order and spelling', () => {
		const [email, bsb] = ['ada-lee@shop.test', '062-000'];
		expect(keyOfFacts({ email, bsb: '062 000' })).toBe(keyOfFacts({ email, bsb }));
		expect(keyOfFacts({ email: 'adalee@shop.test', bsb })).not.toBe(keyOfFacts({ email, bsb }));

		expect(keyOfFacts({ currency: 'AUD', amount: '10' }, 'root', 'node')).toBe(
			`n8n-${digestOf('root', 'node', 'amount', '10', 'currency', 'aud')}`,
		);
		expect(keyOfFacts({ amount: '10', currency: 'AUD' }, 'root')).toBe(
			keyOfFacts({ currency: 'AUD', amount: '10' }, 'root'),
		);
	});

	it('of facts leave out what does not decide who gets how much', () => {
		const facts = { amount: '10', payee: 'Ada' };
		expect(keyOfFacts({ ...facts, purpose: 'rent' }, 'root')).toBe(keyOfFacts({ ...facts, purpose: 'food' }, 'root'));
	});

	it('that the node has made are told from those of users', () => {
		expect([SHARED_BATCH_KEY, keyStem('1', 'node', 'x'), keyOfFacts({}), 'invoice n8n-'].map(isDefaultKey)).toEqual([
			true,
			true,
			true,
			false,
		]);
		expect(SHARED_BATCH_KEY).toBe('n8n-batch');
	});
});

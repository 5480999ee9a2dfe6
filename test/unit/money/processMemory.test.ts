import type { ProcessSent } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import {
	forgetInProcess,
	hasOtherCall,
	noteInProcess,
	sentByProcess,
	thisProcess,
	unknownUntil,
} from '../../../nodes/MultiCurrencyPayments/money/processMemory';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Each test has times of its own, later than those before. */
let now = Date.now();
beforeEach(() => {
	now += 10 * DAY;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

function sent(about: Partial<ProcessSent> = {}): ProcessSent {
	return { state: 'unclear', key: 'k', facts: {}, at: now, settleTime: 0, canLookUp: true, ...about } as ProcessSent;
}

/** What is sent next makes the process forget what is too old. */
const next = (canLookUp = true) => noteInProcess(`next ${now}`, sent({ canLookUp }));

describe('what this process has sent', () => {
	it.each([
		['that can be looked up', true, 10 * MINUTE],
		['that cannot be looked up', false, DAY],
	])('%s is remembered for its time, and not longer', (name, canLookUp, time) => {
		const payment = sent({ canLookUp });
		noteInProcess(name, payment);
		now += time;
		next(canLookUp);
		expect(sentByProcess(name)).toBe(payment);
		now += 1;
		next(canLookUp);
		expect(sentByProcess(name)).toBeUndefined();
	});

	it('is remembered for at least its settle time', () => {
		noteInProcess('slow', sent({ settleTime: 20 * MINUTE }));
		now += 20 * MINUTE;
		next();
		expect(sentByProcess('slow')).toBeDefined();
		now += 1;
		next();
		expect(sentByProcess('slow')).toBeUndefined();
	});

	it('is forgotten where it provably had no effect', () => {
		noteInProcess('refused', sent());
		noteInProcess('refused too', sent({ canLookUp: false }));
		forgetInProcess('refused');
		forgetInProcess('refused too');
		expect([sentByProcess('refused'), sentByProcess('refused too')]).toEqual([undefined, undefined]);
	});

	it.each([
		['goes when 50,000 newer ones have come', 0, true, undefined],
		['goes when 50,000 newer ones have come that cannot be looked up either', 0, false, undefined],
		['stays where the service may not show it yet', 1, true, expect.anything()],
	])('the oldest %s', (name, settleTime, canLookUp, found) => {
		const at = now;
		noteInProcess(name, sent({ settleTime, canLookUp }));
		now += 1;
		for (let other = 1; other < 50_000; other++) noteInProcess(`${name} ${other}`, sent({ canLookUp }));
		expect(sentByProcess(name)).toBeDefined();
		expect(unknownUntil()).toBe(now - DAY);
		noteInProcess(`${name}, one more`, sent({ canLookUp }));
		expect(sentByProcess(name)).toEqual(found);
		// What can be looked up is not missed.
		expect(unknownUntil()).toBe(canLookUp ? now - DAY : at);
	});
});

describe('what calls of a workflow have sent for one root', () => {
	const calledFor = (root: string, call: string) => sent({ calledFor: { root, call } });

	it('is known to its other calls alone', () => {
		noteInProcess('one', calledFor('root', 'first'));
		expect([hasOtherCall('root', 'first'), hasOtherCall('root', 'second'), hasOtherCall('other', 'second')]).toEqual([
			false,
			true,
			false,
		]);
		noteInProcess('two', calledFor('root', 'second'));
		expect(hasOtherCall('root', 'first')).toBe(true);
	});

	it('is forgotten with what provably had no effect', () => {
		noteInProcess('refused call', calledFor('refused root', 'first'));
		forgetInProcess('refused call');
		expect(hasOtherCall('refused root', 'second')).toBe(false);
	});

	it('is remembered for a day after the last', () => {
		noteInProcess('early', calledFor('long root', 'first'));
		now += DAY;
		noteInProcess('late', calledFor('long root', 'first'));
		now += DAY;
		noteInProcess('somebody else', calledFor('another root', 'first'));
		expect(hasOtherCall('long root', 'second')).toBe(true);
		now += 1;
		noteInProcess('somebody else', calledFor('a third root', 'first'));
		expect(hasOtherCall('long root', 'second')).toBe(false);
	});

	it('is remembered for the newest 50,000 roots, and what goes is known to be missing', () => {
		noteInProcess('oldest', calledFor('oldest root', 'first'));
		for (let other = 1; other < 50_000; other++) noteInProcess(`${other}`, calledFor(`root ${other}`, 'first'));
		expect(hasOtherCall('oldest root', 'second')).toBe(true);
		expect(unknownUntil()).toBeLessThan(now);
		noteInProcess('newest', calledFor('newest root', 'first'));
		expect(hasOtherCall('oldest root', 'second')).toBe(false);
		expect(unknownUntil()).toBe(now);
	});
});

describe('until when something may have been sent unknown to this process', () => {
	it('is, in a new process, when it has loaded the node', () => {
		const name = '../../../nodes/MultiCurrencyPayments/money/processMemory';
		jest.isolateModules(() => {
			const another = jest.requireActual<{ unknownUntil: () => number }>(name);
			expect(another.unknownUntil()).toBe(now);
			now += 5;
			expect(another.unknownUntil()).toBe(now - 5);
		});
	});

	it('is its start, or a day ago', () => {
		const before = thisProcess.startedAt;
		thisProcess.startedAt = now - 5;
		expect(unknownUntil()).toBe(now - 5);
		thisProcess.startedAt = now - 2 * DAY;
		expect(unknownUntil()).toBe(now - DAY);
		thisProcess.startedAt = before;
	});
});

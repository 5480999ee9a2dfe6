import type { Caller } from '../../../nodes/MultiCurrencyPayments/money/callers';
import { rootOf } from '../../../nodes/MultiCurrencyPayments/money/callers';
import { thisProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';

const DAY = 24 * 60 * 60_000;

/** This process began a second ago. */
const START = Date.parse('2030-01-01T00:00:00Z');
let now = 0;
const before = thisProcess.startedAt;
beforeEach(() => {
	now = START + 1_000;
	thisProcess.startedAt = START;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => {
	thisProcess.startedAt = before;
	jest.restoreAllMocks();
});

let workflows = 0;
/** The callers of a workflow of its own, which began a moment ago. */
function callers(establishedAt = now) {
	const workflowId = `workflow ${++workflows}`;
	return (call: string, isRetry: boolean | undefined = false, about: Partial<Caller> = {}) =>
		rootOf({ workflowId, establishedAt, call, isRetry, ...about });
}

describe('the root of calls', () => {
	it('is the same for all calls of an execution, and for its retry', () => {
		const from = callers();
		const first = from('1');
		expect(first).toMatchObject({ call: '1', isRetry: false, unseenUntil: 0 });
		expect(from('1')).toEqual(first);
		expect(from('2', true)).toEqual({ root: first?.root, call: '2', isRetry: true, unseenUntil: 0 });
	});

	it('differs between workflows and between moments', () => {
		const from = callers();
		const roots = [from('1'), from('1', false, { establishedAt: now - 1 }), callers()('1')].map((each) => each?.root);
		expect(new Set(roots).size).toBe(3);
	});

	it('differs between executions that began in the same millisecond, which a retry of them cannot tell apart', () => {
		const from = callers();
		const [one, other] = [from('1'), from('2')];
		expect(other?.root).not.toBe(one?.root);
		expect([from('1')?.root, from('2')?.root]).toEqual([one?.root, other?.root]);
		expect(from('3', true)).toBeNull();
		// A retry does not say so where n8n does not tell.
		expect(
			rootOf({ workflowId: `workflow ${workflows}`, establishedAt: now, call: '3', isRetry: undefined }),
		).toBeNull();
	});

	it('is the same where a retry has called before the execution that it repeats', () => {
		const from = callers();
		const retry = from('2', true);
		expect(from('1')).toEqual({ root: retry?.root, call: '1', isRetry: false, unseenUntil: 0 });
	});

	it('is that of the first where n8n does not say whether a caller is a retry', () => {
		const workflowId = `workflow ${++workflows}`;
		const call = (name: string) => rootOf({ workflowId, establishedAt: now, call: name, isRetry: undefined });
		const first = call('1');
		expect(first).toMatchObject({ isRetry: true, unseenUntil: 0 });
		expect(call('2')?.root).toBe(first?.root);
		// The second was not taken for a first one, and the first was.
		expect(rootOf({ workflowId, establishedAt: now, call: '3', isRetry: true })?.root).toBe(first?.root);
		expect(rootOf({ workflowId, establishedAt: now, call: '4', isRetry: false })?.root).not.toBe(first?.root);
	});
});

describe('what a caller may have had sent unknown to this process', () => {
	it('is anything until a retry is seen first, whatever follows', () => {
		const from = callers();
		expect(from('2', true)?.unseenUntil).toBe(now);
		now += 5;
		expect(from('3', true, { establishedAt: now - 5 })?.unseenUntil).toBe(now - 5);
	});

	it('is nothing for a first execution that began after this process', () => {
		expect(callers(START)('1')?.unseenUntil).toBe(0);
	});

	it('is anything before this process for one that began before', () => {
		const from = callers(START - 1);
		expect(from('1')?.unseenUntil).toBe(START);
		expect(from('2', true)?.unseenUntil).toBe(START);
	});

	it('is anything that was sent more than a day ago', () => {
		const from = callers();
		const establishedAt = now;
		from('1');
		now += DAY;
		expect(from('1', false, { establishedAt })?.unseenUntil).toBe(0);
		now += 1;
		expect(from('1', false, { establishedAt })?.unseenUntil).toBe(now - DAY);
	});

	it('counts from the first call of an execution that has called late', () => {
		const establishedAt = now;
		now += 2 * DAY;
		const from = callers(establishedAt);
		expect(from('1')?.unseenUntil).toBe(0);
		expect(from('2', true)?.unseenUntil).toBe(now - DAY);
	});

	it('is nothing for one that began with this process and has called late', () => {
		now += 2 * DAY;
		expect(callers(START)('1')?.unseenUntil).toBe(0);
	});

	it.each([
		['before this process', START - 1, START + 1_000],
		['with this process', START, 0],
	])('of one that does not say whether it is a retry, begun %s', (_, establishedAt, unseenUntil) => {
		const workflowId = `workflow ${++workflows}`;
		expect(rootOf({ workflowId, establishedAt, call: '1', isRetry: undefined })?.unseenUntil).toBe(unseenUntil);
	});

	it('is anything where 50,000 other callers have been served since', () => {
		const from = callers();
		const first = from('1');
		for (let other = 0; other < 50_000; other++) callers()('1');
		now += 5;
		expect(from('2', true, { establishedAt: now - 5 })).toEqual({
			...first,
			call: '2',
			isRetry: true,
			unseenUntil: now,
		});
		// The list is full now, and may have held a first execution, too.
		const establishedAt = now;
		now += 2 * DAY;
		expect(callers(establishedAt)('1')?.unseenUntil).toBe(now - DAY);
	});
});

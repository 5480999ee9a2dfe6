import type { IExecuteFunctions } from 'n8n-workflow';
import {
	beginningOf,
	contextOf,
	isIdOfOneNode,
	isToolCall,
	recoveredRuns,
	rootBeginning,
} from '../../../nodes/MultiCurrencyPayments/money/context';
import { thisProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import type { Execution } from './execution';
import { execution } from './execution';

/** This process began a second ago. */
const START = Date.parse('2030-01-01T00:00:00Z');
const NOW = START + 1_000;
const before = thisProcess.startedAt;
beforeEach(() => {
	thisProcess.startedAt = START;
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
	thisProcess.startedAt = before;
	jest.restoreAllMocks();
});

const BEGUN = START + 500;
const first = { source: 'trigger', establishedAt: BEGUN };

/** A run of a node by its number within the execution. */
const run = (executionIndex: number | undefined, startTime = START + 600) => ({ executionIndex, startTime });

/** What n8n adds to its record of an execution that crashed. */
const recovered = (about: object = { startTime: START / 1000 }) => ({ startTime: START, ...about });
const artificial = { data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] } };

describe('a call of an AI agent', () => {
	it.each<[string, Execution, boolean]>([
		['a node in a list', {}, false],
		['a node in a list of an n8n that tells', { isTool: false }, false],
		['a node that an agent runs', { isTool: true }, true],
		['the node that newer agents run', { type: 'x.payTool' }, true],
		['a node named after a tool', { type: 'x.ToolOfPayers' }, false],
	])('is told from %s', (_, about, isTool) => {
		expect(isToolCall(execution(about))).toBe(isTool);
	});
});

describe('the situation of a run', () => {
	const contextIn = (about: Execution, beginnings = {}, number = '0') =>
		contextOf(execution(about), number, beginnings);

	it.each<[string, Execution]>([
		['in a first execution', { established: first }],
		['where n8n tells nothing', {}],
	])('is a list %s', (_, about) => {
		expect(contextIn(about)).toEqual({ kind: 'list', isRetry: false, unseenUntil: 0 });
	});

	const retry = { mode: 'retry', established: first, started: 3 };
	it.each<[string, Execution, object, number]>([
		['which the node remembers', retry, { begun: { 0: BEGUN + 7 } }, BEGUN + 7],
		['which the node remembers, whatever n8n tells', { mode: 'retry' }, { begun: { 0: BEGUN + 7 } }, BEGUN + 7],
		['of which n8n shows nothing', { mode: 'retry', established: first }, {}, BEGUN],
		['with a number twice on record', { ...retry, runs: { A: [run(0)], B: [run(0)] } }, {}, BEGUN],
		['with a number on record that is too high', { ...retry, runs: { A: [run(0)], B: [run(2)] } }, {}, BEGUN],
		['with a run on record that has no number', { ...retry, runs: { A: [run(0)], B: [run(undefined)] } }, {}, BEGUN],
	])('is a list since the first execution, in a retry %s', (_, about, beginnings, since) => {
		expect(contextIn(about, beginnings)).toEqual({ kind: 'list', isRetry: true, since, unseenUntil: 0 });
	});

	it.each<[string, Execution, object, number]>([
		['with a new beginning', { established: { source: 'retry', establishedAt: 9 } }, { begun: { 0: BEGUN } }, 9],
		['with a new beginning whose time is missing', { established: { source: 'retry' } }, {}, NOW],
		['where n8n tells nothing', { mode: 'retry' }, {}, NOW],
		['at this node', { ...retry, started: 1, runs: { A: [run(0)] } }, {}, NOW],
		[
			'with all that is on record',
			{ ...retry, runs: { A: [run(0, START + 700)], B: [run(1, START + 600)] } },
			{ begun: { 1: BEGUN } },
			START + 600,
		],
		['before anything was recorded', retry, {}, NOW],
		['with runs that n8n added', { ...retry, runs: { A: [run(0), recovered()], B: [run(1)] } }, {}, START + 600],
		['as an earlier run of it shows', { ...retry, runs: { A: [run(2)] } }, { crashedUntil: START + 5 }, START + 5],
	])('is that after a crash in a retry that begins anew %s', (_, about, beginnings, unseenUntil) => {
		expect(contextIn(about, beginnings)).toEqual({ kind: 'afterCrash', unseenUntil });
	});

	it.each([
		[START, 0],
		[START - 1, START],
	])('is a list in which another process may have sent something, if it began before this one: %d', (at, until) => {
		expect(contextIn(retry, { begun: { 0: at } })).toEqual({
			kind: 'list',
			isRetry: true,
			since: at,
			unseenUntil: until,
		});
	});

	it.each<[string, Execution, object, number]>([
		['in a first execution', { established: first }, {}, 0],
		['in a retry that remembers a call', retry, { begun: { 7: BEGUN } }, 0],
		['in a retry whose first call was before this process', retry, { begun: { 7: START - 1, 8: BEGUN } }, START],
		['in a retry that remembers none', { ...retry, runs: { A: [run(0)], B: [run(0)] } }, {}, NOW],
		['after a crash', { established: { source: 'retry', establishedAt: 9 } }, {}, 9],
	])('is a tool %s', (_, about, beginnings, unseenUntil) => {
		expect(contextIn({ ...about, type: 'x.payTool' }, beginnings)).toEqual({ kind: 'tool', unseenUntil });
	});
});

/** What n8n tells a called workflow of the execution that calls. */
const parentOf = (about: object = {}, executionContext: object | undefined = first) => ({
	executionId: '3',
	workflowId: 'caller',
	executionContext,
	...about,
});
const called = { ...first, source: 'integrated', parentExecutionId: '3' };

describe('the situation in a called workflow', () => {
	let workflows = 0;
	const contextIn = (about: Execution) => contextOf(execution(about), '0', { begun: { 0: BEGUN } });
	/** By another caller in each test. */
	const calledBy = (about: Execution = {}, parent = parentOf({ workflowId: `caller ${++workflows}` })) =>
		contextIn({ mode: 'integrated', established: called, parentExecution: parent, ...about });

	it.each<[string, Execution]>([
		['by its mode', { mode: 'integrated', established: undefined, rootMode: 'trigger' }],
		['in its own retry by how it was established', { mode: 'retry', rootMode: 'trigger' }],
	])('is seen %s', (_, about) => {
		expect(calledBy(about)).toMatchObject({ kind: 'called', call: '3', isRetry: false, unseenUntil: 0 });
	});

	it.each<[string, Execution, boolean, number]>([
		['that is no retry', { rootMode: 'trigger' }, false, 0],
		['that is a retry', { rootMode: 'retry' }, true, NOW],
		['of which n8n does not tell', {}, true, 0],
		['that an agent has called', { rootMode: 'integrated' }, true, 0],
	])('is called by an execution %s', (_, about, isRetry, unseenUntil) => {
		expect(calledBy(about)).toMatchObject({ kind: 'called', isRetry, unseenUntil });
	});

	it.each<[string, object | undefined, string | undefined, number]>([
		['not at all', undefined, undefined, 0],
		['not at all, and is retried', undefined, 'retry', NOW],
		['without its beginning', { ...parentOf(), executionContext: undefined }, 'trigger', 0],
		['without its workflow', parentOf({ workflowId: undefined }), 'trigger', 0],
		['without its time', parentOf({}, { source: 'trigger' }), 'trigger', 0],
		['as called by a further one', parentOf({}, { ...first, parentExecutionId: '2' }), 'trigger', 0],
		['as called', parentOf({}, { ...first, source: 'integrated' }), 'trigger', 0],
		['as called, and retried', parentOf({}, called), 'retry', BEGUN],
		['as crashed', parentOf({}, { ...first, source: 'retry' }), 'trigger', BEGUN],
	])('is unknown where n8n tells of the caller %s', (_, parentExecution, rootMode, unseenUntil) => {
		const context = contextIn({ mode: 'integrated', established: called, parentExecution, rootMode });
		expect(context).toEqual({ kind: 'calledFromUnknown', unseenUntil });
	});

	it('is unknown, with nothing unseen, in the retry of one of two that began at the same moment', () => {
		const workflowId = `caller ${++workflows}`;
		const call = (executionId: string, rootMode: string) =>
			calledBy({ rootMode }, parentOf({ workflowId, executionId }));
		const roots = [call('3', 'trigger'), call('4', 'trigger')];
		expect(roots).toEqual([expect.objectContaining({ call: '3' }), expect.objectContaining({ call: '4' })]);
		expect(call('5', 'retry')).toEqual({ kind: 'calledFromUnknown', unseenUntil: 0 });
	});
});

describe('the beginning of a run and of what it calls', () => {
	const rootIn = (about: Execution) => rootBeginning(execution(about));
	const own = (about: Execution = {}) => rootIn({ established: first, workflow: 'caller', ...about });

	it('is the same in all tries, and another one for another workflow or moment', () => {
		expect(own({ mode: 'retry', execution: '2' })).toBe(own());
		expect(own({ workflow: 'other' })).not.toBe(own());
		expect(own({ established: { establishedAt: BEGUN + 1 } })).not.toBe(own());
	});

	it.each<[string, object | undefined]>([
		['nothing', undefined],
		['no time', { source: 'trigger' }],
	])('is that of each execution where n8n tells %s', (_, established) => {
		expect(own({ established, execution: '7' })).toBe(own({ established, execution: '7' }));
		expect(own({ established, execution: '7' })).not.toBe(own({ established, execution: '8' }));
	});

	it.each<[string, Execution]>([
		['by its mode', { mode: 'integrated' }],
		['by how it was established', { established: called }],
		['by its caller', { established: first }],
	])('is that of its caller in a called workflow, seen %s', (_, about) => {
		expect(rootIn({ ...about, parentExecution: parentOf(), workflow: 'other' })).toBe(own());
	});

	it.each<[string, Execution]>([
		['no caller, by its mode', { mode: 'integrated', established: first }],
		['no caller, by how it was established', { established: called }],
		['nothing of the caller', { parentExecution: { ...parentOf(), executionContext: undefined } }],
		['no time', { parentExecution: parentOf({}, { source: 'trigger' }) }],
		['no workflow', { parentExecution: parentOf({ workflowId: undefined }) }],
		['a caller that was called by another', { parentExecution: parentOf({}, { ...first, parentExecutionId: '2' }) }],
		['a caller that was called', { parentExecution: parentOf({}, { ...first, source: 'integrated' }) }],
	])('is unknown in a called workflow where n8n tells %s', (_, about) => {
		expect(rootIn(about)).toBeNull();
	});
});

describe('how an execution began', () => {
	const items = (...values: unknown[]) => ({ main: [values.map((json) => ({ json }))] });
	const trigger = (data: object | undefined, startTime = START) => ({ startTime, data });
	const began = (runs: Record<string, unknown[]>, established: object | undefined = first) =>
		beginningOf(execution({ established, runs }));
	const beganWith = (...values: unknown[]) => began({ Start: [trigger(items(...values))] })?.with;

	it('is its moment, and what its first node gave', () => {
		const start = trigger(items({ id: 7 }));
		const alone = began({ Start: [start] });
		expect(alone?.at).toBe(BEGUN);
		const later = trigger(items({ id: 8 }), START + 1);
		expect(began({ Later: [later], Start: [start], Last: [later] })).toEqual(alone);
		expect(began({ Later: [later], Start: [recovered(), start] })).toEqual(alone);
		expect(began({ Other: [start] })?.with).not.toBe(alone?.with);
		expect(began({ Start: [later] })?.with).not.toBe(alone?.with);
	});

	it.each<[string, object | undefined, Record<string, unknown[]>]>([
		['nothing', undefined, { Start: [trigger(items())] }],
		['no moment', { source: 'trigger' }, { Start: [trigger(items())] }],
		['the beginning of the retry alone', { ...first, source: 'retry' }, { Start: [trigger(items())] }],
		['no run', first, {}],
		['no run but those it has added', first, { Start: [recovered()] }],
	])('is unknown where n8n tells %s', (_, established, runs) => {
		expect(beginningOf(execution({ established, runs }))).toBeNull();
	});

	it.each<[string, object | undefined]>([
		['no data', undefined],
		['no outputs', {}],
		['an output that was not reached', { main: [null] }],
		['no items', items()],
	])('is known where its first node gave %s', (_, data) => {
		expect(began({ Start: [trigger(data)] })?.with).toBe(beganWith());
	});

	const date = new Date(START);
	it.each<[unknown, unknown]>([
		['a', 'b'],
		[1, 2],
		[true, false],
		[{ deep: [{ a: 'x' }] }, { deep: [{ a: 'y' }] }],
		[date, new Date(START + 1)],
		[{ toJSON: 'x' }, { toJSON: 'y' }],
		[['x'], 'y'],
	])('differs between the values %j and %j', (one, other) => {
		expect(beganWith({ one })).not.toBe(beganWith({ one: other }));
	});

	it('is the same once n8n has stored it as JSON', () => {
		const values = { a: date, b: undefined, c: NaN, d: null, e: [1, 'x', false, Infinity], f: { toJSON: () => 'y' } };
		const stored = JSON.parse(JSON.stringify(values)) as unknown;
		expect(beganWith(values, 'text')).toBe(beganWith(stored, 'text'));
		expect(beganWith(values)).toBe(beganWith(date.toJSON(), 1, 'x', false, 'y'));
	});

	it.each([
		['a value', (at: number) => ({ at })],
		['nothing', () => ({})],
	])('is told by the first 500 items alone, each with %s', (_, itemAt) => {
		const with500 = (index: number, last: unknown) => {
			const all = Array.from({ length: 600 }, (__, at) => itemAt(at));
			return beganWith(...all.map((item, at) => (at === index ? { last } : item)));
		};
		// The name of the first node counts as one of 500 values.
		expect(with500(498, 'x')).not.toBe(with500(498, 'y'));
		expect(with500(500, 'x')).toBe(with500(500, 'y'));
	});

	it('is told by 500 values of a large item, too', () => {
		const large = (at: number, value: string) => Array.from({ length: 600 }, (_, index) => (index === at ? value : ''));
		expect(beganWith(large(498, 'x'))).not.toBe(beganWith(large(498, 'y')));
		expect(beganWith(large(499, 'x'))).toBe(beganWith(large(499, 'y')));
	});
});

describe('the runs that n8n adds after a crash', () => {
	const countIn = (runs: Record<string, unknown[]> | undefined) => recoveredRuns(execution({ runs }));

	it.each<[string, unknown, number]>([
		['with a start in seconds', recovered(), 1],
		['with an artificial item', recovered(artificial), 1],
		['in the year 1973', { startTime: 1e11 }, 0],
		['without data', { startTime: START }, 0],
		['without outputs', recovered({ data: {} }), 0],
		['with no output', recovered({ data: { main: [] } }), 0],
		['with an output that was not reached', recovered({ data: { main: [null] } }), 0],
		['without items', recovered({ data: { main: [[]] } }), 0],
		['with an item without values', recovered({ data: { main: [[{}]] } }), 0],
		['with an item of its own', recovered({ data: { main: [[{ json: { a: 1 } }]] } }), 0],
	])('are told from those that took place: one %s', (_, one, count) => {
		expect(countIn({ Pay: [one] })).toBe(count);
	});

	it('are those of this node', () => {
		expect(countIn({ Pay: [recovered(), recovered(artificial), run(0)], Other: [recovered()] })).toBe(2);
		expect(countIn({ Other: [recovered()] })).toBe(0);
	});

	it.each<[string, object]>([
		['no record', {}],
		['an empty record', { runExecutionData: null }],
		['a record without results', { runExecutionData: {} }],
		['results without runs', { runExecutionData: { resultData: {} } }],
	])('are none where n8n shows %s', (_, inner) => {
		expect(recoveredRuns({ ...execution(), ...inner } as IExecuteFunctions)).toBe(0);
	});
});

describe('the id of a node', () => {
	it.each<[string, Execution, boolean]>([
		['is its own', { nodes: { Pay: { id: 'node id' }, Other: { id: 'other' } } }, true],
		['may be that of a copy, too', { nodes: { Pay: { id: 'node id' }, Copy: { id: 'node id' } } }, false],
		['counts as its own where n8n does not show the others', {}, true],
	])('%s', (_, about, isItsOwn) => {
		expect(isIdOfOneNode(execution(about))).toBe(isItsOwn);
	});

	it('counts as its own where n8n shows no nodes', () => {
		expect(isIdOfOneNode({ ...execution(), workflow: {} } as unknown as IExecuteFunctions)).toBe(true);
	});
});

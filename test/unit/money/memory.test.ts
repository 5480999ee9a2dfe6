import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Sent } from '../../../core/payments/facts';
import { EndedWithoutMoney, PAYMENT } from '../../../nodes/MultiCurrencyPayments/money/failures';
import {
	accountOf,
	identityOf,
	isUntouched,
	memoryOf,
	noteBeginning,
	sentInRun,
	SentMemory,
} from '../../../nodes/MultiCurrencyPayments/money/memory';
import type { ProcessSent } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import { noteInProcess, thisProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import { inTurn } from '../../../nodes/MultiCurrencyPayments/money/turns';
import type { Run } from '../../../nodes/MultiCurrencyPayments/form/run';
import type { Execution } from './execution';
import { execution } from './execution';

/** This process began a second ago, and the execution since then. */
const START = Date.parse('2030-01-01T00:00:00Z');
const BEGUN = START + 500;
const NOW = START + 1_000;
let now = NOW;
const before = thisProcess.startedAt;

/** Each test has a workflow and accounts of its own: the process remembers all of them. */
let tests = 0;
let [workflow, account, otherAccount] = ['', '', ''];
beforeEach(() => {
	[workflow, account, otherAccount] = [`workflow ${++tests}`, `account ${tests}`, `other account ${tests}`];
	now = NOW;
	thisProcess.startedAt = START;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => {
	thisProcess.startedAt = before;
	jest.restoreAllMocks();
});

const start = { executionIndex: 0, startTime: BEGUN };

/** The first try in an execution. */
const first = (about: Execution = {}): Execution => ({
	workflow,
	established: { source: 'trigger', establishedAt: BEGUN },
	runs: { Start: [start] },
	...about,
});

/** A retry of it, which n8n has begun with what was recorded of it. */
const retry = (number: string, about: Execution = {}): Execution =>
	first({ mode: 'retry', execution: number, started: 3, runs: { Start: [start], Before: [start] }, ...about });

/** A call of this workflow by another one. */
const call = (number: string, rootMode = 'trigger', about: Execution = {}): Execution => {
	const established = { source: 'trigger', establishedAt: BEGUN };
	const parentExecution = { executionId: number, workflowId: workflow, executionContext: established };
	return { workflow, mode: 'integrated', execution: `call by ${number}`, parentExecution, rootMode, ...about };
};

const begin = (about: Execution): IExecuteFunctions => {
	const n8n = execution(about);
	noteBeginning(n8n);
	return n8n;
};

/** What the node remembers in a try of it. */
const memoryIn = (about: Execution, held: string[] = [account], own = account) =>
	new SentMemory(begin(about), own, held);

/** The same for two accounts of one credential. */
function memoriesIn(about: Execution): [SentMemory, SentMemory] {
	const n8n = begin(about);
	const held = [account, otherAccount];
	return [new SentMemory(n8n, account, held), new SentMemory(n8n, otherAccount, held)];
}

const facts = { amount: '10', account: '062000', payee: 'ada king', remark: 'thanks' };
/** The same payment with another spelling and remark. */
const likeFacts = { remark: 'cheers', payee: 'Ada M. King', account: '062 000', amount: '10' };
const otherFacts = { ...facts, amount: '11' };

const sent = (about: Partial<Sent<IDataObject>> = {}): Sent<IDataObject> => ({
	key: 'k',
	kind: 'payout',
	facts,
	state: 'done',
	at: NOW,
	...about,
});

const sentInProcess = (about: Partial<ProcessSent> = {}): ProcessSent => ({
	...sent(),
	settleTime: 0,
	canLookUp: true,
	...about,
});

function missing(): never {
	throw new Error('It is not there');
}

describe('what an earlier run of the node has made', () => {
	it.each<[string, IDataObject, string]>([
		['its key', {}, 'k'],
		['its uuid', { uuid: 'u1' }, 'u1'],
		['the uuid of its batch', { uuid: 't1', batch: { uuid: 'b1' } }, 'b1'],
	])('is known by %s in later runs, and in none of the same', (_what, record, name) => {
		const stored = {};
		const memory = memoryIn(first({ stored }));
		memory.remember(identityOf(account, 'payout', '', 'k'), 'item 0', sent({ record }));
		expect(memory.madeEarlier([name])).toEqual([]);
		const later = memoryIn(first({ stored, index: 1 }));
		expect(later.madeEarlier([name])).toMatchObject([{ key: 'k', facts }]);
		expect([later.madeEarlier(['another']), later.madeEarlier([''])]).toEqual([[], []]);
	});

	it('is not known by the uuid of the payment that it refunds', () => {
		const stored = {};
		const refund = sent({ kind: 'refund of p1', record: { uuid: 'p1', batch: { uuid: 'b1' } } });
		memoryIn(first({ stored })).remember('id', 'item 0', refund);
		const later = memoryIn(first({ stored, index: 1 }));
		expect([later.sentUnder('p1'), later.sentUnder('b1').length]).toEqual([[], 1]);
	});

	it('is none of what was sent, but is not known to be made', () => {
		const stored = {};
		memoryIn(first({ stored })).remember(identityOf(account, 'payout', '', 'k'), 'item 0', sent({ state: 'unclear' }));
		const later = memoryIn(first({ stored, index: 1 }));
		expect(later.madeEarlier(['k'])).toEqual([]);
		expect(later.sentUnder('k')).toMatchObject([{ key: 'k', state: 'unclear' }]);
	});
});

describe('a key that the node makes', () => {
	const keyIn = (about: Execution) => memoryIn(about).defaultKey(0);

	it('tells when the execution began, the run and the place', () => {
		expect(memoryIn(first({ index: 2 })).defaultKey(7)).toMatch(new RegExp(`^n8n-${BEGUN}-[0-9a-f]{16}-2-7$`));
	});

	it.each<[string, Execution]>([
		['in another try', {}],
		['in a retry', { mode: 'retry', execution: '2', started: 3 }],
		['of which n8n tells nothing more', { established: undefined, execution: '2' }],
	])('stays with what the node remembers %s', (_, about) => {
		const stored = {};
		expect(keyIn(first({ stored, ...about }))).toBe(keyIn(first({ stored })));
	});

	it('is the same where n8n has lost what the node remembers', () => {
		expect(keyIn(first())).toBe(keyIn(first()));
	});

	it('is the same in all retries of an execution', () => {
		const key = keyIn(retry('2'));
		expect([keyIn(retry('3')), keyIn(retry('4'))]).toEqual([key, key]);
	});

	it('leaves out runs that n8n has added after a crash', () => {
		const recovered = { startTime: START / 1000 };
		expect(keyIn(first({ index: 1, runs: { Start: [start], Pay: [recovered] } }))).toMatch(/-0-0$/);
		expect(keyIn(first({ index: 0, runs: { Start: [start], Pay: [recovered] } }))).toMatch(/-0-0$/);
	});

	it('is that of the first run where n8n does not count them', () => {
		expect(keyIn(first({ index: '1' }))).toMatch(/-0-0$/);
	});

	it.each<[string, Execution]>([
		['moment', { established: { source: 'trigger', establishedAt: BEGUN + 1 } }],
		['first items', { runs: { Start: [{ ...start, data: { main: [[{ json: { a: 1 } }]] } }] } }],
		['node', { id: 'other' }],
		['workflow', { workflow: 'other' }],
		['n8n', { instance: 'other' }],
	])('is another one for another %s', (_, about) => {
		expect(keyIn(first(about))).not.toBe(keyIn(first()));
	});

	it('is that of the node whatever its name, unless another node has its id', () => {
		const nodes = { Pay: { id: 'node id' }, Copy: { id: 'node id' } };
		expect(keyIn(first({ name: 'Renamed' }))).toBe(keyIn(first()));
		expect(keyIn(first({ nodes, name: 'Copy' }))).not.toBe(keyIn(first({ nodes })));
		expect(keyIn(first({ nodes: { Pay: { id: 'node id' } } }))).toBe(keyIn(first()));
	});

	it('is another one where n8n does not tell how the execution began, even under the same number', () => {
		const unknown = first({ established: undefined, execution: '7' });
		expect(keyIn(unknown)).toMatch(/^n8n-7-/);
		expect(keyIn(unknown)).not.toBe(keyIn(unknown));
		expect(keyIn({ ...unknown, execution: '' })).toMatch(/^n8n-manual-/);
		expect(memoryIn(unknown).isAlike).toBe(false);
	});

	it('is another one for another execution that began at the same moment with the same', () => {
		const key = keyIn(first());
		const other = memoryIn(first({ execution: '2' }));
		expect(other.defaultKey(0)).not.toBe(key);
		expect(other.isAlike).toBe(false);
	});

	it.each<[string, Execution, Execution]>([
		['a retry after an execution', { execution: '1' }, { mode: 'retry', execution: '2', started: 3 }],
		['an execution after a retry', { mode: 'retry', execution: '2', started: 3 }, { execution: '1' }],
	])('is in doubt for %s that began alike', (_, one, other) => {
		const runs = { Start: [start], Before: [start] };
		const key = keyIn(first({ ...one, runs }));
		const stored = {};
		const memory = memoryIn(first({ ...other, runs, stored }));
		expect(memory.isAlike).toBe(true);
		expect(memory.defaultKey(0)).not.toBe(key);
		expect(memoryIn(first({ ...other, runs, stored })).isAlike).toBe(true);
	});
});

describe('the situation that the node notes', () => {
	it('is the beginning of the first try, for all retries', () => {
		const stored = {};
		memoryIn(first({ stored }));
		now += 10;
		memoryIn(first({ stored }));
		expect(memoryIn(retry('2', { stored })).context).toEqual({
			kind: 'list',
			isRetry: true,
			since: NOW,
			unseenUntil: 0,
		});
	});

	it('is the beginning of the execution, in a retry of which the node remembers nothing', () => {
		const stored = {};
		expect(memoryIn(retry('2', { stored })).retriedSince).toBe(BEGUN);
		expect(memoryIn(retry('3', { stored, established: undefined })).retriedSince).toBe(BEGUN);
	});

	it('is the first call of a tool', () => {
		const stored = {};
		const tool = (about: Execution) => noteBeginning(execution(first({ type: 'x.payTool', stored, ...about })));
		tool({});
		now += 10;
		tool({});
		thisProcess.startedAt = NOW + 5;
		expect(tool({ mode: 'retry' })).toEqual({ kind: 'tool', unseenUntil: NOW + 5 });
	});

	it('is a crash, for all runs of a retry and their repeats', () => {
		const stored = {};
		const crashed = (index: number) =>
			noteBeginning(execution(retry('2', { stored, index, runs: { Start: [start] } })));
		const context = { kind: 'afterCrash', unseenUntil: BEGUN };
		expect(crashed(0)).toEqual(context);
		const later = noteBeginning(execution(retry('2', { stored, index: 1, runs: { Start: [start, start] } })));
		expect([crashed(0), later]).toEqual([context, context]);
	});

	it('is no crash where only the caller was repeated', () => {
		const stored = {};
		const unknown = call('3', 'retry', { stored, parentExecution: undefined });
		expect(noteBeginning(execution(unknown))).toEqual({ kind: 'calledFromUnknown', unseenUntil: NOW });
		const established = { source: 'integrated', establishedAt: BEGUN, parentExecutionId: '3' };
		expect(noteBeginning(execution(retry('4', { stored, established, rootMode: 'trigger' })))).toEqual({
			kind: 'calledFromUnknown',
			unseenUntil: 0,
		});
	});

	it('is noted by the memory itself where nobody has', () => {
		const n8n = execution(first());
		expect(new SentMemory(n8n, account, [account]).context.kind).toBe('list');
		expect(isUntouched(n8n)).toBe(true);
	});
});

describe('an execution', () => {
	it.each<[string, (stored: object) => IExecuteFunctions, boolean]>([
		['has sent nothing before its first try', (stored) => begin(first({ stored })), true],
		['has sent nothing before the first try of a further run', (stored) => begin(first({ stored, index: 1 })), true],
		[
			'may have sent something before another try',
			(stored) => (begin(first({ stored })), begin(first({ stored }))),
			false,
		],
		['may have sent something before its retry', (stored) => begin(retry('2', { stored })), false],
		['may have sent something before a call of a tool', (stored) => begin(first({ stored, isTool: true })), false],
		['may have sent something where nothing is known of it', (stored) => execution(first({ stored })), false],
	])('%s', (_, tryWith, untouched) => {
		expect(isUntouched(tryWith({}))).toBe(untouched);
	});

	it.each<[string, Sent<IDataObject>['state'][], boolean]>([
		['is made', ['sending', 'done'], true],
		['is under way', ['sending'], false],
		['is unclear', ['sending', 'unclear'], false],
		['was unclear and is made', ['sending', 'unclear', 'done'], false],
	])('in whose first try a payment %s', (_, states, untouched) => {
		const n8n = begin(first());
		const memory = new SentMemory(n8n, account, [account]);
		for (const state of states) memory.remember('id', 'item 0', sent({ state }));
		expect(isUntouched(n8n)).toBe(untouched);
	});
});

describe('the memory of a run', () => {
	const runOf = (n8n: IExecuteFunctions, appId: string, baseUrl = 'https://pay.test') =>
		({ n8n, credential: { baseUrl, appId }, accounts: [] }) as unknown as Run;

	it('is one and the same', () => {
		const run = runOf(begin(first()), 'app');
		expect(memoryOf(run)).toBe(memoryOf(run));
		expect(memoryOf(run).account).toBe(accountOf(run));
		expect(memoryOf(runOf(run.n8n, 'app'))).not.toBe(memoryOf(run));
	});

	it('knows the other accounts of the credential', () => {
		const n8n = begin(first());
		const runs = [runOf(n8n, 'app'), runOf(n8n, 'other app')] as const;
		for (const run of runs) run.accounts.push(...runs);
		const [one, other] = [memoryOf(runs[0]), memoryOf(runs[1])];
		one.remember('id', 'item 0', sent());
		expect(other.sentElsewhere('item 0')?.account).toBe(one.account);
	});

	it('is that of an account: its service and its app-id', () => {
		const n8n = begin(first());
		const runs = [runOf(n8n, 'app'), runOf(n8n, 'other app'), runOf(n8n, 'app', 'https://other.test')];
		expect(new Set(runs.map(accountOf)).size).toBe(3);
	});
});

describe('the identity of a payment', () => {
	it('is told by its account, kind and all parts of its reference', () => {
		const all = [
			identityOf('a', 'payout', 'x', 'y'),
			identityOf('b', 'payout', 'x', 'y'),
			identityOf('a', 'payin', 'x', 'y'),
			identityOf('a', 'payout', 'x', 'z'),
			identityOf('a', 'payout', 'xy'),
		];
		expect(new Set(all).size).toBe(all.length);
	});
});

describe('what was sent', () => {
	it('is remembered with its account, run and place, for all tries', () => {
		const stored = {};
		memoryIn(first({ stored, index: 1 })).remember('id', 'item 0', sent());
		const remembered = { ...sent(), account, run: '1', place: 'item 0' };
		const memory = memoryIn(first({ stored, index: 1 }));
		expect(memory.recall('id')).toEqual(remembered);
		expect(memory.recall('other')).toBeUndefined();
		expect(memory.sentFrom('item 0')).toEqual({ ...remembered, identity: 'id' });
		expect(memory.hasSent('item 0')).toBe(true);
	});

	it('is that of its place, run and account', () => {
		const stored = {};
		const [memory, other] = memoriesIn(first({ stored }));
		expect(memory.sentFrom('item 0')).toBeUndefined();
		memory.remember('id', 'item 0', sent());
		expect([memory.sentFrom('item 1'), other.sentFrom('item 0')]).toEqual([undefined, undefined]);
		expect(memory.hasSent('item 1')).toBe(false);
		expect(memoryIn(first({ stored, index: 1 })).sentFrom('item 0')).toBeUndefined();
	});

	it('has no place in calls of an agent', () => {
		const memory = memoryIn(first({ isTool: true }));
		memory.remember('id', 'item 0', sent());
		expect(memory.sentFrom('item 0')).toBeUndefined();
		expect(memory.isFrom(memory.recall('id') ?? missing(), 'item 0')).toBe(false);
		expect(memory.recall('id')).toMatchObject(sent());
	});

	it('may be meant by another place, which does not make it its own', () => {
		const memory = memoryIn(first());
		expect(memory.sentFrom('item 1')).toBeUndefined();
		memory.remember('id', 'item 0', sent());
		memory.standsFor('id', 'item 1');
		const there = memory.sentFrom('item 1') ?? missing();
		expect(there).toMatchObject({ identity: 'id', place: 'item 0' });
		expect([memory.isFrom(there, 'item 0'), memory.isFrom(there, 'item 1')]).toEqual([true, false]);
		expect([memory.isOfOtherItem(there, 'item 0'), memory.isOfOtherItem(there, 'item 1')]).toEqual([false, true]);
	});

	it('is of no other item of this run where another run has sent it', () => {
		const stored = {};
		memoryIn(first({ stored })).remember('id', 'item 0', sent());
		const later = memoryIn(first({ stored, index: 1 }));
		const there = later.recall('id') ?? missing();
		expect([later.isFrom(there, 'item 0'), later.isOfOtherItem(there, 'item 1')]).toEqual([false, false]);
	});

	it('is forgotten with its place', () => {
		const stored = {};
		const memory = memoryIn(first({ stored }));
		memory.remember('id', 'item 0', sent({ state: 'unclear' }));
		memory.standsFor('id', 'item 1');
		memory.forget('id');
		expect([memory.recall('id'), memory.sentFrom('item 0'), memory.sentFrom('item 1')]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(stored).toMatchObject({ sent: {}, open: {} });
		expect(Object.keys({ ...(stored as { open: object }).open })).toEqual([]);
		// Nothing is left that a payment under the same identity could be taken for.
		memory.remember('id', 'item 2', sent());
		expect(memory.sentFrom('item 0')).toBeUndefined();
	});

	it('leaves to its place what stands there by now', () => {
		const memory = memoryIn(first());
		memory.remember('id', 'item 0', sent());
		memory.remember('later', 'item 0', sent({ key: 'l' }));
		memory.forget('id');
		memory.forget('never sent');
		expect(memory.sentFrom('item 0')).toMatchObject({ identity: 'later', key: 'l' });
	});

	it('counts as the same beside remarks in its execution alone', () => {
		const memory = memoryIn(first());
		const there = { ...sent({ execution: '1' }), account, run: '0', place: 'item 0' };
		expect(memory.hasSentBesideRemarks(there, 'payout', likeFacts)).toBe(true);
		expect(memory.hasSentBesideRemarks(there, 'payout', otherFacts)).toBe(false);
		expect(memory.hasSentBesideRemarks(there, 'payout', { ...facts, note: '' })).toBe(true);
		expect(memory.hasSentBesideRemarks(there, 'payout', { amount: '062000', account: '10' })).toBe(false);
		expect(memory.hasSentBesideRemarks(there, 'payin', facts)).toBe(false);
		expect(memory.hasSentBesideRemarks({ ...there, execution: '2' }, 'payout', facts)).toBe(false);
	});

	it('is known by its key, to the execution or the process', () => {
		const memory = memoryIn(first());
		memory.remember(identityOf(account, 'refund', '', 'mine'), 'item 0', sent());
		noteInProcess(identityOf(account, 'refund', '', 'ours'), sentInProcess());
		const known = (kind: string, key: string) => memory.knows(kind, key);
		expect([known('refund', 'mine'), known('refund', 'ours')]).toEqual([true, true]);
		expect([known('payout', 'mine'), known('payout', 'ours'), known('refund', 'other')]).toEqual([false, false, false]);
	});
});

describe('what there was before something was sent', () => {
	it('belongs to a name and an account, in all runs and executions', () => {
		const stored = {};
		const [memory, other] = memoriesIn(first({ stored }));
		expect(memory.recallBaseline('refunds')).toBeUndefined();
		memory.rememberBaseline('refunds', ['a']);
		memory.rememberBaseline('more refunds', ['b']);
		expect([other.recallBaseline('refunds'), memory.recallBaseline('payins')]).toEqual([undefined, undefined]);
		expect(memoryIn(first({ stored, index: 1 })).recallBaseline('refunds')).toEqual(['a']);
		expect(memoryIn(first({ execution: '2' })).recallBaseline('refunds')).toEqual(['a']);
	});

	it('is what an execution has seen itself, whatever others have seen', () => {
		const memory = memoryIn(first());
		memory.rememberBaseline('refunds', ['a']);
		memoryIn(first({ execution: '2' })).rememberBaseline('refunds', ['a', 'b']);
		expect(memory.recallBaseline('refunds')).toEqual(['a']);
		memory.rememberBaseline('refunds', ['c']);
		expect(memory.recallBaseline('refunds')).toEqual(['c']);
		expect(memoryIn(first({ execution: '3' })).recallBaseline('refunds')).toEqual(['c']);
	});

	it('does not count once nothing was sent', () => {
		const memory = memoryIn(first());
		memory.rememberBaseline('refunds', ['a']);
		memory.rememberBaseline('refunds', undefined);
		expect(memory.recallBaseline('refunds')).toBeUndefined();
		expect(memoryIn(first({ execution: '2' })).recallBaseline('refunds')).toBeUndefined();
	});
});

describe('the keys of what a run has sent', () => {
	it('are those of what is made, and of what is not known to be', () => {
		const stored = {};
		const n8n = begin(first({ stored }));
		expect(sentInRun(n8n)).toEqual({ made: new Set(), unclear: new Set() });
		const memory = new SentMemory(n8n, account, [account]);
		memory.remember('made', 'item 0', sent({ key: 'a' }));
		memory.remember('unclear', 'item 1', sent({ key: 'b', state: 'unclear' }));
		memory.remember('under way', 'item 2', sent({ key: 'c', state: 'sending' }));
		memoryIn(first({ stored, index: 1 })).remember('later', 'item 0', sent({ key: 'd' }));
		expect(sentInRun(n8n)).toEqual({ made: new Set(['a']), unclear: new Set(['b', 'c']) });
		// A try that could not begin.
		expect(sentInRun(execution(first({ stored, index: 1 })))).toEqual({ made: new Set(['d']), unclear: new Set() });
	});

	it('are none in calls of an agent, which share a run', () => {
		const n8n = begin(first({ isTool: true }));
		new SentMemory(n8n, account, [account]).remember('made', 'item 0', sent());
		expect(sentInRun(n8n)).toEqual({ made: new Set(), unclear: new Set() });
	});
});

describe('with several accounts', () => {
	it('a place that was sent from another one is known, also after that was removed', () => {
		const stored = {};
		const [memory, other] = memoriesIn(first({ stored }));
		expect(other.sentElsewhere('item 0')).toBeUndefined();
		memory.remember('id', 'item 0', sent());
		expect(other.sentElsewhere('item 0')).toMatchObject({ identity: 'id', account });
		expect([memory.sentElsewhere('item 0'), other.sentElsewhere('item 1')]).toEqual([undefined, undefined]);
		for (let tries = 0; tries < 2; tries++)
			expect(memoryIn(first({ stored }), [otherAccount], otherAccount).sentElsewhere('item 0')).toMatchObject({
				account,
			});
	});

	it('a credential that was changed to another account has sent nothing', () => {
		const stored = {};
		memoryIn(first({ stored })).remember('id', 'item 0', sent());
		expect(memoryIn(first({ stored }), [otherAccount], otherAccount).sentElsewhere('item 0')).toBeUndefined();
	});

	it('a key belongs to the account that means it first in a try', () => {
		const stored = {};
		const [memory, other] = memoriesIn(first({ stored }));
		expect(memory.underOtherAccount('payout', 'batch', 'k', facts)).toBeUndefined();
		expect(other.underOtherAccount('payout', 'batch', 'k', otherFacts)).toBe(facts);
		expect(memory.underOtherAccount('payout', 'batch', 'k', facts)).toBeUndefined();
		expect(other.underOtherAccount('payin', 'batch', 'k', facts)).toBeUndefined();
		expect(other.underOtherAccount('payout', '', 'k', facts)).toBeUndefined();
		expect(other.underOtherAccount('payout', 'batch', 'l', facts)).toBeUndefined();
		const [, later] = memoriesIn(first({ stored }));
		expect(later.underOtherAccount('payout', 'batch', 'k', otherFacts)).toBeUndefined();
	});

	it('a key belongs to the account that has sent it, in this execution or process', () => {
		const stored = {};
		const [memory] = memoriesIn(first({ stored }));
		memory.remember(identityOf(account, 'payout', '', 'mine'), 'item 0', sent());
		noteInProcess(identityOf(account, 'payout', '', 'ours'), sentInProcess({ facts: otherFacts }));
		const [own, other] = memoriesIn(first({ stored }));
		expect(other.underOtherAccount('payout', '', 'mine', otherFacts)).toBe(facts);
		expect(other.underOtherAccount('payout', '', 'ours', facts)).toBe(otherFacts);
		expect(own.underOtherAccount('payout', '', 'mine', otherFacts)).toBeUndefined();
		expect(memoryIn(first({ stored: {} })).underOtherAccount('payout', '', 'mine', otherFacts)).toBeUndefined();
	});
});

describe('a called workflow', () => {
	it('has the root and the call of its caller, by account and node', () => {
		const memory = memoryIn(call('3'));
		expect(memory.calledFor).toEqual({ root: expect.stringMatching(/^[0-9a-f]{16}$/), call: '3' });
		expect(memoryIn(call('4', 'retry')).calledFor).toEqual({ ...memory.calledFor, call: '4' });
		const others = [
			memoryIn(call('3'), [otherAccount], otherAccount),
			memoryIn(call('3', 'trigger', { id: 'other' })),
			memoryIn(call('5')),
		];
		expect(new Set([memory, ...others].map(({ calledFor }) => calledFor?.root)).size).toBe(4);
		expect(memoryIn(first()).calledFor).toBeUndefined();
	});

	it('knows whether another call has sent something for the same root, from any account', () => {
		const [memory, other] = memoriesIn(call('3'));
		expect(memory.wasSentForOtherCall).toBe(false);
		noteInProcess(`sent ${account}`, sentInProcess(other.calledFor && { calledFor: other.calledFor }));
		const [again] = memoriesIn(call('3'));
		const [repeat] = memoriesIn(call('4', 'retry'));
		expect([again.wasSentForOtherCall, repeat.wasSentForOtherCall]).toEqual([false, true]);
		expect(memoryIn(call('4', 'retry')).wasSentForOtherCall).toBe(false);
		expect(memoryIn(first()).wasSentForOtherCall).toBe(false);
	});
});

describe('what an earlier run left open', () => {
	const stored: { sent?: object; open?: object; accounts?: object } = {};
	beforeEach(() => {
		for (const name of Object.keys(stored)) delete (stored as Record<string, unknown>)[name];
	});
	const run = (index: number, about: Execution = {}) => memoryIn(first({ stored, index, ...about }));
	const unclear = (about: Partial<Sent<IDataObject>> = {}) => sent({ state: 'unclear', ...about });
	/** Leaves it open in the first run. */
	const leave = (...all: Partial<Sent<IDataObject>>[]) => {
		const memory = run(0);
		all.forEach((each, index) => memory.remember(`id ${index}`, `item ${index}`, unclear(each)));
		return memory;
	};

	it('may be meant by a later run, but not by a repeat of the same', () => {
		leave({});
		expect(run(1).openTwin('payout', facts, '')).toMatchObject({ ...unclear(), identity: 'id 0', place: 'item 0' });
		expect(run(0).openTwin('payout', facts, '')).toBeUndefined();
	});

	it('may be meant by any other call of an agent', () => {
		run(0, { isTool: true }).remember('id', 'item 0', unclear());
		expect(run(0, { isTool: true }).openTwin('payout', facts, 'k')).toMatchObject({ identity: 'id' });
	});

	it.each<[string, string, Record<string, string>, boolean]>([
		['the same', 'payout', facts, true],
		['another spelling or remark', 'payout', likeFacts, true],
		['another amount', 'payout', otherFacts, false],
		['another kind', 'payin', facts, false],
	])('is told by its kind and facts: %s', (_, kind, intended, isTwin) => {
		leave({});
		expect(run(1).openTwin(kind, intended, '') !== undefined).toBe(isTwin);
	});

	it('is, of several, the one with the same facts', () => {
		leave({ facts: likeFacts }, {}, { facts: { ...facts, remark: 'again' } });
		expect(run(1).openTwin('payout', facts, '')?.identity).toBe('id 1');
		expect(run(1).openTwin('payout', { ...facts, remark: 'new' }, '')?.identity).toBe('id 0');
	});

	it('is that of its account', () => {
		leave({});
		const [memory, other] = memoriesIn(first({ stored, index: 1 }));
		expect(memory.openTwin('payout', facts, '')).toBeDefined();
		expect(other.openTwin('payout', facts, '')).toBeUndefined();
	});

	it('stands for any other file of the same payments, unless both have a key of their own', () => {
		leave({ facts: { ...facts, file: 'a' } });
		expect(run(1).openTwin('payout', { ...facts, file: 'b' }, '')).toBeDefined();
		expect(run(1).openTwin('payout', { ...facts, file: 'b' }, 'own')).toBeUndefined();
		expect(run(1).openTwin('payout', { ...facts, file: 'a' }, 'own')).toBeDefined();
	});

	it('is not what was made, unless its item has failed all the same and the key is not of the user', () => {
		const memory = leave({});
		memory.remember('id 0', 'item 0', sent());
		expect(run(1).openTwin('payout', facts, '')).toBeUndefined();
		memory.noteTold('item 0', new Error('A later step failed'));
		expect(run(1).openTwin('payout', facts, '')).toMatchObject({ state: 'done' });
		expect(run(1).openTwin('payout', facts, 'own')).toBeUndefined();
		memory.noteTold('item 0');
		expect(run(1).openTwin('payout', facts, '')).toBeUndefined();
	});

	it('is what was made for an item that failed, at once', () => {
		const memory = run(0);
		memory.noteTold('item 0', new Error('Nothing was sent'));
		memory.remember('id', 'item 0', sent());
		memory.noteTold('item 0');
		expect(run(1).openTwin('payout', facts, '')).toBeUndefined();
		memory.noteTold('item 0', new Error('A later step failed'));
		expect(run(1).openTwin('payout', facts, '')).toBeDefined();
	});

	it('is not what has ended without money', () => {
		const memory = run(0);
		memory.remember('id', 'item 0', sent());
		memory.noteTold('item 0', new EndedWithoutMoney(PAYMENT, 'k', 'failed'));
		expect(run(1).openTwin('payout', facts, '')).toBeUndefined();
	});

	it('stays open while it is unclear, whatever its item tells', () => {
		const memory = leave({});
		memory.noteTold('item 0');
		expect(run(1).openTwin('payout', facts, '')).toBeDefined();
	});

	it.each<[string, Sent<IDataObject>['state'], boolean, boolean]>([
		['another call is sending it now', 'sending', true, false],
		['the process was killed while it was sent', 'sending', false, true],
		['another call looks for it now', 'unclear', true, true],
	])('where %s', async (_, state, isUnderWay, isOpen) => {
		leave({ state });
		let end: () => void = () => undefined;
		const work = new Promise<void>((done) => (end = done));
		const turn = isUnderWay ? inTurn('id 0', async () => await work) : undefined;
		expect(run(1).openTwin('payout', facts, '') !== undefined).toBe(isOpen);
		end();
		await turn;
	});

	it('is nothing more once this try has cleared it up, or knows that it was not sent', () => {
		leave({});
		const memory = run(1);
		memory.remember('id 0', 'item 3', sent());
		expect(memory.openTwin('payout', facts, '')).toBeUndefined();
		leave({});
		const other = run(1);
		other.forget('id 0');
		expect(other.openTwin('payout', facts, '')).toBeUndefined();
	});

	it('is taken over once, with its key and its clock', () => {
		leave({}, { key: 'second' });
		const memory = run(1);
		const twin = memory.openTwin('payout', facts, '') ?? missing();
		memory.takeOver(twin, 'item 5');
		expect(memory.sentFrom('item 5')).toEqual({ ...unclear(), account, run: '1', place: 'item 5', identity: 'id 0' });
		expect(memory.recall('id 0')).not.toHaveProperty('identity');
		const second = memory.openTwin('payout', facts, '') ?? missing();
		expect(second.key).toBe('second');
		memory.takeOver(second, 'item 6');
		expect(memory.openTwin('payout', facts, '')).toBeUndefined();
	});
});

describe('what other retries of an execution have sent', () => {
	const sending = (about: Partial<Sent<IDataObject>> = {}) => sent({ state: 'sending', ...about });
	/** A retry that has sent a payment from the first item under the key that the node makes. */
	const paying = (about: Partial<Sent<IDataObject>> = {}, where: Execution = {}, by = account) => {
		const memory = memoryIn(retry('2', where), [by], by);
		memory.remember('id', 'item 0', sending({ key: memory.defaultKey(0), ...about }));
		return memory;
	};
	const other = (where: Execution = {}) => memoryIn(retry('3', where));

	it.each<[string, number, string, Record<string, string>, boolean]>([
		['at another place', 1, 'payout', facts, true],
		['at another place with another spelling', 1, 'payout', likeFacts, true],
		['at the same place', 0, 'payout', facts, false],
		['with another amount', 1, 'payout', otherFacts, false],
		['of another kind', 1, 'payin', facts, false],
	])('has moved where it stands %s', (_, place, kind, intended, hasMoved) => {
		paying();
		const memory = other();
		expect(memory.hasMoved(kind, intended, memory.defaultKey(place))).toBe(hasMoved);
	});

	it('has moved where it stands in another run, even if that run has come to its place', () => {
		paying();
		const stored = {};
		const later = other({ index: 1, stored });
		expect(later.hasMoved('payout', facts, later.defaultKey(0))).toBe(true);
		// Its failed item comes to the place from which the other retry has paid it, and keeps its key.
		expect(other({ stored }).hasMoved('payout', facts, later.defaultKey(0))).toBe(true);
	});

	it.each<[string, () => unknown]>([
		['was only found', () => paying({ state: 'done' })],
		['was not carried out', () => paying().forget('id')],
		['was sent from another account', () => paying({}, {}, otherAccount)],
		['is of another execution', () => paying({}, { established: { source: 'trigger', establishedAt: BEGUN + 1 } })],
		['was sent by no retry', () => memoryIn(first()).remember('id', 'item 0', sending())],
	])('has not moved where it %s', (_, send) => {
		send();
		expect(other().hasMoved('payout', facts, 'another key')).toBe(false);
		expect(other().wasRetried('payout', 'k')).toBe(false);
	});

	it('is of no account to an execution that is no retry', () => {
		paying();
		paying({ key: 'own' });
		const stored = {};
		memoryIn(retry('4', { stored }));
		const memory = memoryIn(first({ stored, execution: '4' }));
		expect(memory.stem).toBe(other().stem);
		expect(memory.retriedSince).toBeNull();
		expect(memory.hasMoved('payout', facts, 'another key')).toBe(false);
		expect(memory.wasRetried('payout', 'own')).toBe(false);
	});

	it('stays known where the execution itself, which n8n has resumed, has not carried out the same', () => {
		const stored = {};
		paying({}, { stored });
		const resumed = memoryIn(first({ stored }));
		resumed.remember('id', 'item 0', sending({ key: resumed.defaultKey(0) }));
		resumed.forget('id');
		expect(other().hasMoved('payout', facts, 'another key')).toBe(true);
	});

	it.each<[string, Partial<Sent<IDataObject>>, boolean]>([
		['the same', {}, false],
		['the same with another remark', { facts: likeFacts }, false],
		['another payment', { facts: otherFacts }, true],
		['one of another kind', { kind: 'payin' }, true],
	])('has moved or not, where this one has made under its key %s', (_, about, hasMoved) => {
		const { key } = paying().sentFrom('item 0') ?? {};
		const stored = {};
		other({ stored }).remember('mine', 'item 7', sent({ ...about, key }));
		expect(other({ stored }).hasMoved('payout', facts, 'another key')).toBe(hasMoved);
		expect(other({ stored, index: 1 }).hasMoved('payout', facts, 'another key')).toBe(hasMoved);
	});

	it.each<[string, string, string, boolean]>([
		['the same', 'payout', 'own', true],
		['another key', 'payout', 'other', false],
		['another kind', 'payin', 'own', false],
	])('is known by a key of the user: %s', (_, kind, key, wasRetried) => {
		paying({ key: 'own' });
		expect(other().wasRetried(kind, key)).toBe(wasRetried);
	});

	it('is known by a key of the user whatever its facts, until it was not carried out', () => {
		const memory = paying({ key: 'own', facts: otherFacts });
		expect(other().wasRetried('payout', 'own')).toBe(true);
		memory.forget('id');
		expect(other().wasRetried('payout', 'own')).toBe(false);
	});

	it.each<[string, Partial<Sent<IDataObject>>, boolean]>([
		['the same', {}, false],
		['one under another key', { key: 'other' }, true],
		['one of another kind', { kind: 'payin' }, true],
	])('is unknown under a key of the user, or not, where this one has made at its place %s', (_, about, wasRetried) => {
		paying({ key: 'own' });
		const memory = other();
		memory.remember('mine', 'item 0', sent({ key: 'own', ...about }));
		expect(memory.wasRetried('payout', 'own')).toBe(wasRetried);
	});

	it('has keys that begin alike, and is not what this one has made', () => {
		const memory = other();
		const key = memory.defaultKey(3);
		expect(memory.isOfOtherRetry('payout', key)).toBe(true);
		expect(memory.isOfOtherRetry('payout', 'own')).toBe(false);
		memory.remember(identityOf(account, 'payout', '', key), 'item 3', sending({ key }));
		expect(memory.isOfOtherRetry('payout', key)).toBe(true);
		memory.remember(identityOf(account, 'payout', '', key), 'item 3', sent({ key }));
		expect(memory.isOfOtherRetry('payout', key)).toBe(false);
		expect(memory.isOfOtherRetry('payin', key)).toBe(true);
	});

	it('may have been sent since the execution began', () => {
		expect(other().retriedSince).toBe(BEGUN);
		expect(memoryIn(first()).retriedSince).toBeNull();
		expect([memoryIn(call('3')).retriedSince, memoryIn(call('4', 'retry')).retriedSince]).toEqual([null, null]);
	});
});

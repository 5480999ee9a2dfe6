import type { IDataObject } from 'n8n-workflow';
import type { Knowledge } from '../../../core/payments/facts';
import type { Identified } from '../../../nodes/MultiCurrencyPayments/money/identify';
import type { Terms } from '../../../nodes/MultiCurrencyPayments/money/intention';
import type { Remembered } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { PaymentMemory } from '../../../nodes/MultiCurrencyPayments/money/paymentMemory';
import type { ProcessSent } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import { noteInProcess, sentByProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import type { Execution } from './execution';
import { execution, stopTheClock } from './execution';
import { terms } from './payer';

const NOW = Date.parse('2030-01-01T00:00:00Z');
stopTheClock(NOW);

const facts = { amount: '10' };

const intended = (about: Partial<Terms> = {}): Terms =>
	terms({ ownKey: 'inv-7', facts, description: 'Invoice 7', preventDuplicates: true, settleTime: 9, ...about });

/** A payment of its own in each test: the process remembers all of them. */
let identity = '';
let tests = 0;
beforeEach(() => (identity = `payment ${++tests}`));

interface Situation {
	terms?: Partial<Terms>;
	id?: Partial<Identified>;
	memory?: SentMemory;
}

const memoryIn = (about: Execution = {}) => new SentMemory(execution(about), 'account', ['account']);

function paymentIn({ terms, id, memory = memoryIn() }: Situation = {}): PaymentMemory {
	const identified = { key: 'inv-7', identity, isKnownElsewhere: true, isMadeOfFacts: false, ...id };
	return new PaymentMemory(intended(terms), identified, memory);
}

const sent = { key: 'inv-7', kind: 'payout', facts, state: 'done' as const, at: NOW - 5 };
const byProcess = (about: Partial<ProcessSent>) =>
	noteInProcess(identity, { ...sent, settleTime: 9, canLookUp: true, execution: 'other', ...about });
const byExecution = (about: Partial<Remembered>, memory = memoryIn(), place = 'item 0') => {
	memory.remember(identity, place, { ...sent, execution: '1', ...about });
	return memory;
};

const known = (about: Partial<Knowledge> = {}): Knowledge => ({
	canLookUp: true,
	askFirst: true,
	unseenUntil: 0,
	unclearSince: null,
	sentInThisTry: false,
	wasTaken: false,
	notFoundAt: null,
	settleTime: 9,
	...about,
});

describe('what a try knows of a payment before it does anything', () => {
	it('is nothing of one that nobody has sent', () => {
		expect(paymentIn().knowledge()).toEqual(known({ unseenUntil: NOW - 1_000 }));
		expect(paymentIn()).toMatchObject({ own: undefined, others: undefined, batchKey: undefined, isHidden: false });
	});

	it.each<[string, Situation, boolean]>([
		['which only this execution knows', { id: { isKnownElsewhere: false } }, false],
		['which others may know', {}, true],
		['whose duplicates are not prevented', { terms: { preventDuplicates: false } }, false],
		['which is known by its facts', { terms: { preventDuplicates: false }, id: { isMadeOfFacts: true } }, true],
		['whose key the node makes for a place in a list', { terms: { preventDuplicates: false, ownKey: '' } }, true],
	])('is whether to ask for one first: %s', (_, situation, askFirst) => {
		expect(paymentIn(situation).knowledge().askFirst).toBe(askFirst);
	});

	it.each<[string, Execution, Partial<Terms>, boolean]>([
		['a tool', { isTool: true }, { ownKey: '' }, false],
		['a retry after a crash', { established: { source: 'retry', establishedAt: 9 } }, {}, true],
	])('is whether to ask for one whose duplicates are not prevented, in %s', (_, about, terms, askFirst) => {
		const payment = paymentIn({ terms: { preventDuplicates: false, ...terms }, memory: memoryIn(about) });
		expect(payment.knowledge().askFirst).toBe(askFirst);
	});

	it('is until when it may have been sent unseen: before this process, or before a crash', () => {
		const unseenUntil = (establishedAt: number) =>
			paymentIn({ memory: memoryIn({ established: { source: 'retry', establishedAt } }) }).knowledge().unseenUntil;
		expect([unseenUntil(NOW - 1_001), unseenUntil(NOW - 999)]).toEqual([NOW - 1_000, NOW - 999]);
	});

	it.each<[string, Partial<Remembered> | null, Partial<ProcessSent> | null, number | null]>([
		['made', {}, {}, null],
		['under way', { state: 'sending' }, null, NOW - 5],
		['unclear in this execution', { state: 'unclear' }, null, NOW - 5],
		['unclear in another execution', null, { state: 'unclear', at: NOW - 3 }, NOW - 3],
		['made here and unclear elsewhere', {}, { state: 'unclear', at: NOW - 3 }, NOW - 3],
		['unclear here, and later elsewhere', { state: 'unclear' }, { state: 'unclear', at: NOW - 3 }, NOW - 3],
		['unclear here, and earlier elsewhere', { state: 'unclear' }, { state: 'unclear', at: NOW - 8 }, NOW - 5],
	])('is since when it is unclear, at the latest: %s', (_, own, others, unclearSince) => {
		if (others) byProcess(others);
		const memory = own ? byExecution(own) : memoryIn();
		expect(paymentIn({ memory }).knowledge()).toMatchObject({ unclearSince, sentInThisTry: false });
	});

	it.each<[string, Partial<Remembered>, Partial<ProcessSent>, boolean]>([
		['to this execution', { state: 'unclear', wasTaken: true }, {}, true],
		['to another execution', {}, { state: 'unclear', wasTaken: true }, true],
		['to nobody', { state: 'unclear' }, { state: 'unclear' }, false],
	])('is whether the service has said that it has taken it: %s', (_, own, others, wasTaken) => {
		byProcess(others);
		expect(paymentIn({ memory: byExecution(own) }).knowledge().wasTaken).toBe(wasTaken);
	});

	it.each<[string, Partial<Terms>, Partial<Remembered>, Partial<ProcessSent>, boolean]>([
		['nobody', {}, {}, {}, false],
		['the service, which has no look-up', { canLookUp: false }, {}, {}, true],
		['this execution', {}, { isHidden: true }, {}, true],
		['another execution, which has left it unclear', {}, {}, { state: 'unclear', isHidden: true }, true],
		['another execution, which has made it', {}, {}, { isHidden: true }, false],
	])('is whether a look-up can tell what became of it: hidden by %s', (_, terms, own, others, isHidden) => {
		byProcess(others);
		const payment = paymentIn({ terms, memory: byExecution(own) });
		expect(payment.isHidden).toBe(isHidden);
		expect(payment.knowledge().canLookUp).toBe(!isHidden);
	});

	it('is the batch in which it left, by this execution or else by another', () => {
		byProcess({ batchKey: 'theirs' });
		expect(paymentIn().batchKey).toBe('theirs');
		expect(paymentIn({ memory: byExecution({ batchKey: 'ours' }) }).batchKey).toBe('ours');
	});

	it('is whether this execution has made it from this place', () => {
		const isMadeHere = (memory: SentMemory) => paymentIn({ memory }).isMadeHere;
		expect(isMadeHere(memoryIn())).toBe(false);
		expect(isMadeHere(byExecution({}))).toBe(true);
		expect(isMadeHere(byExecution({ state: 'unclear' }))).toBe(false);
		expect(isMadeHere(byExecution({}, memoryIn(), 'item 1'))).toBe(false);
	});
});

describe('what is remembered of a payment', () => {
	const record = { uuid: 'u' };
	const remembered = { key: 'inv-7', kind: 'payout', facts, description: 'Invoice 7', execution: '1' };
	const own = { account: 'account', run: '0', place: 'item 0' };

	it('is the same in the execution and in the process', () => {
		const memory = memoryIn();
		const payment = paymentIn({ memory });
		payment.batchKey = 'batch';
		payment.remember('sending', NOW, known());
		expect(payment.made).toEqual({ ...remembered, ...own, state: 'sending', at: NOW, batchKey: 'batch' });
		const inProcess = { ...remembered, state: 'sending', at: NOW, batchKey: 'batch', settleTime: 9, canLookUp: true };
		expect(sentByProcess(identity)).toEqual(inProcess);
		payment.remember('done', NOW + 1, known(), { record, outcome: 'created', ended: 'failed' });
		const made = { state: 'done', at: NOW + 1, record, outcome: 'created', ended: 'failed' };
		expect(payment.made).toEqual({ ...remembered, ...own, ...made, batchKey: 'batch' });
		expect(sentByProcess(identity)).toEqual({ ...inProcess, ...made });
		expect(memory.sentInThisTry.size).toBe(0);
	});

	it('tells, of an unclear one, that this try has sent it', () => {
		const memory = memoryIn();
		const payment = paymentIn({ memory });
		payment.remember('unclear', NOW, known());
		expect(payment.made).toEqual({ ...remembered, ...own, state: 'unclear', at: NOW });
		expect(paymentIn({ memory }).knowledge().sentInThisTry).toBe(true);
	});

	it.each([
		['unclear', { wasTaken: true }],
		['done', {}],
	] as const)('tells whether the service has taken it while it is unclear: %s', (state, told) => {
		const payment = paymentIn();
		payment.remember(state, NOW, known({ wasTaken: true }));
		expect(payment.made).toEqual({ ...remembered, ...own, ...told, state, at: NOW });
		expect(sentByProcess(identity)?.canLookUp).toBe(state === 'done');
	});

	it.each<[string, Partial<Terms>, boolean]>([
		['is shown', {}, true],
		['has no look-up', { canLookUp: false }, false],
		['may be hidden', { mayHide: true }, false],
		['is due later', { isDueLater: true }, false],
	])('tells the process whether the service can be asked for one that %s', (_, terms, canLookUp) => {
		const payment = paymentIn({ terms });
		payment.remember('sending', NOW, known());
		expect(sentByProcess(identity)?.canLookUp).toBe(canLookUp);
		const isHidden = terms.canLookUp === false && { isHidden: true };
		expect(payment.made).toEqual({ ...remembered, ...own, ...isHidden, state: 'sending', at: NOW });
	});

	it('tells the process for which call it was sent', () => {
		const executionContext = { source: 'trigger', establishedAt: NOW - 2 };
		const parentExecution = { executionId: '3', workflowId: 'caller', executionContext };
		const memory = memoryIn({ mode: 'integrated', parentExecution });
		paymentIn({ memory }).remember('sending', NOW, known());
		expect(sentByProcess(identity)?.calledFor).toEqual(memory.calledFor);
		expect(memory.calledFor?.call).toBe('3');
	});

	it('is, of one that was found, not who found it, and nothing for the process', () => {
		const payment = paymentIn();
		payment.remember('done', NOW, known(), { record, outcome: 'found', ended: undefined });
		expect(payment.made).toMatchObject({ state: 'done', outcome: 'found', execution: undefined, record });
		expect(sentByProcess(identity)).toBeUndefined();
	});

	it('is, of one that was found after this execution had sent it, who sent it, for the process, too', () => {
		const payment = paymentIn();
		payment.remember('unclear', NOW, known());
		payment.remember('done', NOW + 1, known(), { record, outcome: 'found', ended: undefined });
		expect(payment.made).toMatchObject({ state: 'done', outcome: 'found', execution: '1' });
		expect(sentByProcess(identity)).toMatchObject({ state: 'done', outcome: 'found', record });
	});

	it('stands for another place that means it, too', () => {
		const memory = byExecution({}, memoryIn(), 'item 1');
		paymentIn({ memory }).standsForOther();
		expect(memory.sentFrom('item 0')).toMatchObject({ identity, place: 'item 1' });
	});
});

describe('what another execution left unclear', () => {
	const left = { state: 'unclear', at: NOW - 3, description: 'Theirs', facts: { amount: '11' } } as const;

	it.each<[string, IDataObject]>([
		['shown', {}],
		['hidden and taken', { isHidden: true, wasTaken: true }],
	])('is noted in this one as well: %s', (_, about) => {
		byProcess({ ...left, ...about, record: { uuid: 'u' } });
		const payment = paymentIn();
		payment.adopt();
		const remembered = { key: 'inv-7', kind: 'payout', execution: 'other', ...left, ...about };
		expect(payment.made).toEqual({ ...remembered, account: 'account', run: '0', place: 'item 0' });
	});

	it.each<[string, IDataObject, boolean]>([
		['of the same payee', { ...facts, remark: 'Another' }, true],
		['of another item', { ...facts, amount: '11' }, false],
	])('under a key of its place is noted where it may be %s', (_, theirs, isNoted) => {
		byProcess({ ...left, facts: theirs as typeof facts });
		const payment = paymentIn({ terms: { ownKey: '' } });
		payment.adopt();
		expect(payment.made !== undefined).toBe(isNoted);
	});

	it('does not replace what this one remembers, and is nothing where nobody has sent it', () => {
		byProcess(left);
		const payment = paymentIn({ memory: byExecution({}) });
		payment.adopt();
		expect(payment.made).toMatchObject(sent);
		const other = paymentIn({ id: { identity: `another than ${identity}` } });
		other.adopt();
		expect(other.made).toBeUndefined();
	});
});

describe('a payment that provably was not made', () => {
	it('is forgotten by the execution and by the process', () => {
		const payment = paymentIn();
		payment.remember('sending', NOW, known());
		payment.forget();
		expect([payment.made, sentByProcess(identity)]).toEqual([undefined, undefined]);
	});

	it.each([
		['stays where another execution has made it', 'done', 'done'],
		['goes, with what another execution left unclear', 'unclear', undefined],
	] as const)('%s', (_, state, left) => {
		byProcess({ state, record: { uuid: 'theirs' } });
		const payment = paymentIn();
		payment.remember('sending', NOW, known());
		payment.forget();
		expect(payment.made).toBeUndefined();
		expect(sentByProcess(identity)?.state).toBe(left);
		expect(sentByProcess(identity)?.record).toEqual(left && { uuid: 'theirs' });
	});
});

import type { PaymentFacts } from '../../../core/payments/facts';
import type { Intended } from '../../../nodes/MultiCurrencyPayments/money/identify';
import { assertNotEdited, identify } from '../../../nodes/MultiCurrencyPayments/money/identify';
import type { Twin } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { SentMemory, identityOf } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { noteInProcess, thisProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import type { Situation } from './payer';
import { called, execution, FACTS, Payer, terms } from './payer';

/** Which payment an item means, in each of the situations in which the node may run. */

let payer: Payer;
let kept = {};
/** When the caller began, where there is one. Each test has one of its own. */
let began = Date.now();
beforeEach(() => {
	began += 1;
	payer = new Payer();
	kept = {};
});

const OTHER = { ...FACTS, amount: '12' };

/** Notes what an item has sent. */
function note(memory: SentMemory, about: Partial<Intended>, state: 'sending' | 'unclear' | 'done' = 'unclear'): string {
	const intended = terms(about);
	const { key, identity } = identify(intended, memory);
	const { kind, facts, description, place } = intended;
	const record = state === 'done' ? { record: { uuid: 'u' } } : {};
	const sent = { key, kind, facts, description, state, at: Date.now(), execution: memory.execution, ...record };
	memory.remember(identity, place, sent);
	noteInProcess(identity, { ...sent, settleTime: 0, canLookUp: true, calledFor: memory.calledFor });
	return key;
}

/** The message that stops an item, or the key under which it goes. */
function of(memory: SentMemory, about: Partial<Intended> = {}): string {
	try {
		return identify(terms(about), memory).key;
	} catch (failure) {
		return (failure as { explanation: { message: string } }).explanation.message;
	}
}

const EMPTY = { ownKey: '' };

describe('an item that is the open record of what an earlier run has made', () => {
	const recalling = (situation: Partial<Situation>, keys = ['INV-1'], facts: PaymentFacts = FACTS): SentMemory => {
		const memory = payer.memory(situation);
		const made = keys.map((key): Twin => {
			const identity = identityOf(memory.account, 'payout', '', key);
			return { key, facts, identity } as unknown as Twin;
		});
		jest.spyOn(memory, 'madeEarlier').mockImplementation(([uuid]) => (uuid === 'u' ? made : []));
		return memory;
	};
	const open = (uuid: string) => ({ names: [uuid], state: 'open' }) as const;
	const STOPS = 'this item is the payment INV-1 itself, which has not come to its end';

	it.each<[string, Partial<Situation>]>([
		['a list', {}],
		['a called workflow', called(began, 'c1')],
	])('means that payment and no other in %s', (_, situation) => {
		const memory = recalling(situation);
		const ownItems = [open('u')];
		expect(of(memory, { ...EMPTY, ownItems })).toContain(STOPS);
		expect(of(memory, { ownKey: 'INV-2', ownItems })).toContain(STOPS);
		expect(of(memory, { ownKey: 'INV-1', ownItems })).toBe('INV-1');
		expect(of(memory, { ownKey: 'INV-1', within: 'week-', ownItems })).toContain(STOPS);
		expect(of(memory, { ownKey: 'INV-2', ownItems: [open('another')] })).toBe('INV-2');
		expect(of(memory, { ownKey: 'INV-2', ownItems, facts: OTHER })).toContain(STOPS);
		expect(of(memory, { ownKey: 'INV-2', ownItems, facts: { ...FACTS, account: ' 1-11 ' } })).toContain(STOPS);
		expect(of(memory, { ownKey: 'INV-2', ownItems, facts: { ...FACTS, account: '' } })).toContain(STOPS);
		expect(of(memory, { ownKey: 'INV-2', ownItems, facts: { ...FACTS, account: 'another' } })).toBe('INV-2');
	});

	it('means any payment of its batch', () => {
		const memory = recalling({}, ['INV-1', 'INV-2']);
		expect(of(memory, { ownKey: 'INV-2', ownItems: [open('u')] })).toBe('INV-2');
		expect(of(memory, { ownKey: 'INV-3', ownItems: [open('u')] })).toContain(STOPS);
	});

	it('means that payment, in whatever currency and amount it was booked', () => {
		const memory = recalling({}, ['INV-1'], { ...FACTS, currency: 'AUD', amount: '10' });
		expect(
			of(memory, { ownKey: 'INV-2', ownItems: [open('u')], facts: { ...FACTS, currency: 'JPY', amount: '900' } }),
		).toContain(STOPS);
	});

	it('gives its failed item the key of that payment', () => {
		const key = note(payer.memory({ kept }), EMPTY, 'done');
		const later = payer.memory({ run: 1, kept });
		expect(of(later, { ...EMPTY, ownItems: [open('u')] })).toContain(`this item is the payment ${key} itself`);
		expect(later.keysOfItems.get('item 0')).toBe(key);
	});

	it('is not looked for among what calls of an agent have made', () => {
		expect(of(recalling({ isTool: true }), { ownKey: 'INV-2', ownItems: [open('u')] })).toBe('INV-2');
	});
});

describe('an item that has failed in an earlier run', () => {
	const run = (number: number) => payer.memory({ run: number, kept });
	const open = (...names: string[]) => ({ names, state: 'open' }) as const;
	const failed = (key: string) => ({ names: [key], state: 'failed' }) as const;
	const ended = (...names: string[]) => ({ names, state: 'ended' }) as const;
	/** Notes that a payment was made, and perhaps how it ended. */
	const made = (memory: SentMemory, key: string, uuid: string, end?: string) => {
		const identity = identityOf(memory.account, 'payout', '', key);
		const sent = { key, kind: 'payout', facts: FACTS, state: 'done', at: 1, record: { uuid } } as const;
		memory.remember(identity, 'item 0', { ...sent, ...(end && { ended: end }) });
	};

	it('keeps its key where nothing was sent under it', () => {
		const key = run(0).defaultKey(0);
		expect(of(run(1), { ...EMPTY, place: 'item 3', ownItems: [failed(key)] })).toBe(key);
		expect(identify(terms({ ...EMPTY, ownItems: [failed(key)] }), run(1)).isKnownElsewhere).toBe(true);
	});

	it('has one key, however often it comes, where the key that it shows is one of another node or execution', () => {
		const foreign = (number: number, place: string) =>
			of(run(number), { ...EMPTY, place, ownItems: [failed('n8n-another-0-0')] });
		expect(foreign(1, 'item 0')).toMatch(/^n8n-e1-[0-9a-f]{16}-[0-9a-f]{16}$/);
		expect(foreign(2, 'item 3')).toBe(foreign(1, 'item 0'));
	});

	it('has a new key where it shows the key of other software', () => {
		const memory = run(1);
		expect(of(memory, { ...EMPTY, ownItems: [failed('partition-7')] })).toBe(memory.defaultKey(0));
	});

	it('keeps the key of what was made, whoever has found it meanwhile, and of what is unclear', () => {
		made(run(0), 'INV-1', 'u');
		expect(of(run(1), { ...EMPTY, ownItems: [failed('INV-1')] })).toBe('INV-1');
		const key = note(run(1), { ...EMPTY, place: 'item 5', facts: OTHER });
		expect(of(run(2), { ...EMPTY, facts: OTHER, ownItems: [failed(key)] })).toBe(key);
		expect(of(run(3), { ...EMPTY, facts: OTHER, ownItems: [failed(key)] })).toBe(key);
	});

	it('asks for an unclear payment although its amount has changed, and stops at one with other remarks', () => {
		const key = note(run(0), EMPTY);
		expect(of(run(1), { ...EMPTY, facts: OTHER, ownItems: [failed(key)] })).toBe(key);
		note(run(2), { ...EMPTY, facts: OTHER, description: 'One' });
		expect(
			of(run(3), { ...EMPTY, facts: OTHER, description: 'Two', ownItems: [failed(run(2).defaultKey(7))] }),
		).toContain('may have been made');
	});

	it('is made anew once where it has ended without money', () => {
		made(run(0), 'k', 'u', 'failed');
		expect(of(run(1), { ...EMPTY, ownItems: [failed('k')] })).toBe('k-again');
		expect(of(run(1), { ...EMPTY, ownItems: [ended('u')] })).toBe('k-again');
		made(run(1), 'k-again', 'v');
		expect(of(run(2), { ...EMPTY, ownItems: [ended('u', 'k')] })).toBe('k-again');
		made(run(2), 'k-again', 'v', 'expired');
		expect(of(run(3), { ...EMPTY, ownItems: [failed('k')] })).toBe('k-again-again');
	});

	it('is made anew to a corrected account, and is another payment where what has ended is not known', () => {
		const memory = run(1);
		expect(of(memory, { ...EMPTY, ownItems: [ended('u')] })).toBe(memory.defaultKey(0));
		made(run(0), 'k', 'u', 'failed');
		const facts = { ...FACTS, account: '222' };
		expect(of(memory, { ...EMPTY, facts, ownItems: [ended('u')] })).toBe('k-again');
		expect(of(memory, { ...EMPTY, facts, ownItems: [failed('k')] })).toBe(memory.defaultKey(0));
	});

	it('keeps its key beside the record of a payment to somebody else', () => {
		made(run(0), 'k', 'u');
		const key = run(1).defaultKey(0);
		const facts = { ...FACTS, account: '222' };
		expect(of(run(2), { ...EMPTY, facts, ownItems: [failed(key), open('u')] })).toBe(key);
		expect(of(run(2), { ...EMPTY, ownItems: [failed(key), open('u')] })).toContain('k itself');
	});

	it('is not taken for a payment of another kind or account that has its key', () => {
		const account = new Payer().account;
		const held = [payer.account, account];
		const sent = { key: 'k', facts: FACTS, state: 'unclear', at: 1 } as const;
		run(0).remember('of another kind', 'item 0', { ...sent, kind: 'payin' });
		const other = new SentMemory(execution({ kept }), account, held);
		other.remember('of another account', 'item 1', { ...sent, kind: 'payout' });
		const memory = run(1);
		expect(identify(terms({ ...EMPTY, ownItems: [failed('k')] }), memory)).toMatchObject({
			key: memory.defaultKey(0),
			isKnownElsewhere: false,
		});
	});

	it('is the payment that was made under its key, although one with the same facts is unclear', () => {
		note(run(0), EMPTY);
		made(run(0), 'k', 'u');
		expect(of(run(1), { ...EMPTY, ownItems: [failed('k')] })).toBe('k');
	});

	it('stops where its description is another one than that of its unclear payment', () => {
		const key = note(run(0), { ...EMPTY, description: 'One' });
		const again = (description?: string) =>
			of(run(1), { ...EMPTY, ...(description && { description }), ownItems: [failed(key)] });
		expect(again('Two')).toContain('may have been made');
		expect(again('One')).toBe(key);
	});

	it('is asked for by its own item, so that another one with the same facts may be paid', () => {
		const key = note(run(0), EMPTY);
		const memory = run(1);
		expect(of(memory, { ...EMPTY, place: 'item 1' })).toContain('may have been made');
		expect(of(memory, { ...EMPTY, ownItems: [failed(key)] })).toBe(key);
		expect(of(memory, { ...EMPTY, place: 'item 1' })).toBe(memory.defaultKey(1));
	});

	it('is asked for under the key that was made of another one, while it is unclear', () => {
		const foreign = { ...EMPTY, ownItems: [failed('n8n-another-0-0')] };
		const key = note(run(1), foreign);
		expect(of(run(2), foreign)).toBe(key);
		made(run(0), 'k', 'u', 'failed');
		const anew = { ...EMPTY, facts: OTHER, ownItems: [ended('u')] };
		expect(note(run(3), anew)).toBe('k-again');
		expect(of(run(4), anew)).toBe('k-again');
	});

	it('is made anew where its record alone shows the end, and behind what was made anew for somebody else', () => {
		made(run(0), 'k', 'u');
		expect(of(run(1), { ...EMPTY, ownItems: [ended('u')] })).toBe('k-again');
		made(run(1), 'k-again', 'v', 'failed');
		const facts = { ...FACTS, account: '333' };
		expect(of(run(2), { ...EMPTY, facts, ownItems: [ended('u')] })).toBe('k-again-again');
	});

	it('has a new key where a record shows the key of another payment', () => {
		const key = run(0).defaultKey(5);
		const memory = run(1);
		expect(of(memory, { ...EMPTY, ownItems: [ended(key)] })).toBe(memory.defaultKey(0));
		made(run(0), key, 'u');
		const facts = { ...FACTS, account: '222' };
		expect(of(memory, { ...EMPTY, facts, ownItems: [open(key)] })).toBe(memory.defaultKey(0));
	});

	it('has its own External ID where it has one', () => {
		made(run(0), 'INV-1', 'u');
		expect(of(run(1), { ownKey: 'INV-7', ownItems: [failed('INV-1')] })).toBe('INV-7');
	});
});

describe('with the External ID left empty, nothing identifies a payment', () => {
	it.each<[string, Partial<Situation>, string]>([
		['in a tool of an agent', { isTool: true }, 'A tool of an AI agent needs an External ID'],
		[
			'in a workflow called by an unknown one',
			{ mode: 'integrated' },
			'n8n does not tell which execution called this workflow first',
		],
		[
			'in the retry of a crashed execution',
			{ mode: 'retry', established: { source: 'retry', establishedAt: 1 } },
			'the execution that is retried left no record of what it sent',
		],
	])('%s', (_, situation, message) => {
		expect(of(payer.memory(situation), EMPTY)).toContain(message);
		expect(of(payer.memory(situation))).toBe('INV-1');
	});

	it('where another execution began at the same moment with the same items', () => {
		expect(of(payer.memory({ kept: { keyStem: 'n8n-stem', isAlike: true } }), EMPTY)).toContain(
			'another execution began at the same moment with the same items',
		);
	});
});

describe('a later run of the node', () => {
	const run = (number: number) => payer.memory({ run: number, kept });

	it('stops at what is like a payment that an earlier one left unclear', () => {
		const key = note(run(0), EMPTY);
		const stopped = `the payment ${key}, which has the same values, may have been made`;
		expect(of(run(1), EMPTY)).toContain(stopped);
		expect(of(run(1), { ...EMPTY, place: 'item 1' })).toContain(stopped);
	});

	it.each<[string, Partial<Intended>]>([
		['another description', { description: 'Deposit' }],
		['another remark', { description: 'Rent', facts: { ...FACTS, remark: 'June' } }],
		['both', { description: 'Deposit', facts: { ...FACTS, remark: 'June' } }],
	])('stops at one that has %s', (_, about) => {
		const key = note(run(0), { ...EMPTY, description: 'Rent', facts: { ...FACTS, remark: 'May' } });
		expect(of(run(1), { ...EMPTY, facts: { ...FACTS, remark: 'May' }, ...about })).toContain(
			`the payment ${key}, which has the same values, may have been made`,
		);
	});

	it('makes another payment with other facts', () => {
		const key = note(run(0), EMPTY);
		expect(of(run(1), { ...EMPTY, facts: OTHER })).toMatch(/-1-0$/);
		expect(key).toMatch(/-0-0$/);
	});

	it('stops at another External ID while one with the same facts is unclear', () => {
		note(run(0), {});
		expect(of(run(1))).toBe('INV-1');
		expect(of(run(1), { ownKey: 'INV-2' })).toContain('the payment INV-1, which has the same values');
	});
});

describe('an item that was sent before', () => {
	it('is the same, whatever its External ID says now', () => {
		const memory = payer.memory({ kept });
		note(memory, {});
		expect(identify(terms({ ownKey: 'INV-2' }), memory)).toEqual({
			key: 'INV-1',
			identity: identityOf(payer.account, 'payout', '', 'INV-1'),
			isKnownElsewhere: true,
			isMadeOfFacts: false,
		});
	});

	it('with other facts has one to clear up first', () => {
		const memory = payer.memory({ kept });
		note(memory, {});
		expect(identify(terms({ ownKey: 'INV-2', facts: OTHER }), memory)).toMatchObject({
			key: 'INV-2',
			before: { key: 'INV-1', facts: FACTS },
		});
		expect(identify(terms({ facts: OTHER }), memory)).not.toHaveProperty('before');
	});
});

describe('what cannot be looked up is not sent where it may have been sent unseen', () => {
	const unseen = { canLookUp: false };
	const { startedAt } = thisProcess;
	afterEach(() => (thisProcess.startedAt = startedAt));

	it('in the retry of a crashed execution', () => {
		const crashed = { mode: 'retry', established: { source: 'retry', establishedAt: 1 } };
		expect(of(payer.memory(crashed), unseen)).toBe('It is unknown whether the payment INV-1 was made before the retry');
		expect(of(payer.memory(crashed))).toBe('INV-1');
		expect(of(payer.memory({}), unseen)).toBe('INV-1');
	});

	it('in a retry after a restart of n8n', () => {
		payer.memory({ kept });
		thisProcess.startedAt = Date.now() + 60_000;
		expect(of(payer.memory({ mode: 'retry', kept }), unseen)).toBe(
			'It is unknown whether the payment INV-1 was made before this retry',
		);
	});

	it('in a call after a restart of n8n', () => {
		thisProcess.startedAt = Date.now() + 60_000;
		const message = /whether the payment \S+ was made by an earlier call/;
		expect(of(payer.memory(called(began, 'c1')), unseen)).toMatch(message);
		expect(of(payer.memory(called(began, 'c1')), { ...unseen, ...EMPTY })).toMatch(message);
	});

	it('in a call by a retry that this process has not seen begin', () => {
		expect(of(payer.memory(called(began, 'c1', 'retry')), unseen)).toBe(
			'It is unknown whether the payment INV-1 was made before the retry',
		);
	});

	it('unless this execution or this process knows of it', () => {
		const crashed = { mode: 'retry', established: { source: 'retry', establishedAt: 1 } };
		const [memory, other] = [payer.memory(crashed), payer.memory({ ...crashed, kept })];
		const { identity, key } = identify(terms(), memory);
		const sent = { key, kind: 'payout', facts: FACTS, state: 'unclear', at: Date.now() } as const;
		memory.remember(identity, 'item 0', sent);
		expect(of(memory, { ...unseen, place: 'item 1' })).toBe('INV-1');
		expect(of(other, unseen)).toContain('It is unknown');
		noteInProcess(identity, { ...sent, settleTime: 0, canLookUp: false });
		expect(of(other, unseen)).toBe('INV-1');
	});
});

describe('in a workflow that a retried one calls', () => {
	const call = (name: string, rootMode?: string) => payer.memory(called(began, name, rootMode));
	const message = 'the calling execution may have had it made before it was repeated';

	it('nothing is sent with the External ID left empty where an earlier process may have sent it', () => {
		expect(of(call('c1', 'retry'), EMPTY)).toContain(message);
		expect(of(call('c1', 'retry'))).toBe('INV-1');
	});

	it('what earlier calls have sent is known by its facts, and nothing else is sent', () => {
		const key = note(call('c1'), EMPTY);
		expect(of(call('c2', 'retry'), EMPTY)).toBe(key);
		expect(of(call('c2', 'retry'), { ...EMPTY, facts: OTHER })).toContain(message);
		expect(of(call('c2', 'retry'))).toBe('INV-1');
	});

	it('what has an External ID may leave, whatever earlier calls have sent', () => {
		note(call('c1'), EMPTY);
		for (const memory of [call('c2', 'retry'), call('c2')])
			expect(() => assertNotEdited(terms(), identify(terms(), memory), memory)).not.toThrow();
	});

	it('everything may be sent where earlier calls have sent nothing', () => {
		call('c1');
		expect(of(call('c2', 'retry'), EMPTY)).toMatch(/^n8n-/);
	});

	it('what this very call has sent is known, even where this process has forgotten it', () => {
		const memory = payer.memory({ ...called(began, 'c1', 'retry'), kept });
		const intended = terms(EMPTY);
		const { key, identity } = identify(intended, call('c0'));
		expect(of(memory, EMPTY)).toContain(message);
		memory.remember(identity, 'item 1', { ...intended, key, state: 'unclear', at: Date.now() });
		expect(of(memory, EMPTY)).toBe(key);
	});
});

describe('with several accounts', () => {
	const accounts = () => [new Payer(), new Payer()] as const;

	it.each(['done', 'unclear'] as const)('an item that another account has sent is not sent (%s)', (state) => {
		const [aud, eur] = accounts();
		const held = [aud.account, eur.account];
		note(aud.memory({ kept }, held), {}, state);
		expect(of(eur.memory({ kept }, held), { ownKey: 'INV-2', facts: OTHER })).toBe(
			state === 'done'
				? 'The external ID INV-1 belongs to another payment'
				: 'It is unknown whether the payment INV-1 was made',
		);
	});

	it('the other account is not asked whether it was made', () => {
		const [aud, eur] = accounts();
		const held = [aud.account, eur.account];
		note(aud.memory({ kept }, held), {});
		expect(() => identify(terms(), eur.memory({ kept }, held))).toThrow(
			expect.objectContaining({
				explanation: expect.objectContaining({ description: expect.stringContaining('The service cannot tell.') }),
			}),
		);
	});

	it('an External ID is that of one account alone', () => {
		const [aud, eur] = accounts();
		const held = [aud.account, eur.account];
		note(aud.memory({}, held), {});
		expect(of(eur.memory({ id: 'e2' }, held))).toBe('The external ID INV-1 belongs to another payment');
		expect(of(eur.memory({ id: 'e2' }, held), { within: 'wages' })).toBe('INV-1');
		expect(of(eur.memory({ id: 'e2' }), {})).toBe('INV-1');
	});

	it('a key that a retry makes is that of one account alone', () => {
		const [aud, eur] = accounts();
		const held = [aud.account, eur.account];
		aud.memory({ kept }, held);
		const copy = structuredClone(kept);
		const key = note(aud.memory({ id: 'r1', mode: 'retry', kept }, held), EMPTY);
		expect(of(eur.memory({ id: 'r2', mode: 'retry', kept: copy }, held), EMPTY)).toBe(
			`The external ID ${key} belongs to another payment`,
		);
	});
});

describe('in two retries of one execution', () => {
	it('what one has sent from another place stops the other, unless it has an External ID', () => {
		payer.memory({ kept });
		const [one, other] = [1, 2].map((id) => payer.memory({ id: `r${id}`, mode: 'retry', kept: structuredClone(kept) }));
		if (!one || !other) throw new Error();
		note(one, { ...EMPTY, place: 'item 1' }, 'sending');
		expect(of(other, EMPTY)).toContain('another retry of this execution had one with the same values');
		expect(of(other)).toBe('INV-1');
	});
});

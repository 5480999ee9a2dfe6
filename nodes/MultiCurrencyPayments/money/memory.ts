import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { randomBytes } from 'crypto';
import type { PaymentFacts, Sent } from '../../../core/idempotency';
import { digestOf, keyStem, sameFacts } from '../../../core/idempotency';
import { keepNewest } from '../../../core/keepNewest';
import { decides, distinguishes, FILE, plain } from '../../../core/paymentMatch';
import { asText } from '../form/itemCall';
import type { Run } from '../form/run';
import type { Beginnings, RunContext } from './context';
import { beginningOf, contextOf, isIdOfOneNode, recoveredRuns } from './context';
import { EndedWithoutMoney } from './failures';
import { forgetRetried, hasMoved, noteRetried, wasPaid } from './retriedLists';
import { hasOtherCall, sentByProcess } from './processMemory';
import { isUnderWay } from './turns';

/** What an execution remembers of an intention, and from where it was sent. */
export interface Remembered extends Sent<IDataObject> {
	account: string;
	/** The run of the node, as in n8n's `$runIndex`. */
	run: string;
	/** The item, or whatever else was sent, within the run. */
	place: string;
}

/** Something remembered, with its identity. */
export interface Twin extends Remembered {
	identity: string;
}

/**
 * What the node keeps in its execution context. n8n carries it into Retry On Fail and into the retry of an execution.
 * No name in it is plain user text, because `constructor` and `__proto__` are names that every object has.
 */
interface StoredMemory extends Beginnings {
	keyStem?: string;
	/** See {@link SentMemory.isAlike}. */
	isAlike?: true;
	/** By identity. */
	sent?: Record<string, Remembered>;
	/** The identities of intentions that are not known to be done, or were done for an item that failed all the same. */
	open?: Record<string, true>;
	/** Whether anything was ever sent with an unclear outcome, whatever became known of it afterwards. */
	wasUnclear?: true;
	/** The accounts of the credential, where it has held several: one that was removed since may have sent something. */
	accounts?: string[];
	/** The identity of what was sent from a place of an account. */
	places?: Record<string, string>;
	baselines?: Record<string, string[]>;
}

/** What there was before this process sent something, by account and name, oldest first. */
const baselines = new Map<string, string[]>();

const MOST_BASELINES = 50_000;

/** In the place of a run, for what all runs share. */
const EVERY_RUN = '';

const storedBy = (n8n: IExecuteFunctions) => n8n.getContext('node') as StoredMemory;

/** The situation of each run of the node as it was when the run began. */
const situations = new WeakMap<IExecuteFunctions, RunContext>();

/** The tries of the node that no other try of the same run came before. */
const firstTries = new WeakSet<IExecuteFunctions>();

/**
 * Notes that a run of the node has begun. To be called before anything can stop it: its retry then knows that nothing was
 * sent unseen.
 */
export function noteBeginning(n8n: IExecuteFunctions): RunContext {
	const stored = storedBy(n8n);
	const begun = (stored.begun ??= {});
	const run = runOf(n8n);
	const context = contextOf(n8n, run, stored);
	if (begun[run] === undefined) firstTries.add(n8n);
	// A run after a crash is not noted: a repeat of it knows no more than the run did.
	if (context.kind === 'list') begun[run] ??= context.isRetry ? context.since : Date.now();
	else if (context.unseenUntil === 0) begun[run] ??= Date.now();
	else if (n8n.getMode() === 'retry') stored.crashedUntil ??= context.unseenUntil;
	if (stored.keyStem === undefined) Object.assign(stored, newStem(n8n, context));
	situations.set(n8n, context);
	return context;
}

/** Whether this execution has sent nothing before this try of the node, as far as can be known, and nothing is unclear. */
export function isUntouched(n8n: IExecuteFunctions): boolean {
	const context = situations.get(n8n);
	const isFirst = context?.kind === 'list' && !context.isRetry && firstTries.has(n8n);
	const { open = {}, wasUnclear } = storedBy(n8n);
	return isFirst && !wasUnclear && Object.keys(open).length === 0;
}

/** See {@link SentMemory.defaultKey}. */
export const defaultKeyOf = (n8n: IExecuteFunctions, place: number | string): string =>
	`${storedBy(n8n).keyStem}-${runOf(n8n)}-${place}`;

/** The keys of what this run of the node has sent: of what is known to be made, and of what is not. What has ended is neither. */
export function sentInRun(n8n: IExecuteFunctions): Record<'made' | 'unclear', Set<string>> {
	const [made, unclear] = [new Set<string>(), new Set<string>()];
	const run = runOf(n8n);
	// Calls of an agent share a run.
	const isOne = situations.get(n8n)?.kind !== 'tool';
	for (const sent of Object.values(storedBy(n8n).sent ?? {}))
		if (isOne && sent.run === run && sent.ended === undefined) (sent.state === 'done' ? made : unclear).add(sent.key);
	return { made, unclear };
}

/** By key stem, the execution that uses it, oldest first. */
const stems = new Map<string, { execution: string; isRetry: boolean }>();

/** Most stems that are remembered. */
const MOST_STEMS = 50_000;

/**
 * The stem of default keys. An execution and its retries have one even if n8n has kept nothing of what this node did: it
 * was killed after a wait, or a node before failed. Of several that began alike, the first one has it.
 */
function newStem(n8n: IExecuteFunctions, context: RunContext): Pick<StoredMemory, 'keyStem' | 'isAlike'> {
	const [node, execution] = [nodeOf(n8n), executionOf(n8n)];
	const isRetry = context.kind === 'list' && context.isRetry;
	const beginning = beginningOf(n8n);
	const own = keyStem(execution, node, randomBytes(8).toString('hex'));
	if (beginning === null) return { keyStem: own };
	const stem = keyStem(String(beginning.at), node, beginning.with);
	const user = stems.get(stem) ?? { execution, isRetry };
	if (user.execution === execution || (isRetry && user.isRetry)) {
		stems.set(stem, { execution, isRetry });
		keepNewest(stems, MOST_STEMS);
		return { keyStem: stem };
	}
	// A retry of an execution that came so far would remember it.
	return { keyStem: own, ...(user.isRetry !== isRetry && { isAlike: true }) };
}

/**
 * By what a node remembers of an execution: the identities of what it has sent, by key and by the uuids in its record. Loops
 * run the node thousands of times, and must not go through everything that was sent.
 */
const namesIn = new WeakMap<StoredMemory, Map<string, Set<string>>>();

const memories = new WeakMap<Run, SentMemory>();

/** By try of the node and key: the account that it is first meant for, and the payment. */
const meant = new WeakMap<IExecuteFunctions, Map<string, { account: string; facts: PaymentFacts }>>();

/** What the node of this run has sent in this execution. */
export function memoryOf(run: Run): SentMemory {
	const memory = memories.get(run) ?? new SentMemory(run.n8n, accountOf(run), run.accounts.map(accountOf));
	memories.set(run, memory);
	return memory;
}

/** The account that pays. Equal keys of different accounts do not collide. */
export function accountOf({ credential: { baseUrl, appId } }: Run): string {
	return digestOf(baseUrl, appId);
}

/**
 * Identifies an intention: by the account, the kind of payment and its reference, which may have several parts. Safe as
 * a property name.
 */
export function identityOf(account: string, kind: string, ...reference: string[]): string {
	return digestOf(account, kind, ...reference);
}

/**
 * What this node sent in this execution and what came of it. A repeat of the node finds it here and returns what is
 * already paid without asking again.
 */
export class SentMemory {
	/** The situation in which this run of the node takes place. */
	readonly context: RunContext;

	/** The identities of what was sent in this very try of the node. */
	readonly sentInThisTry = new Set<string>();

	private readonly stored: StoredMemory;

	/** Those that the credential holds, or held when an earlier try began. */
	private readonly accounts: readonly string[];

	private readonly run: string;

	/** See {@link nodeOf}. */
	readonly node: string;

	/** In a called workflow: what identifies all calls of this node for one root and account, and this call. */
	readonly calledFor: { root: string; call: string } | undefined;

	/**
	 * What an earlier run sent and was open when this try began, by its facts: a later run may mean it again. A map,
	 * because loops run the node thousands of times and must not go through everything that was sent.
	 */
	private readonly open = new Map<string, Set<string>>();

	/** By place: the keys that the items of this try have, whether or not anything was sent under them. */
	readonly keysOfItems = new Map<string, string>();

	constructor(
		private readonly n8n: IExecuteFunctions,
		readonly account: string,
		/** Those of the credential, this one included. */
		held: readonly string[],
	) {
		this.stored = storedBy(n8n);
		this.accounts = [...new Set([...held, ...(this.stored.accounts ?? [])])];
		if (this.accounts.length > 1) this.stored.accounts = [...this.accounts];
		this.run = runOf(n8n);
		this.context = situations.get(n8n) ?? noteBeginning(n8n);
		this.node = nodeOf(n8n);
		this.calledFor = calledForOf(this);
		for (const identity of Object.keys(this.stillOpen)) {
			const sent = this.sent[identity];
			if (!sent || (sent.run === this.run && this.context.kind !== 'tool')) continue;
			// Another call that is sending it now will know what becomes of it.
			if (sent.state === 'sending' && isUnderWay(identity)) continue;
			const name = nameOf(sent.kind, sent.facts, distinguishes);
			this.open.set(name, (this.open.get(name) ?? new Set()).add(identity));
		}
	}

	/** What this node remembers of the execution: one object for all of its runs in a process. */
	get remembered(): object {
		return this.stored;
	}

	get execution(): string {
		return executionOf(this.n8n);
	}

	/**
	 * The key where the user gave none: the same when the node is repeated, different for every place, run and execution.
	 */
	defaultKey(place: number | string): string {
		return defaultKeyOf(this.n8n, place);
	}

	/**
	 * Whether another execution began in the same millisecond with the same, and only one of the two is a retry: they cannot
	 * be told apart. Or n8n has resumed an execution that waited, after it was retried.
	 */
	get isAlike(): boolean {
		return this.stored.isAlike === true;
	}

	/** What is remembered under an identity. */
	recall(identity: string): Remembered | undefined {
		return this.sent[identity];
	}

	/** What this node has sent under a key, or has made or found under the uuid in its record, or that of its batch. */
	sentUnder(name: string): Twin[] {
		return [...(this.identitiesByName.get(name) ?? [])].flatMap((identity) => {
			const sent = this.sent[identity];
			return sent ? [{ ...sent, identity }] : [];
		});
	}

	/** What an earlier run has made or found under one of these names. */
	madeEarlier(names: readonly string[]): Twin[] {
		const made = names.flatMap((name) => this.sentUnder(name));
		return made.filter(({ state, run }) => state === 'done' && run !== this.run);
	}

	private get identitiesByName(): Map<string, Set<string>> {
		const known = namesIn.get(this.stored);
		if (known) return known;
		const names = new Map<string, Set<string>>();
		for (const [identity, sent] of Object.entries(this.sent)) noteNames(names, identity, sent);
		namesIn.set(this.stored, names);
		return names;
	}

	/** What was sent from a place of this run, under any key. Calls of an agent have no places. */
	sentFrom(place: string, account = this.account): Twin | undefined {
		const at = this.at(place, this.run, account);
		const identity = this.places[at] ?? '';
		const sent = this.context.kind === 'tool' ? undefined : this.sent[identity];
		return sent && { ...sent, identity };
	}

	/** The same with another account of the credential: the currency of the place has changed since. */
	sentElsewhere(place: string): Twin | undefined {
		for (const account of this.accounts) {
			const twin = account === this.account ? undefined : this.sentFrom(place, account);
			if (twin) return twin;
		}
		return undefined;
	}

	/**
	 * What another account of the credential sends in this try, or has sent, under a key: the same key in another currency is
	 * a mistake or a repeat.
	 */
	underOtherAccount(kind: string, within: string, key: string, facts: PaymentFacts): PaymentFacts | undefined {
		if (this.accounts.length === 1) return undefined;
		const others = this.accounts.filter((account) => account !== this.account);
		for (const account of others) {
			const identity = identityOf(account, kind, within, key);
			const sent = this.recall(identity) ?? sentByProcess(identity);
			if (sent) return sent.facts;
		}
		const all = meant.get(this.n8n) ?? new Map<string, { account: string; facts: PaymentFacts }>();
		meant.set(this.n8n, all);
		const name = digestOf(kind, within, key);
		const first = all.get(name) ?? { account: this.account, facts };
		all.set(name, first);
		return first.account === this.account ? undefined : first.facts;
	}

	/** Whether another execution has called this node for the same root and had it send something, from whichever account. */
	get wasSentForOtherCall(): boolean {
		const { context } = this;
		return (
			context.kind === 'called' &&
			this.accounts.some((account) => hasOtherCall(digestOf(account, this.node, context.root), context.call))
		);
	}

	/** Whether something was sent from a place that may have had an effect. */
	hasSent(place: string): boolean {
		return this.sentFrom(place) !== undefined;
	}

	/**
	 * Whether this execution has sent a payment that differs in a remark or the spelling of a name at most. Where a place has
	 * sent it, it is meant again: all tries of one execution are given the same items, so an expression has made the difference.
	 */
	hasSentBesideRemarks(before: Remembered, kind: string, facts: PaymentFacts): boolean {
		return before.execution === this.execution && nameOf(before.kind, before.facts) === nameOf(kind, facts);
	}

	/** Whether a remembered intention was sent from this place of this run. */
	isFrom({ run, place: from }: Remembered, place: string): boolean {
		return this.context.kind !== 'tool' && run === this.run && from === place;
	}

	/** Whether something was sent from another place of this very run. */
	isOfOtherItem(sent: Remembered, place: string): boolean {
		return this.isFrom(sent, sent.place) && sent.place !== place;
	}

	remember(identity: string, place: string, sent: Sent<IDataObject>): void {
		if (sent.state === 'sending' && this.retriedSince !== null)
			noteRetried(...this.retriedAs(sent, place), this.execution);
		this.sent[identity] = { ...sent, account: this.account, run: this.run, place };
		noteNames(this.identitiesByName, identity, sent);
		this.standsFor(identity, place);
		if (sent.state === 'done') delete this.stillOpen[identity];
		else this.stillOpen[identity] = true;
		if (sent.state === 'unclear') this.stored.wasUnclear = true;
	}

	/** Whether another retry of this execution may have made the same payment under another key. */
	hasMoved(kind: string, facts: PaymentFacts, key: string): boolean {
		const name = nameOf(kind, facts, distinguishes);
		const isIt = (sent: Remembered) => nameOf(sent.kind, sent.facts, distinguishes) === name;
		return (
			this.retriedSince !== null &&
			hasMoved(this.retried(name), key, this.execution, (as) => this.sentUnder(as).some(isIt))
		);
	}

	/** Whether another retry of this execution may have made a payment under a key of the user's own. */
	wasRetried(kind: string, key: string): boolean {
		const standsAt = (as: string) => {
			const there = this.sent[this.places[as] ?? ''];
			return there?.kind === kind && there.key === key;
		};
		return this.retriedSince !== null && wasPaid(this.retried(kind, key), this.execution, standsAt);
	}

	/** How all keys begin that this node makes in this execution and its retries. */
	get stem(): string {
		return `${this.stored.keyStem}-`;
	}

	/** The identity of a payment that belongs to nothing else, such as a batch. */
	private identityUnder(kind: string, key: string): string {
		return identityOf(this.account, kind, '', key);
	}

	/** Whether this execution or process has sent something under a key. */
	knows(kind: string, key: string): boolean {
		const identity = this.identityUnder(kind, key);
		return (this.recall(identity) ?? sentByProcess(identity)) !== undefined;
	}

	/** Whether a key is one of another retry. What this execution has made or found stands for an item of its own. */
	isOfOtherRetry(kind: string, key: string): boolean {
		return key.startsWith(this.stem) && this.recall(this.identityUnder(kind, key))?.state !== 'done';
	}

	/**
	 * Since when other retries of this execution may have sent something, perhaps in another worker. null where there are none.
	 * Milliseconds since 1970.
	 */
	get retriedSince(): number | null {
		const { context } = this;
		return context.kind === 'list' && context.isRetry ? context.since : null;
	}

	/**
	 * A name for a payment that all retries of this execution have in common, and as what it is sent: its key and place, or its
	 * facts and key where retries make the key.
	 */
	private retriedAs({ kind, key, facts }: Sent<IDataObject>, place: string): [payment: string, as: string] {
		return key.startsWith(this.stem)
			? [this.retried(nameOf(kind, facts, distinguishes)), key]
			: [this.retried(kind, key), this.at(place)];
	}

	private retried(...names: string[]): string {
		return digestOf(this.account, this.stem, ...names);
	}

	/** Notes that a place means an intention, which another place may have made, so that a repeat of it does as well. */
	standsFor(identity: string, place: string): void {
		this.places[this.at(place)] = identity;
	}

	forget(identity: string): void {
		const sent = this.sent[identity];
		if (!sent) return;
		const at = this.at(sent.place);
		if (this.retriedSince !== null) forgetRetried(...this.retriedAs(sent, sent.place), this.execution);
		if (this.places[at] === identity) delete this.places[at];
		delete this.sent[identity];
		delete this.stillOpen[identity];
	}

	/**
	 * Notes what an item tells of what was sent from its place: a payment that was made, but whose item has failed, may come
	 * to the node again.
	 */
	noteTold(place: string, failure?: unknown): void {
		const sent = this.sentFrom(place);
		// What has ended without money may be made anew.
		if (sent?.state !== 'done' || failure instanceof EndedWithoutMoney) return;
		if (failure === undefined) delete this.stillOpen[sent.identity];
		else this.stillOpen[sent.identity] = true;
	}

	/**
	 * What an earlier run of the node, or another call of an agent, left open for the same person: with the same facts, or
	 * else with another spelling of the name or another remark, or another file.
	 * @param ownKey where it is given, what is known to be made is another payment
	 */
	openTwin(kind: string, facts: PaymentFacts, ownKey: string): Twin | undefined {
		if (this.open.size === 0) return undefined;
		const twins: Twin[] = [];
		const open = this.open.get(nameOf(kind, facts, distinguishes)) ?? new Set();
		const mayBeMeant = (sent: Remembered) =>
			ownKey === '' || (sent.state !== 'done' && sent.facts[FILE] === facts[FILE]);
		for (const identity of open) {
			const sent = this.sent[identity];
			if (!sent || !this.stillOpen[identity]) open.delete(identity);
			else if (sent.account === this.account && mayBeMeant(sent)) twins.push({ ...sent, identity });
		}
		return twins.find((twin) => sameFacts(twin.facts, facts)) ?? twins[0];
	}

	/** Assigns an open intention of an earlier run to this place, so that nobody else takes it over. */
	takeOver({ identity, ...sent }: Twin, place: string): void {
		this.open.get(nameOf(sent.kind, sent.facts, distinguishes))?.delete(identity);
		this.remember(identity, place, sent);
	}

	/** What there was before something was sent, in whichever run or execution of this process. */
	recallBaseline(name: string): string[] | undefined {
		const at = this.at(name, EVERY_RUN);
		return this.stored.baselines?.[at] ?? baselines.get(at);
	}

	/** @param baseline undefined where it is not known, or no longer counts because nothing was sent */
	rememberBaseline(name: string, baseline: string[] | undefined): void {
		const at = this.at(name, EVERY_RUN);
		const stored = (this.stored.baselines ??= {});
		delete stored[at];
		baselines.delete(at);
		if (baseline === undefined) return;
		stored[at] = baseline;
		baselines.set(at, baseline);
		keepNewest(baselines, MOST_BASELINES);
	}

	private at(place: string, run = this.run, account = this.account): string {
		return `${account}/${run}/${place}`;
	}

	private get sent(): Record<string, Remembered> {
		return (this.stored.sent ??= {});
	}

	private get places(): Record<string, string> {
		return (this.stored.places ??= {});
	}

	private get stillOpen(): Record<string, true> {
		return (this.stored.open ??= {});
	}
}

function noteNames(
	names: Map<string, Set<string>>,
	identity: string,
	{ key, kind, record = {} }: Sent<IDataObject>,
): void {
	const { uuid, batch } = record as Record<string, IDataObject | undefined>;
	for (const name of [key, uuid, batch?.uuid].map(asText))
		// The answer to a refund may show the payment, of which there may be other refunds.
		if (name !== '' && !kind.endsWith(` ${name}`)) names.set(name, (names.get(name) ?? new Set()).add(identity));
}

function calledForOf({ context, account, node }: SentMemory): SentMemory['calledFor'] {
	return context.kind === 'called' ? { root: digestOf(account, node, context.root), call: context.call } : undefined;
}

/** A name for a kind and those of its facts that decide who gets how much, whatever their order and spelling. */
function nameOf(kind: string, facts: PaymentFacts, counts = decides): string {
	return digestOf(
		kind,
		...Object.keys(facts)
			.filter(counts)
			.sort()
			.flatMap((name) => [name, plain(facts[name])]),
	);
}

const executionOf = (n8n: IExecuteFunctions): string => n8n.getExecutionId() || 'manual';

/** The node in its workflow in its n8n. Workflows that were not made in the editor may repeat an id. */
function nodeOf(n8n: IExecuteFunctions): string {
	const { id, name } = n8n.getNode();
	return `${n8n.getInstanceId()} ${n8n.getWorkflow().id} ${id}${isIdOfOneNode(n8n) ? '' : ` ${name}`}`;
}

/** The run of the node, as in n8n's `$runIndex`, but without runs that n8n has added after a crash. */
function runOf(n8n: IExecuteFunctions): string {
	// Not by an expression, for which n8n would need a sandbox.
	const { $runIndex: index } = n8n.getWorkflowDataProxy(0) as { $runIndex?: unknown };
	return typeof index === 'number' ? String(Math.max(0, index - recoveredRuns(n8n))) : '0';
}

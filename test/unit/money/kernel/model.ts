import { createRandom, type Random } from '../../../../emulator/engine/random';
import { PaymentFailure } from '../../../../nodes/MultiCurrencyPayments/money/failures';
import { Memory } from '../../../../nodes/MultiCurrencyPayments/money/memory';
import { payAll } from '../../../../nodes/MultiCurrencyPayments/money/payAll';
import type { Payment, PaymentOutcome, Sighting } from '../../../../nodes/MultiCurrencyPayments/money/payment';
import { NO_MARKS, type SharedMarks } from '../../../../nodes/n8n/sharedMarks';
import { ServiceFailure } from '../../../../nodes/service/failure';
import { Clock } from './clock';
import { bill, kindThat, LONGEST_REQUEST, lost, refusedBy, settingIn, sharedMarks } from './payments';

/** In which world a sequence takes place. */
export interface World {
	/** Processes of n8n that share the account. */
	processes: number;
	/** Whether they share claims, and whether those fail now and then. */
	claims: boolean | 'now and then';
	/** Whether the service can be asked for payments. */
	canAsk: boolean;
	/** Whether it shows no External IDs from some moment on. */
	hides?: boolean;
	/** Whether it never lists some payments: they are due later. */
	listsLate?: boolean;
	/** Whether look-ups are slow, the clocks of processes differ, and items look for records for longer or shorter. */
	isUneven?: boolean;
}

/** What came of a sequence. */
export interface Verdict {
	/** External IDs that were paid more than once. */
	paidTwice: string[];
	/** External IDs that nobody paid, although they were asked for again when all was calm. */
	leftOut: string[];
	/** Outcomes that were not so. */
	lies: string[];
	requests: number;
	executions: number;
	unknown: number;
}

/** A payment in the books of the service. */
interface Booked {
	/** Its list and its External ID. */
	key: string;
	facts: Payment['facts'];
	at: number;
	isEnded: boolean;
	/** Whether its answer says that it has ended. */
	isToldEnded: boolean;
}

const MISHAPS = [
	'refuse',
	'lostBefore',
	'lostAfter',
	'killBefore',
	'killAfter',
	'askFails',
	'stop',
	'failsLater',
	'failsAtOnce',
	'slow',
] as const;
type Mishap = (typeof MISHAPS)[number];

/** A process of n8n. What runs in one that was killed never goes on. */
class Process {
	isAlive = true;
	/** Comes true when it is killed. */
	readonly killed: Promise<undefined>;
	readonly memory: Memory;
	/** How much its clock differs from that of the others, in milliseconds. */
	skew = 0;
	private die: () => void = () => undefined;

	constructor(startedAt: number) {
		this.memory = new Memory(startedAt);
		this.killed = new Promise((resolve) => (this.die = () => resolve(undefined)));
	}

	kill(): void {
		this.isAlive = false;
		this.die();
	}

	async unlessKilled(): Promise<void> {
		if (!this.isAlive) await new Promise<never>(() => undefined);
	}
}

/** One generated sequence: executions in one or more processes, with mishaps, against a service whose lists lag. */
class Sequence {
	private readonly clock = new Clock();
	private readonly chance: Random;
	private readonly books: Booked[] = [];
	private readonly lag: number;
	private readonly hidesFrom: number;
	private readonly marks: SharedMarks;
	private readonly processes: Process[] = [];
	private readonly everUnclear = new Set<string>();
	private readonly lies: string[] = [];
	private requests = 0;
	private executions = 0;
	private unknown = 0;

	constructor(
		seed: number,
		private readonly world: World,
	) {
		this.chance = createRandom(seed);
		this.lag = this.pick([0, 0, 3_000, 20_000, 29_000]);
		this.hidesFrom = world.hides ? this.clock.now + this.pick([0, 5_000, 20_000, 40_000, 200_000]) : Infinity;
		const marks = sharedMarks(this.clock);
		this.marks = world.claims === true ? marks : world.claims === false ? NO_MARKS : this.failing(marks);
		for (let index = 0; index < world.processes; index++) this.processes.push(this.newProcess());
	}

	async play(): Promise<Verdict> {
		await this.clock.run(this.playAll());
		const numberOf = (key: string) => this.books.filter((each) => each.key === key).length;
		const keys = [...new Set(this.books.map(({ key }) => key))];
		return {
			paidTwice: keys.filter((key) => numberOf(key) > 1),
			leftOut: LISTS.flatMap((list) => ALL.map((id) => `${list}/${id}`)).filter((key) => numberOf(key) === 0),
			lies: this.lies,
			requests: this.requests,
			executions: this.executions,
			unknown: this.unknown,
		};
	}

	private async playAll(): Promise<void> {
		for (let step = 0; step < 5; step++) {
			const together = Array.from({ length: 1 + this.below(3) }, async () => {
				await this.clock.sleep(this.below(50));
				const index = this.below(this.processes.length);
				if (!this.processes[index]?.isAlive) this.processes[index] = this.newProcess();
				await this.execute(this.processes[index] as Process);
			});
			await Promise.all(together);
			await this.clock.sleep(this.pick([0, 0, 1_000, 15_000, 40_000, 400_000]));
		}
		// When all is calm, everybody is asked for once more.
		await this.clock.sleep(400_000);
		const process = this.newProcess();
		for (const list of LISTS) {
			const all = ALL.map((id, row) => ({ ...bill(id, amountOf(id), row, list), isListedLate: this.isLate(id) }));
			await this.attempt(process, all, { goOn: true, mishap: undefined });
		}
	}

	/** An execution with its retries. */
	private async execute(process: Process): Promise<void> {
		this.executions++;
		const ids = ALL.filter(() => this.chance.next() < 0.35);
		const reference = this.pick(LISTS);
		// An item may trust a service whose lists do not lag.
		const isTrusted = this.lag === 0 && this.chance.next() < 0.5;
		const settleTime = this.world.isUneven ? this.pick(isTrusted ? [0] : [30_000, 60_000, 300_000]) : 30_000;
		// Of what is hidden, nothing tells another amount.
		const isChanged = () => !this.world.hides && this.chance.next() < 0.06;
		const list = ids.map((id, row) => ({
			...bill(id, amountOf(id) + (isChanged() ? '.5' : ''), row, reference),
			isListedLate: this.isLate(id),
			settleTime,
		}));
		const manner = {
			goOn: this.chance.next() < 0.5,
			mishap: this.chance.next() < 0.6 ? this.pick([...MISHAPS]) : undefined,
		};
		const tries = this.pick([1, 1, 3]);
		for (let each = 0; each < tries && process.isAlive; each++) {
			const outcomes = await Promise.race([this.attempt(process, list, manner), process.killed]);
			if (outcomes?.size === list.length && [...outcomes.values()].every((outcome) => 'result' in outcome)) return;
			await this.clock.sleep(1_000);
		}
	}

	/** A try of the node. */
	private async attempt(
		process: Process,
		list: readonly Payment[],
		{ goOn, mishap }: { goOn: boolean; mishap: Mishap | undefined },
	): Promise<ReadonlyMap<Payment, PaymentOutcome>> {
		/** When each was sent, by External ID. */
		const left = new Map<string, number>();
		let isStopped = false;
		let hasFailed = false;
		if (mishap === 'stop') void this.clock.sleep(this.below(60_000)).then(() => (isStopped = true));
		const kind = kindThat(
			this.world.canAsk
				? async (payments) => {
						await this.pass(process, this.world.isUneven ? 9_000 : mishap === 'slow' ? LONGEST_REQUEST : 120);
						if (mishap === 'askFails' && this.chance.next() < 0.2) throw lost();
						const at = this.clock.now;
						await this.pass(process, 120);
						return new Map(payments.flatMap((payment) => this.seen(payment, at)));
					}
				: null,
			async (payments) => {
				this.requests++;
				if (isStopped) this.lies.push('sent after a stop');
				if (hasFailed && !goOn) this.lies.push('sent after a failure');
				for (const payment of payments) left.set(keyOf(payment), this.clock.now);
				await this.pass(process, mishap === 'slow' ? LONGEST_REQUEST : ON_ITS_WAY);
				const happens = mishap !== undefined && this.chance.next() < 0.3 ? mishap : undefined;
				if (happens === 'refuse') {
					hasFailed = true;
					for (const payment of payments) left.delete(keyOf(payment));
					throw refusedBy();
				}
				if (happens?.startsWith('lost') || happens?.startsWith('kill'))
					for (const payment of payments) this.everUnclear.add(keyOf(payment));
				if (happens === 'killBefore') process.kill();
				if (happens === 'lostBefore') {
					await this.pass(process, 1_000);
					throw lost();
				}
				await process.unlessKilled();
				const booked = payments.map((payment) => ({
					key: keyOf(payment),
					facts: payment.facts,
					at: this.clock.now,
					isEnded: happens === 'failsLater' || happens === 'failsAtOnce',
					isToldEnded: happens === 'failsAtOnce',
				}));
				this.books.push(...booked);
				if (happens === 'killAfter') process.kill();
				await this.pass(process, 200);
				if (happens === 'lostAfter') {
					await this.pass(process, this.pick([0, 5_000]));
					throw lost();
				}
				if (happens === 'failsAtOnce') hasFailed = true;
				const status = happens === 'failsAtOnce' ? 'failed' : 'created';
				return payments.map(({ externalId }) => ({ external_id: externalId, status }));
			},
		);
		const setting = settingIn(this.clock, {
			systemTime: () => this.clock.now + process.skew,
			memory: process.memory,
			marks: this.marks,
			goOn,
			pause: async (milliseconds) => {
				await this.clock.sleep(milliseconds);
				await process.unlessKilled();
			},
			isStopped: () => isStopped,
		});
		const { canAsk, hides = false } = this.world;
		const outcomes = await payAll({ ...kind, mayHide: hides }, list, setting);
		const mayNotTell = hides || !canAsk || mishap === 'askFails' || isStopped;
		for (const [payment, outcome] of outcomes) {
			const key = keyOf(payment);
			this.judge(payment, outcome, left.has(key));
			const isUnknown = 'failure' in outcome && is(outcome.failure, 'UnknownOutcome');
			if (isUnknown && !mayNotTell && !payment.isListedLate && this.isShown(key, left.get(key)))
				this.lies.push(`unknown although it is shown: ${key}`);
		}
		return outcomes;
	}

	/**
	 * Whether a look-up for what was sent at a moment must have found it. What another process has made later may show only
	 * after it was told as unknown, because the rest of a list takes its time.
	 */
	private isShown(key: string, sentAt = -Infinity): boolean {
		return this.books.some((each) => each.key === key && each.at <= sentAt + ON_ITS_WAY);
	}

	/** Of a list that hides, a payment of the same amount may be the one that is looked for. */
	private seen(payment: Payment, at: number): (readonly [Payment, Sighting])[] {
		const listed = this.listed(at).filter(({ key }) =>
			payment.list === '' ? key === keyOf(payment) : !key.startsWith('/'),
		);
		if (at < this.hidesFrom || listed.length === 0) return this.shown(payment, at);
		const mayBeIt = payment.list !== '' && listed.some(({ facts }) => facts.amount === payment.facts.amount);
		return [[payment, mayBeIt ? { doubt: new PaymentFailure('Doubt', { message: '', description: '' }) } : 'hidden']];
	}

	/** What the service lists at a moment. */
	private listed(at: number): Booked[] {
		return this.books.filter(
			({ key, at: bookedAt }) => bookedAt + this.lag <= at && !this.isLate(key.slice(key.indexOf('/') + 1)),
		);
	}

	private readonly isLate = (externalId: string): boolean =>
		this.world.listsLate === true && ['inv-2', 'inv-5'].includes(externalId);

	private shown(payment: Payment, at: number) {
		return this.listed(at)
			.filter(({ key }) => key === keyOf(payment))
			.slice(0, 1)
			.map(({ key, facts, isEnded }) => {
				const ended = isEnded ? 'failed' : undefined;
				return [payment, { found: { record: { key }, facts, ended } }] as const;
			});
	}

	private judge(payment: Payment, outcome: PaymentOutcome, hasLeft: boolean): void {
		const { facts } = payment;
		const key = keyOf(payment);
		const booked = this.books.filter((each) => each.key === key);
		const lie = (text: string) => this.lies.push(`${text}: ${key}`);
		if ('result' in outcome) {
			if (booked.length === 0) lie('a success without a payment');
			else if (!booked.some((each) => each.facts.amount === facts.amount)) lie('a success of another amount');
			else if (booked.every(({ isToldEnded }) => isToldEnded)) lie('a success of what was told as ended');
			if (outcome.result.outcome === 'created' && !hasLeft) lie('created without a request');
			if (outcome.result.outcome === 'found' && hasLeft) lie('found what this try has sent');
			return;
		}
		const { failure } = outcome;
		if (is(failure, 'UnknownOutcome')) {
			this.unknown++;
			// Without a way to ask, another process that was killed may have claimed it.
			const mayBeClaimed = this.world.claims && (!this.world.canAsk || this.world.hides || payment.isListedLate);
			if (!this.everUnclear.has(key) && !mayBeClaimed) lie('unknown without reason');
		} else if (is(failure, 'ExternalIdTaken')) {
			// What was sent with other values and lost may stand for it.
			if (!this.everUnclear.has(key) && booked.every((each) => each.facts.amount === facts.amount))
				lie('taken by nobody');
		} else if (is(failure, 'EndedWithoutMoney')) {
			if (!booked.some(({ isEnded }) => isEnded)) lie('ended, but it did not');
		} else if (NOT_SENT.some((name) => is(failure, name)) || failure instanceof ServiceFailure) {
			if (hasLeft) lie('told as not sent');
		} else lie(`fell over: ${String(failure instanceof Error ? failure.stack : failure)}`);
	}

	/** Marks that tell nothing now and then: a claim is won, and what became of one is not known. */
	private failing({ scope, add, has }: SharedMarks): SharedMarks {
		const fails = () => this.chance.next() < 0.1;
		return {
			scope,
			add: async (mark) => fails() || (await add(mark)),
			has: async (mark) => !fails() && (await has(mark)),
		};
	}

	private newProcess(): Process {
		const process = new Process(this.clock.now);
		if (this.world.isUneven) process.skew = this.below(560_000) - 280_000;
		return process;
	}

	/** Lets up to this time pass in a process. */
	private async pass(process: Process, milliseconds: number): Promise<void> {
		await this.clock.sleep(this.below(milliseconds));
		await process.unlessKilled();
	}

	private readonly below = (limit: number): number => Math.floor(this.chance.next() * limit);
	private readonly pick = <T>(choices: readonly T[]): T => choices[this.below(choices.length)] as T;
}

/** One by one, and a list. Equal External IDs of both are two payments. */
const LISTS = ['', 'L'];

const is = (failure: unknown, name: string): boolean => failure instanceof PaymentFailure && failure.name === name;

/** What stops a payment before it is sent. */
const NOT_SENT = ['StoppedBefore', 'UnclearTwin', 'Doubt'];

const keyOf = ({ list, externalId }: Payment): string => `${list}/${externalId}`;

/** How long a request may take to the service, in milliseconds. */
const ON_ITS_WAY = 100;

/** The External IDs that are paid. No two have the same amount. */
const ALL = Array.from({ length: 8 }, (_, index) => `inv-${index + 1}`);
const amountOf = (externalId: string): string => externalId.replace('inv-', '');

export async function play(seed: number, world: World): Promise<Verdict> {
	return await new Sequence(seed, world).play();
}

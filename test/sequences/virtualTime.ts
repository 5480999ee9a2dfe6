import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Time that stands still while anything runs, and jumps to the next timer when everything waits. Code within
 * {@link VirtualTime.run} sees it through `Date` and `setTimeout`; everything else keeps its real timers.
 */
export interface VirtualTime {
	now(): number;
	/** Runs work to its end. Time passes whenever the work only waits. */
	run<T>(work: () => Promise<T>): Promise<T>;
	/** Lets time pass while nothing runs. Milliseconds. */
	pass(milliseconds: number): Promise<void>;
	/** Resolves after this much virtual time, within {@link VirtualTime.run}. */
	sleep(milliseconds: number): Promise<void>;
	/** Runs work during which time must not pass, such as handling a request. */
	busy<T>(work: () => Promise<T>): Promise<T>;
	/** Sets the time anew and forgets every timer. `follow` is called with each later step of time, before it is seen. */
	restart(start: number, follow: (milliseconds: number) => Promise<void>): void;
	uninstall(): void;
}

interface Timer {
	at: number;
	order: number;
	fire: () => void;
}

/** Turns of the event loop without a pending request after which everything is taken to wait. */
const QUIET_TURNS = 3;

/** Real milliseconds without a request or a timer after which work counts as hung. */
const HUNG_AFTER = 10_000;

/** Timers that Jest must not fake: it fakes only `Date`. */
const REAL_TIMERS: NonNullable<Parameters<typeof jest.useFakeTimers>[0]> = {
	doNotFake: [
		'hrtime',
		'nextTick',
		'performance',
		'queueMicrotask',
		'setImmediate',
		'clearImmediate',
		'setInterval',
		'clearInterval',
		'setTimeout',
		'clearTimeout',
	],
};

export function installVirtualTime(): VirtualTime {
	const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, now: Date.now };
	const inside = new AsyncLocalStorage<true>();
	let timers: Timer[] = [];
	let order = 0;
	let present = real.now();
	let underWay = 0;
	let follow: (milliseconds: number) => Promise<void> = async () => undefined;

	jest.useFakeTimers({ ...REAL_TIMERS, now: present });
	const add = (milliseconds: number, fire: () => void): Timer => {
		const timer = { at: present + Math.max(0, milliseconds), order: order++, fire };
		timers.push(timer);
		return timer;
	};
	globalThis.setTimeout = ((task: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
		inside.getStore()
			? add(milliseconds, () => task(...args))
			: real.setTimeout(task, milliseconds, ...args)) as typeof setTimeout;
	globalThis.clearTimeout = ((timer: unknown) => {
		if (timers.includes(timer as Timer)) timers = timers.filter((other) => other !== timer);
		else real.clearTimeout(timer as NodeJS.Timeout);
	}) as typeof clearTimeout;

	const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

	async function quiet(): Promise<void> {
		for (let turns = 0; turns < QUIET_TURNS;) {
			await turn();
			turns = underWay > 0 ? 0 : turns + 1;
		}
	}

	async function moveTo(at: number): Promise<void> {
		if (at <= present) return;
		await follow(at - present);
		present = at;
		jest.setSystemTime(present);
	}

	/** Moves to the earliest timer and fires it. @returns whether there was one */
	async function fireNext(): Promise<boolean> {
		const [first] = timers;
		if (!first) return false;
		const next = timers.reduce((a, b) => (b.at < a.at || (b.at === a.at && b.order < a.order) ? b : a), first);
		timers = timers.filter((other) => other !== next);
		await moveTo(next.at);
		next.fire();
		return true;
	}

	async function run<T>(work: () => Promise<T>): Promise<T> {
		let ended = false;
		const working = inside.run(true, work);
		const over = working.then(
			() => (ended = true),
			() => (ended = true),
		);
		let idleSince = performance.now();
		while (!ended) {
			await quiet();
			if (ended || (await fireNext())) idleSince = performance.now();
			else if (performance.now() - idleSince > HUNG_AFTER)
				throw new Error('Nothing is under way any more, and it does not end');
		}
		await over;
		return await working;
	}

	return {
		now: () => present,
		run,
		pass: async (milliseconds) => await moveTo(present + milliseconds),
		sleep: async (milliseconds) => await new Promise((resolve) => void add(milliseconds, resolve)),
		async busy(work) {
			underWay++;
			try {
				return await work();
			} finally {
				underWay--;
			}
		},
		restart(start, following) {
			timers = [];
			present = start;
			follow = following;
			jest.setSystemTime(present);
		},
		uninstall() {
			Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
			jest.useRealTimers();
		},
	};
}

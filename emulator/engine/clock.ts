/** The emulator's clock. It can be frozen and moved, and it runs due tasks in order. */
export interface Clock {
	/** The virtual time, UTC. */
	now(): Date;
	/** Runs `task` when virtual time reaches `at`, or on the next turn if `at` is past. Returns a function that cancels it. */
	schedule(at: Date, task: () => void | Promise<void>): () => void;
	/** Runs `task` after this much virtual time. Returns a function that cancels it. */
	after(milliseconds: number, task: () => void | Promise<void>): () => void;
	/**
	 * Moves virtual time forward. Runs and awaits every due task in time order; each sees its own due time in `now()`. Waits
	 * for held work before time moves on. If a task fails, the promise rejects after everything due has run.
	 */
	advance(milliseconds: number): Promise<void>;
	/** `advance` waits for this work, such as a delivery under way, before it moves on to a later instant. */
	hold(work: Promise<unknown>): void;
	readonly frozen: boolean;
	/** Number of tasks not yet due. */
	readonly waiting: number;
	/** Drops every task and timer. Nothing runs afterwards. */
	close(): void;
}

interface Task {
	at: number;
	order: number;
	run: () => void | Promise<void>;
}

// Node turns longer timers into 1 ms, which would make the clock spin.
const LONGEST_TIMER = 2_147_483_647;

const comesAfter = (one: Task, other: Task): boolean =>
	one.at > other.at || (one.at === other.at && one.order > other.order);

/** Tasks in the order they are due; those due at the same instant in the order they were added. */
function createQueue() {
	// Latest first, so that the next task is taken from the end.
	let tasks: Task[] = [];
	return {
		get length() {
			return tasks.length;
		},
		next: (): Task | undefined => tasks.at(-1),
		removeNext: (): Task | undefined => tasks.pop(),
		insert(task: Task): void {
			let low = 0;
			let high = tasks.length;
			while (low < high) {
				const middle = (low + high) >>> 1;
				const inPlace = tasks[middle];
				if (inPlace !== undefined && comesAfter(inPlace, task)) low = middle + 1;
				else high = middle;
			}
			tasks.splice(low, 0, task);
		},
		remove(task: Task): void {
			tasks = tasks.filter((other) => other !== task);
		},
		clear(): void {
			tasks = [];
		},
	};
}

/** Work that must settle before time moves on. */
function createHold() {
	const held = new Set<Promise<unknown>>();
	return {
		get empty() {
			return held.size === 0;
		},
		add(work: Promise<unknown>): void {
			const settled = work.then(
				() => undefined,
				() => undefined,
			);
			held.add(settled);
			void settled.then(() => held.delete(settled));
		},
		async settled(): Promise<void> {
			while (held.size > 0) await Promise.allSettled([...held]);
		},
	};
}

/**
 * Virtual time follows real time; when `frozen`, only `advance` moves it.
 * Without `start`, it begins at the real time.
 */
export function createClock(options: { start?: Date; frozen?: boolean }): Clock {
	const frozen = options.frozen ?? false;
	let reference = options.start?.getTime() ?? Date.now();
	let referenceReal = Date.now();
	// The instant at which time stands still while tasks run.
	let pinned: number | undefined;
	let order = 0;
	let closed = false;
	let timer: NodeJS.Timeout | undefined;
	let turn: Promise<void> = Promise.resolve();
	const tasks = createQueue();
	const held = createHold();

	const now = (): number => pinned ?? (frozen ? reference : reference + Date.now() - referenceReal);

	async function runUntil(target: number): Promise<void> {
		const failures: unknown[] = [];
		pinned = now();
		for (;;) {
			const next = tasks.next();
			if (closed) break;
			// Held work may schedule something that is due before the next task, so wait for it before time moves.
			if ((next === undefined || next.at > pinned) && !held.empty) {
				await held.settled();
				continue;
			}
			if (next === undefined || next.at > target) break;
			tasks.removeNext();
			pinned = Math.max(pinned, next.at);
			try {
				await next.run();
			} catch (error) {
				failures.push(error);
			}
		}
		reference = Math.max(pinned, target);
		referenceReal = Date.now();
		pinned = undefined;
		arm();
		if (failures.length === 1) throw failures[0];
		if (failures.length > 1) throw new AggregateError(failures, `${failures.length} scheduled tasks failed`);
	}

	function inTurn(work: () => Promise<void>): Promise<void> {
		const result = turn.then(work);
		turn = result.catch(() => undefined);
		return result;
	}

	function arm(): void {
		clearTimeout(timer);
		timer = undefined;
		const next = tasks.next();
		// During a run, the run itself re-arms the timer at its end.
		if (frozen || closed || pinned !== undefined || next === undefined) return;
		timer = setTimeout(
			() => {
				inTurn(() => runUntil(now())).catch((error: unknown) =>
					process.emitWarning(error instanceof Error ? error : String(error)),
				);
			},
			Math.min(Math.max(next.at - now(), 0), LONGEST_TIMER),
		);
		timer.unref();
	}

	function schedule(at: number, run: Task['run']): () => void {
		if (Number.isNaN(at)) throw new RangeError('A task needs a valid time');
		if (closed) return () => undefined;
		const task: Task = { at, order: order++, run };
		tasks.insert(task);
		arm();
		return () => {
			tasks.remove(task);
			arm();
		};
	}

	return {
		frozen,
		now: () => new Date(now()),
		get waiting() {
			return tasks.length;
		},
		schedule: (at, task) => schedule(at.getTime(), task),
		// Whole milliseconds, as in a Date.
		after: (milliseconds, task) => schedule(Math.trunc(now() + milliseconds), task),
		advance(milliseconds) {
			if (!Number.isFinite(milliseconds) || milliseconds < 0)
				throw new RangeError('Time moves forward only: give a number of milliseconds of at least 0');
			return inTurn(() => runUntil(now() + milliseconds));
		},
		hold: (work) => held.add(work),
		close() {
			closed = true;
			tasks.clear();
			clearTimeout(timer);
		},
	};
}

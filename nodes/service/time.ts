import { sleep } from 'n8n-workflow';

/** How long it may take to notice that the execution was stopped, in milliseconds. */
const SLICE = 200;

/** The longest time that a timer takes, in milliseconds. */
const LONGEST_TIME = 2 ** 31 - 1;

/** A time that timers take, in milliseconds: whole, which 16.1 seconds times 1,000 are not, from 1 on, and not too long. */
export const timerOf = (milliseconds: number): number => Math.min(Math.max(1, Math.ceil(milliseconds)), LONGEST_TIME);

/** Waits, and returns early when the execution is stopped. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0 && !signal?.aborted; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE));
	}
}

/**
 * How long a loop may hold n8n's event loop, in milliseconds. Meanwhile n8n answers nobody. The last record of a slice
 * and a garbage collection may add to it; the total stays below 50 ms.
 */
const LONGEST_HOLD = 15;

/**
 * The time that a long loop may run before it lets n8n serve others. Promises that are already settled do not do that:
 * a loop that awaits nothing else holds n8n from its first turn to its last. In each turn: `if (slice.isOver) await slice.giveWay();`
 */
export class TimeSlice {
	private start = performance.now();

	get isOver(): boolean {
		return performance.now() - this.start > LONGEST_HOLD;
	}

	/** Lets everything run that waits for the event loop, then begins a new slice. */
	async giveWay(): Promise<void> {
		await sleep(0);
		this.start = performance.now();
	}
}

/** Runs a generator to its end, and lets n8n serve others meanwhile. */
export async function finish<T>(steps: Generator<unknown, T>): Promise<T> {
	const slice = new TimeSlice();
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
		if (slice.isOver) await slice.giveWay();
	}
}

/**
 * Milliseconds since 1970, by a clock that goes on evenly for as long as this process runs. Ages are measured by it: the
 * system's clock may be set forward and back.
 */
export const processClock = { now: (): number => performance.timeOrigin + performance.now() };

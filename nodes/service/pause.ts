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

import { sleep } from 'n8n-workflow';

/** Longest time until a stopped execution is noticed, in milliseconds. */
const SLICE = 200;

/** Waits, in slices, so that stopping the execution ends the wait at once. Returns early when it is stopped. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0 && !signal?.aborted; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE));
	}
}

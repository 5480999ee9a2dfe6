import { sleep } from 'n8n-workflow';

/** How long it may take to notice that the execution was stopped, in milliseconds. */
const SLICE = 200;

/** Waits, and returns early when the execution is stopped. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0 && !signal?.aborted; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE));
	}
}

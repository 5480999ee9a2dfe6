import { sleep } from 'n8n-workflow';
import type { Handover } from './workflowMemory';

/**
 * How long a delivery waits for n8n to start what a poll has emitted, in milliseconds. The execution reports itself at
 * once, unless it runs in another process.
 */
const PATIENCE = 3_000;

/**
 * Waits for the outcome of an event that is being handed on elsewhere. If that fails, the present copy takes its place.
 * For another delivery it waits as long as necessary, because no other copy may come. A poll finds its event again by
 * itself.
 * @returns false when it is not known yet: the service has to send the copy again
 */
export async function isOver({ by, ended }: Handover): Promise<boolean> {
	const over = ended.then(() => true);
	return by === 'delivery' ? await over : await Promise.race([over, sleep(PATIENCE).then(() => false)]);
}

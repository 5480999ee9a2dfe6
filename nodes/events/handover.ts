import { sleep, type IWebhookFunctions } from 'n8n-workflow';

/** The outcome of handing an event on: n8n holds the execution, or could not start it. */
export type DeliveryOutcome = 'held' | 'failed';

/** Events that are being handed on together. */
export interface Handover {
	by: 'delivery' | 'poll';
	/** Resolves when the outcome is known. */
	ended: Promise<void>;
}

/** How often to check whether n8n has answered a caller that has gone, in milliseconds. */
const PAUSE = 1_000;

/**
 * How long a delivery waits for n8n to start what a poll has emitted, in milliseconds. The execution reports itself at
 * once, unless it runs in another process.
 */
const PATIENCE = 3_000;

/**
 * The outcome of an event that a delivery hands on. n8n answers when it holds the execution (2.4 and older: when it is
 * about to store it), or with an error when it could not start it.
 */
export async function deliveryOutcome(n8n: IWebhookFunctions): Promise<DeliveryOutcome> {
	const response = n8n.getResponseObject();
	// The caller may have gone already: then the response does not emit its close event again.
	if (!response.closed) await new Promise<void>((resolve) => response.once('close', resolve));
	// If it went before the answer, n8n still goes on, and the service sends a copy. An execution limit may hold n8n up
	// for days. If it never answered, the event would be held back until this process ends.
	while (!response.writableEnded) await sleep(PAUSE);
	return response.statusCode < 400 ? 'held' : 'failed';
}

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

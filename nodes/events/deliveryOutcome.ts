import { sleep, type IWebhookFunctions } from 'n8n-workflow';

/** The outcome of handing an event on: n8n holds the execution, or could not start it. */
export type DeliveryOutcome = 'held' | 'failed';

/** How often to check whether n8n has answered a caller that has gone, in milliseconds. */
const PAUSE = 1_000;

/**
 * The outcome of an event that a delivery hands on. n8n answers when it holds the execution (2.4 and older: when it is
 * about to store it), or with an error when it could not start it.
 */
export async function deliveryOutcome(
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
): Promise<DeliveryOutcome> {
	// The caller may have gone already: then the response does not emit its close event again.
	if (!response.closed) await new Promise<void>((resolve) => response.once('close', resolve));
	// If it went before the answer, n8n still goes on, and the service sends a copy. An execution limit may hold n8n up
	// for days. If it never answered, the event would be held back until this process ends.
	while (!response.writableEnded) await sleep(PAUSE);
	return response.statusCode < 400 ? 'held' : 'failed';
}

import type { IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

/** What came of handing an event on: n8n holds the execution, or could not start it. */
export type Outcome = 'held' | 'failed';

/** How often an answer that n8n still owes is looked at once its caller has gone, in milliseconds. */
const PAUSE = 1_000;

/**
 * How long at most, in milliseconds. n8n may take long to store an execution, with a limit of concurrent ones or a slow
 * database; but were it never to answer, the event would be held back for ever.
 */
const LONGEST = 86_400_000;

/**
 * What comes of an event that a delivery hands on. n8n answers when it holds the execution (2.4 and older: when it is about
 * to store it), or with an error when it could not start it.
 */
export async function handingBy(response: ReturnType<IWebhookFunctions['getResponseObject']>): Promise<Outcome> {
	// The caller may be gone already; the end of the response would then never be told again.
	if (!response.closed) await new Promise<void>((resolve) => response.once('close', resolve));
	// It went before the answer: n8n works on all the same, and the service sends a copy.
	for (const since = Date.now(); !response.writableEnded && Math.abs(Date.now() - since) < LONGEST;) await sleep(PAUSE);
	return response.writableEnded && response.statusCode < 400 ? 'held' : 'failed';
}

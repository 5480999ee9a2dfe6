import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** Short, and no help to anybody who should not have called. */
const REFUSALS = { 400: 'Bad request', 401: 'Unauthorized', 503: 'Try again later' } as const;

export type Refusal = keyof typeof REFUSALS;

/**
 * Refuses a notification. The answer is given here: anything thrown would be answered with 500 and stored as a failed
 * execution, which a flood must not be able to do.
 */
export function refuse(n8n: IWebhookFunctions, status: Refusal): IWebhookResponseData {
	n8n.getResponseObject().status(status).json({ message: REFUSALS[status] });
	return { noWebhookResponse: true };
}

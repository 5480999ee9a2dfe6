import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** Short, and no help to anybody who should not have called. */
const ANSWERS = { 400: 'Bad request', 401: 'Unauthorized', 503: 'Try again later' } as const;

/** The HTTP status that a delivery is turned away with. */
export type Rejection = keyof typeof ANSWERS;

/**
 * Turns a delivery away. The answer is given here: n8n would answer anything thrown with 500 and store it as a failed
 * execution, which a flood must not be able to do.
 */
export function rejectDelivery(n8n: IWebhookFunctions, status: Rejection): IWebhookResponseData {
	n8n.getResponseObject().status(status).json({ message: ANSWERS[status] });
	return { noWebhookResponse: true };
}

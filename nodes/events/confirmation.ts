import type { PaymentEvent } from '../../core/events';
import { confirmEvent, recordLagsBehind } from '../../core/events';
import { pause } from '../service/pause';
import type { ServiceClient, ServiceRequest } from '../service/client';
import { ServiceFailure } from '../service/failure';

/** How long a delivery waits for the record in all, in milliseconds: the service waits for the answer meanwhile. */
const PATIENCE = 8_000;

/** Pause before a record that lags behind its notification is asked for again, in milliseconds. */
const PAUSE = 500;

/** How often a record is asked for. */
const MOST_LOOKS = 3;

/** An event as the service's own record tells it, and the record beside what only the notification carried (a card token). */
export interface Confirmed {
	event: PaymentEvent;
	payload: object;
}

/**
 * Asks the service for the current record of what a notification is about. Sources that the service offers no look-up
 * for (PayIDs, gateway links, identity checks, v1 payouts, bare payment credentials) stay as they were notified.
 * @returns null when the record could not be had, is about something else, or does not show yet what was notified
 */
export async function confirm(client: ServiceClient, seen: PaymentEvent, body: object): Promise<Confirmed | null> {
	const request = recordRequest(seen, body);
	if (request === null) return { event: seen, payload: body };
	const deadline = Date.now() + PATIENCE;
	for (let look = 1; look <= MOST_LOOKS; look++) {
		if (look > 1) await pause(PAUSE, undefined);
		const timeLimit = deadline - Date.now();
		if (timeLimit <= 0) break;
		const record = await readRecord(client.with({ requestTimeout: timeLimit, timeLimit }), request);
		const event = record && confirmEvent(seen, record);
		if (!event) return null;
		if (!recordLagsBehind(seen, event)) return { event, payload: { ...body, ...record } };
	}
	return null;
}

async function readRecord(client: ServiceClient, request: ServiceRequest): Promise<object | null> {
	return await client.read<object>(request).catch((error: unknown) => {
		if (error instanceof ServiceFailure) return null;
		return Promise.reject(error as Error);
	});
}

/** Specification: "v2: payin queries and actions", "v2: payout queries and actions", "v3: hosted checkout"; cards are assumed. */
function recordRequest({ source, uuid }: PaymentEvent, body: object): ServiceRequest | null {
	if (uuid === null) return null;
	switch (source) {
		case 'payin':
		case 'payinCredentials':
			return { method: 'GET', path: '/v2/payins/detail', query: { uuid } };
		case 'card':
			return { method: 'GET', path: `/v2/cards/payments/${encodeURIComponent(uuid)}` };
		case 'payout':
			// Only batches of v1 have a number beside their uuid, and v1 offers no detail.
			return 'id' in body ? null : { method: 'GET', path: '/v2/payouts/detail', query: { uuid } };
		case 'checkoutLink':
			return { method: 'GET', path: `/v3/payin_links/${encodeURIComponent(uuid)}` };
		default:
			return null;
	}
}

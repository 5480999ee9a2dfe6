import type { PaymentEvent } from '../../core/events';
import { confirmEvent, recordAddress, recordLagsBehind } from '../../core/events';
import { pause } from '../service/pause';
import type { ServiceContext } from '../service/client';
import { ServiceClient } from '../service/client';
import { readCredential } from '../service/credential';

/** How long a delivery waits for the record in all, in milliseconds. Meanwhile the service waits for the answer. */
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
 * Asks the service for the current record of what a notification is about. Where the service offers no look-up (PayIDs,
 * gateway links, identity checks, v1 payouts, bare payment credentials) the event stays as it was notified.
 * @returns null when the record could not be had, is about something else, or does not show yet what was notified
 */
export async function confirm(n8n: ServiceContext, seen: PaymentEvent, body: object): Promise<Confirmed | null> {
	try {
		const client = new ServiceClient(n8n, await readCredential(n8n));
		return await confirmByRecord(client, seen, body);
	} catch {
		return null;
	}
}

async function confirmByRecord(client: ServiceClient, seen: PaymentEvent, body: object): Promise<Confirmed | null> {
	const address = recordAddress(seen, body);
	if (address === null) return { event: seen, payload: body };
	const deadline = Date.now() + PATIENCE;
	for (let look = 1; look <= MOST_LOOKS; look++) {
		if (look > 1) await pause(PAUSE, undefined);
		const timeLimit = deadline - Date.now();
		if (timeLimit <= 0) break;
		const patient = client.with({ requestTimeout: timeLimit, timeLimit });
		const record = await patient.read<object>({ method: 'GET', ...address });
		const event = confirmEvent(seen, record);
		if (event === null) return null;
		if (!recordLagsBehind(seen, event)) return { event, payload: { ...body, ...record } };
	}
	return null;
}

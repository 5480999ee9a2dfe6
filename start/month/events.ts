import type { IDataObject } from 'n8n-workflow';
import type { EmulatorControl } from '../../runtime/emulatorControl';
import { failureOf, outputJson } from '../../runtime/executionOutput';
import type { N8nClient } from '../../runtime/n8nClient';
import { PATH } from './workflows';

/** What the one trigger has received, beside what the service has sent to it. */
export interface Received {
	/** Different events that the service sent, and the deliveries of them, copies included. */
	sent: { events: string[]; deliveries: number; accepted: number };
	/** An item for each execution. */
	items: IDataObject[];
}

/** An event as both sides name it: a payment or batch, and the status that it has reached. */
export const eventOf = (uuid: unknown, status: unknown): string => `${String(uuid)} ${String(status).toLowerCase()}`;

/** The External IDs of the payments that an event is about. */
export const paymentsOf = ({ payload }: IDataObject): string[] =>
	((payload as { payout_transactions?: { external_id: string }[] }).payout_transactions ?? []).map(
		({ external_id }) => external_id,
	);

/** Waits for an execution of each event that the service has sent. Throws n8n's words when one has failed. */
export async function receivedEvents(
	client: N8nClient,
	control: EmulatorControl,
	receiver: { workflowId: string; after: string },
): Promise<Received> {
	const deliveries = (await control.deliveries()).filter(({ url }) => url.endsWith(`/${PATH}`));
	const originals = deliveries.filter(({ copyOf }) => copyOf === undefined);
	const attempts = deliveries.flatMap((delivery) => delivery.attempts);
	const sent = {
		events: originals.map(({ about, body }) => eventOf(about, (body as { status?: unknown }).status)),
		deliveries: deliveries.length,
		accepted: attempts.filter(({ status }) => status === 200).length,
	};
	// n8n answers 200 only after it has stored the execution: whatever was started is there by now.
	const executions = await client.waitForExecutions(sent.events.length, { ...receiver, includeData: true });
	const failure = executions.map(failureOf).find((one) => one !== undefined);
	if (failure !== undefined) throw new Error(`The workflow that receives events failed: ${failure}`);
	return { sent, items: executions.flatMap((execution) => outputJson(execution, 'When a payment changes')) };
}

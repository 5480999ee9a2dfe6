import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { DEFAULT_HOURS, SHORTEST_HOURS } from '../../core/events/memory';
import { comesTooLate, milestone } from '../../core/events';
import type { Confirmed } from '../events/confirmation';
import { confirm } from '../events/confirmation';
import { eventItem, isChosen } from '../events/emitted';
import type { KnownNotification, RejectedNotification } from '../events/incoming';
import { readNotification } from '../events/incoming';
import type { Rejection } from '../events/rejection';
import { rejectDelivery } from '../events/rejection';
import { keepChanged } from '../events/staticDataMark';
import type { Handing } from '../events/workflowMemory';
import { WorkflowMemory } from '../events/workflowMemory';

/** What becomes of a delivery: turned away with a status, answered without an execution, or handed on. */
type Outcome = { rejected: Rejection } | { ignored: string } | { item: INodeExecutionData };

/** Handles one delivery of the service: verify, name the event, remember it, hand it on. Specification: "Events". */
export async function receive(n8n: IWebhookFunctions): Promise<IWebhookResponseData> {
	const outcome = await examine(n8n);
	if ('item' in outcome) return { workflowData: [[outcome.item]] };
	if ('ignored' in outcome) return { webhookResponse: { message: outcome.ignored } };
	return rejectDelivery(n8n, outcome.rejected);
}

async function examine(n8n: IWebhookFunctions): Promise<Outcome> {
	const receivedAt = new Date();
	const notification = await readNotification(n8n);
	if (notification.outcome === 'rejected') {
		logUnreadableCredential(n8n, notification);
		return { rejected: notification.status };
	}
	if (!isChosen(n8n.getNodeParameter('events'), notification.event.source)) return { ignored: 'Not a chosen event' };

	const options = n8n.getNodeParameter('options', {}) as IDataObject;
	const confirmed = await confirmedIfAsked(n8n, options, notification);
	if (confirmed === null) return { rejected: 503 };
	return await handOn(n8n, options, confirmed, {
		receivedAt,
		rawBody: options.includeRawBody === true ? notification.text : undefined,
	});
}

function logUnreadableCredential(n8n: IWebhookFunctions, { status, cause }: RejectedNotification): void {
	if (status !== 503) return;
	n8n.logger.error('The credential of the payments trigger could not be read, so a notification was put off', {
		reason: cause instanceof Error ? cause.message : undefined,
	});
}

async function confirmedIfAsked(
	n8n: IWebhookFunctions,
	{ confirmWithService }: IDataObject,
	{ event, body }: KnownNotification,
): Promise<Confirmed | null> {
	if (confirmWithService !== true) return { event, payload: body };
	const confirmed = await confirm(n8n, event, body);
	if (confirmed === null) {
		n8n.logger.warn('The payment service could not confirm a notification yet; it will send it again', {
			eventType: event.event_type,
			uuid: event.uuid,
		});
	}
	return confirmed;
}

async function handOn(
	n8n: IWebhookFunctions,
	options: IDataObject,
	{ event, payload }: Confirmed,
	circumstances: { receivedAt: Date; rawBody?: string },
): Promise<Outcome> {
	const chosen =
		isChosen(n8n.getNodeParameter('events'), event.source) && isChosen(n8n.getNodeParameter('statuses'), event.status);
	const watchesOrder = options.outOfOrder === 'flag' || options.outOfOrder === 'drop';
	const flags = options.outOfOrder === 'flag';
	if (n8n.getMode() === 'manual') {
		// A test must not keep the event from the published workflow.
		if (!chosen) return { ignored: 'Not a chosen event' };
		return { item: eventItem(event, { ...circumstances, payload, ...(flags ? { outOfOrder: false } : {}) }) };
	}
	const memory = WorkflowMemory.of(n8n);
	const moment = { now: circumstances.receivedAt.getTime(), rememberForHours: rememberedHours(options.rememberFor) };
	const reached = watchesOrder ? milestone(event) : null;
	if (!chosen) {
		if (reached !== null) memory.admit(reached, moment);
		return { ignored: 'Not a chosen event' };
	}
	// A copy waits until it is known what came of the first: if that fails, the copy takes its place.
	for (let first; (first = memory.handing(event.event_id));) await first;
	if (memory.isUndecided(event.event_id, moment.now)) return { rejected: 503 };
	const response = n8n.getResponseObject();
	const isNew = memory.claim(
		event.event_id,
		moment,
		reached === null ? [] : [reached],
		async () => await handingBy(response),
	);
	if (!isNew) return { ignored: 'Received before' };
	const outOfOrder = watchesOrder && comesTooLate(event, (previous) => memory.knows(previous));
	if (outOfOrder && !flags) return { ignored: 'Overtaken' };
	keepChanged(n8n);
	return { item: eventItem(event, { ...circumstances, payload, ...(flags ? { outOfOrder } : {}) }) };
}

/** n8n answers only when it holds the execution. When it could not start it, the service's next copy has to get through. */
async function handingBy(response: ReturnType<IWebhookFunctions['getResponseObject']>): Promise<Handing> {
	// The caller may be gone already; the end of the response would then never be told again.
	if (!response.closed) await new Promise<void>((resolve) => response.once('close', resolve));
	if (!response.writableFinished) return 'unknown';
	return response.statusCode < 400 ? 'handedOn' : 'failed';
}

function rememberedHours(asked: unknown): number {
	const hours = Number(asked ?? DEFAULT_HOURS);
	return Number.isNaN(hours) ? DEFAULT_HOURS : Math.max(SHORTEST_HOURS, hours);
}

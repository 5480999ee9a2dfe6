import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { DEFAULT_HOURS, SHORTEST_HOURS } from '../../core/events/memory';
import type { PaymentEvent } from '../../core/events';
import { comesTooLate, nameEvent, statusFact } from '../../core/events';
import { asObject } from '../../core/payload';
import { readCredential } from '../service/credential';
import type { Refusal } from '../events/refusal';
import { refuse } from '../events/refusal';
import { ServiceClient } from '../service/client';
import { keepChanged } from '../events/staticDataMark';
import { eventItem, isChosen } from '../events/emitted';
import { isGenuine } from '../events/verification';
import type { Handing } from '../events/workflowMemory';
import { WorkflowMemory } from '../events/workflowMemory';
import type { IncomingNotification } from '../events/notificationBody';
import { parseJson, rawBodyOf, textOf } from '../events/notificationBody';
import type { Confirmed } from '../events/confirmation';
import { confirm } from '../events/confirmation';

/** What becomes of a delivery: refused with a status, answered without an execution, or handed on. */
type Outcome = { refused: Refusal } | { ignored: string } | { item: INodeExecutionData };

/** Handles one delivery of the service: verify, name the event, remember it, hand it on. Specification: "Events". */
export async function receive(n8n: IWebhookFunctions): Promise<IWebhookResponseData> {
	const outcome = await examine(n8n);
	if ('item' in outcome) return { workflowData: [[outcome.item]] };
	if ('ignored' in outcome) return { webhookResponse: { message: outcome.ignored } };
	return refuse(n8n, outcome.refused);
}

async function examine(n8n: IWebhookFunctions): Promise<Outcome> {
	const receivedAt = new Date();
	const request = n8n.getRequestObject() as IncomingNotification;
	const genuine = await isGenuine(n8n, { headers: request.headers, body: async () => await rawBodyOf(request) }).catch(
		(error: unknown) => {
			n8n.logger.error('The credential of the payments trigger could not be read, so a notification was put off', {
				reason: error instanceof Error ? error.message : undefined,
			});
			return null;
		},
	);
	if (genuine === null) return { refused: 503 };
	if (!genuine) return { refused: 401 };

	const raw = await rawBodyOf(request);
	const text = raw && textOf(raw, request.encoding);
	const body = text === undefined ? null : asObject(parseJson(text));
	const seen = body && nameEvent(body);
	if (!text || !body || !seen) return { refused: 400 };
	if (!isChosen(n8n.getNodeParameter('events'), seen.source)) return { ignored: 'Not a chosen event' };

	const options = n8n.getNodeParameter('options', {}) as IDataObject;
	const confirmed = await confirmedIfAsked(n8n, options, seen, body);
	if (confirmed === null) return { refused: 503 };
	return await handOn(n8n, options, confirmed, {
		receivedAt,
		rawBody: options.includeRawBody === true ? text : undefined,
	});
}

async function confirmedIfAsked(
	n8n: IWebhookFunctions,
	{ confirmWithService }: IDataObject,
	seen: PaymentEvent,
	body: object,
): Promise<Confirmed | null> {
	if (confirmWithService !== true) return { event: seen, payload: body };
	const confirmed = await readCredential(n8n)
		.then(async (credential) => await confirm(new ServiceClient(n8n, credential), seen, body))
		.catch(() => null);
	if (confirmed === null) {
		n8n.logger.warn('The payment service could not confirm a notification yet; it will send it again', {
			eventType: seen.event_type,
			uuid: seen.uuid,
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
	const fact = watchesOrder ? statusFact(event) : null;
	if (!chosen) {
		if (fact !== null) memory.admit(fact, moment);
		return { ignored: 'Not a chosen event' };
	}
	// A copy is answered when it is known what came of the first: if that fails, the copy takes its place.
	for (let first; (first = memory.handing(event.event_id));) await first;
	if (memory.isUndecided(event.event_id, moment.now)) return { refused: 503 };
	const response = n8n.getResponseObject();
	const isNew = memory.claim(
		event.event_id,
		moment,
		fact === null ? [] : [fact],
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

import {
	sleep,
	type IDataObject,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { comesTooLate, mayBeStoodFor, milestone, type PaymentEvent } from '../../core/events';
import { isOn } from '../../core/text/values';
import { eventItem, isChosen } from '../events/emitted';
import { readNotification, rejectDelivery, type KnownNotification } from '../events/incoming';
import { keepChanged } from '../n8n/staticData';
import { WorkflowMemory, type DeliveryOutcome, type Handover } from '../events/workflowMemory';
import { resolveEvents, type ResolvedEvents } from './resolveEvents';

/** How often to check whether n8n has answered a caller that has gone, in milliseconds. */
const PAUSE = 1_000;

/**
 * How long a delivery waits for n8n to start what a poll has emitted, in milliseconds. The execution reports itself at
 * once, unless it runs in another process.
 */
const PATIENCE = 3_000;

/** Handles one delivery of the service: verify, name the event, remember it, hand it on. Specification: "Events". */
export async function receive(n8n: IWebhookFunctions): Promise<IWebhookResponseData> {
	const now = Date.now();
	const notification = await readNotification(n8n);
	if (notification.outcome === 'rejected') {
		const { status, cause } = notification;
		if (status === 503) {
			n8n.logger.error('The credential of the payments trigger could not be read, so a notification was put off', {
				reason: cause instanceof Error ? cause.message : undefined,
			});
		}
		return rejectDelivery(n8n, status);
	}
	const chosen = n8n.getNodeParameter('events');
	const isAbout = (known?: KnownNotification) => known !== undefined && isChosen(chosen, known.event.source);
	if (!isAbout(notification) && !isAbout(notification.otherwise)) return ignore('Not a chosen event');
	const options = n8n.getNodeParameter('options', {}) as IDataObject;
	const told = await resolveEvents(n8n, notification, options, now);
	return 'rejected' in told ? rejectDelivery(n8n, told.rejected) : await handOn(n8n, options, notification, told, now);
}

async function handOn(
	n8n: IWebhookFunctions,
	{ outOfOrder, includeRawBody }: IDataObject,
	{ reference, text }: KnownNotification,
	{ events, ...told }: ResolvedEvents,
	now: number,
): Promise<IWebhookResponseData> {
	const [sources, statuses] = [n8n.getNodeParameter('events'), n8n.getNodeParameter('statuses')];
	const isWanted = ({ source, status }: PaymentEvent) => isChosen(sources, source) && isChosen(statuses, status);
	const wanted = events.filter(isWanted);
	const rawBody = isOn(includeRawBody) ? text : undefined;
	const itemOf = (event: PaymentEvent, isLate: boolean) =>
		eventItem(event, {
			...told,
			receivedAt: new Date(now),
			rawBody,
			outOfOrder: outOfOrder === 'flag' ? isLate : undefined,
		});
	const memory = WorkflowMemory.of(n8n);
	const watchesOrder = outOfOrder === 'flag' || outOfOrder === 'drop';
	const milestonesOf = (event: PaymentEvent): string[] => {
		const reached = watchesOrder || mayBeStoodFor(event) ? milestone(event, reference) : null;
		return reached === null ? [] : [reached];
	};
	// A test must not keep the event from the published workflow.
	const isTest = n8n.getMode() === 'manual';
	const passed = isTest || !watchesOrder ? [] : events.filter((event) => !isWanted(event));
	for (const reached of passed.flatMap(milestonesOf)) memory.admit(reached, now);
	if (wanted.length === 0) return ignore('Not a chosen event');
	if (isTest) return { workflowData: [wanted.map((event) => itemOf(event, false))] };
	for (let other; (other = memory.handingOfAny(wanted.map(({ event_id: id }) => id)));) {
		if (!(await isOver(other))) return rejectDelivery(n8n, 503);
	}

	// From here on nothing is awaited, so that no copy comes between look-up and reservation. It may be hours later.
	const asOf = Date.now();
	const items: INodeExecutionData[] = [];
	const reserved: string[] = [];
	const milestones: string[] = [];
	for (const event of wanted) {
		const { event_id: id } = event;
		const reached = milestonesOf(event);
		// What this process knows needs no access to static data, which n8n might then have to save.
		if (memory.events.knows(id, now) || !memory.reserve(id, asOf, reached)) continue;
		reserved.push(id);
		milestones.push(...reached);
		const isLate = watchesOrder && comesTooLate(event, (previous) => memory.events.knows(previous, now), reference);
		if (!isLate || outOfOrder === 'flag') items.push(itemOf(event, isLate));
	}
	if (reserved.length === 0) return ignore('Received before');
	memory.handOn('delivery', reserved, deliveryOutcome(n8n), { milestones });
	memory.save(reserved);
	if (items.length === 0) return ignore('Overtaken');
	keepChanged(n8n);
	return { workflowData: [items] };
}

/** Answers a delivery that starts no execution. */
const ignore = (message: string): IWebhookResponseData => ({ webhookResponse: { message } });

/**
 * The outcome of an event that a delivery hands on. n8n answers when it holds the execution (2.4 and older: when it is
 * about to store it), or with an error when it could not start it.
 */
async function deliveryOutcome(n8n: IWebhookFunctions): Promise<DeliveryOutcome> {
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
 * For a delivery it waits as long as necessary: no other copy may come. A poll finds its event again by itself.
 * @returns false when it is not known yet: the service has to send the copy again
 */
async function isOver({ by, ended }: Handover): Promise<boolean> {
	const over = ended.then(() => true);
	return by === 'delivery' ? await over : await Promise.race([over, sleep(PATIENCE).then(() => false)]);
}

import {
	sleep,
	type IDataObject,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { bindByValue, bindTo, comesTooLate, mayBeStoodFor, milestone, type PaymentEvent } from '../../core/events';
import { HOURS_REMEMBERED } from '../../core/events/memory';
import { flagIn, isOn } from '../../core/text/values';
import { confirm, isUnknown, type Confirmed } from '../events/confirmation';
import { eventItem, isChosen } from '../events/emitted';
import { readNotification, rejectDelivery, type KnownNotification, type Rejection } from '../events/incoming';
import { tellOfRefusal } from '../events/refusals';
import { WorkflowMemory, type DeliveryOutcome, type Handover } from '../events/workflowMemory';
import { keepChanged } from '../n8n/staticData';

const HOUR = 3_600_000;

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

/** The events that a notification is about. */
interface ResolvedEvents {
	/** More than one when the service's record shows several refunds that the notification may be about. */
	events: PaymentEvent[];
	payload: object;
	/** Whether the record shows the status. Absent where the record was not read. */
	confirmed?: boolean;
}

/** The events of a notification, by the service's record where the user or the notification requires it. */
async function resolveEvents(
	n8n: IWebhookFunctions,
	notification: KnownNotification,
	options: IDataObject,
	now: number,
): Promise<ResolvedEvents | { rejected: Rejection }> {
	const { event, body, binding, hidesEvent, reference, otherwise } = notification;
	const isUnbound = binding === 'askRecord' || binding === 'recordOrValue';
	// A switch that cannot be read asks: an event must not be believed for that.
	const isAskedFor = flagIn(options.confirmWithService) !== false;
	const isRecordNeeded = isAskedFor || isUnbound || hidesEvent;
	const asItCame = { events: [event], payload: body };
	if (!isRecordNeeded && !otherwise) return asItCame;
	const answer = await confirm(n8n, { ...notification, since: now - HOURS_REMEMBERED * HOUR });
	if (otherwise && isUnknown(answer) && !isUnknown(await confirm(n8n, otherwise)))
		return await resolveEvents(n8n, otherwise, options, now);
	const isClear = answer.outcome === 'confirmed' || (answer.outcome === 'later' && answer.hasRecord !== undefined);
	if (!isRecordNeeded && isClear) return asItCame;
	switch (answer.outcome) {
		case 'confirmed':
			return asConfirmed(notification, answer, isAskedFor);
		case 'anotherPayment':
			tellOfRefusal(n8n, answer.outcome);
			return { rejected: 401 };
		case 'noRecord':
			if (binding === 'recordOrValue' && reference)
				return { ...asNotified(notification), events: [bindByValue(event, reference)] };
			if (binding !== 'askRecord') return asNotified(notification);
	}
	// Links may have no record that ever shows it. What it is about if it is not what it looks like, only records tell.
	if (!isAskedFor && !isUnbound && !otherwise && wasPutOff(n8n, event, now)) return asNotified(notification);
	n8n.logger.warn('The payment service could not confirm a notification yet; it will send it again', {
		eventType: event.event_type,
		uuid: event.uuid,
	});
	return { rejected: 503 };
}

/** What the notification says, which no record shows. */
const asNotified = ({ event, body }: KnownNotification): ResolvedEvents => ({
	events: [event],
	payload: body,
	confirmed: false,
});

/** @param isAskedFor whether the record is to be believed more than the notification */
function asConfirmed(
	notification: KnownNotification,
	{ events, payload, isBound, confirmed }: Confirmed,
	isAskedFor: boolean,
): ResolvedEvents {
	const { reference } = notification;
	// The record was read only to learn whose notification it is, or which. Meanwhile the payment has gone on.
	if (!isAskedFor && isBound && hasGoneOn(notification, events)) return asNotified(notification);
	return { events: reference ? events.map((each) => bindTo(each, reference)) : events, payload, confirmed };
}

/** Whether the events that a record shows only ever come after this one. */
function hasGoneOn({ event }: KnownNotification, shown: readonly PaymentEvent[]): boolean {
	// Both are of one payment, although only one of them may show its external id.
	const { external_id } = event;
	return comesTooLate(event, (reached) => shown.some((each) => milestone({ ...each, external_id }) === reached));
}

/** Whether a copy of this notification was put off before. A test has no time for a second one. */
function wasPutOff(n8n: IWebhookFunctions, { event_id: id }: PaymentEvent, now: number): boolean {
	if (n8n.getMode() === 'manual') return true;
	return !WorkflowMemory.of(n8n).admit(JSON.stringify(['put off', id]), now);
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
	const itemOf = (event: PaymentEvent, isLate: boolean) =>
		eventItem(event, {
			...told,
			receivedAt: new Date(now),
			rawBody: isOn(includeRawBody) ? text : undefined,
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

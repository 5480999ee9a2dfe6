import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { comesTooLate, mayBeStoodFor, milestone, type PaymentEvent } from '../../core/events';
import { isOn } from '../../core/text/switches';
import { eventItem, isChosen } from '../events/emitted';
import { deliveryOutcome, isOver } from '../events/handover';
import { readNotification, type KnownNotification } from '../events/incoming';
import { rejectDelivery, type Rejection } from '../events/rejection';
import { keepChanged } from '../n8n/staticData';
import { WorkflowMemory } from '../events/workflowMemory';
import { resolveEvents, type ResolvedEvents } from './resolveEvents';

/** The outcome of a delivery: rejected with a status, answered without an execution, or handed on. */
type Outcome = { rejected: Rejection } | { ignored: string } | { items: INodeExecutionData[] };

/** Handles one delivery of the service: verify, name the event, remember it, hand it on. Specification: "Events". */
export async function receive(n8n: IWebhookFunctions): Promise<IWebhookResponseData> {
	const outcome = await examine(n8n);
	if ('items' in outcome) return { workflowData: [outcome.items] };
	if ('ignored' in outcome) return { webhookResponse: { message: outcome.ignored } };
	return rejectDelivery(n8n, outcome.rejected);
}

async function examine(n8n: IWebhookFunctions): Promise<Outcome> {
	const now = Date.now();
	const notification = await readNotification(n8n);
	if (notification.outcome === 'rejected') {
		const { status, cause } = notification;
		if (status === 503) {
			n8n.logger.error('The credential of the payments trigger could not be read, so a notification was put off', {
				reason: cause instanceof Error ? cause.message : undefined,
			});
		}
		return { rejected: status };
	}
	const chosen = n8n.getNodeParameter('events');
	const isAbout = (known?: KnownNotification) => known !== undefined && isChosen(chosen, known.event.source);
	if (!isAbout(notification) && !isAbout(notification.otherwise)) return { ignored: 'Not a chosen event' };
	const options = n8n.getNodeParameter('options', {}) as IDataObject;
	const told = await resolveEvents(n8n, notification, options, now);
	return 'rejected' in told ? told : await handOn(n8n, options, notification, told, now);
}

async function handOn(
	n8n: IWebhookFunctions,
	{ outOfOrder, includeRawBody }: IDataObject,
	{ reference, text }: KnownNotification,
	{ events, ...told }: ResolvedEvents,
	now: number,
): Promise<Outcome> {
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
	if (wanted.length === 0) return { ignored: 'Not a chosen event' };
	if (isTest) return { items: wanted.map((event) => itemOf(event, false)) };
	for (let other; (other = memory.handingOfAny(wanted.map(({ event_id: id }) => id)));) {
		if (!(await isOver(other))) return { rejected: 503 };
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
		if (memory.knows(id, now) || !memory.reserve(id, asOf, reached)) continue;
		reserved.push(id);
		milestones.push(...reached);
		const isLate = watchesOrder && comesTooLate(event, (previous) => memory.knows(previous, now), reference);
		if (!isLate || outOfOrder === 'flag') items.push(itemOf(event, isLate));
	}
	if (reserved.length === 0) return { ignored: 'Received before' };
	memory.handOn('delivery', reserved, deliveryOutcome(n8n), { milestones });
	memory.saveAsHeld(reserved);
	if (items.length === 0) return { ignored: 'Overtaken' };
	keepChanged(n8n);
	return { items };
}

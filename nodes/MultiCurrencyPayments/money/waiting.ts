import type { IDataObject, INodeExecutionData, INodeProperties, IWebhookDescription } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import { nameEvent } from '../../../core/events';
import { isDeliverable } from '../../../core/serviceAddress';
import type { ServiceClient } from '../../service/client';
import type { ItemCall } from '../form/itemCall';
import { freshAuthorization } from '../form/notification';
import type { Operation } from '../operation';
import { isToolCall } from './context';

/** Where a waiting execution is resumed: n8n serves it under the execution's own address. */
export const WAIT_WEBHOOKS: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: 'noData',
		path: '',
		restartWebhook: true,
		isFullPath: true,
	},
];

/** How long an execution waits when the item does not say, in minutes. */
const DEFAULT_WAIT = 60;

const waitLimitField: INodeProperties = {
	displayName: 'Wait Limit (Minutes)',
	name: 'waitLimit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_WAIT,
	description:
		'How long the execution waits for the final status. After that it goes on with the record as it was when the waiting began, and wait.outcome says timed_out. A notification that comes before n8n has stored the waiting execution is delivered again by the service 15 minutes later.',
};

/** What differs between the payments that an execution waits for. */
interface AwaitedPayment {
	action: string;
	description: string;
	/** The form, without where notifications go: they come to the waiting execution. */
	properties: INodeProperties[];
	/** Creates the payment of an item once, or finds it. */
	create: (item: ItemCall, target: NotificationTarget) => Promise<IDataObject>;
	/** Reads what notifications about a payment show. @throws {ServiceFailure} */
	read: (client: ServiceClient, record: IDataObject) => Promise<object>;
	/** The record as it is now; left out where it is what was read. */
	merge?: (record: IDataObject, read: object) => IDataObject;
	/** Its record as the item wants it. */
	present: (item: ItemCall, record: IDataObject) => IDataObject;
}

/** The operation Create and Wait of a resource. */
export function createAndWaitOperation(payment: AwaitedPayment): Operation {
	const { action, description, properties, create, read, present } = payment;
	const { merge = (record, current) => ({ ...record, ...current }) } = payment;
	return {
		value: 'createAndWait',
		name: 'Create and Wait',
		action,
		description,
		properties: [...properties, waitLimitField],
		async execute(item) {
			const record = await create(item, resumeTarget(item));
			const current = await read(item.client, record).catch(() => record);
			return await waitForFinal(item, current, present(item, merge(record, current)));
		},
	};
}

/**
 * Refuses what cannot wait: n8n lets an execution wait as a whole, once, and not at all inside a tool call.
 * @returns the notification object that resumes this execution
 */
function resumeTarget(item: ItemCall): NotificationTarget {
	if (isToolCall(item.n8n)) {
		throw item.refusal('A tool of an AI agent cannot wait', 'Use Create here and let a trigger react to the status.');
	}
	if (item.n8n.getInputData().length > 1) {
		throw item.refusal(
			'Create and Wait handles one item per execution, because n8n lets an execution wait as a whole',
			'Put Create and Wait into a sub-workflow that is called once for each item, or use Create with a trigger.',
		);
	}
	const address = String(item.n8n.evaluateExpression('{{ $execution.resumeUrl }}', item.index));
	if (!isDeliverable(address)) {
		throw item.refusal(
			'The service cannot resume this execution: the address of this n8n must start with https://',
			'Set the environment variable WEBHOOK_URL of n8n to its public https address.',
		);
	}
	return { endpoint_url: address, authorization_header: freshAuthorization(item) };
}

/**
 * Puts the execution to wait for the final status of a payment, unless it has one already.
 * @param current what notifications about it show by now: a status that became final before n8n could wait is not waited for
 */
async function waitForFinal(item: ItemCall, current: object, json: IDataObject): Promise<INodeExecutionData[]> {
	if (nameEvent(current as IDataObject)?.is_final) return [{ json: { ...json, wait: { outcome: 'final' } } }];
	const timedOut = { json: { ...json, wait: { outcome: 'timed_out' } }, pairedItem: { item: item.index } };
	// After the limit n8n goes on with the input of the node; the notification that resumes finds the payment's uuid there.
	item.n8n.getExecuteData().data.main = [[timedOut]];
	const minutes = Math.max(1, item.number('waitLimit', DEFAULT_WAIT));
	await item.n8n.putExecutionToWait(new Date(Date.now() + minutes * 60_000));
	return [timedOut];
}

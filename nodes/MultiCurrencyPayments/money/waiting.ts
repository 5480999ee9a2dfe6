import type { IDataObject, INodeExecutionData, INodeProperties, IWebhookDescription } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import { nameEvent } from '../../../core/events';
import { isDeliverable } from '../../../core/serviceAddress';
import type { ServiceClient } from '../../service/client';
import type { ItemCall } from '../form/itemCall';
import { freshAuthorization } from '../form/notification';
import type { Operation } from '../operation';
import { isToolCall } from './memory';

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
	/** Reads its record. @throws {ServiceFailure} */
	read: (client: ServiceClient, uuid: string) => Promise<object>;
	/** Its record as the item wants it. */
	present: (item: ItemCall, record: IDataObject) => IDataObject;
}

/** The operation Create and Wait of a resource. */
export function createAndWaitOperation(payment: AwaitedPayment): Operation {
	const { action, description, properties, create, read, present } = payment;
	return {
		value: 'createAndWait',
		name: 'Create and Wait',
		action,
		description,
		properties: [...properties, waitLimitField],
		async execute(item) {
			const record = await create(item, resumeTarget(item));
			return await waitForFinal(
				item,
				record,
				(current) => present(item, current),
				async () => await read(item.client, String(record.uuid)),
			);
		},
	};
}

/**
 * Refuses what cannot wait: n8n lets an execution wait as a whole, once, and not at all inside a tool call.
 * @returns the notification object that resumes this execution
 */
function resumeTarget(item: ItemCall): NotificationTarget {
	// Newer agents run a tool as a node of its own, whose type says what it is.
	if (isToolCall(item.n8n) || item.n8n.getNode().type.endsWith('Tool')) {
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
 * Puts the execution to wait for the final status of a record, unless it has one already.
 * @param record as it was created or found
 * @param current reads it again: a status that became final before n8n could wait is not waited for
 */
async function waitForFinal(
	item: ItemCall,
	record: IDataObject,
	present: (record: IDataObject) => IDataObject,
	current: () => Promise<object>,
): Promise<INodeExecutionData[]> {
	const now = { ...record, ...(await current().catch(() => ({}))) } as IDataObject;
	if (nameEvent(now)?.is_final) return [{ json: { ...present(now), wait: { outcome: 'final' } } }];
	const timedOut = { json: { ...present(now), wait: { outcome: 'timed_out' } }, pairedItem: { item: item.index } };
	// After the limit n8n goes on with the input of the node; the notification that resumes finds the payment's uuid there.
	item.n8n.getExecuteData().data.main = [[timedOut]];
	const minutes = Math.max(1, item.number('waitLimit', DEFAULT_WAIT));
	await item.n8n.putExecutionToWait(new Date(Date.now() + minutes * 60_000));
	return [timedOut];
}

import type { INodeProperties, INodePropertyOptions, IWebhookDescription, NodeOperationError } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import { deriveAuthorization } from '../../../core/service/authorization';
import { canReach, isDeliverable } from '../../../core/service/serviceAddress';
import { webhookAddress } from '../../n8n/webhooks';
import { DEFAULT_TRIGGER_PATH, isUsablePath, UNUSABLE_PATH } from '../../events/fields';
import { FOR_MODELS, HIDDEN_FROM_MODELS, textField, withOptions } from './fields';
import type { ItemCall } from '../run/itemCall';

/** A name reserved never to exist (RFC 2606), for when nobody is to be notified: the specification requires an address. */
const NOWHERE: NotificationTarget = { endpoint_url: 'https://nobody.invalid/', authorization_header: 'none' };

/** Makes the notification object of a payment. Its Authorization value is bound to the external id that is sent with it. */
export type Notify = (externalId: string | null) => NotificationTarget;

/** Whether a target stands for nobody, so that it can be left out where the specification does not require one. */
export const isNobody = (target: NotificationTarget): boolean => target === NOWHERE;

/** The values of Notify, in the order of use. */
const WAYS: INodePropertyOptions[] = [
	{
		name: 'Trigger in This Instance',
		value: 'trigger',
		description: 'A published Multi-Currency Payments Trigger of this n8n',
	},
	{
		name: 'Trigger That Listens in the Editor',
		value: 'testTrigger',
		description: 'To try it: click “Execute step” in the trigger; it listens for two minutes',
		displayOptions: HIDDEN_FROM_MODELS,
	},
	{
		name: 'This Execution',
		value: 'thisExecution',
		description: 'For a Wait for Final Status later in this execution, which alone reacts',
		displayOptions: HIDDEN_FROM_MODELS,
	},
	{
		name: 'None',
		value: 'none',
		description: 'No notifications: ask with Get or use the polling trigger, where the payment has them',
	},
	{
		name: 'Another Address',
		value: 'custom',
		description: 'Any https address, with an Authorization value of your own',
	},
];

const pathField = textField('Trigger Path', 'triggerPath', `e.g. ${DEFAULT_TRIGGER_PATH}`, {
	default: DEFAULT_TRIGGER_PATH,
	description:
		'The Path in the trigger node, where it is another one. Check it: n8n does not say here whether a published trigger has it, and without one the notifications are lost.',
});
const hasPath = { '/notify': ['trigger', 'testTrigger'] };

/** No model may fill it in. n8n offers that to models only where the form of a tool takes expressions. */
const pathFields: INodeProperties[] = [
	{ ...pathField, displayOptions: { ...HIDDEN_FROM_MODELS, show: hasPath } },
	{ ...pathField, noDataExpression: true, displayOptions: { show: { ...hasPath, ...FOR_MODELS.show } } },
];

/** With the path of the trigger. @param notification none where the operation knows itself who is notified */
export const withTriggerPath = (options: INodeProperties, notification = notificationFields): INodeProperties =>
	notification.length === 0 ? options : withOptions(options, ...pathFields);

/** The fields of every payment that an execution can wait for. */
export const awaitableNotificationFields: INodeProperties[] = [
	{
		displayName: 'Notify',
		name: 'notify',
		type: 'options',
		options: WAYS,
		default: 'trigger',
		description: 'Where the service sends the status changes of this payment',
	},
	textField('Endpoint URL', 'endpointUrl', 'e.g. https://shop.example/notifications', {
		displayOptions: { show: { notify: ['custom'] } },
		description: 'Address that receives the notifications. It must start with https://.',
	}),
	{
		displayName: 'Authorization Header',
		name: 'authorizationHeader',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		displayOptions: { show: { notify: ['custom'] } },
		description: 'Value that the service sends in the Authorization header of each notification',
	},
];

/** The same for every other operation that carries a notification object. */
export const notificationFields = awaitableNotificationFields.map((field): INodeProperties =>
	field.options === WAYS ? { ...field, options: WAYS.filter(({ value }) => value !== 'thisExecution') } : field,
);

/** A new Authorization value for a payment with this external id, which a trigger can verify without having stored it. */
export function freshAuthorization({ run: { credential } }: ItemCall, externalId: string | null): string {
	return deriveAuthorization({ secret: credential.notificationSecret, appId: credential.appId, externalId });
}

/** Who is notified of an item's payment. @throws NodeOperationError when the service could not deliver there, before anything is sent */
export function notificationTarget(item: ItemCall): Notify {
	const target = targetOf(item);
	if (typeof target !== 'string') return () => target;
	return (externalId) => ({ endpoint_url: target, authorization_header: freshAuthorization(item, externalId) });
}

/** The same to be compared between items: without a derived Authorization value, which differs from request to request. */
export function notifiedAddress(item: ItemCall): string[] {
	const target = targetOf(item);
	return typeof target === 'string' ? [target] : [target.endpoint_url, target.authorization_header];
}

const WAY_NAMES = WAYS.map(({ value }) => String(value));

/** A whole target, or an address whose Authorization value is derived anew for each payment. */
function targetOf(item: ItemCall): NotificationTarget | string {
	const notify = item.text('notify') && item.choice('notify', 'Notify', WAY_NAMES);
	if (notify === 'none') return NOWHERE;
	if (notify === 'custom') return customTarget(item);
	return notify === 'thisExecution' ? resumeAddress(item) : triggerAddress(item, notify === 'testTrigger');
}

function customTarget(item: ItemCall): NotificationTarget {
	const address = item.requiredText('endpointUrl', 'Endpoint URL');
	checkedAddress(
		item,
		`custom ${address}`,
		() => address,
		(isSecure) =>
			isSecure
				? item.refusal(
						'The service cannot reach the endpoint URL: it is no public address',
						'Give a public https address, or choose Notify: None and poll.',
					)
				: item.refusal(
						'The endpoint URL must start with https://',
						'The payment service delivers notifications to https addresses with a certificate of a recognised authority only.',
					),
	);
	return {
		endpoint_url: address,
		authorization_header: item.requiredText('authorizationHeader', 'Authorization Header'),
	};
}

/** The address of the trigger whose path the item names. @throws NodeOperationError */
function triggerAddress(item: ItemCall, test: boolean): string {
	if (test && item.n8n.getMode() !== 'manual') {
		throw item.refusal(
			'A trigger listens in the editor only while somebody tries it, and this is no manual run',
			'Choose Notify: Trigger in This Instance.',
		);
	}
	const path = item.parsedText(item.options.triggerPath, 'Trigger Path') || DEFAULT_TRIGGER_PATH;
	if (!isUsablePath(path))
		throw item.refusal(
			`Trigger Path ${path} holds characters that an address cannot have`,
			`${UNUSABLE_PATH.description} Give the Path of the trigger node.`,
		);
	return addressHere(item, `${test ? 'test' : 'published'} ${path}`, () => webhookAddress(item.n8n, path, { test }));
}

/** Thanks to the path, a notification never resumes another waiting node: n8n answers 404, and the service sends it again. */
const WAIT_PATH = 'payment-status';

/** The webhook that resumes a waiting execution. n8n serves it at the execution's own address, with its path as the last part. */
export const WAIT_WEBHOOKS: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: 'noData',
		path: WAIT_PATH,
		restartWebhook: true,
		isFullPath: true,
	},
];

/** The address at which the service resumes this execution. @throws NodeOperationError when the service cannot deliver to it */
export const resumeAddress = (item: ItemCall): string =>
	addressHere(item, 'thisExecution', () => {
		const address = new URL(String(item.n8n.evaluateExpression('{{ $execution.resumeUrl }}', item.index)));
		address.pathname = `${address.pathname.replace(/\/+$/, '')}/${WAIT_PATH}`;
		return address.href;
	});

/** @throws NodeOperationError when the service cannot deliver to this n8n */
const addressHere = (item: ItemCall, name: string, find: () => string): string =>
	checkedAddress(item, name, find, (isSecure, address) => {
		const { origin } = new URL(address);
		const remedy =
			'Set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL before n8n 2.40) to its public https address, or use Create with Notify: None and poll.';
		return isSecure
			? item.refusal(`The service cannot reach this n8n at ${origin}: it is no public address`, remedy)
			: item.refusal(`The service cannot notify this n8n at ${origin}: the address must start with https://`, remedy);
	});

/**
 * An address that is checked once in a run: most lists notify one.
 * @param refusal for one that is not secure, or that the service cannot reach
 * @throws NodeOperationError when the service cannot deliver there
 */
const checkedAddress = (
	item: ItemCall,
	name: string,
	find: () => string,
	refusal: (isSecure: boolean, address: string) => NodeOperationError,
): string =>
	item.run.once(`address ${name}`, () => {
		const address = find();
		const isSecure = isDeliverable(address);
		if (isSecure && isReachable(item, address)) return address;
		throw refusal(isSecure, address);
	});

/** Whether the service of an item can reach an address. An emulator on the same machine reaches all of it. */
const isReachable = (item: ItemCall, address: string): boolean =>
	canReach(new URL(item.run.credential.baseUrl).hostname, new URL(address).hostname);

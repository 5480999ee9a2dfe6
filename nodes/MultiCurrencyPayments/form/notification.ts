import type { INodeProperties } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import { deriveAuthorization } from '../../../core/authorization';
import { isDeliverable, isLoopback } from '../../../core/serviceAddress';
import { webhookAddress } from '../../events/addresses';
import { DEFAULT_TRIGGER_PATH } from '../../events/triggerPath';
import type { ItemCall } from './itemCall';

/** Reserved never to exist (RFC 2606): where the specification requires an address and nobody is to be notified. */
const NOWHERE: NotificationTarget = { endpoint_url: 'https://nobody.invalid/', authorization_header: 'none' };

/** Makes the notification object of a payment. Its Authorization value is bound to the external id that is sent with it. */
export type Notify = (externalId: string | null) => NotificationTarget;

/** The fields of every operation that carries a notification object. */
export const notificationFields: INodeProperties[] = [
	{
		displayName: 'Notify',
		name: 'notify',
		type: 'options',
		options: [
			{
				name: 'Another Address',
				value: 'custom',
				description: 'Any https address, with an Authorization value of your own',
			},
			{
				name: 'None',
				value: 'none',
				description:
					'For workflows that poll or look the status up. The service is given an address that does not exist.',
			},
			{
				name: 'Trigger in This Instance',
				value: 'trigger',
				description:
					'A Multi-Currency Payments Trigger verifies each notification by an authorization value made for this payment alone',
			},
			{
				name: 'Trigger That Listens in the Editor',
				value: 'testTrigger',
				description:
					'For trying a workflow by hand. Click “Listen for test event” in the trigger first, then run this node within two minutes.',
			},
		],
		default: 'trigger',
		description: 'Where the service sends the status changes of this payment',
	},
	{
		displayName: 'Trigger Path',
		name: 'triggerPath',
		type: 'string',
		default: DEFAULT_TRIGGER_PATH,
		placeholder: `e.g. ${DEFAULT_TRIGGER_PATH}`,
		displayOptions: { show: { notify: ['trigger', 'testTrigger'] } },
		description: 'The path set in the trigger node. The trigger has to be published to receive notifications.',
	},
	{
		displayName: 'Endpoint URL',
		name: 'endpointUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://shop.example/notifications',
		displayOptions: { show: { notify: ['custom'] } },
		description: 'Address that receives the notifications. It must start with https://.',
	},
	{
		displayName: 'Authorization Header',
		name: 'authorizationHeader',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		displayOptions: { show: { notify: ['custom'] } },
		description: 'Value that the service sends in the Authorization header of each notification',
	},
];

/**
 * A new Authorization value for one payment. A trigger verifies it without having stored it.
 * @param externalId the external id that the payment's notifications will show
 */
export function freshAuthorization({ run: { credential } }: ItemCall, externalId: string | null): string {
	return deriveAuthorization({ secret: credential.notificationSecret, appId: credential.appId, externalId });
}

/**
 * How the payment of an item is notified. Checked now, so that nothing is sent in vain.
 * @throws NodeOperationError when the service could not deliver to the address
 */
export function notificationTarget(item: ItemCall): Notify {
	const notify = item.text('notify');
	if (notify === 'none') return () => NOWHERE;
	if (notify === 'custom') {
		const target = customTarget(item);
		return () => target;
	}
	const address = triggerAddress(item, notify === 'testTrigger');
	return (externalId) => ({ endpoint_url: address, authorization_header: freshAuthorization(item, externalId) });
}

function customTarget(item: ItemCall): NotificationTarget {
	const address = item.requiredText('endpointUrl', 'Endpoint URL');
	if (!isDeliverable(address)) {
		throw item.refusal(
			'The endpoint URL must start with https://',
			'The payment service delivers notifications to https addresses with a certificate of a recognised authority only.',
		);
	}
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
	const address = webhookAddress(item.n8n, item.text('triggerPath') || DEFAULT_TRIGGER_PATH, { test });
	checkReachable(item, address);
	return address;
}

/** @throws NodeOperationError when the service could not deliver to this n8n. An emulator on the same machine can. */
export function checkReachable(item: ItemCall, address: string): void {
	const { origin, hostname } = new URL(address);
	const remedy =
		'Set the environment variable WEBHOOK_URL of n8n to its public https address, or choose Notify: None and poll.';
	if (!isDeliverable(address)) {
		throw item.refusal(`The service cannot notify this n8n at ${origin}: the address must start with https://`, remedy);
	}
	if (isLoopback(hostname) && !isLoopback(new URL(item.run.credential.baseUrl).hostname)) {
		throw item.refusal(`The service cannot reach this n8n at ${origin}, an address of this machine alone`, remedy);
	}
}

/**
 * Where an item wants its notifications, to compare items by. A derived Authorization value is left out: it differs from
 * request to request although the address is the same.
 */
export function notifiedAddress(item: ItemCall): string[] {
	const { endpoint_url: address, authorization_header: authorization } = notificationTarget(item)(null);
	return item.text('notify') === 'custom' ? [address, authorization] : [address];
}

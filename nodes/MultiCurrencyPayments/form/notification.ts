import type { INodeProperties } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import { deriveAuthorization } from '../../../core/authorization';
import { isDeliverable } from '../../../core/serviceAddress';
import { DEFAULT_TRIGGER_PATH } from '../../events/triggerPath';
import type { ItemCall } from './itemCall';

/** The fields of every operation that carries a notification object. */
export const notificationFields: INodeProperties[] = [
	{
		displayName: 'Notify',
		name: 'notify',
		type: 'options',
		options: [
			{
				name: 'Trigger in This Instance',
				value: 'trigger',
				description:
					'A Multi-Currency Payments Trigger verifies each notification by an authorization value made for this payment alone',
			},
			{ name: 'Another Address', value: 'custom' },
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
		displayOptions: { show: { notify: ['trigger'] } },
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

/** A new Authorization value for one payment. A trigger verifies it without having stored it. */
export function freshAuthorization({ run: { credential } }: ItemCall): string {
	return deriveAuthorization({ secret: credential.notificationSecret, appId: credential.appId });
}

/**
 * The notification object that an item asks for.
 * @throws NodeOperationError when the service could not deliver to the address
 */
export function notificationTarget(item: ItemCall): NotificationTarget {
	if (item.text('notify') === 'custom') {
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
	const address = triggerAddress(item);
	if (!isDeliverable(address)) {
		throw item.refusal(
			`The service cannot notify this n8n at ${new URL(address).origin}: the address must start with https://`,
			'Set the environment variable WEBHOOK_URL of n8n to its public https address, or choose Notify: Another Address.',
		);
	}
	return { endpoint_url: address, authorization_header: freshAuthorization(item) };
}

/** The production address of the trigger. n8n tells its public address to nodes only as the address of its REST interface. */
function triggerAddress(item: ItemCall): string {
	const path = (item.text('triggerPath') || DEFAULT_TRIGGER_PATH).replace(/^\/+|\/+$/g, '');
	return `${item.n8n.getRestApiUrl().replace(/\/?rest\/?$/, '')}/webhook/${path}`;
}

/**
 * Where an item wants its notifications, to compare items by. A derived Authorization value is left out: it differs from
 * request to request although the address is the same.
 */
export function notifiedAddress(item: ItemCall): string[] {
	const { endpoint_url: address, authorization_header: authorization } = notificationTarget(item);
	return item.text('notify') === 'custom' ? [address, authorization] : [address];
}

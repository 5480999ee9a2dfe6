import { writeOptions } from '../../form/fields';
import { notificationFields, notificationTarget } from '../../form/notification';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { createGatewayLink } from './createGatewayLink';
import { EXAMPLE_ORDER_DETAILS } from './orderDetails';

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create gateway link',
	description:
		'Make a payment gateway link for an order, in AUD. Money moves when the customer pays, not now. The access token it needs is fetched by itself.',
	properties: [
		{
			displayName: 'Order ID',
			name: 'orderId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. A-77',
			description:
				'Your own number of the order. The service cannot be asked for it, so a new execution creates the link again.',
		},
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1250.50',
			description: 'In AUD, with a dot before the decimals',
		},
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Order A-77',
		},
		{
			displayName: 'Order Success URL',
			name: 'orderSuccessUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://shop.example/thanks',
			description: 'Where the customer goes after paying. Arriving there is no proof of payment.',
		},
		{
			displayName: 'Order Details',
			name: 'orderDetails',
			type: 'json',
			typeOptions: { rows: 10 },
			required: true,
			default: EXAMPLE_ORDER_DETAILS,
			description:
				'Who pays and what for, to replace the example: billing_details, optionally shipping_details alike, and items. Quantity and price are texts.',
		},
		...notificationFields,
		writeOptions,
	],
	async execute(item) {
		return asItems(await createGatewayLink(item, notificationTarget(item)));
	},
};

import type { INodeProperties } from 'n8n-workflow';
import { presetField, textField } from './fields';
import type { ItemCall } from '../run/itemCall';

/** Most payees that one request carries when the item does not say. */
const DEFAULT_MAX_PER_BATCH = 500;

/** @param shared what items of one batch have in common, worded for the middle of a sentence */
export const batchFields = (shared: string): INodeProperties[] => [
	{
		displayName: 'Batch Mode',
		name: 'batchMode',
		type: 'options',
		options: [
			{ name: 'One Request per Item', value: 'perItem', description: 'Each item becomes a payout of its own' },
			{
				name: 'All Items in One Request',
				value: 'allItems',
				description: `Items with the same ${shared} become one batch; every payee gets an output item`,
				builderHint: {
					propertyHint: 'For a list use All Items in One Request, and name the list by a Batch External ID of its own.',
				},
			},
		],
		default: 'perItem',
	},
	textField('Batch External ID', 'batchExternalId', 'e.g. payroll-2031-03', {
		required: true,
		displayOptions: { show: { batchMode: ['allItems'] } },
		description:
			'Your own name for the whole list. Within it, each External ID is one payment, so a payee’s own number will do; in another list it is another payment.',
	}),
];

/** Whether an item is paid in a list, together with others. @throws NodeOperationError when an expression gives no such choice */
export const isInList = (item: ItemCall): boolean =>
	item.text('batchMode') !== '' && item.choice('batchMode', 'Batch Mode', ['perItem', 'allItems']) === 'allItems';

export const maxPerBatchField = presetField('Max per Batch', 'maxPerBatch', DEFAULT_MAX_PER_BATCH, {
	typeOptions: { minValue: 1 },
	description: 'How many payees one request carries at most',
});

/** How many payees one request carries at most. @throws NodeOperationError when it is no such number */
export const maxPerBatchOf = (item: ItemCall): number =>
	item.count(item.additionalFields.maxPerBatch, 'Max per Batch', DEFAULT_MAX_PER_BATCH);

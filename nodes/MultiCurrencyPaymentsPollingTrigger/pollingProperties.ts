import type { INodeProperties } from 'n8n-workflow';
import { listedSources, notificationSources } from '../../core/events';
import { sourceOption, statusesField } from '../events/fields';
import { polledSources } from './sources';

export const DEFAULT_LOOK_BACK_HOURS = 72;

/** 30 days: what was seen is remembered for 31. */
export const LONGEST_LOOK_BACK_HOURS = 720;

export const pollingProperties: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: polledSources.map(({ source, kind }) => sourceOption(source, kind)),
		default: ['payin', 'payout'],
		description: 'What to look for. None chosen means all.',
	},
	{
		displayName: 'Look Back (Hours)',
		name: 'lookBack',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LONGEST_LOOK_BACK_HOURS },
		default: DEFAULT_LOOK_BACK_HOURS,
		description:
			'How long after its creation a payment is watched for changes. After a downtime everything is looked through that may have changed since.',
	},
	statusesField('Only events with these statuses. None chosen means all.', [...notificationSources, ...listedSources]),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Emit Existing',
				name: 'emitExisting',
				type: 'boolean',
				default: false,
				description:
					'Whether the first poll after publishing also emits what has happened before, as far as Look Back reaches. Otherwise it only remembers it.',
			},
		],
	},
];

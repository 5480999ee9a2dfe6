import type { INodeProperties } from 'n8n-workflow';
import { listedSources, notificationSources } from '../../core/events';
import { sourceOption, statusesField } from '../events/fields';
import { LONGEST_LOOK_BACK_HOURS, polledSources } from './sources';

const DEFAULT_LOOK_BACK_HOURS = 72;

/** How long after its creation a payment is watched, in milliseconds: the parameter in hours, within the limits. */
export function lookBackOf(asked: unknown): number {
	const hours = Number(asked ?? DEFAULT_LOOK_BACK_HOURS);
	const within = Math.min(Math.max(hours, 1), LONGEST_LOOK_BACK_HOURS);
	return (Number.isFinite(hours) ? within : DEFAULT_LOOK_BACK_HOURS) * 3_600_000;
}

export const pollingProperties: INodeProperties[] = [
	{
		displayName:
			'Polling finds what the service’s records show: payins that are received, expired or refunded, and payouts. Of payins, partial refunds and the statuses authorised, failed, in_dispute and dispute_lost come by notification only.',
		name: 'recordsNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		options: polledSources.map(({ source, kind }) => sourceOption(source, kind)),
		default: ['payin', 'payout'],
		hint: 'None chosen means all',
	},
	{
		displayName: 'Look Back (Hours)',
		name: 'lookBack',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LONGEST_LOOK_BACK_HOURS },
		default: DEFAULT_LOOK_BACK_HOURS,
		description:
			'How long after its creation a payment is watched for changes. After a downtime, everything that may have changed since is looked through.',
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

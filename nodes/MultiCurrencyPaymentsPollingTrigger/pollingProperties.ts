import type { INodeProperties } from 'n8n-workflow';
import { statusesField } from '../events/fields';

export const DEFAULT_LOOK_BACK_HOURS = 72;

/** 30 days: what was seen is remembered for 31. */
export const LONGEST_LOOK_BACK_HOURS = 720;

export const pollingProperties: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: [
			{
				name: 'Balance Entry',
				value: 'balanceEntry',
				description: 'Something changes the balance, or an entry changes',
			},
			{
				name: 'Payin',
				value: 'payin',
				description: 'A payin changes its status: received, expired, refunded, disputed',
			},
			{ name: 'Payout', value: 'payout', description: 'A payout or one of its transactions changes its status' },
			{ name: 'Settlement Report', value: 'settlementReport', description: 'A settlement report can be downloaded' },
		],
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
	statusesField('Only events with these statuses. None chosen means all.', ['done', 'available']),
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

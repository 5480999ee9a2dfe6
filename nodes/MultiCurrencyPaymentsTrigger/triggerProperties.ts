import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_HOURS, LONGEST_HOURS, SHORTEST_HOURS } from '../../core/events/memory';
import { notificationSources } from '../../core/events';
import { DEFAULT_TRIGGER_PATH } from '../events/triggerPath';
import { sourceOption, statusesField } from '../events/fields';

const eventChoices = notificationSources
	.map((source) => sourceOption(source, source.name))
	.sort((a, b) => (a.name < b.name ? -1 : 1));

const allEvents = notificationSources.map(({ name }) => name).sort();

const options: INodeProperties[] = [
	{
		displayName: 'Confirm with Service',
		name: 'confirmWithService',
		type: 'boolean',
		default: false,
		description:
			'Whether to fetch the current record from the service and emit what it says. It also tells apart two partial refunds of the same amount, which count as one event otherwise. What cannot be confirmed yet is left to the service to send again. PayIDs, gateway links, identity checks and AUD (v1) payouts have no record to ask for and are emitted as they came.',
	},
	{
		displayName: 'Include Raw Body',
		name: 'includeRawBody',
		type: 'boolean',
		default: false,
		description: 'Whether to add the body as it arrived, as the text field raw_body',
	},
	{
		displayName: 'Out of Order',
		name: 'outOfOrder',
		type: 'options',
		options: [
			{ name: 'Drop', value: 'drop', description: 'Leave out what comes after an event that only ever follows it' },
			{ name: 'Emit', value: 'emit', description: 'Emit every event in the order it arrives' },
			{ name: 'Flag', value: 'flag', description: 'Emit every event and say in out_of_order whether it came too late' },
		],
		default: 'emit',
		description: 'What to do with an event that was overtaken, such as pending after received',
	},
	{
		displayName: 'Remember For (Hours)',
		name: 'rememberFor',
		type: 'number',
		typeOptions: { minValue: SHORTEST_HOURS, maxValue: LONGEST_HOURS },
		default: DEFAULT_HOURS,
		description: 'How long to recognise copies of an event. The service repeats a notification for 45 minutes.',
	},
];

export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'Payments made with “Notify: Trigger in This Instance” reach this trigger by its path. It accepts nothing but notifications that the credential can verify.',
		name: 'verificationNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Path',
		name: 'path',
		type: 'string',
		default: DEFAULT_TRIGGER_PATH,
		placeholder: 'e.g. multi-currency-payments',
		required: true,
		description:
			'Last part of the address to which the service sends its notifications. The action node names it as Trigger Path. No other published workflow may use it.',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: eventChoices,
		default: [...allEvents],
		description: 'What to be told about. None chosen means all.',
	},
	statusesField(
		'Only events with these statuses. None chosen means all, also those without a status.',
		notificationSources,
	),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	},
];

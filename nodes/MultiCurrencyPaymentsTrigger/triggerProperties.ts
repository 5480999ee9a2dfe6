import type { INodeProperties } from 'n8n-workflow';
import {
	DEFAULT_AT_MOST,
	DEFAULT_HOURS,
	LEAST_AT_MOST,
	LONGEST_HOURS,
	MOST_AT_MOST,
	SHORTEST_HOURS,
} from '../../core/events/span';
import { notificationSources, unknownNotification } from '../../core/events';
import { DEFAULT_TRIGGER_PATH } from '../events/triggerPath';
import { sourceOption, statusesField } from '../events/fields';

const sources = [...notificationSources, unknownNotification];

const eventChoices = sources
	.map((source) => sourceOption(source, source.name))
	.sort((a, b) => (a.name < b.name ? -1 : 1));

const allEvents = sources.map(({ name }) => name).sort();

const options: INodeProperties[] = [
	{
		displayName: 'Confirm with Service',
		name: 'confirmWithService',
		type: 'boolean',
		default: false,
		description:
			'Whether to fetch the current record from the service and emit what it says. It also tells apart two partial refunds of the same amount, which count as one event otherwise. What the record does not show yet is left to the service to send again. The field confirmed says whether the record shows the status: false for a status that records have no word for (authorised, failed, disputes), and for PayIDs, gateway links, identity checks and AUD (v1) payouts, which have no record, and where the service has none of a card payment or does not show to which External ID a checkout link belongs.',
	},
	{
		displayName: 'Include Raw Body',
		name: 'includeRawBody',
		type: 'boolean',
		default: false,
		description: 'Whether to add the body as it arrived, as the text field raw_body',
	},
	{
		displayName: 'Late Events',
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
		displayName: 'Remember at Most',
		name: 'rememberAtMost',
		type: 'number',
		typeOptions: { minValue: LEAST_AT_MOST, maxValue: MOST_AT_MOST },
		default: DEFAULT_AT_MOST,
		description:
			'How many events to remember that are older than an hour. n8n reads and writes all of them for each new event. Those of the last hour, in which the service repeats its notifications, are all remembered, up to 150,000.',
	},
	{
		displayName: 'Remember For (Hours)',
		name: 'rememberFor',
		type: 'number',
		typeOptions: { minValue: SHORTEST_HOURS, maxValue: LONGEST_HOURS },
		default: DEFAULT_HOURS,
		description:
			'How long to recognise copies of an event. The service repeats a notification for 45 minutes. The longest time that a trigger of this workflow asks for counts; a polling trigger asks for its Look Back.',
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
			'Last part of the address to which the service sends its notifications. The action node names it as Trigger Path. No other published workflow may use it: when n8n says that the path is taken, change it here and in the action nodes whose payments this trigger is to hear of. Each credential needs a trigger with a path of its own.',
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

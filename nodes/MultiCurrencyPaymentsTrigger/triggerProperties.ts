import type { INodeProperties } from 'n8n-workflow';
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
			'Whether to fetch the current record from the service and emit what it says. The field confirmed then tells whether the record shows the status: false where the service has no such record. Also tells apart two partial refunds of the same amount and description, which otherwise count as one event.',
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
			{ name: 'Drop', value: 'drop', description: 'Leave out an event that arrives after one that can only follow it' },
			{ name: 'Emit', value: 'emit', description: 'Emit every event in the order it arrives' },
			{ name: 'Flag', value: 'flag', description: 'Emit every event and say in out_of_order whether it came too late' },
		],
		default: 'emit',
		description: 'What to do with an event that arrives too late, such as pending after received',
	},
];

export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'While it listens here: in another tab run Create with <b>Notify: Trigger That Listens in the Editor</b>, then Simulate. Once published: payments with <b>Notify: Trigger in This Instance</b> reach it by its path.',
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
			'Last part of the address that receives the notifications; the action node names it as Trigger Path. If n8n says that another workflow uses it, change it here and in the action nodes. Each credential needs a trigger with a path of its own.',
	},
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		options: eventChoices,
		default: [...allEvents],
		hint: 'None chosen means all',
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

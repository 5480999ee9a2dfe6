import type { INodeParameters, INodeProperties, INodePropertyOptions, IWebhookDescription } from 'n8n-workflow';
import { notificationSources } from '../../core/events';
import { DEFAULT_TRIGGER_PATH, sourceOption, statusesField } from '../events/fields';

/** What most payments tell, in the order of use. The others follow by name. */
const FIRST = ['payout', 'payin', 'checkoutLink'];

const placeOf = ({ value }: INodePropertyOptions): number =>
	FIRST.includes(String(value)) ? FIRST.indexOf(String(value)) : FIRST.length;

const eventChoices = notificationSources
	.map((source) => sourceOption(source, source.name))
	.sort((one, other) => placeOf(one) - placeOf(other) || one.name.localeCompare(other.name, 'en'));

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
			'<b>To try it:</b> click Execute step. In another tab, create a payment with <i>Notify: Trigger That Listens in the Editor</i>, then Simulate it. <b>To use it:</b> publish; payments with <i>Notify: Trigger in This Instance</i> and this Path arrive here.',
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
		default: [...eventChoices.map(({ value }) => String(value))],
		hint: 'None chosen means all',
	},
	statusesField(
		'Only events with these statuses. None chosen means all, also those without a status.',
		notificationSources,
	),
	{ displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add option', default: {}, options },
];

/**
 * Under this symbol n8n looks for a function that reads a field of a webhook's description, instead of evaluating its
 * expression, which costs a sandbox per delivery. An n8n that does not know it evaluates the expression.
 */
const NATIVE_RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

const path = {
	template: `={{$parameter["path"] || "${DEFAULT_TRIGGER_PATH}"}}`,
	resolve: (parameters: INodeParameters) => parameters.path || DEFAULT_TRIGGER_PATH,
};

/** One webhook under a path of the user's choice. For the same reason, nothing but the path is an expression. */
export const webhookDescription: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	responseMode: 'onReceived',
	// The service reads only the status. Without this, n8n would answer with a default body of its own.
	responseData: 'noData',
	isFullPath: true,
	path: path.template,
	[NATIVE_RESOLVERS]: { path },
};

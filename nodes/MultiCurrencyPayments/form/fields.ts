import { DEFAULT_CONCURRENCY } from '../run/lanes';
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { DEFAULT_PATIENCE } from '../../service/client';

/** Fields that several operations share. Those of lists are in filters.ts, those of files in files/. */

/** How long a record is looked for after an unclear outcome by default, in seconds. */
export const DEFAULT_SETTLE_SECONDS = 30;

/** The longest time for that: so far back lists are read again. */
export const LONGEST_SETTLE_SECONDS = 3600;

/** Where a field or choice is not for the tools of AI agents. */
export const HIDDEN_FROM_MODELS: IDisplayOptions = { hide: { '@tool': [true] } };

/** Where it is for them alone. */
export const FOR_MODELS: IDisplayOptions = { show: { '@tool': [true] } };

/** A text, empty at first. @param more what the field has besides, such as its description and where it is shown */
export const textField = (
	displayName: string,
	name: string,
	placeholder: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName, name, type: 'string', default: '', placeholder, ...more });

/** A number or a switch, as its preset is one. @param more as for {@link textField} */
export const presetField = (
	displayName: string,
	name: string,
	preset: number | boolean,
	more: Partial<INodeProperties>,
): INodeProperties => ({
	...{ displayName, name, type: typeof preset === 'number' ? 'number' : 'boolean', default: preset },
	...more,
});

/** How much of a record comes out, for people: one of the options. {@link ItemCall.isSimple} reads it. */
const simplifyField = presetField('Simplify', 'simplify', true, {
	displayOptions: HIDDEN_FROM_MODELS,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** The same for AI agents, which read every field: a choice. */
const outputFields: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: 'The record as the service sends it' },
			{ name: 'Selected Fields', value: 'selectedFields', description: 'The fields that you name' },
			{ name: 'Simplified', value: 'simplified', description: 'The fields that most workflows need' },
		],
		default: 'simplified',
		displayOptions: FOR_MODELS,
	},
	textField('Fields', 'selectedFields', 'e.g. uuid, status, amount', {
		displayOptions: { show: { ...FOR_MODELS.show, output: ['selectedFields'] } },
		description:
			'Names of fields of the raw record, separated by commas. Whether a payment was created or found always comes out, too.',
	}),
];

export type Choosable = 'Payin' | 'Payout' | 'Checkout Link';

/** The ways to fill in a picker. @param searchListMethod fills its list, see form/pickers.ts and form/recordPickers.ts */
export const pickerModes = (
	placeholder: string,
	searchListMethod: string,
	example: string,
): Pick<INodeProperties, 'modes'> => ({
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder,
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${example}` },
	],
});

/** A record, chosen from the recent ones (form/recordPickers.ts) or by its uuid. @param madeBefore an expression for what was made before */
export const recordField = (what: Choosable, madeBefore?: string): INodeProperties => ({
	displayName: what,
	name: 'uuid',
	type: 'resourceLocator',
	required: true,
	default: { __rl: true, mode: madeBefore === undefined ? 'list' : 'id', value: madeBefore ?? '' },
	// What Create has paid comes out as one payment of a batch.
	description: `From the list of recent ones, newest first, or by ID: ${what === 'Payout' ? 'batch_uuid' : 'uuid'} in the output of Create or Get Many`,
	...pickerModes(`Choose a ${what.toLowerCase()}…`, `search${what.replace(' ', '')}s`, 'K7QX2M9D'),
});

export const currencyField = (emptyMeans: string): INodeProperties =>
	textField('Currency', 'currency', 'e.g. AUD', {
		description: `Code such as AUD or USDC. Defaults to ${emptyMeans}.`,
	});

export const accountField = textField('Account Currency', 'currency', 'e.g. USD', {
	description: 'Which account to use where the credential holds several. Defaults to that of its App ID.',
});

/** It comes empty, so that a column can be dragged onto it: n8n would write it behind what is there. @param what within a sentence */
export const externalIdField = (what: string, placeholder: string, verb = 'paid'): INodeProperties =>
	textField('External ID', 'externalId', `e.g. ${placeholder}`, {
		required: true,
		hint: `Your name for this ${what}. The same ID is never ${verb} twice.`,
		description: `One External ID is one ${what}, for ever: a repeat finds it instead of making another. Use what your books use: invoice number, order number, month and employee.`,
		builderHint: {
			propertyHint:
				'Use the key of the business, such as the invoice number, never an execution ID: one External ID is one payment.',
		},
	});

/** A name that is new for each item of each run. */
const OF_THIS_RUN = '={{ $execution.id }}-{{ $runIndex }}-{{ $itemIndex }}';

/** For what asks a customer for money: a second request moves nothing by itself. A model has to give it a name that it can repeat. */
export const filledExternalIdFields = (what: string, placeholder: string): INodeProperties[] => [
	{ ...externalIdField(what, placeholder), default: OF_THIS_RUN, displayOptions: HIDDEN_FROM_MODELS },
	{ ...externalIdField(what, placeholder), displayOptions: FOR_MODELS },
];

export const metadataField: INodeProperties = {
	displayName: 'Metadata',
	name: 'metadata',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"cart": "c-9"}',
	description: 'Your own data as a JSON object, returned unchanged, also in notifications. Write long numbers as text.',
};

const REQUEST_TIMEOUT_SECONDS = DEFAULT_PATIENCE.requestTimeout / 1000;
const TIME_LIMIT_SECONDS = DEFAULT_PATIENCE.timeLimit / 1000;
const OUTAGE_SECONDS = (DEFAULT_PATIENCE.outage ?? DEFAULT_PATIENCE.timeLimit) / 1000;

const requestTimeoutField = presetField('Request Timeout (Seconds)', 'requestTimeout', REQUEST_TIMEOUT_SECONDS, {
	typeOptions: { minValue: 0.1, numberPrecision: 1 },
	description: 'How long to wait for the answer to one request',
});

const timeLimitField = presetField('Time Limit (Seconds)', 'timeLimit', TIME_LIMIT_SECONDS, {
	typeOptions: { minValue: 0.1, numberPrecision: 1 },
	description: `How long one request may take with all its repeats. Left out, it is ${TIME_LIMIT_SECONDS}, or ${OUTAGE_SECONDS} while the service is down.`,
});

/** Options of operations that only read. */
export const readOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [requestTimeoutField, timeLimitField],
};

const concurrencyField = presetField('Items at Once', 'concurrency', DEFAULT_CONCURRENCY, {
	typeOptions: { minValue: 1 },
	description:
		'How many items are handled at the same time. The first item decides; outputs keep the order of the items.',
});

const settleField = presetField('Look for Record (Seconds)', 'settleSeconds', DEFAULT_SETTLE_SECONDS, {
	typeOptions: { minValue: 0, maxValue: LONGEST_SETTLE_SECONDS, numberPrecision: 1 },
	description:
		'How long to look for the payment when the answer was lost, before the item fails with an unknown outcome: the service may show a new record late',
});

/** A collection with further options, in alphabetical order. */
export const withOptions = (collection: INodeProperties, ...more: INodeProperties[]): INodeProperties => ({
	...collection,
	options: [...((collection.options ?? []) as INodeProperties[]), ...more].sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	),
});

/** The collection of what an operation can do without, in alphabetical order. */
export const additionalFields = (...fields: INodeProperties[]): INodeProperties => ({
	...withOptions({ ...readOptions, options: [] }, ...fields),
	displayName: 'Additional Fields',
	name: 'additionalFields',
	placeholder: 'Add field',
});

/** Options of operations that create what is no payment. */
export const createOptions = withOptions(readOptions, concurrencyField);

/** Options of operations that make a payment once. */
export const writeOptions = withOptions(createOptions, settleField);

/** For payees: removes from a name what the service forbids. */
export const cleanNamesField = presetField('Clean Names', 'cleanNames', false, {
	description:
		'Whether to take out of a name what the payment service forbids instead of refusing it: O’Hara becomes OHara, Anne-Marie becomes Anne Marie. The output shows the name that was sent.',
});

/** The end of a form whose operation gives records: how much of them comes out, and the other options. */
export const recordOptions = (options: INodeProperties = readOptions): INodeProperties[] => [
	...outputFields,
	withOptions(options, simplifyField),
];

export const gstField = presetField('GST', 'gst', false, {
	description: 'Whether goods and services tax applies: only in AUD, for Australian merchants',
});

/** A date that may be left out. */
export const dateField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description,
});

export const scheduledAtField = dateField(
	'Scheduled At',
	'scheduledAt',
	'When the payout is to be processed; sent in UTC',
);

/** An amount that is needed. */
export const amountField = (description: string): INodeProperties =>
	textField('Amount', 'amount', 'e.g. 1250.50', { required: true, description });

/** The amount of what the service offers in AUD alone (v1). */
export const audAmountField = amountField('In AUD, with a dot before the decimals');

export const successUrlField = textField('Success URL', 'successUrl', 'e.g. https://shop.example/thanks', {
	description: 'Where the customer goes after paying. Arriving there is no proof of payment.',
});

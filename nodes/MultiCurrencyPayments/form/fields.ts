import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_PATIENCE } from '../../service/client';

/** Fields that several operations share. Those of lists are in filters.ts, those of files in files/. */

const REQUEST_TIMEOUT_SECONDS = DEFAULT_PATIENCE.requestTimeout / 1000;
const TIME_LIMIT_SECONDS = DEFAULT_PATIENCE.timeLimit / 1000;

/** How long a record is looked for after an unclear outcome when the item does not say, in seconds. */
export const DEFAULT_SETTLE_SECONDS = 30;

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** The service's own identifier of a record. */
export const uuidField = (what: string): INodeProperties => ({
	displayName: `${what} ID`,
	name: 'uuid',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. K7QX2M9D',
	description: `The uuid that the service gave the ${what.toLowerCase()} when it was created`,
});

export const currencyField = (emptyMeans: string): INodeProperties => ({
	displayName: 'Currency',
	name: 'currency',
	type: 'string',
	default: '',
	placeholder: 'e.g. AUD',
	description: `Currency code (ISO 4217). Left empty: ${emptyMeans}.`,
});

export const externalIdField = (what: string): INodeProperties => ({
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice-2031-077',
	description: `Your own reference of the ${what}, such as an invoice or payroll number. By it, with Prevent Duplicates on, a restart or a new execution finds the ${what} instead of making another. Left empty, the node makes a key, which lasts for Retry On Fail and for n8n’s retry of the execution, but not for a new execution.`,
});

/** The same, which an AI agent has to fill in: nothing else tells a call that it repeats from a new one. */
export const externalIdFields = (what: string): INodeProperties[] => [
	{ ...externalIdField(what), displayOptions: { hide: { '@tool': [true] } } },
	{
		...externalIdField(what),
		required: true,
		displayOptions: { show: { '@tool': [true] } },
		description: `Reference of the ${what}, such as an invoice or payroll number. A call that is repeated with the same reference finds the ${what} instead of making another.`,
	},
];

/** The external ID of what the service offers no look-up for. */
export const referenceField = (what: string): INodeProperties => ({
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice-2031-077',
	description: `Your own reference of the ${what}, returned with it. The service offers no look-up by it: within a day and as long as n8n runs, the node returns the ${what} that it has made by it instead of making another. Left empty, the node makes one.`,
});

export const preventDuplicatesField = (what: string): INodeProperties => ({
	displayName: 'Prevent Duplicates',
	name: 'preventDuplicates',
	type: 'boolean',
	default: true,
	displayOptions: { hide: { externalId: [''] } },
	description: `Whether to look up the external ID before the first send, and to return the ${what} that has it instead of making another. After an unclear outcome the node looks it up in any case.`,
});

export const metadataField: INodeProperties = {
	displayName: 'Metadata',
	name: 'metadata',
	type: 'json',
	default: '',
	placeholder: 'e.g. {"cart": "c-9"}',
	description: 'Your own data, returned unchanged, also in notifications',
};

const timeFields: INodeProperties[] = [
	{
		displayName: 'Request Timeout (Seconds)',
		name: 'requestTimeout',
		type: 'number',
		typeOptions: { minValue: 0.1, numberPrecision: 1 },
		default: REQUEST_TIMEOUT_SECONDS,
		description: 'How long to wait for the answer to one request',
	},
	{
		displayName: 'Time Limit (Seconds)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 0.1, numberPrecision: 1 },
		default: TIME_LIMIT_SECONDS,
		description: 'How long one request may take with all its repeats',
	},
];

/** Options of operations that only read. */
export const readOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: timeFields,
};

/** How many items are handled at once when the item does not say. */
export const DEFAULT_CONCURRENCY = 16;

const [requestTimeoutField, timeLimitField] = timeFields as [INodeProperties, INodeProperties];

const concurrencyField: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_CONCURRENCY,
	description: 'How many items are handled at once. The first item decides; outputs keep the order of the items.',
};

const returnEndedField: INodeProperties = {
	displayName: 'Return Ended',
	name: 'returnEnded',
	type: 'boolean',
	default: false,
	description:
		'Whether to return a record that is found and has ended without money (failed, expired, cancelled, rejected). Otherwise the item fails, because nobody was paid.',
};

const settleField: INodeProperties = {
	displayName: 'Settle Time (Seconds)',
	name: 'settleSeconds',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 1 },
	default: DEFAULT_SETTLE_SECONDS,
	description:
		'How long to look for the record after an unclear outcome, before the outcome is reported as unknown. The service may show a record late.',
};

const optionsOf = (...options: INodeProperties[]): INodeProperties => ({ ...readOptions, options });

/** Options of operations that make something once. */
export const writeOptions = optionsOf(concurrencyField, requestTimeoutField, settleField, timeLimitField);

/** For payees: what the service forbids in a name is taken out of it. */
export const cleanNamesField: INodeProperties = {
	displayName: 'Clean Names',
	name: 'cleanNames',
	type: 'boolean',
	default: false,
	description:
		'Whether to take out of a name what the payment service forbids instead of refusing it: O’Hara becomes OHara, Anne-Marie becomes Anne Marie. The payee of the output is the name that was sent.',
};

/** A collection of options with others among them, in alphabetical order. */
export const withOptions = (collection: INodeProperties, ...more: INodeProperties[]): INodeProperties => ({
	...collection,
	options: [...((collection.options ?? []) as INodeProperties[]), ...more].sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	),
});

/** Options of operations that move money and can be looked up. */
export const moneyOptions = optionsOf(
	concurrencyField,
	requestTimeoutField,
	returnEndedField,
	settleField,
	timeLimitField,
);

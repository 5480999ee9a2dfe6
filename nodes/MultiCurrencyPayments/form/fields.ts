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

/** The external ID of what the service offers no look-up for. */
export const referenceField = (what: string): INodeProperties => ({
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice-2031-077',
	description: `Your own reference of the ${what}, returned with it. The service offers no look-up by it, so a new execution creates the ${what} again. Left empty, the node makes one.`,
});

export const preventDuplicatesField = (what: string): INodeProperties => ({
	displayName: 'Prevent Duplicates',
	name: 'preventDuplicates',
	type: 'boolean',
	default: false,
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

/** Options of operations that move money. */
export const writeOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		timeFields[0],
		{
			displayName: 'Settle Time (Seconds)',
			name: 'settleSeconds',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 1 },
			default: DEFAULT_SETTLE_SECONDS,
			description:
				'How long to look for the record after an unclear outcome, before the outcome is reported as unknown. The service may show a record late.',
		},
		timeFields[1],
	] as INodeProperties[],
};

import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_PATIENCE } from '../../service/client';

/** Fields that several operations share. Those of lists are in filters.ts, those of files in files/. */

const REQUEST_TIMEOUT_SECONDS = DEFAULT_PATIENCE.requestTimeout / 1000;
const TIME_LIMIT_SECONDS = DEFAULT_PATIENCE.timeLimit / 1000;

/** How late a record may appear after an unclear outcome, in seconds, when the item does not say. */
export const DEFAULT_SETTLE_SECONDS = 30;

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** An identifier of the service, such as a payin's or a payout's. */
export const uuidField = (what: string): INodeProperties => ({
	displayName: `${what} ID`,
	name: 'uuid',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. K7QX2M9D',
	description: `The uuid of the ${what.toLowerCase()}, as the service gave it when it was created`,
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
	description: `Your own reference, by which the ${what} is recognised when it is sent again. An invoice or payroll number survives everything: retries, restarts and running the workflow again. Left empty, a key is made that survives Retry On Fail and n8n’s retry of an execution, but not a new execution.`,
});

/** The external ID of what the service cannot be asked for by it. */
export const referenceField = (what: string): INodeProperties => ({
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice-2031-077',
	description: `Your own reference of the ${what}, returned with it. The service cannot be asked for it, so it does not keep a new execution from creating the ${what} again. Left empty, a key is made.`,
});

export const preventDuplicatesField = (what: string): INodeProperties => ({
	displayName: 'Prevent Duplicates',
	name: 'preventDuplicates',
	type: 'boolean',
	default: false,
	description: `Whether to ask the service for the external ID before the first send and return the ${what} found under it. After an unclear outcome the service is always asked.`,
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
				'After an unclear outcome: how long the service is asked for the record before the outcome is reported as unknown. A record may appear that late.',
		},
		timeFields[1],
	] as INodeProperties[],
};

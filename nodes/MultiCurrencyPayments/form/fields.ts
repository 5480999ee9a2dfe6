import type { INodeProperties } from 'n8n-workflow';

/** Fields that several operations share. Each factory returns fresh objects, because the registry adds where they are shown. */

export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const periodFields: INodeProperties[] = [
	{
		displayName: 'From Date',
		name: 'fromDate',
		type: 'dateTime',
		default: '',
		description:
			'Start of the period. Left empty: 30 days before its end. A date without offset is local to the workflow’s time zone.',
	},
	{
		displayName: 'To Date',
		name: 'toDate',
		type: 'dateTime',
		default: '',
		description: 'End of the period. Left empty: now.',
	},
];

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

export const preventDuplicatesField = (what: string): INodeProperties => ({
	displayName: 'Prevent Duplicates',
	name: 'preventDuplicates',
	type: 'boolean',
	default: false,
	description: `Whether to ask the service for the external ID before the first send and return the ${what} found under it. After an unclear outcome the service is always asked.`,
});

const timeFields: INodeProperties[] = [
	{
		displayName: 'Request Timeout (Seconds)',
		name: 'requestTimeout',
		type: 'number',
		typeOptions: { minValue: 0.1, numberPrecision: 1 },
		default: 30,
		description: 'How long to wait for the answer to one request',
	},
	{
		displayName: 'Time Limit (Seconds)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 0.1, numberPrecision: 1 },
		default: 120,
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
			default: 30,
			description:
				'After an unclear outcome: how long the service is asked for the record before the outcome is reported as unknown. A record may appear that late.',
		},
		timeFields[1],
	] as INodeProperties[],
};

/** What a list of payments is asked for: how many, which period, which of your own references. */
export const paymentListFields = (whose: string): INodeProperties[] => [
	...returnAllFields,
	...periodFields,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			{
				displayName: 'External ID',
				name: 'externalId',
				type: 'string',
				default: '',
				description: `Only ${whose} has exactly this external ID`,
			},
		],
	},
	simplifyField,
	readOptions,
];

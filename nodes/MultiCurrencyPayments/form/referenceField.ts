import type { INodeProperties } from 'n8n-workflow';

/** The external ID of what the service can be given one for, but not asked by it. */
export const referenceField = (what: string): INodeProperties => ({
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice-2031-077',
	description: `Your own reference of the ${what}, returned with it. The service cannot be asked for it, so it does not keep a new execution from creating the ${what} again. Left empty, a key is made.`,
});

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Records as output items; the node links them to the item they came from. */
export function asItems(...records: object[]): INodeExecutionData[] {
	return records.map((record) => ({ json: record as IDataObject }));
}

/** A record that was created or found, with the key by which it is found again. */
export function withIdempotency(
	{ record, outcome }: { record: IDataObject; outcome: 'created' | 'found' },
	key: string,
): IDataObject {
	return { ...record, idempotency: { outcome, external_id: key } };
}

/** The fields of a record that matter to most workflows, in this order; absent ones are left out. */
export function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(fields.filter((field) => field in record).map((field) => [field, record[field]]));
}

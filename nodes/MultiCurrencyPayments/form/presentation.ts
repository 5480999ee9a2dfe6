import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Settled } from '../money/once';

/** Records as output items; the node links them to the item they came from. */
export function asItems(...records: object[]): INodeExecutionData[] {
	return records.map((record) => ({ json: record as IDataObject }));
}

/** A record that was created or found, with the key it can be recognised by. */
export function withIdempotency({ record, outcome }: Settled, key: string): IDataObject {
	return { ...record, idempotency: { outcome, external_id: key } };
}

/** The fields of a record that matter to most workflows, in this order; absent ones are left out. */
export function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(fields.filter((field) => field in record).map((field) => [field, record[field]]));
}

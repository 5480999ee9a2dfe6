import type { GenericValue, IDataObject } from 'n8n-workflow';

/** A schema as n8n's editor reads it to show what comes out of a node before it has run. */
export interface OutputSchema {
	type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema | Record<string, never>;
}

/** Objects whose keys depend on the user or the payment method, so that their fields are not part of the schema. */
const OPEN = new Set(['payin_method_params', 'payout_method_params', 'metadata', 'meta_data']);

/** The file that describes these records. */
export function outputSchemaOf(records: IDataObject[]): OutputSchema & { version: 1 } {
	return { ...merged(records.map((record) => schemaOf(record))), version: 1 };
}

function schemaOf(value: GenericValue | GenericValue[]): OutputSchema {
	if (value === null || value === undefined) return { type: 'null' };
	if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? merged(value.map(schemaOf)) : {} };
	if (typeof value !== 'object') return { type: typeof value as 'string' | 'number' | 'boolean' };
	const properties = Object.entries(value as IDataObject).map(([key, own]) => {
		const schema: OutputSchema = OPEN.has(key) && own !== null ? { type: 'object' } : schemaOf(own as GenericValue);
		return [key, schema] as const;
	});
	return { type: 'object', properties: Object.fromEntries(properties) };
}

/** The union of their fields. A field that is null in one record takes its type from another. */
function merged(schemas: OutputSchema[]): OutputSchema {
	return schemas.reduce((one, other) => {
		if (one.type === 'null') return other;
		if (other.type === 'null') return one;
		if (one.properties && other.properties)
			return { type: 'object', properties: mergedProperties(one.properties, other.properties) };
		if (isSchema(one.items) && isSchema(other.items)) return { type: 'array', items: merged([one.items, other.items]) };
		return isSchema(other.items) ? other : one;
	});
}

function mergedProperties(
	one: Record<string, OutputSchema>,
	other: Record<string, OutputSchema>,
): Record<string, OutputSchema> {
	const result = { ...one };
	for (const [key, schema] of Object.entries(other))
		result[key] = key in one ? merged([one[key] as OutputSchema, schema]) : schema;
	return result;
}

const isSchema = (items: OutputSchema['items']): items is OutputSchema => items !== undefined && 'type' in items;

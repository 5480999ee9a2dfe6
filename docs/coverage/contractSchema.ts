import type { z } from 'zod/v4';
import * as contract from '../../contract';
import type { EndpointContract } from '../../contract';

const endpoints: Record<string, EndpointContract> = contract.endpoints;
const notifications: Record<string, z.ZodType> = contract.notifications;
const exported: Record<string, unknown> = { ...contract };

/** Anything that contract/ exports, also by a path such as `limits.pageSize`. */
export function exportedAt(path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, key) => (isObject(value) && key in value ? value[key] : undefined), exported);
}

/**
 * A schema inside the contract: `<endpoint> <query|body|params|response> [path]`, `notification <source> [path]` or
 * `schema <name> [path]`. A path skips lists and optional wrappers.
 */
export function schemaAt(at: string): z.ZodType | undefined {
	const [owner = '', part = '', path] = at.split(' ');
	const root = rootOf(owner, part);
	const keys = path === undefined ? [] : path.split('.');
	return keys.reduce<z.ZodType | undefined>((schema, key) => schema && property(schema, key), root);
}

function rootOf(owner: string, part: string): z.ZodType | undefined {
	if (owner === 'notification') return notifications[part];
	if (owner === 'schema') return exported[part] as z.ZodType | undefined;
	return endpoints[owner]?.[part as 'query' | 'body' | 'params' | 'response'];
}

function property(schema: z.ZodType, key: string): z.ZodType | undefined {
	const { def } = (schema as z.ZodType & { _zod: { def: object } })._zod;
	const inner = def as {
		shape?: Record<string, z.ZodType>;
		innerType?: z.ZodType;
		element?: z.ZodType;
		options?: z.ZodType[];
	};
	if (inner.shape) return inner.shape[key];
	const within = inner.innerType ?? inner.element;
	if (within) return property(within, key);
	return inner.options?.map((option) => property(option, key)).find((found) => found !== undefined);
}

/** The fields of a schema, or of each schema it is composed of. */
function shapesIn(schema: z.ZodType | undefined): Record<string, z.ZodType>[] {
	if (schema === undefined) return [];
	const { shape, innerType, element, options } = (schema as z.ZodType & { _zod: { def: object } })._zod.def as {
		shape?: Record<string, z.ZodType>;
		innerType?: z.ZodType;
		element?: z.ZodType;
		options?: z.ZodType[];
	};
	if (shape) return [shape];
	return [innerType, element, ...(options ?? [])].flatMap((each) => shapesIn(each));
}

/** Removes a field from its schema, to see which test notices. The returned function puts it back. */
export function dropField(at: string): () => void {
	const [owner = '', part = '', name = ''] = at.split(' ');
	const path = name.split('.');
	const key = path.at(-1) ?? '';
	const outer = [owner, part, path.slice(0, -1).join('.')].filter((each) => each !== '').join(' ');
	const dropped = shapesIn(schemaAt(outer)).flatMap((shape) => {
		const field = shape[key];
		delete shape[key];
		return field === undefined ? [] : [{ shape, field }];
	});
	return () => {
		for (const { shape, field } of dropped) shape[key] = field;
	};
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

/** Values that are not of a type the specification names. */
const OTHERS: Record<string, unknown[]> = {
	string: [{}, true],
	number: ['x', {}],
	integer: [1.5, 'x'],
	boolean: ['x', 5],
	object: [5, true],
	array: ['x', {}],
	timestamp: ['yesterday', {}],
};

/**
 * What the contract lets be missing in a case that is assumed (payinAmountless), though the specification demands it. That it is
 * demanded in every other case has its own test.
 */
const MISSING_BY_ASSUMPTION = new Set(['v2.payins.create body amount']);

/** Where a field's schema differs from the specification; empty when they agree. */
export function disagreements(at: string, type: string): string[] {
	const schema = schemaAt(at);
	if (!schema) return [`${at} is not in the contract`];
	const accepts = (value: unknown) => schema.safeParse(value).success;
	const [word = '', ...more] = type.split(/[ ,]+/);
	const wrong = OTHERS[word];
	if (!wrong) return [`${at}: nobody knows the type ${word}`];
	const found = wrong.filter(accepts).map((value) => `${at} takes ${JSON.stringify(value)} for a ${word}`);
	if (more.includes('null') && !accepts(null)) found.push(`${at} refuses null`);
	// The specification says only for requests what may be left out.
	if (!/ (?:query|body) |^schema /.test(at) || at.startsWith('schema popupMessage')) return found;
	const mayBeMissing = more.includes('optional') || type.includes('but for') || MISSING_BY_ASSUMPTION.has(at);
	if (accepts(undefined) !== mayBeMissing) found.push(`${at} ${mayBeMissing ? 'is demanded' : 'may be left out'}`);
	return found;
}

/** Every member of every list that contract/ exports, as `list value`. */
export function members(): { list: string; value: string }[] {
	return Object.entries(exported).flatMap(([name, value]) => {
		if (Array.isArray(value)) return listed(name, value);
		// A schema has the same members as the list it was made from.
		if (!isObject(value) || '_zod' in value || name === 'ASSUMED') return [];
		return Object.entries(value).flatMap(([key, list]) => (Array.isArray(list) ? listed(`${name}.${key}`, list) : []));
	});
}

function listed(list: string, values: unknown[]): { list: string; value: string }[] {
	return values
		.filter((value) => typeof value === 'string' || typeof value === 'number')
		.map((value) => ({ list, value: String(value) }));
}

/** Every limit of the contract by its path, as `thBankPayoutThb.minimum`. */
export function limitPaths(): string[] {
	return Object.entries(contract.limits).flatMap(([name, value]) =>
		isObject(value) ? Object.keys(value).map((key) => `${name}.${key}`) : [name],
	);
}

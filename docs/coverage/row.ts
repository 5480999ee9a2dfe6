import { z } from 'zod';
import type { EndpointId, errorCases } from '../../contract';

/**
 * Where a line of the specification reaches a user: an operation of the node as `resource.operation`, or another part of
 * the package.
 */
export type Place = string;

/**
 * A test as `folder/file: full title`, below test/ and without `.test.ts`. The title begins with those of `describe`.
 * In a table of tests it may keep its placeholders (`%s`). A reference to a whole file has no title.
 */
export type TestReference = string;

/** What in contract/ says the same as a line of the specification. */
export type Holding =
	| { kind: 'endpoint'; endpoint: EndpointId }
	/** `at` names a schema and a path inside it: `v2.payins.create body webhook_notification.endpoint_url`. */
	| { kind: 'field'; at: string; type: string }
	/** A member of an exported list, and the schemas that accept it. */
	| { kind: 'value'; list: string; value: string; at: string[] }
	| { kind: 'limit'; limit: string; value: unknown }
	| { kind: 'error'; error: keyof typeof errorCases }
	/** Something exported that holds the rule. */
	| { kind: 'name'; name: string };

/** One line of the specification and what covers it. */
export interface Row {
	/** The words of the specification, shortened. */
	line: string;
	/**
	 * Empty for a field, which has the places of its endpoint or notification, and for a statement about what the package
	 * does not show.
	 */
	places: Place[];
	/** Empty for a rule that is behaviour alone and has no shape. */
	contract: Holding[];
	/** A field needs none: a test of its own compares its schema with its row. */
	tests: TestReference[];
	/** Why nothing of it can be tested, for a line without a fact about what goes over the wire. */
	untestable?: string;
}

/** A section of the specification, under its own heading. */
export interface Section {
	title: string;
	rows: Row[];
}

const covered = { in: z.array(z.string()).default([]), tests: z.array(z.string()).default([]) };

/** Rows as rows.json has them: those that are alike stand together. */
const writtenSchema = z.union([
	/** A rule, and what in contract/ holds it. */
	z.strictObject({ rule: z.string(), ...covered, by: z.array(z.string()).default([]) }),
	/** An endpoint, and the operations that call it. */
	z.strictObject({ endpoint: z.string(), ...covered }),
	/**
	 * Fields of one schema, each with the type and need that the specification states: `string`, `number, optional`, `string or
	 * null`. A field with a rule of its own names the tests of that rule after the type.
	 */
	z.strictObject({
		fields: z.string(),
		types: z.record(z.union([z.string(), z.tuple([z.string()]).rest(z.string())])),
	}),
	/** Members of an exported list, separated by blanks, and the schemas that accept them. */
	z.strictObject({ values: z.string(), members: z.string(), ...covered, at: z.array(z.string()).default([]) }),
	/** A limit with the value that the specification gives; `limit` is its path in the contract's limits. */
	z.strictObject({ limit: z.string(), value: z.unknown(), line: z.string(), ...covered }),
	z.strictObject({ error: z.string(), line: z.string(), ...covered }),
	/** A line that binds people alone, such as who may decide in the portal: no test could tell whether it is kept. */
	z.strictObject({ statement: z.string(), ...covered, untestable: z.string() }),
]);

/** Sections as rows.json has them. */
export const writtenSections = z.array(z.strictObject({ title: z.string(), rows: z.array(writtenSchema) }));

export type WrittenRow = z.input<typeof writtenSchema>;

/** The single rows of what stands together. */
export function rowsOf(row: WrittenRow): Row[] {
	const written = writtenSchema.parse(row);
	if ('fields' in written)
		return Object.entries(written.types).map(([name, type]) => field(written.fields, name, type));
	const { in: places, tests } = written;
	const one = (line: string, contract: Holding[]): Row => ({ line, places, contract, tests });
	if ('rule' in written)
		return [
			one(
				written.rule,
				written.by.map((name) => ({ kind: 'name', name })),
			),
		];
	// That the contract has them is what a test looks at.
	if ('endpoint' in written)
		return [one(written.endpoint, [{ kind: 'endpoint', endpoint: written.endpoint as EndpointId }])];
	if ('limit' in written) return [one(written.line, [{ kind: 'limit', limit: written.limit, value: written.value }])];
	if ('error' in written)
		return [one(written.line, [{ kind: 'error', error: written.error as keyof typeof errorCases }])];
	if ('statement' in written) return [{ ...one(written.statement, []), untestable: written.untestable }];
	const { values: list, at } = written;
	return written.members.split(/\s+/).map((value) => one(value, [{ kind: 'value', list, value, at }]));
}

function field(schema: string, name: string, given: string | [string, ...string[]]): Row {
	const [type, ...tests] = typeof given === 'string' ? [given] : given;
	const at = `${schema}${schema.split(' ').length > 2 ? '.' : ' '}${name}`;
	return { line: `${name}: ${type}`, places: [], contract: [{ kind: 'field', at, type }], tests };
}

/** The name of a row in the whole table. */
export function nameOf({ title }: Pick<Section, 'title'>, { line, contract: [first] }: Row): string {
	if (first?.kind === 'field') return `${title} › ${first.at}`;
	return first?.kind === 'value' ? `${title} › ${first.list} ${line}` : `${title} › ${line}`;
}

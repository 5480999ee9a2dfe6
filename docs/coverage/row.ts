import type { EndpointId, errorCases, limits } from '../../contract';

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

/** What covers a rule or a group of values. */
export interface Answers {
	in: Place[];
	tests: TestReference[];
	/** Names exported by contract/. */
	by?: string[];
	/** Schemas that accept a value, named as those of fields. */
	at?: string[];
}

/** The name of a row in the whole table. */
export function nameOf({ title }: Pick<Section, 'title'>, { line, contract: [first] }: Row): string {
	if (first?.kind === 'field') return `${title} › ${first.at}`;
	return first?.kind === 'value' ? `${title} › ${first.list} ${line}` : `${title} › ${line}`;
}

export function section(title: string, ...rows: (Row | Row[])[]): Section {
	return { title, rows: rows.flat() };
}

/** An endpoint and the operations that call it. */
export function endpoint(id: EndpointId, places: Place[], ...tests: TestReference[]): Row {
	return { line: id, places, contract: [{ kind: 'endpoint', endpoint: id }], tests };
}

/**
 * Fields of one schema, each with the type and need the specification states: `string`, `number, optional`,
 * `string or null`. A field with its own rule names the tests of that rule after the type.
 */
export function fields(
	schema: string,
	types: Record<string, string | [type: string, ...tests: TestReference[]]>,
): Row[] {
	return Object.entries(types).map(([name, given]) => {
		const [type, ...tests] = typeof given === 'string' ? [given] : given;
		const at = `${schema}${schema.split(' ').length > 2 ? '.' : ' '}${name}`;
		return { line: `${name}: ${type}`, places: [], contract: [{ kind: 'field', at, type }], tests };
	});
}

/** The members of an exported list, separated by spaces. */
export function values(list: string, members: string, answers: Answers): Row[] {
	return members.split(/\s+/).map((value) => ({
		line: value,
		places: answers.in,
		contract: [{ kind: 'value', list, value, at: answers.at ?? [] }],
		tests: answers.tests,
	}));
}

/** A limit with the value the specification gives; `limit` is its path in the contract's limits. */
export function limit(line: string, limit: LimitPath, value: unknown, answers: Answers): Row {
	return { line, places: answers.in, contract: [{ kind: 'limit', limit, value }], tests: answers.tests };
}

export function errorCase(error: keyof typeof errorCases, line: string, answers: Answers): Row {
	return { line, places: answers.in, contract: [{ kind: 'error', error }], tests: answers.tests };
}

export function rule(line: string, { in: places, tests, by = [] }: Answers): Row {
	return { line, places, contract: by.map((name) => ({ kind: 'name', name })), tests };
}

/** A line that binds people alone, such as who may decide in the portal: no test could tell whether it is kept. */
export function statement(line: string, places: Place[], untestable: string): Row {
	return { line, places, contract: [], tests: [], untestable };
}

/** Why nothing can be tested of a line about the TLS of notifications; that their address is https has rows with tests. */
export const TLS_OF_THE_RECEIVER =
	'A matter of the user’s own server: the package sees its address alone, and only the service meets its TLS and its certificate.';

type PathsOf<T> = { [K in keyof T & string]: T[K] extends object ? `${K}.${keyof T[K] & string}` : K }[keyof T &
	string];
type LimitPath = PathsOf<typeof limits>;

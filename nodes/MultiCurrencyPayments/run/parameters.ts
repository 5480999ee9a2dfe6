import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isObjectOrList } from '../../../core/objects';
import { attemptNow } from '../../../core/attempt';
import { inPlainSight } from '../../../core/payments/identifiers';
import { likelyField, likelyFieldIn, likelyOwnFieldIn, type Likely } from '../../../core/text/likelyField';

/** The value of a parameter for an item. */
type Reader = (item: number) => unknown;

/** A parameter, or a part of one, that is the same for every item. */
interface Fixed {
	fixed: unknown;
}

/**
 * The node's parameters in one run. Each is analysed once: a value without expressions is read for all items together,
 * an expression that only names a field is read from the item, and n8n evaluates every other expression.
 */
export class Parameters {
	private readonly readers = new Map<string, Reader | Fixed>();
	/** Those that are one field of the item. */
	private readonly fields = new Set<string>();
	private items: readonly INodeExecutionData[] | undefined;

	constructor(private readonly n8n: IExecuteFunctions) {}

	/** For all items or for each; an empty text where the form does not show it. Items share it: it must not be changed. @throws what n8n throws */
	of(name: string): Reader | Fixed {
		const reader = this.readers.get(name) ?? this.readerOf(name);
		this.readers.set(name, reader);
		return reader;
	}

	/** Whether an expression makes more of a parameter than the value of one field, so that a part of it can be missing. */
	isComposed(name: string): boolean {
		return typeof this.of(name) === 'function' && !this.fields.has(name);
	}

	private readerOf(name: string): Reader | Fixed {
		const raw: unknown = this.n8n.getNodeParameter(name, 0, '', { rawExpressions: true });
		return this.compile(raw, name) ?? ((item) => this.n8n.getNodeParameter(name, item));
	}

	/** @param place the path by which n8n finds this part @returns undefined when n8n has to evaluate the parameter as a whole */
	private compile(raw: unknown, place: string, isPart = false): Reader | Fixed | undefined {
		if (typeof raw === 'string' && raw.startsWith('=')) return this.compileExpression(raw, place, isPart);
		if (!isObjectOrList(raw)) return { fixed: raw };
		const parts: [string, Reader | Fixed][] = [];
		for (const [key, value] of Object.entries(raw)) {
			const isName = /^[\w-]+$/.test(key) && !(key in Object.prototype);
			const part = isName ? this.compile(value, `${place}.${key}`, true) : undefined;
			if (part === undefined) return undefined;
			parts.push([key, part]);
		}
		const isArray = Array.isArray(raw);
		const build = (item: number): unknown => {
			const entries = parts.map(([key, part]) => [key, typeof part === 'function' ? part(item) : part.fixed] as const);
			return isArray ? entries.map(([, value]) => value) : Object.fromEntries(entries);
		};
		return parts.every(([, part]) => typeof part !== 'function') ? { fixed: build(0) } : build;
	}

	private compileExpression(expression: string, place: string, isPart: boolean): Reader | Fixed | undefined {
		const fixed = fixedTextOf(expression);
		if (fixed !== undefined) return { fixed };
		// An expression that refers to its neighbours (“$parameter["&name"]”) needs n8n to evaluate them all.
		if (isPart && expression.includes('&')) return undefined;
		const path = fieldPathOf(expression);
		const evaluate: Reader = (item) => {
			const value: unknown = this.n8n.getNodeParameter(place, item);
			// n8n converts dates inside a parameter of several parts to text.
			return isPart && isObjectOrList(value) && 'isLuxonDateTime' in value ? String(value) : value;
		};
		if (path === undefined) return evaluate;
		this.fields.add(place);
		return (item) => {
			const field = readField(this.dataOf(item), path);
			return field ? field.value : evaluate(item);
		};
	}

	/** What `$json` is for an item; undefined where only n8n knows. */
	private dataOf(item: number): unknown {
		this.items ??= this.isInput() ? this.n8n.getInputData() : [];
		return this.items[item]?.json;
	}

	/** Whether `$json` is the data of the input items. In a tool of an agent it is the agent's data. */
	private isInput(): boolean {
		const items = this.n8n.getInputData();
		return [0, items.length - 1].every((item) => {
			const json = items[item]?.json;
			return json !== undefined && this.n8n.getWorkflowDataProxy(item).$json === json;
		});
	}
}

/**
 * Expressions that only name a field of the input item, such as `={{ $json.name }}`. n8n's sandbox takes about half a
 * millisecond for each of them and each item; reading them here costs next to nothing. Everything that is not certain
 * is left to n8n: unusual forms, values that are not plain, names that n8n guards.
 */

const SPACE = '[ \\t\\r\\n]*';
/** A quoted name without brackets and backslashes, which n8n's parsers could read differently. */
const quotedName = (quote: string) => `${quote}([^${quote}\\\\{}()]+)${quote}`;
const STEP = `(?:\\.${SPACE}([A-Za-z_][A-Za-z0-9_]*)|\\[${SPACE}(?:${quotedName('"')}|${quotedName("'")}|(0|[1-9][0-9]{0,8}))${SPACE}\\])`;
const WHOLE = new RegExp(`^=\\{\\{${SPACE}\\$json((?:${SPACE}${STEP})+)${SPACE}\\}\\}$`);
const EACH_STEP = new RegExp(STEP, 'g');

/** They could read invisible characters differently, too. The engine takes milliseconds to prepare this class, so most names go without. */
const isVisible = (name: string): boolean => /^[ -~]+$/.test(name) || !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);

/** Names that some version of n8n refuses to read in an expression. n8n itself has to report that. */
const GUARDED = new Set([
	...['__proto__', 'prototype', 'constructor', 'mainModule', 'binding', '_linkedBinding', '_load', 'prepareStackTrace'],
	...['getPrototypeOf', 'setPrototypeOf', 'getOwnPropertyDescriptor', 'getOwnPropertyDescriptors'],
	...['defineProperty', 'defineProperties', 'caller', 'callee', 'arguments'],
	...['getBuiltinModule', 'dlopen', 'execve', 'loadEnvFile'],
]);

/** The names that lead from the item's data to the field of an expression; undefined when it is anything but the name of a field. */
function fieldPathOf(expression: string): string[] | undefined {
	const steps = WHOLE.exec(expression)?.[1];
	// n8n refuses this word anywhere in an expression, even in quotes.
	if (steps === undefined || steps.includes('constructor')) return undefined;
	const path = Array.from(steps.matchAll(EACH_STEP), ([, name, double, single, index]) =>
		String(name ?? double ?? single ?? index),
	);
	const isPlain = (name: string) => isVisible(name) && !GUARDED.has(name) && !(name in Object.prototype);
	return path.every(isPlain) ? path : undefined;
}

/** The text of an expression without code, such as `=AUD`, which n8n returns as it stands; undefined for every other one. */
function fixedTextOf(expression: string): string | undefined {
	return /^=[^{}\\]+$/.test(expression) && !expression.includes('constructor') ? expression.slice(1) : undefined;
}

/** The value of a field, which n8n would hand on unchanged; undefined when n8n has to find it. */
function readField(json: unknown, path: readonly string[]): { value: unknown } | undefined {
	let current = json;
	for (const [step, name] of path.entries()) {
		if (!isPlainObject(current) && !(Array.isArray(current) && /^\d+$/.test(name))) return undefined;
		if (!Object.hasOwn(current, name)) {
			// n8n has its own rules for what lies below a missing field.
			return step === path.length - 1 && !Array.isArray(current) ? { value: undefined } : undefined;
		}
		current = (current as Record<string, unknown>)[name];
	}
	const isPlain = (current ?? null) === null || ['string', 'number', 'boolean'].includes(typeof current);
	return isPlain ? { value: current } : undefined;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (!isObjectOrList(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

/**
 * Why the expression of a parameter gives nothing for an item, as a sentence that begins with a blank; empty where the item
 * has no field that it could mean.
 * @param part the name of a part of it, such as one method parameter
 */
export function whyEmpty(
	n8n: IExecuteFunctions,
	index: number,
	name: string,
	part?: string,
	likelyOf = likelyFieldIn,
): string {
	const read = attemptNow(() => {
		const raw: unknown = n8n.getNodeParameter(name, index, '', { rawExpressions: true });
		const json: unknown = n8n.getInputData()[index]?.json;
		if (part !== undefined && mapsByName(raw)) return likelyField(part, json);
		const value = valueIn(raw, part);
		return typeof value === 'string' && value.startsWith('=') ? likelyOf(value, json) : undefined;
	});
	return 'value' in read && read.value ? sentenceOf(read.value) : '';
}

/** The same where the expression gives something, though a field that it surely reads is missing. */
export const whyIncomplete = (n8n: IExecuteFunctions, index: number, name: string): string =>
	whyEmpty(n8n, index, name, undefined, likelyOwnFieldIn);

/** Whether the fields of the item count that have the names of the parts. */
const mapsByName = (raw: unknown): boolean =>
	isObjectOrList(raw) && (raw as { mappingMode?: unknown }).mappingMode === 'autoMapInputData';

/** The text of a parameter, of what was chosen in a list, or of one part of it. */
function valueIn(raw: unknown, part: string | undefined): unknown {
	if (!isObjectOrList(raw)) return raw;
	const { value } = raw as { value?: unknown };
	return part === undefined || !isObjectOrList(value) ? value : (value as Record<string, unknown>)[part];
}

function sentenceOf({ asked, there, hidden }: Likely): string {
	const names = ` The item has no field “${inPlainSight(asked)}”, but one called “${inPlainSight(there)}”`;
	if (hidden === undefined) return `${names}: map it anew.`;
	const cure =
		hidden === 'U+FEFF'
			? 'Switch on Exclude Byte Order Mark (BOM) in the options of the node that reads the file'
			: 'Rename it, or map it anew';
	return `${names}, with a character in its name that nobody sees. ${cure}.`;
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { fieldPathOf, fixedTextOf, readField } from './plainExpression';
import { isObjectOrList } from '../../../core/objects';

/** The value of a parameter for an item. */
type Reader = (item: number) => unknown;

/** A parameter, or a part of one, that is the same for every item. */
interface Fixed {
	fixed: unknown;
}

/** The value of a parameter that is absent because the form does not show it. */
export const ABSENT: object = Object.freeze({});

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

	/**
	 * A parameter as n8n has it, for all items or for each, or {@link ABSENT}. Items share it: it must not be changed. The
	 * reader throws what n8n throws.
	 */
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
		const raw: unknown = this.n8n.getNodeParameter(name, 0, ABSENT, { rawExpressions: true });
		if (raw === ABSENT) return { fixed: ABSENT };
		return this.compile(raw, name) ?? ((item) => this.n8n.getNodeParameter(name, item));
	}

	/**
	 * @param place the path by which n8n finds this part: names joined with dots
	 * @returns undefined when n8n has to evaluate the parameter as a whole
	 */
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
			return isPart ? withoutDateTime(value) : value;
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

/** n8n converts dates inside a parameter of several parts to text. */
function withoutDateTime(value: unknown): unknown {
	const isDateTime = isObjectOrList(value) && 'isLuxonDateTime' in value;
	return isDateTime ? String(value) : value;
}

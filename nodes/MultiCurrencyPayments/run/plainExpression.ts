/**
 * Expressions that only name a field of the input item, such as `={{ $json.name }}`. n8n's sandbox takes about half a
 * millisecond for each of them and each item; reading them here costs next to nothing. Everything that is not certain
 * is left to n8n: unusual forms, values that are not plain, names that n8n guards.
 */

import { isObjectOrList } from '../../../core/objects';

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
export function fieldPathOf(expression: string): string[] | undefined {
	const steps = WHOLE.exec(expression)?.[1];
	// n8n refuses this word anywhere in an expression, even in quotes.
	if (steps === undefined || steps.includes('constructor')) return undefined;
	const path = Array.from(steps.matchAll(EACH_STEP), ([, name, double, single, index]) =>
		String(name ?? double ?? single ?? index),
	);
	const isPlain = (name: string) => isVisible(name) && !GUARDED.has(name) && !(name in Object.prototype);
	return path.every(isPlain) ? path : undefined;
}

/**
 * The text of an expression that has no code in it, such as `=AUD`, which n8n returns as it stands; undefined for every
 * other one.
 */
export function fixedTextOf(expression: string): string | undefined {
	return /^=[^{}\\]+$/.test(expression) && !expression.includes('constructor') ? expression.slice(1) : undefined;
}

/** The value of a field, which n8n would hand on unchanged; undefined when n8n has to find it. */
export function readField(json: unknown, path: readonly string[]): { value: unknown } | undefined {
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

/** Why an expression finds nothing although the value seems to be there: the field has another name than it shows. */

import { hiddenCharacterIn } from '../payments/identifiers';
import { isObject } from '../objects';
import { lookOf } from '../payments/match';

const NAME = '[\\p{ID_Start}_$][\\p{ID_Continue}$]*';
const STEP = `\\??\\.\\s*(${NAME})|(?:\\?\\.)?\\[\\s*(?:"([^"]*)"|'([^']*)'|\`([^\`$]*)\`)\\s*\\]`;

/** What an expression reads of an item: `$json.name`, `$json["a name"].first`, `$('Node').item.json.name`. */
const PATH = new RegExp(`\\bjson((?:${STEP})+)`, 'gu');
const EACH_STEP = new RegExp(STEP, 'gu');

/** A field that an expression names and an item does not have, and the one of the item that looks the same. */
export interface Likely {
	asked: string;
	there: string;
	/** The character in its name that nobody sees, as "U+FEFF". */
	hidden: string | undefined;
}

/** The name without what people and programs write in more than one way: case, blanks, and what nobody sees. */
const plainName = (name: string): string => lookOf(name).replace(/[\s_-]/g, '');

/** The field of an object that a name most likely stands for; undefined where it has that very field, or none like it. */
export function likelyField(asked: string, fields: unknown): Likely | undefined {
	if (!isObject(fields) || Object.hasOwn(fields, asked)) return undefined;
	const plain = plainName(asked);
	const there = Object.keys(fields).find((name) => plainName(name) === plain);
	return plain === '' || there === undefined ? undefined : { asked, there, hidden: hiddenCharacterIn(there) };
}

/** The same for the fields that an expression names. @param json the data of its item */
export function likelyFieldIn(expression: string, json: unknown): Likely | undefined {
	for (const [, steps = ''] of expression.matchAll(PATH)) {
		let fields = json;
		for (const [, name, double, single, backtick] of steps.matchAll(EACH_STEP)) {
			const asked = name ?? double ?? single ?? backtick ?? '';
			const likely = likelyField(asked, fields);
			if (likely) return likely;
			fields = isObject(fields) ? fields[asked] : undefined;
		}
	}
	return undefined;
}

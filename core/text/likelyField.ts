/** Why an expression finds nothing although the value seems to be there: the field has another name than it shows. */

import { hiddenCharacterIn } from '../payments/identifiers';
import { isObject, isObjectOrList } from '../objects';
import { lookOf } from '../payments/match';

const NAME = '[\\p{ID_Start}_$][\\p{ID_Continue}$]*';
const STEP = `\\??\\.\\s*(${NAME})|(?:\\?\\.)?\\[\\s*(?:"([^"]*)"|'([^']*)'|\`([^\`$]*)\`|(\\d+))\\s*\\]`;

/** What an expression reads of an item: `$json.name`, `$json["a name"].first`, `$json.rows[0].x`, `$('Node').item.json.name`. */
const PATH = new RegExp(`(\\$|\\$input\\.item\\.)?\\bjson((?:${STEP})+)`, 'gu');
const EACH_STEP = new RegExp(STEP, 'gu');

/** The data of the item as a whole, or a function of it: which fields are read is not known. */
const WHOLE = new RegExp(`\\$(?:input\\.item\\.)?json(?!(?:${STEP})(?![\\p{ID_Continue}$]|\\s*\\())`, 'u');

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

/**
 * The same for the fields that an expression names. None where it reads the field that looks the same as well.
 * @param json the data of its item
 */
export const likelyFieldIn = (expression: string, json: unknown): Likely | undefined =>
	firstLikely(pathsIn(expression), json);

/** The same for what an expression surely reads of this very item, and of no other node's. */
export const likelyOwnFieldIn = (expression: string, json: unknown): Likely | undefined =>
	WHOLE.test(expression)
		? undefined
		: firstLikely(
				pathsIn(expression).filter(({ isOwn }) => isOwn),
				json,
			);

/** What an expression reads, by the names of the fields on the way. */
interface Path {
	isOwn: boolean;
	names: string[];
}

const pathsIn = (expression: string): Path[] =>
	[...expression.matchAll(PATH)].map(([, own, steps = '']) => ({
		isOwn: own !== undefined,
		names: [...steps.matchAll(EACH_STEP)].map((step) => step.slice(1).find((name) => name !== undefined) ?? ''),
	}));

function firstLikely(paths: Path[], json: unknown): Likely | undefined {
	const read = new Set(paths.flatMap(({ names }) => names));
	for (const { names } of paths) {
		let fields = json;
		for (const asked of names) {
			const likely = likelyField(asked, fields);
			if (likely && !read.has(likely.there)) return likely;
			fields = isObjectOrList(fields) ? (fields as Record<string, unknown>)[asked] : undefined;
		}
	}
	return undefined;
}

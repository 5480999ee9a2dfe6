/** Tells a file from what servers send in its place, though with status 200: a page to sign in, an error, nothing. */

import { attemptNow } from '../attempt';

/** Whether a file has the mark of its kind. */
type HasMark = (text: string) => boolean;

const begins =
	(...marks: string[]): HasMark =>
	(text) =>
		marks.some((mark) => text.startsWith(mark));

const zip = begins('PK\u0003', 'PK\u0005', 'PK\u0007');
const ole = begins('\u00D0\u00CF\u0011\u00E0');

/** The kinds of files that have a mark of their own. */
const MARKS: ReadonlyMap<string, HasMark> = new Map([
	['pdf', (text) => text.includes('%PDF-')],
	['xlsx', zip],
	['zip', zip],
	['xls', ole],
	['json', begins('[', '{')],
]);

/** Files that are text, and those of them that are a table. They have no mark, so that of another kind tells. */
const TEXTS: ReadonlySet<string> = new Set(['csv', 'tsv', 'txt']);
const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv']);

/** How no text begins, though it may mention one of them: archives, documents, what is compressed, pictures. */
const NO_TEXT = [zip, ole, begins('%PDF-', '\u001F\u008B', '\u0089PNG')];

/** Text of two bytes a character, with or without the mark of its encoding. */
const WIDE = /^(\u00FF\u00FE|\u00FE\u00FF|([^\0]\0){2}|(\0[^\0]){2})/;

/** Files that are markup themselves. */
const MARKUP: ReadonlySet<string> = new Set(['xml', 'html', 'htm']);

const PAGE = /^(<!--[^]*?-->\s*)*<(!doctype\s+html|html|head|body|title|meta|script|form)\b/i;

const JSON_TYPE = /^\s*application\/([\w.-]+\+)?json\b/i;

const PAGE_TYPE = /^\s*(text\/html|application\/xhtml)/i;

/** The root element of the errors of storages for files. */
const ERROR_ROOT = /^(<\?xml[^>]*>\s*)?<(\w+:)?Error\b/i;

/** How many bytes of a file decide. */
export const DECIDING_BYTES = 1024;

/**
 * What came in place of a file, in words that can be shown to the user; null where it may be the file.
 * @param type what was promised, as the ending of its name in small letters; empty where nothing tells
 * @param contentType the header of the answer
 * @param start the first bytes, each a character
 */
export function insteadOfFile(type: string, contentType: string, start: string): string | null {
	// Without the mark of an encoding, and whatever the encoding.
	const text = start
		.replace(/^(\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)/, '')
		.replaceAll('\u0000', '')
		.trimStart();
	if (text === '') return 'an empty file';
	if (!type.startsWith('htm') && (PAGE.test(text) || PAGE_TYPE.test(contentType))) return 'a web page';
	if (ERROR_ROOT.test(text)) return 'an error';
	const hasMark = MARKS.get(type);
	if (hasMark) return hasMark(text) ? null : `a file that is no ${type.toUpperCase()}`;
	if (type !== '' && !MARKUP.has(type) && text.startsWith('<')) return 'markup';
	const isText = !NO_TEXT.some((isOther) => isOther(text)) && (WIDE.test(start) || !start.includes('\0'));
	if (TEXTS.has(type) && !isText) return `a file that is no ${type.toUpperCase()}`;
	return TABLES.has(type) && isJson(text, contentType) ? 'JSON' : null;
}

/** Whether it is JSON, as far as its start tells. A table of a single cell may be a number or a text of JSON as well. */
function isJson(text: string, contentType: string): boolean {
	const read = attemptNow(() => JSON.parse(text) as unknown);
	if ('value' in read) return typeof read.value === 'object' || JSON_TYPE.test(contentType);
	return /^(\[\s*)?\{\s*"/.test(text);
}

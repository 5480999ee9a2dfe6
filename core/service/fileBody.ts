/** Tells a file from what servers send in its place, though with status 200: a page to sign in, an error, nothing. */

/** How the content of files begins that have a mark of their own. */
const MARKS: ReadonlyMap<string, RegExp> = new Map([
	['pdf', /%PDF-/],
	['xlsx', /^PK/],
	['zip', /^PK/],
	['xls', /^\u00D0\u00CF/],
	['json', /^[[{]/],
]);

/** Files that are markup themselves. */
const MARKUP: ReadonlySet<string> = new Set(['xml', 'html', 'htm']);

const PAGE = /^(<!--[^]*?-->\s*)*<(!doctype\s+html|html|head|body|title|meta|script|form)\b/i;

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
	const mark = MARKS.get(type);
	if (mark) return mark.test(text) ? null : `a file that is no ${type.toUpperCase()}`;
	if (type !== '' && !MARKUP.has(type) && text.startsWith('<')) return 'markup';
	return type === 'csv' && /^\{\s*"/.test(text) ? 'JSON' : null;
}

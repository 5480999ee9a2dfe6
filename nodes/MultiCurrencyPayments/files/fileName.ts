/** Longest name, in bytes of UTF-8, that common file systems take. */
const MOST_BYTES = 255;

/**
 * The last part of a name that the service gave, without unsafe characters, so that it cannot lead to another folder. A
 * long name is shortened, and keeps its extension.
 */
export function fileName(given: unknown, otherwise: string): string {
	const [last = ''] = String(given ?? '')
		.split(/[\\/]/)
		.slice(-1);
	const name = last.replace(/[\p{C}<>:"|?*]/gu, '').trim();
	if (/^\.*$/.test(name)) return otherwise;
	const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
	const stem = name.slice(0, name.length - extension.length);
	return startOf(stem, MOST_BYTES - extension.length) + extension;
}

/** As many whole characters from the start of a text as take no more than so many bytes. */
function startOf(text: string, bytes: number): string {
	if (Buffer.byteLength(text) <= bytes) return text;
	let length = 0;
	for (const character of text) {
		bytes -= Buffer.byteLength(character);
		if (bytes < 0) break;
		length += character.length;
	}
	return text.slice(0, length);
}

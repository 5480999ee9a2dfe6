/** Longest name, in bytes of UTF-8, that common file systems take. */
const MOST_BYTES = 255;

/**
 * The last part of a name that the service gave, without unsafe characters, so that it cannot lead to another folder. A
 * long name is shortened, and keeps its extension.
 */
export function fileName(given: unknown, otherwise: string): string {
	const last = String(given ?? '').replace(/^.*[\\/]/s, '');
	const name = last.replace(/[\p{C}<>:"|?*]/gu, '').trim();
	if (/^\.*$/.test(name)) return otherwise;
	const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
	const stem = Buffer.from(name.slice(0, name.length - extension.length));
	const start = stem.subarray(0, MOST_BYTES - extension.length);
	// As a stream, because its last character may be cut.
	return new TextDecoder().decode(start, { stream: true }) + extension;
}

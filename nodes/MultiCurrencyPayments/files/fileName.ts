/** Longest name, in characters. Most file systems take 255 bytes. */
const LONGEST = 200;

/**
 * The last part of a name that the service gave, without unsafe characters, so that it cannot lead to another folder.
 */
export function fileName(given: unknown, otherwise: string): string {
	const [last = ''] = String(given ?? '')
		.split(/[\\/]/)
		.slice(-1);
	const name = last.replace(/[\p{C}<>:"|?*]/gu, '').trim();
	if (/^\.*$/.test(name)) return otherwise;
	const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
	return name.length <= LONGEST ? name : name.slice(0, LONGEST - ending.length) + ending;
}

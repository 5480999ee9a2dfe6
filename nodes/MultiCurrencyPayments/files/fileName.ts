/** No disk that n8n runs on takes a longer one. */
const LONGEST = 200;

/** The last part of a name that the service gave, without what no name should hold: it leads to no other folder. */
export function fileName(given: string, otherwise: string): string {
	const name = (given.split(/[\\/]/).at(-1) ?? '').replace(/[\p{C}<>:"|?*]/gu, '').trim();
	if (/^\.*$/.test(name)) return otherwise;
	const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
	return name.length <= LONGEST ? name : name.slice(0, LONGEST - ending.length) + ending;
}

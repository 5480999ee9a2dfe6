import manifest from './package.json';

/** The versions of n8n whose engines are installed here, oldest first. */
export const versions = Object.keys(manifest.dependencies)
	.map((name) => name.replace('n8n-', ''))
	.sort(compare);

/** Compares two versions as Array.prototype.sort wants it. */
export function compare(one: string, other: string): number {
	const [left, right] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
	for (const [place, number] of left.entries()) {
		const difference = number - (right[place] ?? 0);
		if (difference !== 0) return difference;
	}
	return left.length - right.length;
}

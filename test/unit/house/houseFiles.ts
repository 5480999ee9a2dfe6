import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository. */
export const TOP = join(__dirname, '..', '..', '..');

/** The files of the repository below some folders, as paths from the top. */
export function filesOf(...folders: string[]): string[] {
	return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
		cwd: TOP,
		encoding: 'utf8',
	})
		.trimEnd()
		.split('\n');
}

/** The source files among them. */
export const sourcesOf = (...folders: string[]): string[] => filesOf(...folders).filter((file) => file.endsWith('.ts'));

/** What a file imports, as written: types, values, and what it loads while it runs. */
export function importsOf(file: string): string[] {
	const text = readFileSync(join(TOP, file), 'utf8');
	return [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier);
}

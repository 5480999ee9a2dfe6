import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transformSync } from 'esbuild';

/**
 * Loads fresh copies of a module and everything of this repository that it imports. Each file is compiled once and run once
 * per copy. Copies share only the packages they import. Jest's own way of doing this compiles every file again and never
 * frees it.
 */

type Body = (exports: object, require: (name: string) => unknown, module: { exports: object }) => void;

const compiled = new Map<string, Body>();

function bodyOf(file: string): Body {
	const known = compiled.get(file);
	if (known) return known;
	const { code } = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', format: 'cjs', target: 'es2022' });
	const body = new Function('exports', 'require', 'module', `${code}\n//# sourceURL=${file}`) as Body;
	compiled.set(file, body);
	return body;
}

function fileOf(folder: string, name: string): string {
	const path = resolve(folder, name);
	const file = [path, `${path}.ts`, join(path, 'index.ts')].find((each) => each.endsWith('.ts') && existsSync(each));
	if (file === undefined) throw new Error(`There is no module ${name} in ${folder}`);
	return file;
}

/**
 * @param shared returns the packages that all copies share, by name
 * @param given modules to take instead of files, by path
 */
export function loadAnew<T>(
	entry: string,
	shared: (name: string) => unknown,
	given: Readonly<Record<string, object>> = {},
): T {
	const modules = new Map(Object.entries(given).map(([file, exports]) => [file, { exports }]));
	const load = (file: string): object => {
		const known = modules.get(file);
		if (known) return known.exports;
		const module = { exports: {} };
		modules.set(file, module);
		const folder = dirname(file);
		bodyOf(file)(module.exports, (name) => (name.startsWith('.') ? load(fileOf(folder, name)) : shared(name)), module);
		return module.exports;
	};
	return load(fileOf('', entry)) as T;
}

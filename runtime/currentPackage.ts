import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage, packPackage } from './packedPackage';

const ROOT = join(__dirname, '..');

/** The sources of the packed package. */
const SOURCES = [
	'nodes',
	'credentials',
	'core',
	'contract',
	'icons',
	'package.json',
	'tsconfig.json',
	'gulpfile.js',
	'README.md',
	'LICENSE.md',
];

function filesOf(path: string): string[] {
	if (!existsSync(path)) return [];
	return statSync(path).isDirectory()
		? readdirSync(path)
				.sort()
				.flatMap((name) => filesOf(join(path, name)))
		: [path];
}

function fingerprint(): string {
	const hash = createHash('sha256');
	for (const file of SOURCES.flatMap((source) => filesOf(join(ROOT, source))))
		hash.update(file).update(readFileSync(file));
	return hash.digest('hex');
}

/** The folders of one n8n. */
export interface Place {
	/** n8n's user folder. */
	userFolder: string;
	/** Receives the packed package. */
	packageFolder: string;
}

/**
 * Builds and packs the current package and installs it into the n8n of this place, as a user would. Does nothing if the
 * sources have not changed since the last time. Returns whether anything was done.
 */
export async function installCurrentPackage({ userFolder, packageFolder }: Place): Promise<boolean> {
	const current = fingerprint();
	const stamp = join(userFolder, '.n8n', 'nodes', '.made-from');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return false;
	await installPackage(userFolder, await packPackage(packageFolder));
	writeFileSync(stamp, current);
	return true;
}

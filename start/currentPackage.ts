import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage, packPackage } from '../runtime/packedPackage';
import type { Place } from './place';

const ROOT = join(__dirname, '..');

/** Everything the packed package is made of. */
const SOURCES = [
	'nodes',
	'credentials',
	'core',
	'contract',
	'icons',
	'package.json',
	'tsconfig.json',
	'tsconfig.build.json',
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

const says = (file: string, text: string): boolean => existsSync(file) && readFileSync(file, 'utf8') === text;

/**
 * Puts the package as it is now into the n8n of this place, through a tarball as from npm. What has not changed since the
 * last start is neither built nor installed again. Returns whether anything had to be done.
 */
export async function installCurrentPackage({ userFolder, packageFolder }: Place): Promise<boolean> {
	const now = fingerprint();
	const stamp = join(userFolder, '.n8n', 'nodes', '.made-from');
	if (says(stamp, now)) return false;
	await installPackage(userFolder, await packPackage(packageFolder));
	writeFileSync(stamp, now);
	return true;
}

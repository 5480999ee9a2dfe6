import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';

/**
 * Keeps the workflows of a release in test/saved: one of every operation, and the examples. Tests run them with every later
 * release. What is kept never changes.
 *
 *   npm run release:save
 */

const ROOT = join(__dirname, '..', '..');
const SAVED = join(ROOT, 'test', 'saved');

function keep(from: string, to: string): void {
	cpSync(from, to, { recursive: true, force: false, errorOnExist: true });
	console.log(to);
}

keep(join(SAVED, 'unreleased'), join(SAVED, version));
keep(join(ROOT, 'examples'), join(SAVED, version, 'examples'));

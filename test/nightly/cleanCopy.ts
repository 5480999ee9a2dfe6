import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');

/** Copies what the repository tracks into a new folder, with what is installed, and returns that folder. */
export function cleanCopy(): string {
	const copy = mkdtempSync(join(tmpdir(), 'clean-copy-'));
	const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
	for (const path of tracked.filter((each) => each !== '' && existsSync(join(ROOT, each)))) {
		mkdirSync(dirname(join(copy, path)), { recursive: true });
		cpSync(join(ROOT, path), join(copy, path));
	}
	symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
	return copy;
}

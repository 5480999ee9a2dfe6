import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const ROOT = join(__dirname, '..', '..', '..');

/** The folder of n8n's verification tools. */
export const TOOLS = join('test', 'compat', 'tools');

/** Copies what the repository tracks into a new folder, with what is installed, and returns that folder. */
export function cleanCopy(): string {
	const copy = mkdtempSync(join(tmpdir(), 'clean-copy-'));
	const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
	for (const path of tracked.filter((each) => each !== '' && existsSync(join(ROOT, each)))) {
		mkdirSync(dirname(join(copy, path)), { recursive: true });
		cpSync(join(ROOT, path), join(copy, path));
	}
	for (const folder of ['', TOOLS]) {
		symlinkSync(join(ROOT, folder, 'node_modules'), join(copy, folder, 'node_modules'));
	}
	return copy;
}

import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

/** The n8n to run. */
interface InstalledN8n {
	program: string;
	/** Whether Node must run it; otherwise it is executable itself. */
	isScript: boolean;
	/** Whether it is the version of this folder's lockfile. */
	isPinned: boolean;
}

/** Whether a file is a Node.js script. n8n's own program is; a wrapper around it may not be. */
function isNodeScript(file: string): boolean {
	const start = Buffer.alloc(64);
	const handle = openSync(file, 'r');
	readSync(handle, start, 0, start.length, 0);
	closeSync(handle);
	return /\.[cm]?js$/.test(file) || /^#!.*\bnode\b/.test(start.toString('latin1').split('\n')[0]);
}

/**
 * The n8n to run: the given version, or else the one that `N8N_BIN` names, or else that of this folder. Installs the first
 * and the last when missing (1 to 2 GB, a few minutes, with progress). Throws with advice when there is none.
 * @param version one of those in the folder `versions`
 */
export async function installedN8n(version?: string): Promise<InstalledN8n> {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < 24) {
		throw new Error(
			`n8n needs Node 24, and this is ${process.version}. Start it with npm, which puts the Node of this repository first.`,
		);
	}
	const own = process.env.N8N_BIN;
	if (own && version === undefined) {
		if (!existsSync(own))
			throw new Error(
				`N8N_BIN names ${own}, which is not there. Correct it, or leave it out to use the n8n of the folder runtime.`,
			);
		const program = realpathSync(own);
		return { program, isScript: isNodeScript(program), isPinned: false };
	}
	const wanted = version === undefined ? 'n8n' : `n8n@${version}`;
	const folder = version === undefined ? __dirname : join(__dirname, 'versions', version);
	const installation = spawn(process.execPath, [join(ROOT, 'scripts', 'setUp.mjs'), wanted], {
		stdio: 'inherit',
	});
	const stop = () => installation.kill('SIGTERM');
	process.once('exit', stop);
	const code = await new Promise((resolve) => installation.once('exit', resolve));
	process.off('exit', stop);
	if (code !== 0) {
		throw new Error(
			'n8n could not be installed; the reason is above. An n8n that is already on this machine can be named in N8N_BIN instead.',
		);
	}
	return {
		program: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		isScript: true,
		isPinned: version === undefined,
	};
}

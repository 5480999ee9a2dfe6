import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '..');
const run = promisify(execFile);

/** Runs npm. Throws with the name of the step and the end of npm's output. */
async function npm(step: string, args: string[], cwd: string): Promise<void> {
	// If npm runs this process, its settings would point this npm to the wrong folder.
	const env = Object.fromEntries(
		Object.entries(process.env).filter(
			([key]) => !/^npm_(package|lifecycle|command|config_local_prefix)|^INIT_CWD$/i.test(key),
		),
	);
	try {
		await run('npm', args, { cwd, env, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' });
	} catch (error) {
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
		throw new Error(
			`${step} failed (npm ${args[0]}):\n${`${stdout}\n${stderr}`.trim().split('\n').slice(-25).join('\n')}`,
			{ cause: error },
		);
	}
}

/**
 * Builds this package and packs it into `folder`, as publishing would. Programs that run at once would build into the same `dist`:
 * `PACKED_PACKAGE` is the tarball that was made for all of them. Returns the tarball's path.
 */
export async function packPackage(folder: string): Promise<string> {
	mkdirSync(folder, { recursive: true });
	const { PACKED_PACKAGE: packed } = process.env;
	if (packed) {
		const copy = join(folder, basename(packed));
		copyFileSync(packed, copy);
		return copy;
	}
	for (const old of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) rmSync(join(folder, old));
	await npm('Building the package', ['run', 'build'], ROOT);
	await npm('Packing the package', ['pack', '--ignore-scripts', '--pack-destination', folder], ROOT);
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (!tarball) throw new Error(`npm pack left no tarball in ${folder}.`);
	return join(folder, tarball);
}

/**
 * Installs a tarball into an n8n user folder as n8n installs a community package, so that its nodes have their real type names
 * (`<package>.<node>`). A running n8n sees it after a restart.
 */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	const manifest = join(nodes, 'package.json');
	if (!existsSync(manifest))
		writeFileSync(manifest, JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }));
	// The tarball may differ from an earlier one of the same version, and npm's lockfile would insist on the earlier one.
	rmSync(join(nodes, 'package-lock.json'), { force: true });
	rmSync(join(nodes, 'node_modules'), { recursive: true, force: true });
	// Without legacy-peer-deps, npm would look for a second n8n-workflow in the registry.
	const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--offline'];
	await npm('Installing the package into n8n', ['install', ...flags, tarball], nodes);
}

/**
 * Installs what is missing. Plain JavaScript for Node 20, because it runs before anything is installed.
 *
 *   node scripts/setUp.mjs                 the development tools of this repository
 *   node scripts/setUp.mjs n8n             the n8n of the folder runtime
 *   node scripts/setUp.mjs n8n@1.100.1     another one, of runtime/versions
 *   node scripts/setUp.mjs tools engines   several, one after the other
 *
 * A file inside node_modules holds the hash of the lockfile that was installed. If it matches, nothing is done.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NpmFailure, runNpm } from './runNpm.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const NODE_MAJOR = 24;
/** A folder for each other version of n8n that can be started. */
const OTHER_VERSIONS = join(ROOT, 'runtime', 'versions');

/** Whether a program succeeds with the expected output. */
function answers(program, args, expected, cwd) {
	try {
		return expected.test(execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
	} catch {
		return false;
	}
}

/**
 * The headers of a Node.js on this machine, so that the compiler need not download them. Those of any version will do, because
 * the database driver uses only Node-API, which is stable. The npm package `node` includes none.
 */
function headers() {
	const prefixes = (process.env.PATH ?? '').split(delimiter).map((folder) => dirname(folder));
	const prefix = prefixes.find((folder) => existsSync(join(folder, 'include', 'node', 'node_api.h')));
	return prefix === undefined ? [] : [`--nodedir=${prefix}`];
}

/** The n8n that a folder's lockfile names, with the database driver that it needs. */
function n8nIn(folder, size) {
	return {
		folder,
		name: `n8n ${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies.n8n}`,
		size,
		usual: 'usually 2 to 3 minutes',
		flags: ['--legacy-peer-deps', '--ignore-scripts'],
		repairs: [
			{
				name: "n8n's database driver",
				usual: 'usually 1 to 2 minutes where it has to be compiled',
				works: (place) => answers(NODE, ['-e', "require('sqlite3'); console.log('works')"], /works/, place),
				args: ['rebuild', 'sqlite3', '--ignore-scripts=false', ...headers()],
				otherwise: 'Compiling it needs python3, make and a C++ compiler (Debian: apt-get install python3 make g++).',
			},
		],
	};
}

const INSTALLATIONS = {
	tools: {
		folder: ROOT,
		name: 'the development tools',
		size: 'about 1,150 packages, 1 GB',
		usual: 'usually 1 to 2 minutes',
		flags: ['--ignore-scripts'],
		repairs: [
			{
				name: `Node ${NODE_MAJOR}, which n8n needs`,
				usual: 'usually a few seconds',
				works: (folder) =>
					answers(NODE, ['-p', `process.versions.node.split('.')[0] >= ${NODE_MAJOR}`], /true/, folder),
				args: ['rebuild', 'node', '--ignore-scripts=false'],
				otherwise: `Node ${NODE_MAJOR} could not be placed into node_modules/node/bin. Delete node_modules and try again.`,
			},
		],
	},
	n8n: n8nIn(join(ROOT, 'runtime'), 'about 2,100 packages, 2.2 GB, once'),
	...Object.fromEntries(
		readdirSync(OTHER_VERSIONS).map((version) => [
			`n8n@${version}`,
			n8nIn(join(OTHER_VERSIONS, version), 'about 1,650 packages, 1.1 GB, once'),
		]),
	),
	engines: {
		folder: join(ROOT, 'test', 'compat'),
		name: 'the engines of older and newer n8n',
		size: 'about 900 packages, 1.2 GB, once',
		usual: 'usually 1 to 3 minutes',
		flags: ['--legacy-peer-deps', '--ignore-scripts'],
		repairs: [],
	},
	verification: {
		folder: join(ROOT, 'test', 'compat', 'tools'),
		name: 'n8n’s verification scanner',
		size: 'about 150 packages, 0.1 GB, once',
		usual: 'usually half a minute',
		flags: ['--legacy-peer-deps', '--ignore-scripts'],
		repairs: [],
	},
};

const stampOf = (lockfile) =>
	`${createHash('sha256').update(lockfile).digest('hex')} ${process.platform} ${process.arch}\n`;

/** The packages that every machine needs, as [folder, entry] pairs. Platform-specific ones are optional and left out. */
const packagesOf = (lockfile) =>
	Object.entries(JSON.parse(lockfile).packages).filter(
		([path, { optional, peer }]) => path !== '' && !optional && !peer,
	);

/** Whether a folder, perhaps installed by hand, has every package of the lockfile in its version. */
const matchesLockfile = (folder, packages) =>
	packages.every(([path, { version }]) => {
		const manifest = join(folder, path, 'package.json');
		return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
	});

async function install({ folder, name, size, usual, flags, repairs }) {
	const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
	const stampFile = join(folder, 'node_modules', '.installed-from');
	const stamp = stampOf(lockfile);
	if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

	const packages = packagesOf(lockfile);
	if (!matchesLockfile(folder, packages)) {
		await runNpm({
			args: ['ci', ...flags, '--no-audit', '--no-fund'],
			folder,
			title: `Installing ${name} (${size}; ${usual})`,
			packages: packages.map(([path]) => path),
		});
	}
	for (const repair of repairs) {
		if (repair.works(folder)) continue;
		await runNpm({ args: repair.args, folder, title: `Preparing ${repair.name} (${repair.usual})` });
		if (!repair.works(folder)) throw new NpmFailure(`Preparing ${repair.name} did not work.`, repair.otherwise);
	}
	writeFileSync(stampFile, stamp);
}

const asked = process.argv.slice(2);
try {
	for (const wanted of asked.length > 0 ? asked : ['tools']) {
		if (!(wanted in INSTALLATIONS))
			throw new NpmFailure(
				`Nothing called "${wanted}" can be installed here.`,
				`Known: ${Object.keys(INSTALLATIONS).join(', ')}.`,
			);
		await install(INSTALLATIONS[wanted]);
	}
} catch (failure) {
	if (!(failure instanceof NpmFailure)) throw failure;
	console.error(`\n${failure.message}\n${failure.advice}`);
	process.exitCode = 1;
}

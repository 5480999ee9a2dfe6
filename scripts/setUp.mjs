/**
 * Installs what is missing. Plain JavaScript for Node 20, because it runs before anything is installed.
 *
 *   node scripts/setUp.mjs                 the development tools of this repository
 *   node scripts/setUp.mjs n8n             the n8n of the folder runtime
 *   node scripts/setUp.mjs n8n@1.100.1     another one, of runtime/versions
 *   node scripts/setUp.mjs tools engines   several, one after the other
 *
 * The database driver of n8n is compiled while n8n is downloaded.
 *
 * A file inside node_modules holds the hash of the lockfile that was installed. If it matches, nothing is done.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shown } from './progress.mjs';
import { NpmFailure, runNpm } from './runNpm.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const NODE_MAJOR = 24;
const NODE_NAME = `Node ${NODE_MAJOR}, which n8n needs`;
/** A folder for each other version of n8n that can be started. */
const OTHER_VERSIONS = join(ROOT, 'runtime', 'versions');
const VERIFICATION = join(ROOT, 'test', 'compat', 'tools');

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

/** Where a package finds another: innermost first, as Node does. */
function placeOf(name, from, packages) {
	for (let place = from; place !== ''; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/'))))
		if (`${place}/node_modules/${name}` in packages) return `${place}/node_modules/${name}`;
	return `node_modules/${name}`;
}

/** The part of a lockfile's packages that one of them needs, without what is optional. */
function neededBy(path, packages, part = {}) {
	const { optionalDependencies: _, ...own } = packages[path];
	part[path] = own;
	for (const name of Object.keys(own.dependencies ?? {})) {
		const other = placeOf(name, path, packages);
		if (!(other in part)) neededBy(other, packages, part);
	}
	return part;
}

const DRIVER = 'sqlite3';
const BINARY = join('node_modules', DRIVER, 'build', 'Release', 'node_sqlite3.node');

/**
 * Compiles n8n's database driver in a folder of its own, from the packages that n8n's lockfile names. Where its makers have a
 * binary for this machine and can be reached, that is taken. Returns the binary's path; the folder ends with this process.
 */
async function compileDriver(n8n) {
	const folder = mkdtempSync(join(tmpdir(), 'database-driver-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const { packages } = JSON.parse(readFileSync(join(n8n, 'package-lock.json'), 'utf8'));
	const part = neededBy(`node_modules/${DRIVER}`, packages);
	const manifest = {
		name: 'database-driver',
		private: true,
		dependencies: { [DRIVER]: part[`node_modules/${DRIVER}`].version },
	};
	const lockfile = { name: manifest.name, lockfileVersion: 3, requires: true, packages: { '': manifest, ...part } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
	const name = "Preparing n8n's database driver";
	let doing = 'downloading';
	await shown(
		{
			title: `${name} (usually 1 to 2 minutes where it has to be compiled)`,
			name: "n8n's database driver",
			howFar: () => doing,
		},
		async () => {
			await runNpm({ args: ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], folder, name });
			doing = 'compiling';
			await runNpm({ args: ['rebuild', DRIVER, '--ignore-scripts=false', ...headers()], folder, name });
		},
	);
	return join(folder, BINARY);
}

/** The n8n that a folder's lockfile names, with the database driver that it needs. */
function n8nIn(folder, size) {
	return {
		folder,
		name: `n8n ${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies.n8n}`,
		size,
		usual: 'usually 3 to 4 minutes',
		flags: ['--legacy-peer-deps', '--ignore-scripts'],
		addition: {
			name: "n8n's database driver",
			works: () => answers(NODE, ['-e', `require('${DRIVER}'); console.log('works')`], /works/, folder),
			prepare: () => compileDriver(folder),
			add: (binary) => cpSync(binary, join(folder, BINARY)),
			otherwise: 'Compiling it needs python3, make and a C++ compiler (Debian: apt-get install python3 make g++).',
		},
	};
}

/** Places the Node that the npm package of this name brings. */
const placeNode = () => {
	const name = `Preparing ${NODE_NAME}`;
	return shown({ title: `${name} (usually a few seconds)`, name: NODE_NAME, howFar: () => 'placing it' }, () =>
		runNpm({ args: ['rebuild', 'node', '--ignore-scripts=false'], folder: ROOT, name }),
	);
};

const INSTALLATIONS = {
	tools: {
		folder: ROOT,
		name: 'the development tools',
		size: 'about 1,000 packages, 0.7 GB',
		usual: 'usually 1 to 2 minutes',
		flags: ['--ignore-scripts'],
		addition: {
			name: NODE_NAME,
			works: () => answers(NODE, ['-p', `process.versions.node.split('.')[0] >= ${NODE_MAJOR}`], /true/, ROOT),
			add: placeNode,
			otherwise: `Node ${NODE_MAJOR} could not be placed into node_modules/node/bin. Delete node_modules and try again.`,
		},
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
	},
	verification: {
		folder: VERIFICATION,
		name: 'n8n’s verification tools',
		size: 'about 280 packages, 0.1 GB, once',
		usual: 'usually half a minute',
		flags: ['--legacy-peer-deps', '--ignore-scripts'],
		linked: '@n8n/node-cli',
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

/** How many packages are unpacked. Counts package.json files, because a folder exists long before its content. */
function unpacked(folder, packages) {
	const present = packages.filter(([path]) => existsSync(join(folder, path, 'package.json'))).length;
	return present < packages.length ? `${present} of ${packages.length} packages` : 'last steps';
}

const installPackages = ({ folder, name, size, usual, flags }, packages) =>
	shown({ title: `Installing ${name} (${size}; ${usual})`, name, howFar: () => unpacked(folder, packages) }, () =>
		runNpm({ args: ['ci', ...flags, '--no-audit', '--no-fund'], folder, name: `Installing ${name}` }),
	);

/** What several tasks at once have given, once all have ended, so that one that fails costs the others nothing. */
async function allOf(tasks) {
	const ended = await Promise.allSettled(tasks);
	for (const { status, reason } of ended) if (status === 'rejected') throw reason;
	return ended.map(({ value }) => value);
}

async function install(installation) {
	const { folder, addition } = installation;
	const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
	const stampFile = join(folder, 'node_modules', '.installed-from');
	const stamp = stampOf(lockfile);
	if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

	const packages = packagesOf(lockfile);
	const isThere = matchesLockfile(folder, packages);
	// What is installed anew has no addition.
	const isComplete = isThere && (addition?.works() ?? true);
	const [prepared] = await allOf([
		isComplete ? undefined : addition?.prepare?.(),
		isThere ? undefined : installPackages(installation, packages),
	]);
	if (addition && !addition.works()) {
		await addition.add(prepared);
		if (!addition.works()) throw new NpmFailure(`Preparing ${addition.name} did not work.`, addition.otherwise);
	}
	writeFileSync(stampFile, stamp);
}

/** Lets this repository import a package of another folder of it. */
function link(name, folder) {
	const [here, there] = [ROOT, folder].map((place) => join(place, 'node_modules', name));
	if (existsSync(here)) return;
	mkdirSync(dirname(here), { recursive: true });
	rmSync(here, { force: true });
	symlinkSync(relative(dirname(here), there), here, 'junction');
}

const asked = process.argv.slice(2);
try {
	for (const wanted of asked.length > 0 ? asked : ['tools']) {
		if (!(wanted in INSTALLATIONS))
			throw new NpmFailure(
				`Nothing called "${wanted}" can be installed here.`,
				`Known: ${Object.keys(INSTALLATIONS).join(', ')}.`,
			);
		const installation = INSTALLATIONS[wanted];
		await install(installation);
		if (installation.linked) link(installation.linked, installation.folder);
	}
} catch (failure) {
	if (!(failure instanceof NpmFailure)) throw failure;
	console.error(`\n${failure.message}\n${failure.advice}`);
	process.exitCode = 1;
}

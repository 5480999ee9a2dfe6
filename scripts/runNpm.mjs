/** Runs npm with progress output, and with useful advice when it fails. Plain JavaScript for Node 20. */
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';

const ON_SCREEN = process.stdout.isTTY === true;
const PERIOD_MS = ON_SCREEN ? 1_000 : 10_000;
const TAIL_LINES = 25;

/** What went wrong (`message`) and what to do about it (`advice`), as sentences to print. */
export class NpmFailure extends Error {
	constructor(message, advice) {
		super(message);
		this.advice = advice;
	}
}

const ADVICE = [
	[
		/gyp.*headers\.tar\.gz[\s\S]*gyp ERR!/,
		"Node's headers, which the compiler needs, could not be downloaded. Use a Node that brings them (include/node beside its bin), or name one with npm_config_nodedir.",
	],
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i,
		'The npm registry could not be reached. Check the network, a proxy, and what `npm config get registry` says; then start again.',
	],
	[
		/E40[13]/,
		'The npm registry refused the request. Check what `npm config get registry` says and whether you are logged in there.',
	],
	[/ENOSPC/, 'The disk is full: about 4 GB are needed. Make room, then start again.'],
	[
		/EACCES|EPERM/,
		'A folder may not be written by you, perhaps because an earlier install ran as another user. Delete node_modules and start again.',
	],
	[
		/Missing: .* from lock file|in sync/,
		'package.json and package-lock.json differ. Run `npm install` once, or take both files from version control.',
	],
	[
		/gyp|not found: make|g\+\+/,
		'A package had to be compiled: python3, make and a C++ compiler are needed (Debian: apt-get install python3 make g++).',
	],
	[/EINTEGRITY/, 'A download was damaged. Run `npm cache verify`, then start again.'],
];

const adviceFor = (output) =>
	ADVICE.find(([pattern]) => pattern.test(output))?.[1] ?? 'Read the lines above, then start again.';

/**
 * The environment for npm: without the settings that an outer npm leaves for its script, and without this folder's
 * node_modules/.bin, because npm removes the Node in there while it replaces node_modules.
 */
function environment(folder) {
	const inherited = Object.entries(process.env).filter(
		([key]) => !/^(npm_(package|lifecycle|config_local_prefix|command)|INIT_CWD)/i.test(key),
	);
	const env = Object.fromEntries(inherited);
	const own = join(folder, 'node_modules') + sep;
	env.PATH = (process.env.PATH ?? '')
		.split(delimiter)
		.filter((entry) => !entry.startsWith(own))
		.join(delimiter);
	// node-gyp compiles on all cores.
	env.JOBS ??= 'max';
	return env;
}

/** Says how many packages are unpacked. Counts package.json files, because a folder exists long before its content. */
function progressCounter(folder, packages) {
	return () => {
		const present = packages.filter((path) => existsSync(join(folder, path, 'package.json'))).length;
		return present < packages.length ? `, ${present} of ${packages.length} packages` : ', last steps';
	};
}

/**
 * Runs `npm <args>` in `folder`. When it fails, prints the end of its output and throws {@link NpmFailure}.
 * `packages` are the folders that it unpacks, if any; they serve to show progress.
 */
export async function runNpm({ args, folder, title, packages }) {
	const log = join(tmpdir(), `npm-${args[0]}-${process.pid}.log`);
	const output = createWriteStream(log);
	const started = Date.now();
	const howFar = packages ? progressCounter(folder, packages) : () => '';
	const windows = process.platform === 'win32';
	// A separate process group, so that npm and everything it starts end together.
	const npm = spawn('npm', args, {
		cwd: folder,
		env: environment(folder),
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: !windows,
		shell: windows,
	});
	npm.stdout.pipe(output, { end: false });
	npm.stderr.pipe(output, { end: false });

	const seconds = () => Math.round((Date.now() - started) / 1000);
	const say = (text) => process.stdout.write(ON_SCREEN ? `\r\x1b[2K${text}` : `${text}\n`);
	say(`${title} …`);
	const ticker = setInterval(
		() => say(ON_SCREEN ? `${title}: ${seconds()} s${howFar()}` : `  ${seconds()} s${howFar()}`),
		PERIOD_MS,
	);

	const stop = (signal) => {
		try {
			process.kill(windows ? npm.pid : -npm.pid, signal);
		} catch {
			// It has already ended.
		}
	};
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	const onSignal = (signal) => {
		stop(signal);
		process.exit(1);
	};
	for (const signal of signals) process.once(signal, onSignal);
	const code = await new Promise((resolve) => {
		npm.once('error', (error) => {
			output.write(`npm could not be started: ${error.message}\n`);
			resolve(1);
		});
		npm.once('close', resolve);
	});
	clearInterval(ticker);
	for (const signal of signals) process.off(signal, onSignal);
	await new Promise((resolve) => output.end(resolve));

	if (code === 0) {
		say(`${title}: done in ${seconds()} s`);
		if (ON_SCREEN) process.stdout.write('\n');
		return;
	}
	const text = readFileSync(log, 'utf8');
	process.stdout.write('\n');
	console.error(
		text
			.trimEnd()
			.split('\n')
			.slice(-TAIL_LINES)
			.map((line) => `  | ${line}`)
			.join('\n'),
	);
	throw new NpmFailure(
		`${title.replace(/ \(.*/, '')} failed after ${seconds()} s (npm ${args[0]} ended with ${code}; the whole log: ${log}).`,
		adviceFor(text),
	);
}

/** Runs npm, with useful advice when it fails. Plain JavaScript for Node 20. */
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { say } from './progress.mjs';

const WINDOWS = process.platform === 'win32';
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
		/gyp ERR! (build|configure) error|not found: make|g\+\+/,
		'A package had to be compiled: python3, make and a C++ compiler are needed (Debian: apt-get install python3 make g++).',
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

/** What npm runs, to be ended with this process. */
const running = new Set();

function endAll(signal) {
	for (const npm of running) {
		try {
			process.kill(WINDOWS ? npm.pid : -npm.pid, signal);
		} catch {
			// It has already ended.
		}
	}
	process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endAll);

let runs = 0;

/** Runs `npm <args>` in `folder`. When it fails, prints the end of its output and throws {@link NpmFailure}. @param name what it does */
export async function runNpm({ args, folder, name }) {
	const log = join(tmpdir(), `npm-${args[0]}-${process.pid}-${++runs}.log`);
	const output = createWriteStream(log);
	// A separate process group, so that npm and everything it starts end together.
	const npm = spawn('npm', args, {
		cwd: folder,
		env: environment(folder),
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: !WINDOWS,
		shell: WINDOWS,
	});
	running.add(npm);
	npm.stdout.pipe(output, { end: false });
	npm.stderr.pipe(output, { end: false });
	const code = await new Promise((resolve) => {
		npm.once('error', (error) => {
			output.write(`npm could not be started: ${error.message}\n`);
			resolve(1);
		});
		npm.once('close', resolve);
	});
	running.delete(npm);
	await new Promise((resolve) => output.end(resolve));
	if (code === 0) return;
	const text = readFileSync(log, 'utf8');
	const tail = text.trimEnd().split('\n').slice(-TAIL_LINES);
	say(['', ...tail.map((line) => `  | ${line}`)].join('\n'));
	throw new NpmFailure(`${name} failed (npm ${args[0]} ended with ${code}; the whole log: ${log}).`, adviceFor(text));
}

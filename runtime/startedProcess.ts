import { spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';

/** A process with everything it has started: a group that is ended as one. */
export interface StartedProcess {
	readonly pid: number;
	/** Resolves when the process has ended, with how: `ended with 1`, `was ended by SIGKILL`, or why it could not be started. */
	readonly ended: Promise<string>;
	isRunning(): boolean;
	/** Asks the process to end; after `graceMs` milliseconds it is ended by force, and its group with it. */
	stop(graceMs?: number): Promise<void>;
	/** Ends the group at once, as a power cut would. */
	kill(): Promise<void>;
	/** The last lines of what it has written. */
	logTail(lines?: number): string;
}

interface Program {
	command: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Receives standard output and standard error; what was there before is kept. */
	logFile: string;
	/** Whether the program is a JavaScript file that Node runs. Then it ends even when this process is killed. */
	isScript: boolean;
}

const END_WITH_PARENT = join(__dirname, 'endWithParent.cjs');
const GRACE_MS = 15_000;

const running = new Set<number>();

/** Signals a whole group; false when nothing of it is left. */
function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
	try {
		process.kill(process.platform === 'win32' ? pid : -pid, signal);
		return true;
	} catch {
		return false;
	}
}

// Runs on a normal end, on process.exit and after an uncaught error: nothing is left behind.
process.on('exit', () => {
	for (const pid of running) signalGroup(pid, 'SIGKILL');
});

/** Starts a program in a process group of its own. Throws when it cannot be started at all. */
export function startProcess({ command, args, cwd, env, logFile, isScript }: Program): StartedProcess {
	const log = openSync(logFile, 'a');
	const writtenBefore = fstatSync(log).size;
	const child = spawn(
		isScript ? process.execPath : command,
		isScript ? ['--require', END_WITH_PARENT, command, ...args] : args,
		{ cwd, env, detached: process.platform !== 'win32', stdio: ['ignore', log, log, isScript ? 'pipe' : 'ignore'] },
	);
	closeSync(log);
	const { pid } = child;
	if (pid === undefined) throw new Error(`${command} could not be started.`);
	running.add(pid);
	// The pipe is held open by this process and must not keep it alive.
	if (isScript) (child.stdio[3] as Socket).on('error', () => undefined).unref();

	let alive = true;
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(`could not be started: ${error.message}`));
		child.once('exit', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with ${code}`));
	}).then((how) => {
		alive = false;
		signalGroup(pid, 'SIGKILL');
		running.delete(pid);
		return how;
	});

	return {
		pid,
		ended,
		isRunning: () => alive,
		async stop(graceMs = GRACE_MS) {
			if (!alive) return;
			child.kill('SIGTERM');
			const force = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
			await ended;
			clearTimeout(force);
		},
		async kill() {
			if (!alive) return;
			signalGroup(pid, 'SIGKILL');
			await ended;
		},
		logTail: (lines = 40) => {
			if (!existsSync(logFile)) return '';
			const written = readFileSync(logFile).subarray(writtenBefore).toString();
			return written.trimEnd().split('\n').slice(-lines).join('\n');
		},
	};
}

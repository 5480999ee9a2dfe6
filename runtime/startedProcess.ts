import { spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { until } from './until';

/** A process and everything it starts, which are ended as one group. */
export interface StartedProcess {
	readonly pid: number;
	/** Resolves when the process has ended, and says how: `ended with 1`, `was ended by SIGKILL`, or why it could not start. */
	readonly ended: Promise<string>;
	isRunning(): boolean;
	/** Asks the process to end, and kills the group if it still runs after `graceMs` milliseconds. */
	stop(graceMs?: number): Promise<void>;
	/** Kills the group at once, as a power cut would. */
	kill(): Promise<void>;
	/** The last lines of its log. */
	logTail(): string;
}

interface Program {
	command: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Standard output and standard error are appended to it. */
	logFile: string;
	/** Whether it is a JavaScript file for Node to run. If so, it ends even when this process is killed. */
	isScript: boolean;
}

const END_WITH_PARENT = join(__dirname, 'endWithParent.cjs');
const GRACE_MS = 15_000;
const TAIL_LINES = 40;

const running = new Set<number>();

/** Signals a whole group; false when none of it is left. */
function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
	try {
		process.kill(process.platform === 'win32' ? pid : -pid, signal);
		return true;
	} catch {
		return false;
	}
}

// Emitted on a normal end, on process.exit and after an uncaught error.
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
	// The open pipe must not keep this process alive.
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
		logTail: () => {
			if (!existsSync(logFile)) return '';
			const written = readFileSync(logFile).subarray(writtenBefore).toString();
			return written.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
		},
	};
}

/**
 * Waits until a process that was just started is ready. If it ends first or takes longer than `withinMs` milliseconds, kills
 * it and throws with the end of its log.
 * @param name used in the message
 */
export async function untilReady(
	name: string,
	started: StartedProcess,
	isReady: () => Promise<boolean>,
	withinMs: number,
): Promise<void> {
	try {
		await until(
			async () => {
				if (!started.isRunning()) throw new Error(`${name} ${await started.ended} before it was ready.`);
				return await isReady();
			},
			{ withinMs, everyMs: 200, otherwise: `${name} did not answer` },
		);
	} catch (cause) {
		await started.kill();
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new Error(`${reason} The end of its log:\n${started.logTail()}`, { cause });
	}
}

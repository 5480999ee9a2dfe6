import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeRunOptions } from '../engine/execution';
import type { Told } from './payingProcess';

const PROGRAM = join(__dirname, 'payingProcess.ts');

/** What killed processes cannot clear up behind themselves, and what makes the next one start faster. */
const folder = mkdtempSync(join(tmpdir(), 'paying-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A run of the node in a process of its own. */
export interface KillableRun {
	/** What the node gave; null when the process was killed before. */
	result: Promise<Told | null>;
	/** Ends the process at once. */
	kill(): void;
}

/** Starts a process, waits until n8n's engine is loaded in it, and lets it run the node. */
export async function startRun(options: NodeRunOptions): Promise<KillableRun> {
	const child = fork(PROGRAM, {
		execArgv: ['--require', 'tsx/cjs', '--require', join(__dirname, 'typescriptFirst.cjs')],
		env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: folder },
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const end = () => child.kill('SIGKILL');
	process.once('exit', end);
	let told: Told | null = null;
	const result = new Promise<Told | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', () => {
			process.off('exit', end);
			resolve(told);
		});
	});
	await new Promise<void>((resolve, reject) => {
		child.once('exit', (code) => reject(new Error(`The process ended with ${code} before it was ready`)));
		child.on('message', (message: 'ready' | Told) => {
			if (message === 'ready') resolve();
			else told = message;
		});
	});
	child.send(options);
	return { result, kill: end };
}

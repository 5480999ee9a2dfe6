import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeRunOptions } from '../engine/execution';
import type { Order, Told } from './payingProcess';

const PROGRAM = join(__dirname, 'payingProcess.ts');

/** Holds files that killed processes cannot remove, and the compile cache that speeds up the next start. */
const folder = mkdtempSync(join(tmpdir(), 'paying-process-'));
const living = new Set<KillableProcess>();
afterAll(async () => {
	for (const process of living) await process.kill();
	rmSync(folder, { recursive: true, force: true });
});

/** A process with n8n's engine that runs the node, any number of executions at once. */
export interface KillableProcess {
	/**
	 * Runs the node.
	 * @returns the result; null when the process was killed first
	 * @throws when the process ended without being killed
	 */
	run(options: NodeRunOptions): Promise<Told | null>;
	/** Ends the process at once; resolves when it is gone. */
	kill(): Promise<void>;
}

interface Waiting {
	resolve(told: Told | null): void;
	reject(error: Error): void;
}

/** Starts a process and waits until n8n's engine is loaded in it. */
export async function startProcess(): Promise<KillableProcess> {
	const child = fork(PROGRAM, {
		execArgv: ['--require', 'tsx/cjs', '--require', join(__dirname, 'typescriptFirst.cjs')],
		env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: folder },
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const waiting = new Map<number, Waiting>();
	let executions = 0;
	const end = () => child.kill('SIGKILL');
	process.once('exit', end);
	const gone = new Promise<void>((resolve) => {
		child.once('exit', (code) => {
			process.off('exit', end);
			living.delete(started);
			for (const { resolve: tell, reject } of waiting.values()) {
				if (child.killed) tell(null);
				else reject(new Error(`The process ended with ${code} while it paid`));
			}
			resolve();
		});
	});
	const started: KillableProcess = {
		run: async (options) =>
			await new Promise((resolve, reject) => {
				const order: Order = { execution: ++executions, options };
				waiting.set(order.execution, { resolve, reject });
				child.send(order, (error) => error && reject(error));
			}),
		kill: async () => {
			end();
			await gone;
		},
	};
	living.add(started);
	await new Promise<void>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => reject(new Error(`The process ended with ${code} before it was ready`)));
		child.on('message', (message: 'ready' | Told) => {
			if (message === 'ready') return resolve();
			waiting.get(message.execution)?.resolve(message);
			waiting.delete(message.execution);
		});
	});
	return started;
}

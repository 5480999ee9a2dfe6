import { flushCompileCache } from 'node:module';
import type { NodeRun, NodeRunOptions } from '../engine/execution';
import { runNode } from '../engine/execution';

/**
 * A process of its own that runs the node in n8n's engine, so that it can be killed as a power cut would. It runs what
 * it is told over its channel, any number of executions at once, and tells what came of each.
 */

/** An execution that is asked for. */
export interface Order {
	execution: number;
	options: NodeRunOptions;
}

/** What came of an execution. */
export interface Told extends Pick<NodeRun, 'status' | 'items'> {
	execution: number;
	message?: string;
}

process.on('message', ({ execution, options }: Order) => {
	void runNode(options).then(({ status, items, error }) => {
		const told: Told = { execution, status, items, message: error?.message };
		process.send?.(told);
	});
});
process.once('disconnect', () => process.exit(0));
// Node would keep what it compiled when the process ends, which a kill does not let it.
flushCompileCache();
process.send?.('ready');

import { flushCompileCache } from 'node:module';
import { runNode, type NodeRun, type NodeRunOptions } from '../engine/execution';

/**
 * A separate process that runs the node in n8n's engine, so that it can be killed as by a power cut. It receives orders over
 * its channel, runs any number of executions at once, and reports the result of each.
 */

/** An execution that is asked for. */
export interface Order {
	execution: number;
	options: NodeRunOptions;
}

/** The result of an execution. */
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
// Node writes its compile cache at exit, which a kill would prevent.
flushCompileCache();
process.send?.('ready');

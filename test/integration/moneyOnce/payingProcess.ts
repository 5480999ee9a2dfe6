import type { NodeRun, NodeRunOptions } from '../engine/execution';
import { runNode } from '../engine/execution';

/**
 * A process of its own that runs the node in n8n's engine, so that it can be killed as a power cut would. It runs what
 * it is told over its channel, answers with what came of it, and ends.
 */

/** What a killed n8n leaves nothing of, and a finished one tells. */
export type Told = Pick<NodeRun, 'status' | 'items'> & { message?: string };

process.once('message', (options: NodeRunOptions) => {
	void runNode(options).then(({ status, items, error }) => {
		const told: Told = { status, items, message: error?.message };
		process.send?.(told, () => process.exit(0));
	});
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');

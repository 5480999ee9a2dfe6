import type { INodeType, INodeTypes } from 'n8n-workflow';
import * as n8nWorkflow from 'n8n-workflow';
import { nodeTypesWith } from '../integration/engine/nodeTypes';
// The only place of this folder that knows where the nodes are.
import type * as Nodes from '../../nodes/MultiCurrencyPayments/MultiCurrencyPayments.node';

const NODES = '../../nodes/MultiCurrencyPayments/MultiCurrencyPayments.node';

/**
 * A process of n8n, as far as the package can tell: one loaded copy of the nodes with all that it keeps in its modules.
 * Two copies are two processes. The engine itself is shared: it remembers nothing of a payment.
 */
export interface N8nProcess {
	readonly nodeTypes: INodeTypes;
	readonly killed: boolean;
	/** Resolves when it is killed. */
	readonly death: Promise<void>;
	kill(): void;
}

/** Loads the nodes anew. Their notion of when this process began is the virtual time of this call. */
export function startProcess(): N8nProcess {
	let action: INodeType | undefined;
	jest.isolateModules(() => {
		// The classes of n8n's errors must be the engine's own.
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		const { MultiCurrencyPayments } = jest.requireActual<typeof Nodes>(NODES);
		action = new MultiCurrencyPayments();
	});
	if (!action) throw new Error('The nodes were not loaded');
	let die: () => void = () => undefined;
	const death = new Promise<void>((resolve) => (die = resolve));
	let killed = false;
	return {
		nodeTypes: nodeTypesWith(action),
		get killed() {
			return killed;
		},
		death,
		kill() {
			killed = true;
			die();
		},
	};
}

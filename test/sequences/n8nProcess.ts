import { join } from 'node:path';
import type { INodeTypes } from 'n8n-workflow';
import { nodeTypesWith } from '../integration/engine/nodeTypes';
import { loadAnew } from './freshModules';
// The only place of this folder that knows where the nodes are.
import type * as Nodes from '../../nodes/MultiCurrencyPayments/MultiCurrencyPayments.node';

const CLOCK = join(__dirname, '../../nodes/service/time.ts');
const NODES = join(__dirname, '../../nodes/MultiCurrencyPayments/MultiCurrencyPayments.node');

/**
 * A process of n8n, as far as the package can tell: one loaded copy of the nodes with the state of its modules. Two copies
 * are two processes. The engine itself is shared, because it remembers nothing about payments.
 */
export interface N8nProcess {
	readonly nodeTypes: INodeTypes;
	/** Milliseconds since 1970. */
	readonly startedAt: number;
	readonly killed: boolean;
	/** Resolves when it is killed. */
	readonly death: Promise<void>;
	kill(): void;
}

/** Loads a new copy of the nodes. To them, this process starts at the virtual time of this call. */
export function startProcess(): N8nProcess {
	// The classes of n8n's errors must be the engine's own.
	const { MultiCurrencyPayments } = loadAnew<typeof Nodes>(NODES, (name) => jest.requireActual(name), {
		// Tests set the time by Date.
		[CLOCK]: { ...jest.requireActual<object>(CLOCK), processClock: { now: () => Date.now() } },
	});
	let die: () => void = () => undefined;
	const death = new Promise<void>((resolve) => (die = resolve));
	let killed = false;
	return {
		nodeTypes: nodeTypesWith(new MultiCurrencyPayments()),
		startedAt: Date.now(),
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

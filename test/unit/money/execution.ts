import type { IExecuteFunctions } from 'n8n-workflow';
import { thisProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';

/** What n8n tells of an execution, and of the run of the node in it. What is left out, it does not tell. */
export interface Execution {
	mode?: string;
	type?: string;
	id?: string;
	name?: string;
	workflow?: string;
	instance?: string;
	execution?: string;
	isTool?: boolean;
	established?: object;
	parentExecution?: object;
	/** Number of nodes that have started. */
	started?: unknown;
	rootMode?: string;
	/** The runs on record, by node. */
	runs?: Record<string, unknown[]>;
	nodes?: Record<string, { id: string }>;
	index?: unknown;
	/** What the node remembers; n8n carries it into each further try. */
	stored?: object;
	/** What the nodes of the execution share. */
	flow?: object;
}

/** A try of the node. */
export function execution(about: Execution = {}): IExecuteFunctions {
	const { mode = 'trigger', type = 'x.pay', id = 'node id', name = 'Pay', index = 0, stored = {}, flow = {} } = about;
	const { workflow = 'workflow', instance = 'n8n', nodes, isTool, runs, parentExecution, started, rootMode } = about;
	return {
		getMode: () => mode,
		getNode: () => ({ type, id, name }),
		getWorkflow: () => ({ id: workflow }),
		getInstanceId: () => instance,
		getExecutionId: () => about.execution ?? '1',
		getContext: (kind: string) => (kind === 'flow' ? flow : kind === 'node' && stored),
		getWorkflowDataProxy: () => ({ $runIndex: index }),
		...(isTool !== undefined && { isToolExecution: () => isTool }),
		...('established' in about && { getExecutionContext: () => about.established }),
		...((runs ?? parentExecution) && { runExecutionData: { parentExecution, resultData: { runData: runs } } }),
		...((started ?? rootMode) !== undefined && {
			additionalData: { currentNodeExecutionIndex: started, rootExecutionMode: rootMode },
		}),
		...(nodes && { workflow: { nodes } }),
	} as unknown as IExecuteFunctions;
}

/** Stops the clock for each test of a file, in a process that has run for a second. @param now in milliseconds since 1970 */
export function stopTheClock(now: number): void {
	let started = 0;
	beforeEach(() => {
		started = thisProcess.startedAt;
		thisProcess.startedAt = now - 1_000;
		jest.spyOn(Date, 'now').mockReturnValue(now);
	});
	afterEach(() => {
		thisProcess.startedAt = started;
		jest.restoreAllMocks();
	});
}

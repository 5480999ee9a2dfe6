import './temporaryN8n';
import {
	Workflow,
	type IConnections,
	type INode,
	type INodeParameters,
	type INodeTypes,
	type ITaskData,
} from 'n8n-workflow';
import { credentialOfNode } from './credentials';
import { newestVersion, nodeTypes as packageTypes } from './nodeTypes';

/** The settings of a node that decide what a failure means. */
export type NodeSettings = Pick<
	INode,
	'retryOnFail' | 'maxTries' | 'waitBetweenTries' | 'onError' | 'continueOnFail' | 'executeOnce' | 'alwaysOutputData'
>;

/** A node of a test workflow. */
export interface NodePlan {
	/** Default: one of its own. */
	id?: string;
	name: string;
	type: string;
	parameters?: INodeParameters;
	settings?: NodeSettings;
	/** Default: the newest. */
	typeVersion?: number;
}

/** Which output of a node leads to which node, as `['Loop', 0, 'Pay']`. */
export type Wire = [from: string, output: number, to: string];

export interface WorkflowPlan {
	/** Default workflow-1. */
	id?: string;
	nodes: NodePlan[];
	wires: Wire[];
	timeZone?: string;
	/** Nodes that serve another one as its tool, as `['Pay', 'Agent']`. */
	tools?: [tool: string, agent: string][];
	/** Workflows that this one may call by id. Each starts with its first node. */
	others?: WorkflowPlan[];
}

/** Builds the workflow that n8n would have loaded. */
export function workflowOf(
	{ id = 'workflow-1', nodes, wires, tools = [], timeZone = 'UTC' }: WorkflowPlan,
	nodeTypes: INodeTypes = packageTypes,
): Workflow {
	const connections: IConnections = {};
	for (const [from, output, to] of wires) {
		const outputs = ((connections[from] ??= {}).main ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: to, type: 'main', index: 0 });
	}
	for (const [tool, agent] of tools)
		(connections[tool] ??= {}).ai_tool = [[{ node: agent, type: 'ai_tool', index: 0 }]];
	return new Workflow({
		id,
		name: 'Test workflow',
		active: true,
		nodes: nodes.map(nodeOf),
		connections,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: timeZone },
	});
}

function nodeOf(
	{ id, name, type, parameters = {}, settings = {}, typeVersion = newestVersion(type) }: NodePlan,
	index: number,
): INode {
	return {
		id: id ?? `node-${index}`,
		name,
		type,
		typeVersion,
		position: [index * 200, 0],
		parameters: structuredClone(parameters),
		credentials: structuredClone(credentialOfNode),
		// Keeps the pause between tries short. Not 0, which n8n takes for its default of a second.
		...(settings.retryOnFail ? { waitBetweenTries: 1 } : {}),
		...settings,
	};
}

/** The output items of a node's run, by output. */
export function outputsOf(run: ITaskData | undefined) {
	return (run?.data?.main ?? []).map((items) => items ?? []);
}

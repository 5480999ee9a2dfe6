import './temporaryN8n';
import {
	NodeConnectionTypes,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type NodeOperationError,
	type INodeParameters,
	type INodeTypes,
	type IRunExecutionData,
} from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';
import { additionalDataOf } from './additionalData';
import { newRunData } from './newRunData';
import { workflowOf, type NodeSettings, type WorkflowPlan } from './workflow';
import { ACTION_TOOL, AGENT } from './nodeTypes';

/** The node as the only tool of an agent. */
export const toolPlan = (parameters: INodeParameters, settings?: NodeSettings): WorkflowPlan => ({
	nodes: [
		{ name: 'Agent', type: AGENT, parameters: { tool: 'Pay' } },
		{ name: 'Pay', type: ACTION_TOOL, parameters, settings },
	],
	wires: [],
	tools: [['Pay', 'Agent']],
});

/** An agent's execution, within which it calls its tool as often as it likes. */
export interface AgentExecution {
	/** Calls the tool with the arguments that the model filled in. Answers with the text the model reads. @throws what the model is told */
	call(args: IDataObject): Promise<string>;
	/** Calls the tool, which has to refuse. Answers with what the model is told; before 1.120 n8n says it as an answer. */
	refusal(args: IDataObject): Promise<string>;
	data: IRunExecutionData;
}

/** The title of what went wrong, and its description. */
const told = ({ message, description }: Partial<NodeOperationError>) => `${message}: ${description}`;

/** For agents that hold their tools themselves: n8n makes a tool of the node, and the agent calls it. */
export async function agentWithTool(
	parameters: INodeParameters,
	credentials: ICredentialDataDecryptedObject,
	{
		settings,
		stop,
		nodeTypes,
		executionId = 'agent-1',
	}: { settings?: NodeSettings; stop?: AbortSignal; nodeTypes?: INodeTypes; executionId?: string } = {},
): Promise<AgentExecution> {
	const workflow = workflowOf(toolPlan(parameters, settings), nodeTypes);
	const agent = workflow.getNode('Agent');
	if (!agent) throw new Error('The workflow has no agent');
	const input = { main: [[{ json: {} }]] };
	const data = newRunData({
		executionData: { runtimeData: { version: 1, establishedAt: Date.now(), source: 'trigger' } },
	});
	const executeData = { node: agent, data: input, source: null };
	const context = new ExecuteContext(
		workflow,
		agent,
		additionalDataOf(credentials, { executionId, mode: 'trigger' }),
		'trigger',
		data,
		0,
		input.main[0] ?? [],
		input,
		executeData,
		[],
		stop,
	);
	const tools = (await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as {
		invoke(args: IDataObject): Promise<string>;
	}[];
	const [tool] = tools;
	if (!tool) throw new Error('The agent has no tool');
	const call = async (args: IDataObject) => await tool.invoke(args);
	const refusal = async (args: IDataObject) => {
		const answer = await call(args).catch((error: NodeOperationError) => new Error(told(error)));
		if (answer instanceof Error) return answer.message;
		if (!answer.startsWith('Error')) throw new Error(`The tool did not refuse: ${answer}`);
		return answer;
	};
	return { call, refusal, data };
}

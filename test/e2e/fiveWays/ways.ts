import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import { failureOf, outputJson } from '../../../runtime/executionOutput';
import { saveMailAccount } from '../../../runtime/mailbox';
import type { Workflow } from '../../../runtime/n8nRecords';
import { CREDENTIAL_TYPE, type NamedCredential } from '../../../runtime/paymentCredential';
import type { Stage } from '../../../runtime/stage';
import { manualStart, NODE_TYPES, paymentsNode, workflow } from '../../../runtime/workflows';
import { plots } from '../examples/model';
import { writeToAgent } from '../examples/writeToAgent';
import { formOf, OPERATIONS, WAITS, type Call, type OperationName, type Values } from './calls';
import { connectMcp } from './mcpClient';

/** A way in which n8n runs the node. */
export interface Way {
	/** As the page names it. */
	name: string;
	/** Makes a call. Answers with the items as JSON, or with the title of what went wrong. */
	call(call: Call): Promise<string>;
}

/** What the ways need of a running n8n. */
export interface Surroundings {
	stage: Stage;
	credential: NamedCredential;
	/** The account of the language model. */
	model: NonNullable<INode['credentials']>;
	/** Where the door of n8n is, without a slash at the end. */
	doorUrl: string;
}

const START = 'When somebody writes';

/** The node as a tool whose values a model fills in. */
const toolOf = (operation: OperationName, credential: NamedCredential) => ({
	...paymentsNode(
		'action',
		operation,
		credential,
		formOf(operation, (name) => `={{ $fromAI('${name}', '', 'string') }}`),
	),
	type: `${NODE_TYPES.action.name}Tool`,
});

/** A workflow in which a node has all operations as its tools. */
function withTools(name: string, of: string, root: Parameters<typeof workflow>[1], credential: NamedCredential) {
	const { connections, ...rest } = workflow(name, [
		...root,
		...OPERATIONS.map((operation) => ({ ...toolOf(operation, credential), isSecondTrigger: true })),
	]);
	const tools = OPERATIONS.map((operation) => [operation, { ai_tool: [[{ node: of, type: 'ai_tool', index: 0 }]] }]);
	const first = connections[root[0]?.name ?? ''];
	const main = root.length > 1 && first ? { [root[0]?.name ?? '']: first } : {};
	return { ...rest, connections: { ...main, ...(Object.fromEntries(tools) as typeof connections) } };
}

const mcpServer = (path: string) => ({
	name: 'MCP Server Trigger',
	type: '@n8n/n8n-nodes-langchain.mcpTrigger',
	typeVersion: 2,
	parameters: { path },
	more: { webhookId: randomUUID() },
});

/** Nothing listens there: nobody is asked. */
const NO_MAIL_SERVER = 9;

/** Publishes a workflow that offers a payment over MCP behind a review of n8n's. @returns what its tool answers */
export async function callReviewedOverMcp(
	{ n8n, client }: Stage,
	credential: NamedCredential,
	values: Values,
): Promise<string> {
	const [server, tool] = [mcpServer('reviewed'), toolOf('Pay', credential)];
	const type = 'n8n-nodes-base.emailSendHitlTool';
	const { [type]: credentials } = await saveMailAccount(client, NO_MAIL_SERVER);
	const review = { name: 'Ask', type, typeVersion: 2.1, more: { credentials } };
	const parameters = { fromEmail: 'a@shop.example', toEmail: 'b@shop.example', subject: 'May it?', options: {} };
	const { connections: _none, ...rest } = workflow('Reviewed over MCP', [server, { ...review, parameters }, tool]);
	const to = (node: string) => ({ ai_tool: [[{ node, type: 'ai_tool' as const, index: 0 }]] });
	const connections = { [tool.name]: to(review.name), [review.name]: to(server.name) };
	await client.publish(await client.saveWorkflow({ ...rest, connections }));
	const mcp = await connectMcp(`${n8n.url}/mcp/reviewed`);
	try {
		return await mcp.call(tool.name, { toolParameters: values, hitlParameters: {} });
	} finally {
		await mcp.close();
	}
}

export async function allWays(around: Surroundings): Promise<Way[]> {
	const { stage, credential, model, doorUrl } = around;
	const { client } = stage;
	const [{ id: userId }, { id: projectId }] = await Promise.all([
		client.rest<{ id: string }>('GET', '/login'),
		client.rest<{ id: string }>('GET', '/projects/personal'),
	]);

	/** Goes through the door. */
	async function through(way: string, call: object): Promise<string> {
		const response = await fetch(`${doorUrl}/${way}`, { method: 'POST', body: JSON.stringify(call) });
		return await response.text();
	}

	/** The node with the values of a call filled in. */
	const sketchOf = ({ operation, values }: Call) =>
		paymentsNode(
			'action',
			'Node',
			credential,
			formOf(operation, (name) => values[name] ?? ''),
		);

	/** A workflow with the values of a call filled in, as n8n stores it. */
	async function stored(name: string, call: Call, isAlone = false): Promise<Workflow> {
		const id = await client.saveWorkflow(workflow(name, [...(isAlone ? [] : [manualStart]), sketchOf(call)]));
		return await client.rest<Workflow>('GET', `/workflows/${id}`);
	}

	const nodeOf = ({ nodes }: Workflow) => nodes.find(({ name }) => name === 'Node');

	async function inWorkflow(call: Call): Promise<string> {
		const { id } = await stored('Ten calls', call);
		const execution = await client.waitForStatus(await client.run(id), ['success', 'error', 'waiting']);
		if (execution.status === 'waiting') return WAITS;
		return execution.data?.resultData.error?.message ?? JSON.stringify(outputJson(execution, 'Node'));
	}

	async function agentsTool(): Promise<Way['call']> {
		const agent = {
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3.1,
			parameters: { options: {} },
		};
		const chat = {
			name: START,
			type: '@n8n/n8n-nodes-langchain.chatTrigger',
			typeVersion: 1.1,
			parameters: { options: {} },
		};
		const { nodes, connections, ...rest } = withTools('Ten calls of an agent', 'Agent', [chat, agent], credential);
		const brain = {
			...{ id: randomUUID(), name: 'Model', type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', typeVersion: 1.2 },
			...{ position: [0, 400] as [number, number], credentials: model },
			parameters: { model: { __rl: true, mode: 'id', value: 'any' }, options: {} },
		};
		const toAgent = { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel' as const, index: 0 }]] };
		const id = await client.saveWorkflow({
			...rest,
			nodes: [...nodes, brain],
			connections: { ...connections, Model: toAgent },
		});
		return async ({ name, operation, values }) => {
			plots.set(name, [[{ tool: new RegExp(`^${operation}$`), input: values }]]);
			const execution = await client.waitForEnd(await writeToAgent(client, id, START, name));
			return failureOf(execution) ?? JSON.stringify(outputJson(execution, 'Agent'));
		};
	}

	async function mcpTool(): Promise<Way['call']> {
		const path = 'ten-calls';
		const server = mcpServer(path);
		await client.publish(await client.saveWorkflow(withTools('Ten calls over MCP', server.name, [server], credential)));
		return async ({ operation, values }) => {
			const mcp = await connectMcp(`${stage.n8n.url}/mcp/${path}`);
			try {
				return await mcp.call(operation, values);
			} finally {
				await mcp.close();
			}
		};
	}

	async function inAgents({ operation, values }: Call): Promise<string> {
		const { name, type, typeVersion, parameters } = toolOf(operation, credential);
		const credentials = { [CREDENTIAL_TYPE]: credential };
		return await through('agents', {
			projectId,
			node: { name, type, typeVersion, parameters, credentials },
			input: values,
		});
	}

	async function byAssistant(call: Call): Promise<string> {
		const saved = await stored(`Execute node ${NODE_TYPES.action.name}`, call, true);
		return await through('assistant', { workflow: saved, userId });
	}

	async function inEngine(call: Call): Promise<string> {
		const saved = await stored('Ten calls of Engine 2.0', call);
		const step: IDataObject = { workflowId: saved.id, executionId: randomUUID(), before: manualStart.name };
		return await through('engine', { ...step, node: nodeOf(saved) });
	}

	return [
		{ name: 'Workflow', call: inWorkflow },
		{ name: 'AI Agent', call: await agentsTool() },
		{ name: 'MCP Server Trigger', call: await mcpTool() },
		{ name: 'n8n’s Agents', call: inAgents },
		{ name: 'n8n’s Assistant', call: byAssistant },
		{ name: 'Engine 2.0', call: inEngine },
	];
}

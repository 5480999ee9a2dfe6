/**
 * Preloaded into an n8n: opens a door on the loopback address by which a test runs a node with n8n's own executors, where
 * n8n itself would need a language model or a second database. Its port is written into the file that DOOR names.
 */
const { writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');

const n8nRequire = createRequire(require('node:fs').realpathSync(process.argv[1]));
const own = (file) => n8nRequire(join(dirname(n8nRequire.resolve('n8n/package.json')), 'dist', file));
const service = (file, name) => n8nRequire('@n8n/di').Container.get(own(file)[name]);

/** What n8n's Agents do with a tool that is a node. */
async function agents({ projectId, node, input }) {
	const { resolveNodeTool } = own('modules/agents/tools/node-tool-factory.js');
	const executor = service('node-execution/ephemeral-node-executor.js', 'EphemeralNodeExecutor');
	const { type: nodeType, typeVersion: nodeTypeVersion, parameters: nodeParameters, credentials } = node;
	const tool = { name: node.name, node: { nodeType, nodeTypeVersion, nodeParameters, credentials } };
	const { handler } = await resolveNodeTool(tool, { executor, projectId });
	return (await handler(input)).data.map(({ json }) => json);
}

/** What `ExecuteNodeService` of n8n 2.41 does with a workflow of one node. */
async function assistant({ workflow, userId }) {
	const { createRunExecutionData } = n8nRequire('n8n-workflow');
	const [node] = workflow.nodes;
	const executionData = createRunExecutionData({
		startData: {},
		resultData: { runData: {} },
		executionData: {
			contextData: {},
			metadata: {},
			nodeExecutionStack: [{ node, data: { main: [[{ json: {} }]] }, source: null }],
			waitingExecution: {},
			waitingExecutionSource: {},
		},
		manualData: { userId },
	});
	const runner = service('workflow-runner.js', 'WorkflowRunner');
	const id = await runner.run({ executionMode: 'manual', workflowData: workflow, executionData, userId });
	const run = await service('active-executions.js', 'ActiveExecutions').getPostExecutePromise(id);
	if (run.waitTill) throw new Error('The node entered a wait state');
	const { error, runData } = run.data.resultData;
	if (error) throw error;
	return runData[node.name].at(-1).data.main[0].map(({ json }) => json);
}

/** One step as Engine 2.0 runs it, with n8n's adapter for nodes. */
async function engine({ workflowId, executionId, node, before }) {
	const { V1StepExecutor } = n8nRequire('@n8n/node-engine-compatibility');
	const { getBase } = own('workflow-execute-additional-data.js');
	const { type: nodeType, typeVersion, parameters, credentials } = node;
	const config = { nodeType, typeVersion, parameters, credentials, continueOnFail: false };
	const trigger = { id: 'trigger', type: 'trigger', name: before };
	const step = { id: node.id, type: 'v1-node', name: node.name, config };
	const graph = { nodes: [trigger, step], edges: [{ from: trigger.id, to: step.id }] };
	const executor = new V1StepExecutor({
		nodeTypes: service('node-types.js', 'NodeTypes'),
		additionalDataFactory: async () => Object.assign(await getBase(), { executionId }),
		loadStepData: async () => ({ graph, outputsByNode: { trigger: { 0: [[{ json: {} }]] } } }),
	});
	const context = {
		workflowId,
		executionId,
		iteration: 0,
		mode: 'production',
		callerContext: { hostMode: 'trigger' },
	};
	const { outputs } = await executor.execute({ node: step, context, inputs: [[{ json: {} }]] });
	return (outputs[0] ?? []).map(({ json }) => json);
}

const WAYS = { agents, assistant, engine };

async function answer(request, response) {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	const call = JSON.parse(Buffer.concat(chunks).toString());
	const said = await WAYS[request.url.slice(1)](call).catch((error) => ({ error: String(error.message) }));
	response.end(JSON.stringify(said));
}

if (process.argv[2] === 'start') {
	const server = createServer((request, response) => void answer(request, response));
	server.unref().listen(0, '127.0.0.1', () => writeFileSync(process.env.DOOR, String(server.address().port)));
}

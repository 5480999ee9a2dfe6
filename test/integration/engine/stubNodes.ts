import {
	NodeConnectionTypes,
	type EngineRequest,
	type EngineResponse,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

const describe = (name: string, more: Partial<INodeTypeDescription>): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: 'Stands in for a node of n8n',
	defaults: { name },
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	properties: [],
	...more,
});

/** Passes its input on. Stands for a trigger or any node without effect. */
export class PassOn implements INodeType {
	description = describe('passOn', {});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}

/** Passes its input on a limited number of times per execution, to end a loop. */
export class AtMost implements INodeType {
	description = describe('atMost', {
		properties: [{ displayName: 'Times', name: 'times', type: 'number', default: 1 }],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const context = this.getContext('node') as { times?: number };
		context.times = (context.times ?? 0) + 1;
		return [context.times > (this.getNodeParameter('times', 0) as number) ? [] : this.getInputData()];
	}
}

/** Loop Over Items with batches of one: output 0 is the loop, output 1 fires when all items are done. */
export class LoopOverItems implements INodeType {
	description = describe('loopOverItems', { outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main] });

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const context = this.getContext('node') as { waiting?: INodeExecutionData[]; done?: INodeExecutionData[] };
		if (context.waiting === undefined) Object.assign(context, { waiting: [...this.getInputData()], done: [] });
		else context.done?.push(...this.getInputData());
		const next = context.waiting?.shift();
		return next ? [[next], []] : [[], context.done ?? []];
	}
}

/** An agent that asks the engine to call its tool once per input item, as n8n's agents do, and passes on the answers. */
export class Agent implements INodeType {
	description = describe('agent', {
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		properties: [{ displayName: 'Tool', name: 'tool', type: 'string', default: '' }],
	});

	async execute(
		this: IExecuteFunctions,
		response?: { actionResponses: { data: { data?: Record<string, unknown> } }[] },
	): Promise<INodeExecutionData[][] | EngineRequest> {
		const answers = response?.actionResponses ?? [];
		if (answers.length > 0)
			return [
				answers.map(({ data }) => ({ json: { answer: data.data?.ai_tool as object } })),
			] as INodeExecutionData[][];
		return {
			actions: this.getInputData().map(({ json }, index) => ({
				actionType: 'ExecutionNodeAction' as const,
				nodeName: this.getNodeParameter('tool', 0) as string,
				input: json,
				type: NodeConnectionTypes.AiTool,
				id: `call-${index}`,
				metadata: {},
			})),
			metadata: {},
		};
	}
}

/** The JSON of one tool call, as the model filled it in. */
type Call = IDataObject;

/**
 * A scripted agent: each turn is a list of calls, and the next turn begins when all of them are answered. Like n8n's
 * agents, it passes every call to the engine as a request.
 */
export class TalkingAgent implements INodeType {
	description = describe('talkingAgent', {
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		properties: [
			{ displayName: 'Tool', name: 'tool', type: 'string', default: '' },
			{ displayName: 'Turns', name: 'turns', type: 'json', default: '[]' },
		],
	});

	async execute(this: IExecuteFunctions, response?: EngineResponse): Promise<INodeExecutionData[][] | EngineRequest> {
		const turns = JSON.parse(String(this.getNodeParameter('turns', 0))) as Call[][];
		const turn = (response?.metadata as { turn?: number } | undefined)?.turn ?? 0;
		const calls = turns[turn];
		if (!calls) return [[{ json: { turns: turn } }]];
		return {
			actions: calls.map((input, index) => ({
				actionType: 'ExecutionNodeAction' as const,
				nodeName: this.getNodeParameter('tool', 0) as string,
				input,
				type: NodeConnectionTypes.AiTool,
				id: `call-${turn}-${index}`,
				metadata: {},
			})),
			metadata: { turn: turn + 1 },
		} as EngineRequest;
	}
}

/** Execute Workflow: calls another workflow once with all items or once per item, and waits for it. */
export class CallWorkflow implements INodeType {
	description = describe('callWorkflow', {
		properties: [
			{ displayName: 'Workflow', name: 'workflow', type: 'string', default: '' },
			{ displayName: 'Mode', name: 'mode', type: 'string', default: 'once' },
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const { $execution, $workflow } = this.getWorkflowDataProxy(0) as unknown as Record<string, { id: string }>;
		const calls = this.getNodeParameter('mode', 0) === 'each' ? items.map((item) => [item]) : [items];
		const returned: INodeExecutionData[] = [];
		for (const call of calls) {
			const { data } = await this.executeWorkflow(
				{ id: this.getNodeParameter('workflow', 0) as string },
				call,
				undefined,
				{
					parentExecution: { executionId: $execution?.id ?? '', workflowId: $workflow?.id ?? '' },
					executionMode: this.getMode(),
				},
			);
			returned.push(...(data[0] ?? []));
		}
		return [returned];
	}
}

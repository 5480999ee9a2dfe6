import type {
	EngineRequest,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

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

/** Hands on what it gets: a trigger's place, or any node without effect. */
export class PassOn implements INodeType {
	description = describe('passOn', {});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}

/** Loop Over Items with batches of one: output 0 is the loop, output 1 comes when all are done. */
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

/** An agent that asks the engine to call its tool once per input item, as n8n's agents do, and hands on the answers. */
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

import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether an AI agent calls the node as a tool. Newer agents run a tool as a separate node, recognised by its type. */
export function isToolCall(n8n: IExecuteFunctions): boolean {
	const asTool = typeof n8n.isToolExecution === 'function' && n8n.isToolExecution();
	return asTool || n8n.getNode().type.endsWith('Tool');
}

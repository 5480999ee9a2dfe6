import type { N8nClient } from '../../../runtime/n8nClient';

/**
 * Writes to the agent of a workflow in the editor's chat.
 * @param trigger the node that takes messages
 * @returns the execution's id
 */
export async function writeToAgent(
	client: N8nClient,
	workflowId: string,
	trigger: string,
	chatInput: string,
): Promise<string> {
	const json = { sessionId: chatInput, action: 'sendMessage', chatInput };
	const data = {
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success',
		source: [null],
		data: { main: [[{ json }]] },
	};
	const { executionId } = await client.rest<{ executionId: string }>('POST', `/workflows/${workflowId}/run`, {
		triggerToStartFrom: { name: trigger, data },
	});
	return executionId;
}

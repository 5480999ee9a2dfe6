import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Execution } from './n8nRecords';

/** The items on the first output of a node's last run. Throws with n8n's message when the node failed or has not run. */
export function outputItems(execution: Execution, nodeName: string): INodeExecutionData[] {
	const runs = execution.data?.resultData.runData[nodeName];
	if (!runs?.length)
		throw new Error(
			`The node "${nodeName}" has not run: ${failureOf(execution) ?? `the execution is ${execution.status}`}.`,
		);
	const last = runs[runs.length - 1];
	if (last.error) throw new Error(`The node "${nodeName}" failed: ${last.error.message}`);
	return last.data?.main[0] ?? [];
}

/** The JSON of {@link outputItems}. */
export const outputJson = (execution: Execution, nodeName: string): IDataObject[] =>
	outputItems(execution, nodeName).map((item) => item.json);

/** Why an execution failed: n8n's message with the node's name; `undefined` when it succeeded. */
export function failureOf({ status, data }: Execution): string | undefined {
	if (status === 'success') return undefined;
	const error = data?.resultData.error;
	if (!error) return `it is ${status}`;
	const node = 'node' in error && error.node ? `"${error.node.name}": ` : '';
	return `${node}${error.message}${'description' in error && error.description ? ` (${error.description})` : ''}`;
}

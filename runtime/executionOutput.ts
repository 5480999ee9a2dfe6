import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Execution } from './n8nRecords';

/** The items that a node gave on its first output in its last run. Throws when it has not run, or failed, with n8n's words. */
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

/** Why an execution failed, in n8n's words, with the node; `undefined` when it has not. */
export function failureOf({ status, data }: Execution): string | undefined {
	if (status === 'success') return undefined;
	const error = data?.resultData.error;
	if (!error) return `it is ${status}`;
	const node = 'node' in error && error.node ? `"${error.node.name}": ` : '';
	return `${node}${error.message}${'description' in error && error.description ? ` (${error.description})` : ''}`;
}

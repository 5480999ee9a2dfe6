import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { attemptNow } from '../../core/attempt';

/**
 * What n8n keeps with an execution for all its nodes. It is carried into Retry On Fail, over a wait, and into
 * the retry of an execution. undefined where n8n keeps nothing: its own Agents run nodes without execution data.
 */
export function contextData(n8n: IExecuteFunctions): IDataObject | undefined {
	const kept = attemptNow(() => n8n.getContext('flow') as IDataObject);
	return 'value' in kept ? kept.value : undefined;
}

let calls = 0;

/** What was told of calls without an execution. */
const told = new WeakMap<IExecuteFunctions, string>();

/**
 * The id of the execution. n8n's Agents and its MCP Server Trigger run a node without one, whatever the type of
 * `getExecutionId` says: there each call counts as an execution of its own. Tried with n8n 2.40.7.
 */
export function executionIdOf(n8n: IExecuteFunctions): string {
	const given = n8n.getExecutionId() as string | undefined;
	if (given !== undefined) return given;
	const id = told.get(n8n) ?? `call ${++calls}`;
	told.set(n8n, id);
	return id;
}

import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

/**
 * Has n8n start an execution with polled items, and report through a promise whether it could: a poll that returns its items
 * learns nothing of that. Tried with n8n 1.100.1, 2.40.7 and 2.41.1.
 * @returns false where n8n does not offer it: then the items are to be returned
 * @throws what n8n throws
 */
export function emitItems(
	n8n: IPollFunctions,
	items: INodeExecutionData[],
	end: Parameters<IPollFunctions['__emit']>[2],
): boolean {
	if (typeof n8n.__emit !== 'function') return false;
	n8n.__emit([items], undefined, end);
	return true;
}

/**
 * Whether this n8n tells a poll when it could not start the execution, as n8n does from 2.35 on. A part of the context that
 * was added in 2.36 serves as the sign.
 */
export const reportsFailedStarts = (pollContext: object): boolean => '__commitCursor' in pollContext;

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

import { NodeApiError, type INodeExecutionData, type IPollFunctions, type IRun, type JsonObject } from 'n8n-workflow';
import { emitItems } from '../n8n/emitItems';
import type { DeliveryOutcome } from '../events/workflowMemory';
import type { PollState } from './pollState';

/** Names of n8n's errors about an execution that it did start, but that was cancelled since or is over already. */
const STARTED = /Cancelled|NotFound/;

/**
 * Hands items on to n8n and learns whether it could start the execution. n8n saves static data before it stores the
 * execution, so what it saves then is the state from before the poll. It reports a failed start only through a promise
 * that it was given. A running execution reports itself (confirmItems). Where neither report comes, a later poll looks
 * again.
 * @returns the items to return to n8n in the usual way, where n8n does not offer this one
 */
export function emit(n8n: IPollFunctions, state: PollState, items: INodeExecutionData[]): INodeExecutionData[] {
	const ids = items.map(({ json }) => String(json.event_id));
	if (ids.length === 0) {
		state.save();
		return [];
	}
	const end = n8n.helpers.createDeferredPromise<IRun | undefined>();
	state.emit(
		ids,
		end.promise.then((): DeliveryOutcome => 'held', outcomeOf),
	);
	state.save();
	try {
		if (!emitItems(n8n, items, end)) return items;
	} catch (error) {
		end.reject(error as Error);
		throw new NodeApiError(n8n.getNode(), error as JsonObject);
	}
	return [];
}

function outcomeOf(error: unknown): DeliveryOutcome {
	const names = error instanceof Error ? [error.name, error.constructor.name] : [];
	return names.some((name) => STARTED.test(name)) ? 'held' : 'failed';
}

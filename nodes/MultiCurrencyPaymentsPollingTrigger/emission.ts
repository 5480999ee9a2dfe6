import type { INodeExecutionData, IPollFunctions, IRun, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { Outcome } from '../events/handing';
import type { PollState } from './pollState';

/** What n8n calls an execution that it has started and that somebody or something has ended since, or that is over already. */
const STARTED = /Cancelled|NotFound/;

/**
 * Hands items on to n8n and learns whether it could start the execution. n8n saves static data before it stores the
 * execution, and tells a failing start to nobody but whoever gives it a promise: so what it saves then is the state from
 * before. The execution itself says that it runs ({@link confirmItems}); an n8n that says neither is asked again by a later
 * poll.
 * @returns what n8n has to be given in the usual way, because it does not offer this one
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
		end.promise.then((): Outcome => 'held', outcomeOf),
	);
	state.save();
	if (typeof n8n.__emit !== 'function') return items;
	try {
		n8n.__emit([items], undefined, end);
	} catch (error) {
		end.reject(error as Error);
		throw new NodeApiError(n8n.getNode(), error as JsonObject);
	}
	return [];
}

function outcomeOf(error: unknown): Outcome {
	const names = error instanceof Error ? [error.name, error.constructor.name] : [];
	return names.some((name) => STARTED.test(name)) ? 'held' : 'failed';
}

import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isOn } from '../../core/text/values';
import { readAccounts } from '../service/credential';
import { explain } from '../service/explain';
import { emit, newItems } from './emission';
import { LISTED_LONGER, Look, lookOf } from './look';
import { lookBackOf } from './pollingProperties';
import { mayLack, watchedLists, type PolledSource } from './sources';
import { PollState } from './watch';

const HOUR = 3_600_000;

/** Most time for one request of a poll, in milliseconds: n8n polls again soon. */
const PATIENCE = 20_000;

/** The share of the time for a poll in which it begins requests. */
const SHARE_OF_TIME = 0.7;
/**
 * Most time for a poll, in milliseconds, whatever n8n allows: it waits 84 seconds for a publication, which includes the
 * first poll, and then gives the trigger up.
 */
const MOST_TIME = 60_000;

/** Looks for changes and hands on, oldest first, the events that no trigger of the workflow has handed on before. */
export async function poll(n8n: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const now = Date.now();
	const accounts = await readAccounts(n8n);
	const time = Math.min(MOST_TIME, n8n.getPollBudgetMs?.() ?? MOST_TIME);
	const patience = Math.min(PATIENCE, (1 - SHARE_OF_TIME) * time);
	const lists = watchedLists(n8n, accounts, n8n.getNodeParameter('events'), patience);
	const lookBack = lookBackOf(n8n.getNodeParameter('lookBack', undefined));
	const statuses = n8n.getNodeParameter('statuses');
	const state = new PollState(n8n, accounts[0], now);
	// Only the poll that is making the first look can tell what existed at publishing.
	if (now < state.watch.firstLookEndsAt) return null;
	const { emitExisting } = n8n.getNodeParameter('options', {}) as IDataObject;
	const endsAt = now + SHARE_OF_TIME * time;
	const watchedFor = ({ leastLookBack = 0 }: PolledSource) => Math.max(lookBack, leastLookBack * HOUR);
	state.watchOnly(lists.map(({ source }) => source.kind));
	const from = Math.min(
		...lists.map(({ source }) => lookOf(state.watch.settled[source.kind] ?? {}, now, watchedFor(source)).from),
	);
	// An event must be remembered for as long as its record can appear in a look, or it would count as new.
	state.rememberFor(Math.ceil((now - from) / HOUR) + 1 + LISTED_LONGER);
	state.giveUpForgotten(n8n);
	const looks = lists.map((list) => new Look(list, state, watchedFor(list.source), isOn(emitExisting)));
	if (looks.some(({ firstLook }) => firstLook.isOpen)) state.watch.firstLookEndsAt = endsAt;
	// Each has its share of the time. Where that does not suffice, each poll begins with another one.
	for (let read = 0; read < looks.length; read++) {
		const begun = Date.now();
		const look = looks[(state.before.turn + read) % looks.length];
		await look.lookThrough(begun + (endsAt - begun) / (looks.length - read));
	}

	// From here on nothing is awaited: what is reserved is handed on in the same step.
	if (state.isSuperseded) return null;
	state.shared.merge(now);
	const items = newItems(looks, state, statuses);
	state.giveUpForgotten(n8n);
	const unreturned = emit(n8n, state, items);
	reportFailures(n8n, state, looks, items.length > 0);
	return unreturned.length > 0 ? [unreturned] : null;
}

/**
 * A failure shows as a failed execution, or stops the publishing. It is only logged where that would lose what was found or
 * deactivate the trigger when n8n starts, and where an account may lack the list. The next poll then goes on from there.
 */
function reportFailures(n8n: IPollFunctions, state: PollState, looks: Look[], hasItems: boolean): void {
	// A poll that n8n makes because it starts, and not because a user publishes the workflow.
	const isOwnStart = state.isFirstOfContext && ['init', 'leadershipChange'].includes(n8n.getActivationMode());
	for (const look of looks) {
		const { source, isCut, failure } = look;
		if (isCut) {
			n8n.logger.warn(
				`The payment service does not say whether its list of ${source.kind} events goes on, and all that it shows is new. The polling trigger may have missed some before that. Look for them with Get Many.`,
			);
		}
		if (failure === undefined) continue;
		const error = explain(failure, n8n.getNode());
		if (!hasItems && !isOwnStart && !mayLack(look, looks)) throw error;
		n8n.logger.warn(`The payments polling trigger could not look for ${source.kind} events: ${error.message}`);
	}
}

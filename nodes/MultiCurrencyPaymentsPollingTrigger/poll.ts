import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isOn } from '../../core/text/switches';
import { readAccounts } from '../service/credential';
import { ServiceClient } from '../service/client';
import { LONGEST_POLL_HOURS, WorkflowMemory } from '../events/workflowMemory';
import { emit } from './emission';
import { FirstLook } from './firstLook';
import { lookOf, lookThrough, type BegunLook } from './look';
import { lookBackOf } from './pollingProperties';
import { reportFailures, tellOfForgotten } from './pollFailures';
import { PollState } from './pollState';
import { recentEvents } from './recentEvents';
import { accountMark, watchedLists } from './sources';
import { emitNew, type Look } from './emitNew';

const HOUR = 3_600_000;

/** Most time for one request of a poll, in milliseconds: n8n polls again soon. */
const PATIENCE = 20_000;

/** For how many hours more a record can appear in a look: a list may go by whole days, of any time zone. */
const LISTED_LONGER = 48;

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
	const limits = { requestTimeout: patience, timeLimit: patience };
	const lists = watchedLists(
		accounts,
		n8n.getNodeParameter('events'),
		(account) => new ServiceClient(n8n, account, undefined, limits),
	);
	const lookBack = lookBackOf(n8n.getNodeParameter('lookBack', undefined));
	const statuses = n8n.getNodeParameter('statuses');
	if (n8n.getMode() === 'manual') {
		const recent = await recentEvents(n8n.getNode(), lists, { statuses, lookBack });
		return recent.length > 0 ? [recent] : null;
	}

	const shared = WorkflowMemory.of(n8n);
	const state = new PollState(n8n, accountMark(accounts[0]), shared, now);
	if (state.hasFirstLookUnderWay) return null;
	const { emitExisting } = n8n.getNodeParameter('options', {}) as IDataObject;
	const endsAt = now + SHARE_OF_TIME * time;
	const furthest = now - (LONGEST_POLL_HOURS - LISTED_LONGER - 2) * HOUR;
	const reaching = lists.map((list) => {
		const { leastLookBack = 0 } = list.source;
		return { ...list, reach: { now, lookBack: Math.max(lookBack, leastLookBack * HOUR), furthest } };
	});
	state.watchOnly(lists.map(({ source }) => source.kind));
	const from = Math.min(...reaching.map((each) => lookOf(state.settledProgressOf(each.source.kind), each.reach).from));
	// An event must be remembered for as long as its record can appear in a look, or it would count as new.
	state.rememberFor(Math.ceil((now - from) / HOUR) + 1 + LISTED_LONGER);
	tellOfForgotten(n8n, state);
	const begun = reaching.map((list): BegunLook => {
		const { kind } = list.source;
		const before = state.progressOf(kind);
		return {
			...list,
			before,
			firstLook: new FirstLook(kind, before, state, { now, emitExisting: isOn(emitExisting) }),
		};
	});
	if (begun.some(({ firstLook }) => firstLook.isOpen)) state.beginFirstLook(endsAt);
	const looks = await lookThroughAll(begun, state, endsAt);

	// From here on nothing is awaited: what is reserved is handed on in the same step.
	if (state.isSuperseded) return null;
	shared.merge(now);
	const items = emitNew(looks, { state, shared, now, statuses });
	tellOfForgotten(n8n, state);
	const unreturned = emit(n8n, state, items);
	reportFailures(n8n, state, looks, items.length > 0);
	return unreturned.length > 0 ? [unreturned] : null;
}

/** Looks through the lists, each with its share of the time. Where that does not suffice, each poll begins with another one. */
async function lookThroughAll(begun: readonly BegunLook[], state: PollState, endsAt: number): Promise<Look[]> {
	const looks: Look[] = [];
	for (let read = 0; read < begun.length; read++) {
		const place = (state.turn + read) % begun.length;
		const list = begun[place];
		const now = Date.now();
		looks[place] = { ...list, seen: await lookThrough(list, state, now + (endsAt - now) / (begun.length - read)) };
	}
	return looks;
}

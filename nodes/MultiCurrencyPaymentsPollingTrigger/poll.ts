import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isOn } from '../../core/text/switches';
import { readAccounts } from '../service/credential';
import { ServiceClient } from '../service/client';
import { LONGEST_POLL_HOURS, WorkflowMemory } from '../events/workflowMemory';
import { emit } from './emission';
import { Budget } from './budget';
import { FirstLook } from './firstLook';
import { lookOf, lookThrough, type Reach } from './look';
import { lookBackOf } from './pollingProperties';
import { reportFailures, tellOfForgotten } from './pollFailures';
import { PollState } from './pollState';
import { recentEvents } from './recentEvents';
import { accountMark, watchedLists, type PolledSource } from './sources';
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
	const lookBack = lookBackOf(n8n.getNodeParameter('lookBack', undefined)) * HOUR;
	const statuses = n8n.getNodeParameter('statuses');
	if (n8n.getMode() === 'manual') {
		const recent = await recentEvents(n8n.getNode(), { lists, statuses, now, lookBack });
		return recent.length > 0 ? [recent] : null;
	}

	const shared = WorkflowMemory.of(n8n);
	const state = new PollState(n8n, accountMark(accounts[0]), shared, now);
	if (state.hasFirstLookUnderWay) return null;
	const { emitExisting } = n8n.getNodeParameter('options', {}) as IDataObject;
	const endsAt = now + SHARE_OF_TIME * time;
	const asked = { now, lookBack, furthest: now - (LONGEST_POLL_HOURS - LISTED_LONGER - 2) * HOUR };
	const reachOf = ({ leastLookBack = 0 }: PolledSource): Reach => {
		return { ...asked, lookBack: Math.max(lookBack, leastLookBack * HOUR) };
	};
	state.watchOnly(lists.map(({ source }) => source.kind));
	const from = Math.min(
		...lists.map(({ source }) => lookOf(state.settledProgressOf(source.kind), reachOf(source)).from),
	);
	// An event must be remembered for as long as its record can appear in a look, or it would count as new.
	state.rememberFor(Math.ceil((now - from) / HOUR) + 1 + LISTED_LONGER);
	tellOfForgotten(n8n, state);
	const isWanted = isOn(emitExisting);
	const begun = lists.map(({ source, client }) => {
		const before = state.progressOf(source.kind);
		const firstLook = new FirstLook({ kind: source.kind, before, now, emitExisting: isWanted, marks: state });
		return { source, client, before, firstLook };
	});
	if (begun.some(({ firstLook }) => firstLook.isOpen)) state.beginFirstLook(endsAt);
	const looks = await lookThroughAll(begun, { state, endsAt, reachOf });

	// From here on nothing is awaited: what is claimed is handed on in the same step.
	if (state.isSuperseded) return null;
	shared.merge(now);
	const items = emitNew(looks, { state, shared, now, statuses });
	tellOfForgotten(n8n, state);
	const unreturned = emit(n8n, state, items);
	reportFailures(n8n, state, looks, items.length > 0);
	return unreturned.length > 0 ? [unreturned] : null;
}

/** A list whose look has begun. */
interface BegunLook {
	source: PolledSource;
	client: ServiceClient;
	before: ReturnType<PollState['progressOf']>;
	firstLook: FirstLook;
}

/** Looks through the lists, each with its share of the time. Where that does not suffice, each poll begins with another one. */
async function lookThroughAll(
	begun: readonly BegunLook[],
	{ state, endsAt, reachOf }: { state: PollState; endsAt: number; reachOf: (source: PolledSource) => Reach },
): Promise<Look[]> {
	const looks: Look[] = [];
	const inTurn = [...begun.keys()].map((read) => (state.turn + read) % begun.length);
	for (const [read, place] of inTurn.entries()) {
		const look = begun[place];
		if (!look) continue;
		const { source, client, before, firstLook } = look;
		const share = (endsAt - Date.now()) / (begun.length - read);
		const budget = new Budget(Date.now() + share, firstLook.isOpen);
		const options = { ...reachOf(source), budget, firstLook, readAt: state.readAt, hasSeen: state.hasSeen };
		const seen = await lookThrough(source, client.with({ count: budget }), before, options);
		looks[place] = { kind: source.kind, currency: client.credential.currency, firstLook, seen };
	}
	return looks;
}

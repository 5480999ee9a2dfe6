import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isBeginning, milestone } from '../../core/events';
import type { Span } from '../../core/events/span';
import { DEFAULT_AT_MOST, LONGEST_HOURS } from '../../core/events/span';
import { readCredential } from '../service/credential';
import { ServiceClient } from '../service/client';
import { eventItem, isChosen } from '../events/emitted';
import { WorkflowMemory } from '../events/workflowMemory';
import { emit } from './emission';
import type { Found, Seen } from './look';
import { Budget, lookThrough } from './look';
import { lookBackOf } from './pollingProperties';
import { reportFailures } from './pollFailures';
import { PollState } from './pollState';
import { recentEvents } from './recentEvents';
import { accountMark, polledSources } from './sources';

const HOUR = 3_600_000;

/** How far the clock of the service may be behind, in milliseconds. */
const CLOCKS_DIFFER = 300_000;

/** For one request of a poll, in milliseconds: n8n polls again soon. */
const PATIENCE = { requestTimeout: 20_000, timeLimit: 20_000 };

/** The share of the time for a poll that requests may take. */
const SHARE_OF_TIME = 0.7;
/** The time for a poll where n8n does not say it, in milliseconds. */
const USUAL_TIME = 300_000;

interface TakeOptions {
	now: number;
	state: PollState;
	shared: WorkflowMemory;
	span: Span;
	emitExisting: boolean;
	statuses: unknown;
}

/** Looks for changes and hands on, oldest first, the events that no trigger of the workflow has handed on before. */
export async function poll(n8n: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const now = Date.now();
	const credential = await readCredential(n8n);
	const client = new ServiceClient(n8n, credential, PATIENCE);
	const sources = polledSources.filter(({ kind }) => isChosen(n8n.getNodeParameter('events'), kind));
	const lookBack = lookBackOf(n8n.getNodeParameter('lookBack', undefined)) * HOUR;
	const statuses = n8n.getNodeParameter('statuses');
	if (n8n.getMode() === 'manual') {
		const recent = await recentEvents(n8n.getNode(), client, { sources, statuses, now, lookBack });
		return recent.length > 0 ? [recent] : null;
	}

	const shared = WorkflowMemory.of(n8n);
	const state = new PollState(n8n, accountMark(credential.appId), shared, now);
	const endsAt = now + SHARE_OF_TIME * (n8n.getPollBudgetMs?.() ?? USUAL_TIME);
	const looks: { kind: string; seen: Seen }[] = [];
	for (const source of sources) {
		const budget = new Budget(endsAt);
		const counted = client.with({ count: budget });
		const furthest = Math.max(now - (LONGEST_HOURS - 2) * HOUR, state.forgottenUntil);
		const options = { now, lookBack, furthest, budget, details: state.details };
		looks.push({ kind: source.kind, seen: await lookThrough(source, counted, state.progressOf(source.kind), options) });
	}

	// From here on nothing is awaited: what is claimed is handed on in the same step.
	if (state.isSuperseded) return null;
	const { emitExisting } = n8n.getNodeParameter('options', {}) as IDataObject;
	// An event must be remembered for as long as its record can appear in a look, or it would count as new.
	const hours = Math.max(...looks.map(({ seen }) => Math.ceil((now - seen.from) / HOUR) + 1));
	const span = { hours, atMost: DEFAULT_AT_MOST };
	state.ask(hours);
	shared.ask({ now, span });
	const settings = { now, state, shared, span, emitExisting: emitExisting === true, statuses };
	const items = looks.flatMap(({ kind, seen }) => take(kind, seen, settings));
	const unreturned = emit(n8n, state, items);
	reportFailures(n8n, state, looks, items.length > 0);
	return unreturned.length > 0 ? [unreturned] : null;
}

/** Remembers everything that was seen in one list, and selects what to hand on. */
function take(
	kind: string,
	seen: Seen,
	{ now, state, shared, span, emitExisting, statuses }: TakeOptions,
): INodeExecutionData[] {
	const before = state.progressOf(kind);
	const isBaseline = before.through === undefined && !emitExisting;
	const baseline = isBaseline ? (before.baseline ?? now) : before.baseline;
	const existed = ({ began, wasRead, isNewest }: Found) =>
		(isBaseline && !isNewest) || (began !== null && !wasRead && began < (baseline ?? 0) - CLOCKS_DIFFER);
	const items: INodeExecutionData[] = [];
	let isComplete = true;
	for (const found of seen.found.reverse()) {
		const { event, record } = found;
		const { event_id: id } = event;
		if (state.hasSeen(id)) continue;
		if (isBeginning(event, record) || !isChosen(statuses, event.status) || (existed(found) && !state.isOwed(id))) {
			state.see(id);
			continue;
		}
		// It is being handed on with an outcome that is not known yet: the next poll looks again.
		if (shared.handingOfAny([id])) {
			isComplete = false;
			continue;
		}
		const reached = milestone(event);
		if (!shared.claim(id, { now, span }, reached === null ? [] : [reached])) {
			state.see(id);
			continue;
		}
		state.claim(id);
		items.push(eventItem(event, { receivedAt: new Date(now), payload: record }));
	}
	// A first look counts even if incomplete: if it were repeated, what has happened since would count as old.
	if (!isComplete && !isBaseline) return items;
	if (isComplete) for (const [listed, record] of seen.readings) state.details.note(listed, record, now);
	state.setProgress(kind, { ...seen.progress, ...(baseline !== undefined && { baseline }) });
	return items;
}

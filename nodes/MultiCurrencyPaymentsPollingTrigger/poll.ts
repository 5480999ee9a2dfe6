import type { IDataObject, INodeExecutionData, IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { DEFAULT_HOURS, LONGEST_HOURS } from '../../core/events/memory';
import { isBeginning, milestone } from '../../core/events';
import { readCredential } from '../service/credential';
import { explain } from '../service/explain';
import { ServiceClient } from '../service/client';
import { eventItem, isChosen } from '../events/emitted';
import { WorkflowMemory } from '../events/workflowMemory';
import type { Seen } from './look';
import { Budget, lookThrough } from './look';
import { DEFAULT_LOOK_BACK_HOURS, LONGEST_LOOK_BACK_HOURS } from './pollingProperties';
import { PollState } from './pollState';
import { recentEvents } from './recentEvents';
import { accountMark, polledSources } from './sources';

const HOUR = 3_600_000;

/** For one request of a poll, in milliseconds: n8n polls again soon. */
const PATIENCE = { requestTimeout: 20_000, timeLimit: 20_000 };

/** Which part of the time that n8n gives a poll goes to requests. */
const SHARE_OF_TIME = 0.7;
/** That time in an n8n that does not say it, in milliseconds. */
const USUAL_TIME = 300_000;

interface TakeOptions {
	now: number;
	state: PollState;
	shared: WorkflowMemory;
	emitExisting: boolean;
	statuses: unknown;
}

/** Looks for what has changed and hands on what no trigger of the workflow has handed on before, oldest first. */
export async function poll(n8n: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const now = Date.now();
	const credential = await readCredential(n8n);
	const client = new ServiceClient(n8n, credential, PATIENCE);
	const sources = polledSources.filter(({ kind }) => isChosen(n8n.getNodeParameter('events'), kind));
	const lookBack = lookBackOf(n8n);
	if (n8n.getMode() === 'manual') return await recentEvents(n8n, client, sources, { now, lookBack });

	const shared = WorkflowMemory.of(n8n);
	const state = new PollState(n8n, accountMark(credential.appId), shared);
	const endsAt = now + SHARE_OF_TIME * (n8n.getPollBudgetMs?.() ?? USUAL_TIME);
	const looks: { kind: string; seen: Seen }[] = [];
	for (const source of sources) {
		const seen = await lookThrough(source, client, state.progressOf(source.kind), {
			now,
			lookBack,
			furthest: (LONGEST_HOURS - 2) * HOUR,
			budget: new Budget(endsAt),
			hasRead: (reading) => state.hasSeen(reading),
		});
		looks.push({ kind: source.kind, seen });
	}

	// From here to the end nothing waits: what is remembered is handed on in the same step.
	if (state.isSuperseded) return null;
	state.reload();
	const { emitExisting } = n8n.getNodeParameter('options', {}) as IDataObject;
	const settings = {
		now,
		state,
		shared,
		emitExisting: emitExisting === true,
		statuses: n8n.getNodeParameter('statuses'),
	};
	const items = looks.flatMap(({ kind, seen }) => take(kind, seen, settings));
	state.save(items.map(({ json }) => String(json.event_id)));
	const failures = looks.filter(({ seen }) => seen.failure !== undefined);
	reportFailures(n8n, failures, items.length > 0 || startsWithoutUser(n8n, state));
	return items.length > 0 ? [items] : null;
}

/** Remembers all that was seen in one list, and picks what to hand on. */
function take(
	kind: string,
	{ found, readings, progress, from }: Seen,
	{ now, state, shared, emitExisting, statuses }: TakeOptions,
): INodeExecutionData[] {
	const isBaseline = state.progressOf(kind).through === undefined && !emitExisting;
	state.setProgress(kind, progress);
	// As long as a record can still be in what is looked through, it must not be taken for new.
	const hours = Math.max(Math.ceil((now - from) / HOUR) + 1, DEFAULT_HOURS);
	for (const reading of readings) state.see(reading, now, hours);
	const items: INodeExecutionData[] = [];
	for (const { event, record, isNewest } of found.reverse()) {
		if (!state.see(event.event_id, now, hours)) continue;
		if ((isBaseline && !isNewest) || isBeginning(event, record) || !isChosen(statuses, event.status)) continue;
		const reached = milestone(event);
		if (!shared.admit(event.event_id, { now, rememberForHours: hours }, reached === null ? [] : [reached])) continue;
		items.push(eventItem(event, { receivedAt: new Date(now), payload: record }));
	}
	return items;
}

/**
 * A failure shows as a failed execution, or stops the publishing. It is only logged where that would lose what was found, or
 * would switch the trigger off when n8n starts. The next poll then reads on where this one failed.
 */
function reportFailures(n8n: IPollFunctions, failures: { kind: string; seen: Seen }[], onlyLog: boolean): void {
	for (const { kind, seen } of failures) {
		const error: NodeApiError | NodeOperationError = explain(seen.failure, n8n.getNode());
		if (!onlyLog) throw error;
		n8n.logger.warn(`The payments polling trigger could not look for ${kind} events: ${error.message}`);
	}
}

/** Whether n8n makes this poll because it starts, and not because a user publishes the workflow. */
function startsWithoutUser(n8n: IPollFunctions, { isFirstOfContext }: PollState): boolean {
	return isFirstOfContext && ['init', 'leadershipChange'].includes(n8n.getActivationMode());
}

function lookBackOf(n8n: IPollFunctions): number {
	const hours = Number(n8n.getNodeParameter('lookBack', DEFAULT_LOOK_BACK_HOURS));
	return (
		(Number.isFinite(hours) ? Math.min(Math.max(hours, 1), LONGEST_LOOK_BACK_HOURS) : DEFAULT_LOOK_BACK_HOURS) * HOUR
	);
}

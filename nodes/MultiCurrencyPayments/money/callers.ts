import { digestOf } from '../../../core/idempotency';
import { keepNewest } from '../../../core/keepNewest';
import { thisProcess, unknownUntil } from './processMemory';

/**
 * Executions of other workflows that have called this one, as far as this process of n8n has served them. The retry of a
 * caller is a new execution, but keeps the time at which the first one began.
 */

/** A caller as n8n shows it to the workflow that it calls. */
export interface Caller {
	workflowId: string;
	/** When its first execution began. Milliseconds since 1970. */
	establishedAt: number;
	/** The execution that calls. */
	call: string;
	/** Whether that execution is a retry; undefined where n8n does not say. */
	isRetry: boolean | undefined;
}

/** What this process knows of callers that began at one moment. */
interface Known {
	/** The executions that began then, in the order in which they called, without retries. */
	firsts: string[];
	/** Since when this process serves them. Milliseconds since 1970. */
	since: number;
	/** See {@link Root}. */
	unseenUntil: number;
}

/** What all calls of one caller have in common, including its retries. */
export interface Root {
	root: string;
	/** The execution that calls. */
	call: string;
	/** Whether the caller may be a retry. */
	isRetry: boolean;
	/** Until when it may have had something sent of which this process knows nothing, or nothing any more; 0 if it has not. */
	unseenUntil: number;
}

/** By workflow and start time, oldest first. */
const callers = new Map<string, Known>();

/** Most callers that are remembered. A retry of a forgotten one counts as served by another process. */
const MOST = 50_000;

/**
 * @returns null in the retry of one of several callers that began in the same millisecond: they cannot be told apart
 */
export function rootOf({ workflowId, establishedAt, call, isRetry }: Caller): Root | null {
	const beginning = digestOf(workflowId, String(establishedAt));
	const known = callers.get(beginning) ?? firstSeen(beginning, establishedAt, isRetry);
	const { firsts } = known;
	if (isRetry === false && !firsts.includes(call)) firsts.push(call);
	if (isRetry === undefined && firsts.length === 0) firsts.push(call);
	const at = firsts.indexOf(call);
	if (at < 0 && firsts.length > 1) return null;
	const root = at > 0 ? digestOf(beginning, call) : beginning;
	// A caller may have waited between two calls, over a restart of n8n or for days. Its first call has nothing before it.
	const since = isRetry === false && establishedAt >= thisProcess.startedAt ? known.since : establishedAt;
	const forgotten = since < unknownUntil() ? unknownUntil() : 0;
	const unseenUntil = isRetry === false ? forgotten : Math.max(known.unseenUntil, forgotten);
	return { root, call, isRetry: isRetry !== false, unseenUntil };
}

function firstSeen(beginning: string, establishedAt: number, isRetry = establishedAt < unknownUntil()): Known {
	const now = Date.now();
	// A full list may have held it.
	const since = callers.size < MOST ? now : establishedAt;
	const known: Known = { firsts: [], since, unseenUntil: isRetry ? now : 0 };
	callers.set(beginning, known);
	keepNewest(callers, MOST);
	return known;
}

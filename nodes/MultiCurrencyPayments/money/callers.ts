import { digestOf } from '../../../core/idempotency';
import { keepNewest } from '../../../core/keepNewest';
import { unknownUntil } from './processMemory';

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
	/** See {@link Root}. */
	unseenUntil: number;
}

/** What all calls of one caller have in common, including its retries. */
export interface Root {
	root: string;
	/** The execution that calls. */
	call: string;
	/** Whether the caller began before what this process remembers: in a process before it, or long ago. */
	isOlder: boolean;
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
	const isOlder = establishedAt < unknownUntil();
	const known = callers.get(beginning) ?? firstSeen(beginning, isRetry ?? isOlder);
	const { firsts } = known;
	const unseenUntil = isOlder ? Math.max(known.unseenUntil, unknownUntil()) : known.unseenUntil;
	if (isRetry === false && !firsts.includes(call)) firsts.push(call);
	if (isRetry === undefined && firsts.length === 0) firsts.push(call);
	const at = firsts.indexOf(call);
	if (at < 0 && firsts.length > 1) return null;
	const root = at > 0 ? digestOf(beginning, call) : beginning;
	return { root, call, isOlder, unseenUntil: isRetry === false ? 0 : unseenUntil };
}

function firstSeen(beginning: string, isRepeat: boolean): Known {
	const known: Known = { firsts: [], unseenUntil: isRepeat ? Date.now() : 0 };
	callers.set(beginning, known);
	keepNewest(callers, MOST);
	return known;
}

import type { IDataObject } from 'n8n-workflow';
import type { Sent } from '../../../core/idempotency';

/**
 * What this process of n8n has sent, by identity (see memory.ts). All executions of the process share it, so that a list
 * of the service that lags cannot hide a payment made a moment ago, and so that what cannot be looked up is sent once.
 */

/** One intention as this process knows it. */
export interface ProcessSent extends Sent<IDataObject> {
	/** How late the service may show it, in milliseconds. */
	settleTime: number;
	/** Whether the service can be asked for it. If not, this memory is all there is. */
	canLookUp: boolean;
	/** In a called workflow: what identifies all calls for one root, and the execution that called. */
	calledFor?: { root: string; call: string };
}

/** When this process began: what an earlier process sent may still be missing from lists. Milliseconds since 1970. */
export const thisProcess = { startedAt: Date.now() };

const MINUTE = 60_000;

/** How long an intention is remembered, unless there are too many, in milliseconds. */
const REMEMBERED = { withLookUp: 10 * MINUTE, withoutLookUp: 24 * 60 * MINUTE };

/** When the latest was sent that was forgotten early, because there were too many. Milliseconds since 1970. */
let forgottenUntil = -Infinity;

/** Until when something may have been sent of which this process knows nothing (any more). Milliseconds since 1970. */
export const unknownUntil = (): number =>
	Math.max(thisProcess.startedAt, forgottenUntil, Date.now() - REMEMBERED.withoutLookUp);

/** Most intentions that each map remembers beyond their settle time. */
const MOST = 50_000;

/** Oldest first. Two maps, because one kind is forgotten sooner than the other. */
const withLookUp = new Map<string, ProcessSent>();
const withoutLookUp = new Map<string, ProcessSent>();

/** What this process has sent under an identity. */
export function sentByProcess(identity: string): ProcessSent | undefined {
	return withLookUp.get(identity) ?? withoutLookUp.get(identity);
}

/**
 * By root, the executions whose calls have sent something, by the identity of what they sent. It is remembered for longer
 * than what was sent, because the calling workflow may be retried hours later. Oldest first.
 */
const calls = new Map<string, { at: number; sent: Map<string, string> }>();

/** Whether a call of another execution has sent something for a root. */
export function hasOtherCall(root: string, call: string): boolean {
	return [...(calls.get(root)?.sent.values() ?? [])].some((other) => other !== call);
}

/** To be called before anything is sent, and when its outcome is known. */
export function noteInProcess(identity: string, sent: ProcessSent): void {
	forgetInProcess(identity);
	if (sent.calledFor) {
		const { root, call } = sent.calledFor;
		const sentFor = calls.get(root)?.sent ?? new Map<string, string>();
		calls.delete(root);
		calls.set(root, { at: Date.now(), sent: sentFor.set(identity, call) });
		for (const [oldest, { at }] of calls) {
			if (Date.now() - at <= REMEMBERED.withoutLookUp && calls.size <= MOST) break;
			calls.delete(oldest);
			forgottenUntil = Math.max(forgottenUntil, at);
		}
	}
	const memory = sent.canLookUp ? withLookUp : withoutLookUp;
	memory.set(identity, sent);
	prune(memory, sent.canLookUp ? REMEMBERED.withLookUp : REMEMBERED.withoutLookUp);
}

/** To be called when a send provably had no effect. */
export function forgetInProcess(identity: string): void {
	const sent = calls.get(sentByProcess(identity)?.calledFor?.root ?? '')?.sent;
	withLookUp.delete(identity);
	withoutLookUp.delete(identity);
	sent?.delete(identity);
}

/** Forgets the oldest if they are too old or too many, but never one that the service may not show yet. */
function prune(memory: Map<string, ProcessSent>, remembered: number): void {
	for (const [identity, { at, settleTime }] of memory) {
		const age = Date.now() - at;
		const mayGo = age > Math.max(remembered, settleTime) || (memory.size > MOST && age > settleTime);
		if (!mayGo) return;
		memory.delete(identity);
		// What can be looked up need not be known.
		if (memory === withoutLookUp) forgottenUntil = Math.max(forgottenUntil, at);
	}
}

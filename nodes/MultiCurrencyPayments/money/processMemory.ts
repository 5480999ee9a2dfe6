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
}

/** When this process began: what one before it has sent may still be missing from lists. Milliseconds since 1970. */
export const thisProcess = { startedAt: Date.now() };

const MINUTE = 60_000;

/** How long an intention is remembered at least, in milliseconds. */
const REMEMBERED = { withLookUp: 10 * MINUTE, withoutLookUp: 24 * 60 * MINUTE };

/** Most intentions of either kind that are remembered beyond their settle time. */
const MOST = 50_000;

/** Oldest first. Apart, because one kind is forgotten sooner than the other. */
const withLookUp = new Map<string, ProcessSent>();
const withoutLookUp = new Map<string, ProcessSent>();

/** What this process has sent under an identity. */
export function sentByProcess(identity: string): ProcessSent | undefined {
	return withLookUp.get(identity) ?? withoutLookUp.get(identity);
}

/** To be called before anything is sent, and when its outcome is known. */
export function noteInProcess(identity: string, sent: ProcessSent): void {
	forgetInProcess(identity);
	const memory = sent.canLookUp ? withLookUp : withoutLookUp;
	memory.set(identity, sent);
	prune(memory, sent.canLookUp ? REMEMBERED.withLookUp : REMEMBERED.withoutLookUp);
}

/** To be called when a send provably had no effect. */
export function forgetInProcess(identity: string): void {
	withLookUp.delete(identity);
	withoutLookUp.delete(identity);
}

/** Forgets the oldest, as far as they are too old or too many; never one that the service may not show yet. */
function prune(memory: Map<string, ProcessSent>, remembered: number): void {
	for (const [identity, { at, settleTime }] of memory) {
		const age = Date.now() - at;
		const mayGo = age > Math.max(remembered, settleTime) || (memory.size > MOST && age > settleTime);
		if (!mayGo) return;
		memory.delete(identity);
	}
}

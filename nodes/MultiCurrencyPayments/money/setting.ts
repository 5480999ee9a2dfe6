import type { IExecuteFunctions } from 'n8n-workflow';
import { digestOf } from '../../../core/digest';
import type { PaymentFacts } from '../../../core/payments/facts';
import { contextData } from '../../n8n/contextData';
import { pause } from '../../service/pause';
import { TimeSlice } from '../../service/timeSlice';
import { DEFAULT_SETTLE_SECONDS, LONGEST_SETTLE_SECONDS } from '../form/fields';
import type { ItemCall } from '../form/itemCall';
import { numberIn } from '../form/itemCall';
import type { Run } from '../form/run';
import { NO_CLAIMS } from './claims';
import type { Sent } from './memory';
import { Memory, ProcessMemory } from './memory';
import type { Setting } from './payAll';
import type { Payment } from './payment';
import { identityOf } from './payment';

/** What this process of n8n has sent. */
export const thisProcess = new ProcessMemory(Date.now());

/** Shorter waits are not told, in milliseconds. */
const SHORT = 2_000;

/** Where the payments of an item, or of a list that begins with it, are made. */
export function settingOf({ run: { n8n }, client }: ItemCall, goOn: boolean): Setting {
	const slice = new TimeSlice();
	const signal = n8n.getExecutionCancelSignal();
	return {
		memory: memoryOf(n8n),
		claims: NO_CLAIMS,
		goOn,
		longestRequest: client.timeLimit,
		now: Date.now,
		pause: async (milliseconds) => await pause(milliseconds, signal),
		giveWay: () => (slice.isOver ? slice.giveWay() : undefined),
		isStopped: () => signal?.aborted === true,
		noteWait(milliseconds) {
			if (milliseconds > SHORT) waits.set(n8n, Math.max(waits.get(n8n) ?? 0, milliseconds));
		},
	};
}

/** The longest wait of a run for what an n8n before this one may have sent, in milliseconds. */
const waits = new WeakMap<IExecuteFunctions, number>();

/** Why a run waited, as a sentence; undefined where it did not. */
export function waitOf(n8n: IExecuteFunctions): string | undefined {
	const seconds = Math.round((waits.get(n8n) ?? 0) / 1000);
	return seconds > 0
		? `Waited ${seconds} s before paying: n8n had just been started, and what it sent before that may be listed late.`
		: undefined;
}

/** What the node keeps with an execution, which n8n carries into its retries. */
interface Kept {
	payments?: Record<string, Sent>;
}

function memoryOf(n8n: IExecuteFunctions): Memory {
	const kept = contextData(n8n, 'node') as Kept | undefined;
	return new Memory(thisProcess, n8n.getExecutionId(), kept && (kept.payments ??= {}));
}

/** The account that pays, as one text. */
export function accountOf({ credential: { baseUrl, appId } }: Run): string {
	return digestOf(baseUrl, appId);
}

/** The payment of an item. @throws NodeOperationError */
export function paymentOf(
	item: ItemCall,
	{ kind, list = '', externalId, facts }: { kind: string; list?: string; externalId: string; facts: PaymentFacts },
): Payment {
	const account = accountOf(item.run);
	const identity = identityOf(account, kind, list, externalId);
	return { identity, account, kind, list, externalId, facts, settleTime: settleTimeOf(item), row: item.index };
}

/** How late the service may show a payment, in milliseconds. @throws NodeOperationError: an expression may give no length of time */
export function settleTimeOf(item: ItemCall): number {
	const { settleSeconds = DEFAULT_SETTLE_SECONDS } = item.options;
	const seconds = numberIn(settleSeconds);
	if (seconds >= 0 && seconds <= LONGEST_SETTLE_SECONDS) return seconds * 1000;
	throw item.refusal(
		`Look for Record (Seconds) must be a number from 0 to ${LONGEST_SETTLE_SECONDS}`,
		`Correct the expression, or remove the option: then it is ${DEFAULT_SETTLE_SECONDS}.`,
	);
}

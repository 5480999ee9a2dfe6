import type { IExecuteFunctions } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { executionIdOf } from '../../n8n/execution';
import { NO_MARKS, sharedMarks, type SharedMarks } from '../../n8n/sharedMarks';
import { accountKey } from '../../service/credential';
import { TimeSlice, pause, processClock } from '../../service/time';
import { DEFAULT_SETTLE_SECONDS, LONGEST_SETTLE_SECONDS } from '../form/fields';
import { numberIn, type ItemCall } from '../run/itemCall';
import { Memory } from './memory';
import { PAYMENT } from './failures';
import { identityOf, type Payment } from './payment';

/** Where payments are made: everything that a model of it replaces. */
export interface Setting {
	memory: Memory;
	/** The number of the execution. */
	execution: string;
	/** What all processes of n8n share. */
	marks: SharedMarks;
	/** Whether the others are paid when one fails. */
	goOn: boolean;
	/** How long a request may take, in milliseconds. */
	longestRequest: number;
	/** Milliseconds since 1970, by a clock that goes on evenly. */
	now(): number;
	/** The same by the clock of the system, which other processes have as well. */
	systemTime(): number;
	/** Takes note of a wait before a payment. @param milliseconds how long it is in all */
	noteWait(reason: WaitReason, milliseconds: number): void;
	/** Waits, and returns early when the execution is stopped. */
	pause(milliseconds: number): Promise<void>;
	/** Lets others of the process work when this list has kept it busy for long. */
	giveWay(): Promise<void> | undefined;
	isStopped(): boolean;
}

/** What is waited for: what an n8n before this one may have sent, or what another process has claimed. */
export type WaitReason = 'started' | 'claimed';

/** What this process of n8n has sent. */
export const thisProcess = new Memory(processClock.now());

/** Shorter waits are not told, in milliseconds. */
const SHORT = 2_000;

/** Where the payments of an item, or of a list that begins with it, are made. */
export async function settingOf({ run: { n8n }, client }: ItemCall, goOn: boolean): Promise<Setting> {
	const slice = new TimeSlice();
	const events = eventsOf(n8n);
	const signal = n8n.getExecutionCancelSignal();
	return {
		memory: thisProcess,
		execution: executionIdOf(n8n),
		marks: orWon(await sharedMarks(n8n), () => (events.claimFailed = true)),
		goOn,
		longestRequest: client.timeLimit,
		now: () => processClock.now(),
		systemTime: () => Date.now(),
		pause: async (milliseconds) => await pause(milliseconds, signal),
		giveWay: () => (slice.isOver ? slice.giveWay() : undefined),
		isStopped: () => signal?.aborted === true,
		noteWait(reason, milliseconds) {
			if (milliseconds > SHORT) events[reason] = Math.max(events[reason] ?? 0, milliseconds);
		},
	};
}

/** Marks where a database that does not answer keeps nobody from paying: then every claim is won. */
function orWon(marks: SharedMarks, fails: () => void): SharedMarks {
	const orElse = async (work: Promise<boolean>, otherwise: boolean) => {
		const done = await attempt(async () => await work);
		if ('failure' in done) fails();
		return 'value' in done ? done.value : otherwise;
	};
	if (marks === NO_MARKS) return marks;
	const { scope, add, has } = marks;
	return {
		scope,
		add: async (mark) => await orElse(add(mark), true),
		has: async (mark) => await orElse(has(mark), false),
	};
}

/** What happened in a run that its items do not show: its longest waits, in milliseconds, and claims that failed. */
type Events = Partial<Record<WaitReason, number>> & { claimFailed?: boolean };

const eventsByRun = new WeakMap<IExecuteFunctions, Events>();

function eventsOf(n8n: IExecuteFunctions): Events {
	const events = eventsByRun.get(n8n) ?? {};
	eventsByRun.set(n8n, events);
	return events;
}

/** What the user should know of how a run paid, as sentences. */
export function notesOf(n8n: IExecuteFunctions): string[] {
	const { started = 0, claimed = 0, claimFailed = false } = eventsOf(n8n);
	const waited = (milliseconds: number) => `Waited ${Math.round(milliseconds / 1000)} s before sending:`;
	const notes: [isTrue: boolean, note: string][] = [
		[started > 0, `${waited(started)} n8n had just been started, and what it sent before that may be listed late.`],
		[claimed > 0, `${waited(claimed)} another run of this workflow had begun to send the same.`],
		[
			claimFailed,
			'n8n’s database did not answer, so what another process of n8n pays at the same moment was not known.',
		],
	];
	return notes.flatMap(([isTrue, note]) => (isTrue ? [note] : []));
}

/** The payment of an item. @throws NodeOperationError */
export function paymentOf(
	item: ItemCall,
	{
		subject = PAYMENT,
		kind,
		list = '',
		externalId,
		facts,
		turn,
	}: Pick<Payment, 'kind' | 'externalId' | 'facts'> & Partial<Pick<Payment, 'subject' | 'list' | 'turn'>>,
): Payment {
	const account = accountKey(item.run.credential);
	const identity = identityOf(account, kind, list, externalId);
	// A guard counts a payment once: no workflow may have it sent again before the service shows it.
	const least = item.run.client.guard?.limitsAmounts ? DEFAULT_SETTLE_SECONDS * 1000 : 0;
	const settleTime = Math.max(least, settleTimeOf(item));
	return { subject, identity, account, kind, list, externalId, facts, settleTime, turn, row: item.index };
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

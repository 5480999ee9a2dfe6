import type { ShownEvent } from '../../core/events';
import { PagingError } from '../../core/paging';
import type { RequestCount, ServiceClient } from '../service/client';
import { ServiceFailure } from '../service/failure';
import { aheadOf } from '../service/period';
import type { PolledSource } from './sources';

/**
 * Most requests of one poll for each list, including details. They suffice for 2,500 payins or 500 payouts. If there
 * are more, the next poll goes on.
 */
export const MOST_REQUESTS = 25;

/** A look through one list that has not yet reached the end. Times in milliseconds since 1970. */
export interface OpenLook {
	startedAt: number;
	from: number;
	/** Where the next page starts; absent for the first one. */
	position?: string | number;
}

/** How far a list has been looked through. */
export interface Progress {
	/** When the last look that reached the end was begun. Absent until one has. */
	through?: number;
	/**
	 * The creation time from which that look read. Older records were never seen, or are forgotten, and would count as
	 * new.
	 */
	from?: number;
	look?: OpenLook;
	/** Events that began before this time existed when the trigger was published. */
	baseline?: number;
}

/** An event that a record shows. */
export interface Found extends ShownEvent {
	record: object;
	/** Its detail was read before, so anything new in it is news, whenever it began. */
	wasRead: boolean;
	/** It is on the newest page, which was read again after the look began. If it was not seen before, it is news. */
	isNewest: boolean;
}

/** What one poll saw of a list. */
export interface Seen {
	/** Newest first. An event that is on two pages comes twice. */
	found: Found[];
	/** The records whose details were read, by their state in the list. */
	readings: Map<string, object>;
	/** Records whose detail may show more, newest first. */
	more: object[];
	progress: Progress;
	/** The creation time from which it read, in milliseconds since 1970. */
	from: number;
	/** The failure that ended the look early. What was found before it counts. */
	failure?: unknown;
}

/** What a poll may spend on one list. The client counts the requests, including repeats. */
export class Budget implements RequestCount {
	constructor(
		private readonly endsAt: number,
		private requests = MOST_REQUESTS,
	) {}

	add(): void {
		this.requests -= 1;
	}

	get isReached(): boolean {
		return this.requests <= 0 || Date.now() >= this.endsAt;
	}
}

export interface LookOptions {
	now: number;
	/** How long after its creation a record is watched, in milliseconds. */
	lookBack: number;
	/** What was seen before this time may be forgotten, in milliseconds since 1970. */
	furthest: number;
	budget: Budget;
	details: DetailsRead;
}

/** When each detail was read last. */
export interface DetailsRead {
	/** Milliseconds since 1970; undefined when no reading is remembered. */
	readAt(state: string): number | undefined;
	/** Whether the detail of a record was read, whatever its state. */
	wasRead(record: object): boolean;
}

/** How long a detail that may show more is not asked for again, in milliseconds. */
const DETAIL_PAUSE = 15 * 60_000;

/**
 * Looks through the records that may have changed since the last look that reached the end: those created since then,
 * and those that were still being watched at that time. So nothing is missed while n8n is down. In a list that exceeds
 * the budget of one poll, it reads the newest page and then goes on where the last poll stopped.
 */
export async function lookThrough(
	source: PolledSource,
	client: ServiceClient,
	progress: Progress,
	options: LookOptions,
): Promise<Seen> {
	const { now, lookBack, furthest } = options;
	const from = Math.max((progress.through ?? now) - lookBack, progress.from ?? 0, furthest);
	const look: OpenLook = progress.look ? { ...progress.look } : { startedAt: now, from };
	const seen: Seen = { found: [], readings: new Map(), more: [], progress: { ...progress, look }, from: look.from };
	try {
		const reachedEnd = await readOn(source, client, look, seen, options);
		if (reachedEnd) seen.progress = { ...progress, through: look.startedAt, from: look.from, look: undefined };
		await readMore(source, client, seen, options);
	} catch (error) {
		seen.failure = error;
		// A position that the service no longer accepts would stop all future polls, so the next one starts over.
		const isStale = error instanceof PagingError || (error instanceof ServiceFailure && error.outcome === 'refused');
		if (isStale || look.position === undefined) delete seen.progress.look;
	}
	return seen;
}

async function readOn(
	source: PolledSource,
	client: ServiceClient,
	look: OpenLook,
	seen: Seen,
	options: LookOptions,
): Promise<boolean> {
	const { budget, now } = options;
	const read = async (position: string | number | undefined, until: number) => {
		const period = aheadOf({ from: new Date(look.from), asked: new Date(until) });
		return await source.pages(client, period)(position);
	};
	if (look.position !== undefined && !budget.isReached) {
		const newest = await read(undefined, now);
		await takeAll(source, client, newest.records, look, seen, options, true);
	}
	while (!budget.isReached) {
		// Up to a day ahead, because clocks differ; fixed for a look, because a cursor belongs to its period.
		const page = await read(look.position, look.startedAt);
		const taken = await takeAll(source, client, page.records, look, seen, options);
		if (!taken) return false;
		if (page.next === null) return true;
		if (page.next === look.position) throw new PagingError('the service sent the same page position twice');
		look.position = page.next;
	}
	return false;
}

/** Names the events of a page's records. @returns false when the budget did not suffice for the details they need */
async function takeAll(
	source: PolledSource,
	client: ServiceClient,
	records: readonly object[],
	look: OpenLook,
	seen: Seen,
	{ budget, details }: LookOptions,
	isNewest = false,
): Promise<boolean> {
	const { detail } = source;
	for (const listed of records) {
		if (!detail?.isNeeded(listed)) {
			note(source, listed, seen, { isNewest, wasRead: false });
			if (detail?.mayShowMore(listed)) seen.more.push(listed);
			continue;
		}
		const state = detail.stateOf(listed);
		const readAt = details.readAt(state);
		if (seen.readings.has(state) || (readAt !== undefined && (detail.isComplete(listed) || readAt >= look.startedAt)))
			continue;
		if (budget.isReached) return false;
		note(source, await detail.read(client, listed), seen, { isNewest, wasRead: details.wasRead(listed) });
		seen.readings.set(state, listed);
	}
	return true;
}

function note({ name }: PolledSource, record: object, seen: Seen, how: Pick<Found, 'isNewest' | 'wasRead'>): void {
	for (const shown of name(record).reverse()) seen.found.push({ ...shown, ...how, record });
}

/** Spends what is left of the budget on details that may show more than the list, the least recently read first. */
async function readMore(
	source: PolledSource,
	client: ServiceClient,
	seen: Seen,
	{ now, budget, details }: LookOptions,
): Promise<void> {
	const { detail } = source;
	if (!detail) return;
	const waiting = seen.more
		.map((record) => ({ record, state: detail.stateOf(record) }))
		.map((each) => ({ ...each, readAt: details.readAt(each.state) ?? 0 }))
		.filter(({ readAt }) => Math.abs(now - readAt) >= DETAIL_PAUSE)
		.sort((one, other) => one.readAt - other.readAt);
	for (const { record, state } of waiting) {
		if (seen.readings.has(state)) continue;
		if (budget.isReached) return;
		note(source, await detail.read(client, record), seen, { isNewest: false, wasRead: details.wasRead(record) });
		seen.readings.set(state, record);
	}
}

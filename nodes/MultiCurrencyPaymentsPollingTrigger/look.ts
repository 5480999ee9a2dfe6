import type { PaymentEvent } from '../../core/events';
import { PagingError } from '../../core/paging';
import type { ServiceClient } from '../service/client';
import { ServiceFailure } from '../service/failure';
import type { PolledSource } from './sources';

const DAY = 86_400_000;

/**
 * Most requests of one poll for each list, details included. They suffice for 2,500 payins or 500 payouts; if there are
 * more, the next poll goes on.
 */
export const MOST_REQUESTS = 25;

/** A look through one list that has not reached the end yet. Times in milliseconds since 1970. */
export interface OpenLook {
	startedAt: number;
	from: number;
	/** Where the page starts that comes next; absent for the first one. */
	position?: string | number;
}

/** How far a list has been looked through. */
export interface Progress {
	/** When the last look that reached the end was begun. Absent until a first one has. */
	through?: number;
	/** Creation time from which that look read. What is older was never seen, or is forgotten, and would be taken for new. */
	from?: number;
	look?: OpenLook;
}

/** An event that a record tells of. */
export interface Found {
	event: PaymentEvent;
	record: object;
	/** It stands on the newest page, which was read again since the look began. If it was not seen before, it is news. */
	isNewest: boolean;
}

/** What one poll saw of a list. */
export interface Seen {
	/** Newest first. One that is on two pages comes twice. */
	found: Found[];
	/** The details that were read. */
	readings: string[];
	progress: Progress;
	/** Creation time from which was read, in milliseconds since 1970. */
	from: number;
	/** What ended the look early. What it had found until then stands. */
	failure?: unknown;
}

/** What a poll may spend on one list. */
export class Budget {
	constructor(
		private readonly endsAt: number,
		private requests = MOST_REQUESTS,
	) {}

	/** Whether one more request may be sent. */
	spend(): boolean {
		if (this.requests <= 0 || Date.now() >= this.endsAt) return false;
		this.requests -= 1;
		return true;
	}
}

export interface LookOptions {
	now: number;
	/** How long after its creation a record is watched, in milliseconds. */
	lookBack: number;
	/** How far back what was seen is remembered at all, in milliseconds. */
	furthest: number;
	budget: Budget;
	/** Whether an earlier poll of the same look has read this detail. */
	hasRead(reading: string): boolean;
}

/**
 * Looks through the records that may have changed since the last look that reached the end: those created since then, and
 * those that were still being watched at that time. So nothing is missed while n8n is down. In a list that is longer than
 * one poll's budget it reads the newest page, and then goes on where the last poll stopped.
 */
export async function lookThrough(
	source: PolledSource,
	client: ServiceClient,
	progress: Progress,
	options: LookOptions,
): Promise<Seen> {
	const { now, lookBack, furthest } = options;
	const from = Math.max((progress.through ?? now) - lookBack, progress.from ?? 0, now - furthest);
	const look: OpenLook = progress.look ? { ...progress.look } : { startedAt: now, from };
	const seen: Seen = { found: [], readings: [], progress: { ...progress, look }, from: look.from };
	try {
		const reachedEnd = await readOn(source, client, look, seen, options);
		if (reachedEnd) seen.progress = { through: look.startedAt, from: look.from };
	} catch (error) {
		seen.failure = error;
		// A position that the service no longer accepts would stop every poll to come: the next one starts over.
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
		const period = { from: new Date(look.from), to: new Date(until + DAY) };
		return await source.pages(client, period)(position);
	};
	if (look.position !== undefined && budget.spend()) {
		const newest = await read(undefined, now);
		await takeAll(source, client, newest.records, look, seen, options, true);
	}
	while (budget.spend()) {
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

/** Names the events of a page's records. False when the budget did not suffice for the details they need. */
async function takeAll(
	{ name, detail }: PolledSource,
	client: ServiceClient,
	records: readonly object[],
	look: OpenLook,
	seen: Seen,
	{ budget, hasRead }: LookOptions,
	isNewest = false,
): Promise<boolean> {
	for (const listed of records) {
		let record = listed;
		if (detail?.isNeeded(listed)) {
			const reading = detail.reading(listed, look.startedAt);
			if (hasRead(reading) || seen.readings.includes(reading)) continue;
			if (!budget.spend()) return false;
			record = await detail.read(client, listed);
			seen.readings.push(reading);
		}
		const event = name(record);
		if (event) seen.found.push({ event, record, isNewest });
	}
	return true;
}

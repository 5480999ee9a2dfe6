import type { PaymentEvent } from '../../core/events';
import { attempt } from '../../core/attempt';
import { PagingError, type FetchPage, type Position } from '../../core/service/paging';
import type { RequestCount } from '../service/client';
import { isRefused } from '../service/failure';
import { aheadOf } from '../service/period';
import type { FirstLook } from './firstLook';
import type { PollState } from './pollState';
import type { WatchedList } from './sources';
import type { OpenLook, Progress } from './watch';

/** A list whose look has begun. */
export interface BegunLook extends WatchedList {
	/** How far the list was looked through before. */
	before: Progress;
	reach: Reach;
	firstLook: FirstLook;
}

/** How far to look back. */
export interface Reach {
	now: number;
	/** How long after its creation a record is watched, in milliseconds. */
	lookBack: number;
	/** What was seen before this time may be forgotten, in milliseconds since 1970. */
	furthest: number;
}

/** What one poll saw of a list. */
export interface Seen {
	/** Newest first. An event that is on two pages comes twice. */
	found: { event: PaymentEvent; record: object }[];
	/** Ids of events that existed when the trigger was published. */
	existing: string[];
	/** States of records whose details were read. */
	readings: Set<string>;
	progress: Progress;
	/** Whether the list may go on with events that were not seen. */
	isCut: boolean;
	/** The failure that ended the look early. What was found before it counts. */
	failure?: unknown;
}

/**
 * Most requests of one poll for each list, including details. They suffice for 2,000 payins or 500 payouts. If there
 * are more, the next poll goes on.
 */
const MOST_REQUESTS = 25;

/** A clock that is put right moves by less, in milliseconds. */
const CLOCK_STEP = 3_600_000;

/** The look that a poll begins, or goes on with. A clock that once ran ahead must not keep it from looking. */
export function lookOf({ through = Infinity, from = 0, look }: Progress, { now, lookBack, furthest }: Reach): OpenLook {
	if (look && look.startedAt <= now + CLOCK_STEP) return { ...look };
	const last = Math.min(through, now) - lookBack;
	return { startedAt: now, from: Math.max(last, from > now ? 0 : from, furthest > now ? 0 : furthest) };
}

/**
 * Looks through the records that may have changed since the last look that reached the end: those created since then,
 * and those that were still being watched at that time. So nothing is missed while n8n is down. In a list that exceeds
 * the budget of one poll, it reads the newest page and then goes on where the last poll stopped. The first look has no
 * budget but time: until it has seen a record, it cannot tell a change from what existed.
 * @param endsAt when it begins no further request, in milliseconds since 1970
 */
export async function lookThrough(list: BegunLook, state: PollState, endsAt: number): Promise<Seen> {
	const { before, reach, firstLook } = list;
	let requests = 0;
	const budget: RequestCount = {
		add: () => void requests++,
		get isReached() {
			return Date.now() >= endsAt || (!firstLook.isOpen && requests >= MOST_REQUESTS);
		},
	};
	const look = lookOf(before, reach);
	const seen: Seen = { found: [], existing: [], readings: new Set(), isCut: false, progress: { ...before, look } };
	const reader = new Reader({ ...list, client: list.client.with({ count: budget }) }, look, seen, budget, state);
	try {
		const reachedEnd = await reader.readOn();
		if (reachedEnd) seen.progress = { ...before, through: look.startedAt, from: look.from, look: undefined };
	} catch (error) {
		seen.failure = error;
		// A position that the service no longer accepts would stop all future polls, so the next one starts over.
		const isStale = error instanceof PagingError || isRefused(error);
		if (isStale || look.position === undefined) delete seen.progress.look;
	}
	return seen;
}

/** One look through one list. */
class Reader {
	private readings = 0;
	/** By the time until which they are asked for. */
	private readonly pages = new Map<number, FetchPage<object>>();

	constructor(
		private readonly list: BegunLook,
		private readonly look: OpenLook,
		private readonly seen: Seen,
		private readonly budget: RequestCount,
		private readonly state: PollState,
	) {}

	/** @returns whether it has reached the end of the list */
	async readOn(): Promise<boolean> {
		const { look, budget } = this;
		const isOnward = look.position !== undefined;
		if (isOnward && !budget.isReached) {
			await this.takeAll((await this.page(undefined, this.list.reach.now)).records, false);
		}
		while (!budget.isReached) {
			const page = await this.page(look.position, look.startedAt);
			// A page of a period that is known to be taken does not say it again.
			look.until = page.until ?? look.until;
			const twins = this.list.source.numberOnward?.(page.records, look.twins);
			if (!(await this.takeAll(page.records, isOnward))) return false;
			if (page.next === null) {
				this.seen.isCut = page.mayBeCut === true && this.mayHideNews(page.records);
				return true;
			}
			if (page.next === look.position) throw new PagingError('the service sent the same page position twice');
			look.position = page.next;
			look.twins = twins;
		}
		return false;
	}

	/** A page of what was created until then. What a look has come to is asked for with the dates of its first page. */
	private async page(position: Position, asked: number) {
		const from = new Date(this.look.from);
		const { until } = position === undefined ? {} : this.look;
		const period = until === undefined ? aheadOf({ from, asked: new Date(asked) }) : { from, to: new Date(until) };
		// One for all pages, because some lists tell only on their first page how long the others are.
		const pages = this.pages.get(asked) ?? this.list.source.pages(this.list.client, period);
		this.pages.set(asked, pages);
		return await pages(position);
	}

	/** Whether a page that may be cut short holds news, and does not reach back to what was seen before. */
	private mayHideNews(records: readonly object[]): boolean {
		const { source, firstLook } = this.list;
		const isSeen = (record: object) => source.name(record).some(({ event_id: id }) => this.state.hasSeen(id));
		const last = records.at(-1);
		if (last === undefined || records.every(isSeen)) return false;
		return source.beginsWithNewest?.(records) !== true || !(firstLook.isOpen || isSeen(last));
	}

	/** Names the events of a page's records. @returns false when the budget did not suffice for the details they need */
	private async takeAll(records: readonly object[], isOnward: boolean): Promise<boolean> {
		const { state, list, seen } = this;
		const { source, client } = list;
		const { detail } = source;
		for (const listed of records) {
			if (!detail?.isNeeded(listed)) {
				this.note(listed, isOnward);
				continue;
			}
			const listedState = detail.stateOf(listed);
			const wasRead = (state.readAt(listedState) ?? -Infinity) >= this.look.startedAt || seen.readings.has(listedState);
			// Where the detail was refused, what the list shows was told.
			if (wasRead || source.name(listed).every(({ event_id: id }) => state.hasSeen(id))) continue;
			if (this.budget.isReached) return false;
			const read = await attempt(() => detail.read(client, listed));
			// One record whose detail is refused must not keep all that come after it from being found.
			if ('failure' in read && !isRefused(read.failure)) throw read.failure;
			seen.readings.add(listedState);
			this.note('value' in read ? read.value : listed, isOnward);
		}
		return true;
	}

	private note(record: object, isOnward: boolean): void {
		const { source, firstLook } = this.list;
		const reading = ++this.readings;
		for (const event of source.name(record).reverse()) {
			const id = source.identify?.(record) ?? event.uuid;
			const verdict = firstLook.judge(id, reading, isOnward);
			// There may be a hundred thousand of them, so their records are not kept.
			if (verdict === 'existing') this.seen.existing.push(event.event_id);
			if (verdict === 'news') this.seen.found.push({ event, record });
		}
	}
}

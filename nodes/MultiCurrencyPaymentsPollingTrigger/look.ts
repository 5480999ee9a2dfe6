import type { PaymentEvent } from '../../core/events';
import { isRefundStatus } from '../../core/events/refunds';
import { attempt } from '../../core/attempt';
import { instantOf } from '../../core/dates';
import type { FetchPage } from '../../core/paging';
import { PagingError } from '../../core/paging';
import { asObject, asText } from '../../core/payload';
import type { ServiceClient } from '../service/client';
import { isRefused } from '../service/failure';
import { aheadOf, CLOCKS_DIFFER } from '../service/period';
import type { Budget } from './budget';
import { MOST_REQUESTS } from './budget';
import type { FirstLook } from './firstLook';
import type { OpenLook, Progress } from './progress';
import type { PolledSource } from './sources';

/** An event that may have to be emitted. */
export interface Found {
	event: PaymentEvent;
	record: object;
}

/** What one poll saw of a list. */
export interface Seen {
	/** Newest first. An event that is on two pages comes twice. */
	found: Found[];
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

/** How far to look back. */
export interface Reach {
	now: number;
	/** How long after its creation a record is watched, in milliseconds. */
	lookBack: number;
	/** What was seen before this time may be forgotten, in milliseconds since 1970. */
	furthest: number;
}

export interface LookOptions extends Reach {
	budget: Budget;
	firstLook: FirstLook;
	/** When the detail of a record in this state was read last, in milliseconds since 1970. */
	readAt(state: string): number | undefined;
	/** Whether an event was seen by an earlier poll. */
	hasSeen(eventId: string): boolean;
}

/** How long a detail that may show more is not asked for again, in milliseconds. */
const DETAIL_PAUSE = 15 * 60_000;

/** A clock that is put right moves by less, in milliseconds. */
const CLOCK_STEP = 3_600_000;

/** A record whose detail may show more than the list. */
interface Unread {
	record: object;
	state: string;
	/** When it was read last, or else created: nothing can have happened before that. */
	knownUntil: number;
}

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
 */
export async function lookThrough(
	source: PolledSource,
	client: ServiceClient,
	progress: Progress,
	options: LookOptions,
): Promise<Seen> {
	const look = lookOf(progress, options);
	const seen: Seen = { found: [], existing: [], readings: new Set(), isCut: false, progress: { ...progress, look } };
	const reader = new Reader(source, client, look, seen, options);
	try {
		const reachedEnd = await reader.readOn();
		const through = (look.isPutOff && progress.through) ?? look.startedAt;
		if (reachedEnd) seen.progress = { ...progress, through, from: look.from, look: undefined };
		await reader.readMore();
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
	/** Newest first. */
	private unread: Unread[] = [];
	private readings = 0;
	/** By the time until which they are asked for. */
	private readonly pages = new Map<number, FetchPage<object>>();

	constructor(
		private readonly source: PolledSource,
		private readonly client: ServiceClient,
		private readonly look: OpenLook,
		private readonly seen: Seen,
		private readonly options: LookOptions,
	) {}

	/** @returns whether it has reached the end of the list */
	async readOn(): Promise<boolean> {
		const {
			look,
			options: { budget, now },
		} = this;
		const isOnward = look.position !== undefined;
		if (isOnward && !budget.isReachedForList) await this.takeAll(await this.page(undefined, now), false);
		while (!budget.isReachedForList) {
			const page = await this.page(look.position, look.startedAt);
			// A page of a period that is known to be taken does not say it again.
			look.until = page.until ?? look.until;
			const twins = this.source.numberOnward?.(page.records, look.twins);
			if (!(await this.takeAll(page, isOnward))) return false;
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

	/** Spends what is left of the budget on details that may show more than the list, the longest unknown first. */
	async readMore(): Promise<void> {
		const { budget } = this.options;
		const unread = this.unread.filter(({ state }) => !this.seen.readings.has(state));
		for (const { record, state } of longestUnknown(unread, budget.leftForMore)) {
			if (this.seen.readings.has(state)) continue;
			if (budget.leftForMore === 0) return;
			await this.takeDetail(record, state, false);
		}
	}

	/** A page of what was created until then. What a look has come to is asked for with the dates of its first page. */
	private async page(position: string | number | undefined, asked: number) {
		const from = new Date(this.look.from);
		const { until } = position === undefined ? {} : this.look;
		const period = until === undefined ? aheadOf({ from, asked: new Date(asked) }) : { from, to: new Date(until) };
		// One for all pages, because some lists tell only on their first page how long the others are.
		const pages = this.pages.get(asked) ?? this.source.pages(this.client, period);
		this.pages.set(asked, pages);
		return await pages(position);
	}

	/** Whether a page that may be cut short holds news, and does not reach back to what was seen before. */
	private mayHideNews(records: readonly object[]): boolean {
		const { source, options } = this;
		const isSeen = (record: object) => source.name(record).some(({ event }) => options.hasSeen(event.event_id));
		const last = records.at(-1);
		if (last === undefined || records.every(isSeen)) return false;
		return source.beginsWithNewest?.(records) !== true || !(options.firstLook.isOpen || isSeen(last));
	}

	/** Names the events of a page's records. @returns false when the budget did not suffice for the details they need */
	private async takeAll({ records }: { records: readonly object[] }, isOnward: boolean): Promise<boolean> {
		const { detail } = this.source;
		for (const listed of records) {
			if (!detail?.isNeeded(listed)) {
				this.note(listed, isOnward);
				if (detail?.mayShowMore(listed)) this.postpone(listed, detail.stateOf(listed));
				continue;
			}
			const state = detail.stateOf(listed);
			const readAt = this.options.readAt(state);
			const isRead = readAt !== undefined && (detail.isComplete(listed) || readAt >= this.look.startedAt);
			if (isRead || this.isAwaited(state) || this.seen.readings.has(state)) continue;
			if (this.isRecent(this.refusedAt(state))) {
				this.putOff(listed);
				continue;
			}
			if (this.options.budget.isReachedForList) return false;
			await this.takeDetail(listed, state, isOnward);
		}
		return true;
	}

	private async takeDetail(listed: object, state: string, isOnward: boolean): Promise<void> {
		const { detail } = this.source;
		if (!detail) return;
		const read = await attempt(() => detail.read(this.client, listed));
		// One record whose detail is refused must not keep all that come after it from being found.
		if ('failure' in read && !isRefused(read.failure)) throw read.failure;
		if ('failure' in read && detail.isNeeded(listed) && this.refusedAt(state) === undefined) {
			// Without the detail its refund would get another event_id than its notification has.
			this.note(listed, isOnward, { unsure: refused(state) });
			this.seen.readings.add(refused(state));
			this.putOff(listed);
			return;
		}
		const record = 'value' in read ? read.value : listed;
		// A list may show less of a payment that it has told of, and its event would have another event_id.
		const told = detail.isNeeded(listed) ? [] : this.source.name(listed).map(({ event }) => event);
		this.note(record, isOnward, { told });
		const isBehindList = detail.isComplete(listed) && !detail.isComplete(record);
		this.seen.readings.add(isBehindList ? detail.stateOf(record) : state);
		if (!isBehindList) return;
		this.seen.readings.add(awaited(state));
		const since = this.options.readAt(behind(state));
		if (since === undefined) this.seen.readings.add(behind(state));
		if (since === undefined || this.isRecent(since)) this.putOff(listed);
	}

	/**
	 * @param unsure what to remember in place of the refund, where its event cannot be named
	 * @param told events that are noted already
	 */
	private note(
		record: object,
		isOnward: boolean,
		{ unsure, told = [] }: { unsure?: string; told?: readonly PaymentEvent[] } = {},
	): void {
		const { source, options, seen } = this;
		const { detail } = source;
		const reading = ++this.readings;
		const wasRead = detail?.statesOf(record).some((state) => options.readAt(state) !== undefined) === true;
		// At publishing it was in the state after which nothing comes.
		const wasThere = detail?.isComplete(record) === true && options.hasSeen(refused(detail.stateOf(record)));
		for (const shown of source.name(record).reverse()) {
			const { event } = shown;
			const isToldOtherwise = ({ status, event_id }: PaymentEvent) =>
				status === event.status && event_id !== event.event_id;
			if (!isRefundStatus(event.status) && told.some(isToldOtherwise)) continue;
			const id = source.identify?.(record) ?? event.uuid;
			const verdict = wasThere
				? 'existing'
				: options.firstLook.judge({ ...shown, record: id, reading, isOnward, wasRead });
			const mark = isRefundStatus(event.status) ? unsure : undefined;
			// There may be a hundred thousand of them, so their records are not kept.
			if (verdict === 'existing') seen.existing.push(mark ?? event.event_id);
			if (verdict === 'news' && mark === undefined) seen.found.push({ event, record });
		}
	}

	/** A record that is to be read again must not leave the time that the next look reads. One without a time may do so. */
	private putOff(record: object): void {
		const { look, options } = this;
		const nextFrom = look.startedAt - options.lookBack;
		if ((createdAt(record) ?? 0) < nextFrom + CLOCKS_DIFFER) look.isPutOff = true;
	}

	/** Whether this look has read a detail that showed less. Read again at every poll, many would keep it from its end. */
	private isAwaited(state: string): boolean {
		if (this.seen.readings.has(awaited(state))) return true;
		const { startedAt } = this.look;
		return startedAt < this.options.now && (this.options.readAt(awaited(state)) ?? 0) >= startedAt;
	}

	private refusedAt(state: string): number | undefined {
		return this.options.readAt(refused(state));
	}

	/** Whether a detail that was read, or refused, at this time is not asked for again yet. */
	private isRecent(time: number | undefined): boolean {
		return time !== undefined && Math.abs(this.options.now - time) < DETAIL_PAUSE;
	}

	private postpone(record: object, state: string): void {
		const readAt = this.options.readAt(state);
		if (this.isRecent(readAt)) return;
		this.unread.push({ record, state, knownUntil: readAt ?? createdAt(record) ?? 0 });
		if (this.unread.length > 10 * MOST_REQUESTS) this.unread = longestUnknown(this.unread, MOST_REQUESTS);
	}
}

function createdAt(record: object): number | null {
	return instantOf(asText(asObject(record)?.created_at));
}

/** Under what it is noted that the detail of a record in this state was refused. */
function refused(state: string): string {
	return `${state} refused`;
}

/** Under what it is noted that the detail of a record showed less than this state. */
function behind(state: string): string {
	return `${state} behind`;
}

/** The same, noted at every reading. */
function awaited(state: string): string {
	return `${behind(state)} again`;
}

/** Those of which nothing was known for longest, in the order of the list. */
function longestUnknown(unread: readonly Unread[], most: number): Unread[] {
	const chosen = new Set([...unread].sort((one, other) => one.knownUntil - other.knownUntil).slice(0, most));
	return unread.filter((each) => chosen.has(each));
}

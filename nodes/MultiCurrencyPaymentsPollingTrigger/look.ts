import type { PaymentEvent } from '../../core/events';
import { attempt } from '../../core/attempt';
import { LONGEST_POLL_HOURS } from '../events/workflowMemory';
import { PagingError, type FetchPage, type Position } from '../../core/service/paging';
import type { RequestCount, ServiceClient } from '../service/client';
import { exceptWhere, isRefused } from '../service/failure';
import { aheadOf } from '../service/period';
import { FirstLook } from './firstLook';
import type { PolledSource, WatchedList } from './sources';
import type { OpenLook, PollState, Progress } from './watch';

const HOUR = 3_600_000;

/** For how many hours more a record can appear in a look: a list may go by whole days, of any time zone. */
export const LISTED_LONGER = 48;

/** Most time to look back, in milliseconds: what was seen before that may be forgotten. */
const FURTHEST = (LONGEST_POLL_HOURS - LISTED_LONGER - 2) * HOUR;

/**
 * Most requests of one poll for each list, including details. They suffice for 2,000 payins or 500 payouts. If there
 * are more, the next poll goes on.
 */
const MOST_REQUESTS = 25;

/** A clock that is put right moves by less, in milliseconds. */
const CLOCK_STEP = HOUR;

/**
 * The look that a poll begins, or goes on with. A clock that once ran ahead must not keep it from looking.
 * @param lookBack how long after its creation a record is watched, in milliseconds
 */
export function lookOf({ through = Infinity, from = 0, look }: Progress, now: number, lookBack: number): OpenLook {
	if (look && look.startedAt <= now + CLOCK_STEP) return { ...look };
	const last = Math.min(through, now) - lookBack;
	return { startedAt: now, from: Math.max(last, from > now ? 0 : from, now - FURTHEST) };
}

/** What one poll sees of a list. It counts its own requests. */
export class Look implements RequestCount {
	readonly source: PolledSource;
	readonly client: ServiceClient;
	readonly firstLook: FirstLook;
	/** Newest first. An event that is on two pages comes twice. */
	readonly found: { event: PaymentEvent; record: object }[] = [];
	/** Ids of events that existed when the trigger was published. */
	readonly existing: string[] = [];
	/** States of records whose details were read. */
	readonly readings = new Set<string>();
	progress: Progress;
	/** Whether the list may go on with events that were not seen. */
	isCut = false;
	/** What ended the look early. What was found before it counts. */
	failure: unknown;
	private readonly look: OpenLook;
	private requests = 0;
	private records = 0;
	private endsAt = 0;
	/** By the time until which they are asked for. */
	private readonly pages = new Map<number, FetchPage<object>>();

	/** @param emitExisting whether what existed when the trigger was published is wanted as well */
	constructor(
		{ source, client }: WatchedList,
		private readonly state: PollState,
		lookBack: number,
		emitExisting: boolean,
	) {
		this.source = source;
		this.client = client.with({ count: this });
		const before = state.watch.progress[source.kind] ?? {};
		this.firstLook = new FirstLook(source.kind, before, state, emitExisting);
		this.look = lookOf(before, state.now, lookBack);
		this.progress = { ...before, look: this.look };
	}

	add(): void {
		this.requests++;
	}

	/** Whether it begins no further request. */
	get isReached(): boolean {
		return Date.now() >= this.endsAt || (!this.firstLook.isOpen && this.requests >= MOST_REQUESTS);
	}

	/**
	 * Looks through the records that may have changed since the last look that reached the end: those created since then,
	 * and those that were still being watched at that time. So nothing is missed while n8n is down. In a list that exceeds
	 * the budget of one poll, it reads the newest page and then goes on where the last poll stopped. The first look has no
	 * budget but time: until it has seen a record, it cannot tell a change from what existed.
	 * @param endsAt when it begins no further request, in milliseconds since 1970
	 */
	async lookThrough(endsAt: number): Promise<void> {
		this.endsAt = endsAt;
		const { look, progress } = this;
		const reading = await attempt(() => this.readOn());
		if ('value' in reading) {
			if (reading.value) this.progress = { ...progress, through: look.startedAt, from: look.from, look: undefined };
			return;
		}
		this.failure = reading.failure;
		// A position that the service no longer accepts would stop all future polls, so the next one starts over.
		const isStale = this.failure instanceof PagingError || isRefused(this.failure);
		if (isStale || look.position === undefined) delete progress.look;
	}

	/** @returns whether it has reached the end of the list */
	private async readOn(): Promise<boolean> {
		const { look } = this;
		const isOnward = look.position !== undefined;
		if (isOnward && !this.isReached) {
			await this.takeAll((await this.page(undefined, this.state.now)).records, false);
		}
		while (!this.isReached) {
			const page = await this.page(look.position, look.startedAt);
			// A page of a period that is known to be taken does not say it again.
			look.until = page.until ?? look.until;
			const twins = this.source.numberOnward?.(page.records, look.twins);
			if (!(await this.takeAll(page.records, isOnward))) return false;
			if (page.next === null) {
				this.isCut = page.mayBeCut === true && this.mayHideNews(page.records);
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
		const pages = this.pages.get(asked) ?? this.source.pages(this.client, period);
		this.pages.set(asked, pages);
		return await pages(position);
	}

	/** Whether a page that may be cut short holds news, and does not reach back to what was seen before. */
	private mayHideNews(records: readonly object[]): boolean {
		const { source, firstLook, state } = this;
		const isSeen = (record: object) => source.name(record).some(({ event_id: id }) => state.hasSeen(id));
		const last = records.at(-1);
		if (last === undefined || records.every(isSeen)) return false;
		return source.beginsWithNewest?.(records) !== true || !(firstLook.isOpen || isSeen(last));
	}

	/** Names the events of a page's records. @returns false when the budget did not suffice for the details they need */
	private async takeAll(records: readonly object[], isOnward: boolean): Promise<boolean> {
		const { state, source, client, readings } = this;
		for (const listed of records) {
			const detail = source.detail?.(listed);
			if (!detail) {
				this.note(listed, isOnward);
				continue;
			}
			const readAt = state.watch.details.get(detail.state) ?? -Infinity;
			const wasRead = readAt >= this.look.startedAt || readings.has(detail.state);
			// Where the detail was refused, what the list shows was told.
			if (wasRead || source.name(listed).every(({ event_id: id }) => state.hasSeen(id))) continue;
			if (this.isReached) return false;
			// One record whose detail is refused must not keep all that come after it from being found.
			const read = await exceptWhere(isRefused, async () => await detail.read(client));
			readings.add(detail.state);
			this.note(read ?? listed, isOnward);
		}
		return true;
	}

	private note(record: object, isOnward: boolean): void {
		const { source, firstLook } = this;
		const reading = ++this.records;
		for (const event of source.name(record).reverse()) {
			const id = source.identify?.(record) ?? event.uuid;
			const verdict = firstLook.judge(id, reading, isOnward);
			// There may be a hundred thousand of them, so their records are not kept.
			if (verdict === 'existing') this.existing.push(event.event_id);
			if (verdict === 'news') this.found.push({ event, record });
		}
	}
}

import { keepNewest } from '../keepNewest';
import { Bucket, keyOf, keysOf } from './bucket';
import type { AskedSpan, Kept, StoredMemory } from './span';
import { isSpanName, KEPT_BY_DEFAULT, Spans } from './span';

/** One look at the memory. */
export interface Moment {
	/** Milliseconds since 1970. */
	now: number;
	/** This workflow's stored memory as just loaded. It is updated in place. */
	stored: StoredMemory;
	/** How much this trigger asks to be remembered. The largest span that any trigger asked for counts. */
	span?: AskedSpan;
}

const HOUR = 3_600_000;

/**
 * Most events and milestones remembered from the last hour or two, in which the service repeats its notifications
 * (specification: Events, delivery rule 2). It is enough for 45 minutes of repeats at 50 events a second, and takes 1.7
 * MB of static data.
 */
export const MOST_RECENT = 150_000;

/** For how long an event is remembered in any case, in milliseconds: the oldest of an hour are dropped first. */
const JUST_NOW = 300_000;

/** Most keys that a process puts into one bucket before it begins the next one of the hour. */
const BUCKET_KEYS = 1_024;

/** Older events are divided into at least this many buckets, because they are dropped bucket by bucket. */
const OLDER_BUCKETS = 8;

/** Hour and number within the hour, of fixed width, so that names sort by age. */
const BUCKET_NAME = /^[0-9a-z]{5}[0-9a-z]{4}$/;

/**
 * Most forgotten events that are remembered as such, so that the stored copy of another process does not bring them
 * back.
 */
const MOST_FORGOTTEN = 1_000;

/** An event that is being handed on: the bucket that will remember it, and the keys of the event and its milestones. */
interface Claim {
	bucket: string;
	keys: readonly string[];
}

/**
 * Remembers which events were handed on, and the milestones of their payments. The set in this process decides, in one
 * step. The copy in workflow static data outlives the process. The two are merged by union, so the next event repairs a
 * lost write. An event enters the copy only when n8n holds its execution: otherwise an event whose process was killed
 * before that would be lost.
 *
 * What is guaranteed:
 * - An event that was claimed but never recorded is not held back after its process has ended.
 * - Within the span, one process hands on no event twice. Nor does any process that finds the event recorded in the
 *   workflow's static data, for example after a restart.
 *
 * What is not guaranteed: an event is handed on twice when
 * - its copies reach two processes before the first has saved,
 * - another process has overwritten the record, until the next event of the process that made it,
 * - n8n is killed after it stored the execution and before it saved static data,
 * - more events were remembered between the copies than the span or {@link MOST_RECENT} allows.
 *
 * The cost of an event hardly depends on how many are remembered: stored buckets are compared without reading their
 * keys, at most one is written, and a bucket is read again only after another process has changed it.
 */
export class EventMemory {
	private readonly buckets = new Map<string, Bucket>();
	/** By the key of the event. */
	private readonly claims = new Map<string, Claim>();
	/** Events taken back, oldest first. Another process may have merged them in the meantime. */
	private readonly forgotten = new Set<string>();
	/** By the key of a recorded event, newest last: its keys, where it has brought milestones. */
	private readonly brought = new Map<string, readonly string[]>();
	private readonly spans = new Spans();
	private span: Kept = KEPT_BY_DEFAULT;
	/** Name of the bucket that takes the next event of this hour. */
	private open = '';
	private crowdedOut = 0;
	private keysRead = 0;

	/** How many stored keys were read so far. It grows after a restart, and when other processes write. */
	get storedKeysRead(): number {
		return this.keysRead;
	}

	/** How many events and milestones are recorded now. */
	get size(): number {
		return [...this.buckets.values()].reduce((sum, bucket) => sum + bucket.size, 0);
	}

	/** Events up to this time were dropped for lack of room. Milliseconds since 1970. */
	get crowdedOutUntil(): number {
		return this.crowdedOut;
	}

	/**
	 * Whether an event is new and to be handed on. If so, this process holds back every copy from here on: look-up and
	 * insert are one step. Call {@link record} or {@link forget} when the result is known. In any case `stored` is
	 * updated, without the event.
	 * @param milestones what to remember together with a new event, for {@link knows}
	 */
	claim(eventId: string, moment: Moment, milestones: readonly string[] = []): boolean {
		this.merge(moment);
		const key = keyOf(eventId);
		if (this.has(key, moment.now, moment.span?.hours)) return false;
		const keys = [key, ...milestones.map(keyOf).filter((milestone) => !this.has(milestone, moment.now))];
		for (const each of keys) this.forgotten.delete(each);
		this.claims.set(key, { bucket: this.openBucket(moment.now), keys });
		return true;
	}

	/** Whether an event is claimed, and neither recorded nor forgotten yet. */
	isClaimed(eventId: string): boolean {
		return this.claims.has(keyOf(eventId));
	}

	/** Remembers for good that a claimed event was handed on. Does nothing for any other event. */
	record(eventId: string, { stored }: Pick<Moment, 'stored'>): void {
		const key = keyOf(eventId);
		const claim = this.claims.get(key);
		if (!claim) return;
		this.claims.delete(key);
		const bucket = this.bucket(claim.bucket);
		bucket.add(claim.keys);
		stored[claim.bucket] = bucket.text;
		if (claim.keys.length === 1) return;
		this.brought.set(key, claim.keys);
		keepNewest(this.brought, MOST_FORGOTTEN);
	}

	/** {@link claim} and {@link record} at once, for what starts no execution. */
	admit(eventId: string, moment: Moment, milestones: readonly string[] = []): boolean {
		const isNew = this.claim(eventId, moment, milestones);
		if (isNew) this.record(eventId, moment);
		return isNew;
	}

	/** {@link admit} for any number of events at once, of which there may be a hundred thousand. */
	admitAll(eventIds: readonly string[], moment: Moment): void {
		this.merge(moment);
		const { now, stored } = moment;
		const fresh = [...new Set(eventIds.map(keyOf))].filter((key) => !this.has(key, now));
		for (let from = 0; from < fresh.length;) {
			const name = this.openBucket(now);
			const bucket = this.bucket(name);
			const keys = fresh.slice(from, from + this.bucketKeys - bucket.size);
			for (const key of keys) this.forgotten.delete(key);
			bucket.add(keys);
			stored[name] = bucket.text;
			from += keys.length;
		}
	}

	/**
	 * Whether an event or milestone is recorded or claimed, as far as this process has looked.
	 * @param hours what the trigger asks for, where it needs no more
	 */
	knows(eventOrMilestone: string, now: number, hours?: number): boolean {
		return this.has(keyOf(eventOrMilestone), now, hours);
	}

	/**
	 * Takes an event and its milestones back because handing it on failed: this process admits its next copy, and ignores what other
	 * processes have recorded of it. So, when in doubt, an event is handed on twice rather than never. Call this at once
	 * if the event was recorded: a process that has read the record in the meantime keeps holding the event back.
	 */
	forget(eventId: string, { stored }: Pick<Moment, 'stored'>): void {
		const key = keyOf(eventId);
		if (this.claims.delete(key)) return;
		const keys = this.brought.get(key) ?? [key];
		this.brought.delete(key);
		for (const each of keys) this.forgotten.add(each);
		keepNewest(this.forgotten, MOST_FORGOTTEN);
		for (const [name, bucket] of this.buckets) {
			const known = keys.filter((each) => bucket.has(each));
			for (const each of known) bucket.remove(each);
			if (known.length > 0) stored[name] = bucket.text;
		}
	}

	/** Merges the memory and the stored copy, in both directions. */
	merge({ now, stored, span }: Moment): void {
		this.span = this.spans.ask(span, now, stored);
		for (const name of Object.keys(stored)) {
			if (this.buckets.get(name)?.saysTheSameAs(stored[name]) || isSpanName(name)) continue;
			if (BUCKET_NAME.test(name)) this.takeIn(name, stored);
			else delete stored[name];
		}
		let [recent, older] = [0, 0];
		for (const [name, bucket] of this.buckets) {
			if (!isInTime(bucket, now, this.span.hours)) this.drop(name, stored);
			else if (isRecent(bucket, now)) recent += bucket.size;
			else older += bucket.size;
		}
		if (recent > MOST_RECENT || older > this.span.atMost) this.makeRoom(now, stored);
		for (const [name, bucket] of this.buckets) if (!bucket.saysTheSameAs(stored[name])) stored[name] = bucket.text;
		this.readOn();
	}

	/** Adds the keys that the stored copy has in a bucket. */
	private takeIn(name: string, stored: StoredMemory): void {
		const loaded: unknown = stored[name];
		if (typeof loaded !== 'string') return;
		if (!this.buckets.has(name) && this.forgotten.size === 0) {
			this.buckets.set(name, new Bucket(hourOf(name), loaded));
			return;
		}
		const keys = keysOf(loaded);
		this.keysRead += keys.length;
		this.bucket(name).add(keys.filter((key) => !this.forgotten.has(key)));
	}

	/** Drops the oldest buckets until the others fit. */
	private makeRoom(now: number, stored: StoredMemory): void {
		const room = { recent: MOST_RECENT, older: this.span.atMost };
		for (const name of [...this.buckets.keys()].sort().reverse()) {
			const bucket = this.bucket(name);
			const part = isRecent(bucket, now) ? 'recent' : 'older';
			room[part] -= bucket.size;
			if (room.recent < 0) room.older = -1;
			if (room[part] >= 0) continue;
			room[part] = -1;
			this.drop(name, stored);
			this.crowdedOut = Math.max(this.crowdedOut, Math.min((bucket.hour + 1) * HOUR, now - JUST_NOW));
		}
	}

	private drop(name: string, stored: StoredMemory): void {
		this.buckets.delete(name);
		if (name in stored) delete stored[name];
	}

	/** Parses one stored text that was only searched so far: one per call, so that no event waits for all of them. */
	private readOn(): void {
		for (const bucket of this.buckets.values()) {
			if (bucket.isRead) continue;
			this.keysRead += bucket.read().size;
			return;
		}
	}

	private has(key: string, now: number, asked = this.span.hours): boolean {
		for (const { keys } of this.claims.values()) if (keys.includes(key)) return true;
		const most = Math.min(Math.max(asked || 0, this.span.forAll), this.span.hours);
		for (const bucket of this.buckets.values()) if (bucket.has(key) && isInTime(bucket, now, most)) return true;
		return false;
	}

	/** Most keys to put into one bucket. */
	private get bucketKeys(): number {
		return Math.min(BUCKET_KEYS, Math.ceil(this.span.atMost / OLDER_BUCKETS));
	}

	/** The bucket that takes an event now. */
	private openBucket(now: number): string {
		const hour = Math.floor(now / HOUR)
			.toString(36)
			.padStart(5, '0');
		if (!this.open.startsWith(hour)) this.open = bucketName(hour, 0);
		while ((this.buckets.get(this.open)?.size ?? 0) >= this.bucketKeys)
			this.open = bucketName(hour, parseInt(this.open.slice(hour.length), 36) + 1);
		return this.open;
	}

	private bucket(name: string): Bucket {
		const known = this.buckets.get(name);
		if (known) return known;
		const fresh = new Bucket(hourOf(name));
		this.buckets.set(name, fresh);
		return fresh;
	}
}

function bucketName(hour: string, number: number): string {
	return hour + number.toString(36).padStart(4, '0');
}

/** Buckets that lie further in the future are left out as well: a clock that was wrong leaves them behind. */
function isInTime({ hour }: Bucket, now: number, hours: number): boolean {
	return Math.abs(Math.floor(now / HOUR) - hour) <= hours;
}

/** Whether the service may still repeat what is in a bucket. */
function isRecent({ hour }: Bucket, now: number): boolean {
	return Math.floor(now / HOUR) - hour <= 1;
}

/** Hours since 1970. */
function hourOf(name: string): number {
	return parseInt(name.slice(0, 5), 36);
}

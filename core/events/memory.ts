import { keepNewest } from '../keepNewest';
import { Bucket, keyOf, keysOf } from './bucket';

/**
 * The memory as workflow static data keeps it: the packed text of each bucket by its name. Plain JSON of a few hundred
 * properties, however many events there are. Change it by assigning or deleting properties: n8n notices nothing else.
 */
export type StoredMemory = Record<string, string>;

/** One look at the memory. */
export interface Moment {
	/** Milliseconds since 1970. */
	now: number;
	/** This workflow's stored memory as just loaded. It is updated in place. */
	stored: StoredMemory;
}

const HOUR = 3_600_000;

/** For how long events are remembered. The service repeats a notification for 45 minutes (specification: Events, rule 2). */
export const HOURS_REMEMBERED = 72;

/**
 * Most events and milestones remembered. It is enough for 45 minutes of repeats at 50 events a second, and takes 1.7 MB of
 * static data.
 */
export const MOST_REMEMBERED = 150_000;

/** For how long an event is remembered in any case, in milliseconds: the oldest of an hour are dropped first. */
const JUST_NOW = 300_000;

/** Most keys that a process puts into one bucket before it begins the next one of the hour. Events are dropped by bucket. */
const BUCKET_KEYS = 1_024;

/** Hour and number within the hour, of fixed width, so that names sort by age. */
const BUCKET_NAME = /^[0-9a-z]{5}[0-9a-z]{4}$/;

/**
 * Most forgotten events that are remembered as such, so that the stored copy of another process does not bring them
 * back.
 */
const MOST_FORGOTTEN = 1_000;

/** An event that is being handed on: the bucket that will remember it, and the keys of the event and its milestones. */
interface Reservation {
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
 * - An event that was reserved but never recorded is not held back after its process has ended.
 * - Within its time, one process hands on no event twice. Nor does any process that finds the event recorded in the
 *   workflow's static data, for example after a restart.
 *
 * What is not guaranteed: an event is handed on twice when
 * - its copies reach two processes before the first has saved,
 * - another process has overwritten the record, until the next event of the process that made it,
 * - n8n is killed after it stored the execution and before it saved static data,
 * - more than {@link MOST_REMEMBERED} others were remembered between the copies, or they came further apart than it remembers.
 *
 * The cost of an event hardly depends on how many are remembered: stored buckets are compared without reading their
 * keys, at most one is written, and a bucket is read again only after another process has changed it.
 */
export class EventMemory {
	private readonly buckets = new Map<string, Bucket>();
	/** By the key of the event. */
	private readonly reserved = new Map<string, Reservation>();
	/** Events taken back, oldest first. Another process may have merged them in the meantime. */
	private readonly forgotten = new Set<string>();
	/** By the key of a recorded event, newest last: its keys, where it has brought milestones. */
	private readonly brought = new Map<string, readonly string[]>();
	/** Name of the bucket that takes the next event of this hour. */
	private open = '';
	private crowdedOut = 0;
	private keysRead = 0;

	/** @param hours for how long it remembers */
	constructor(private hours = HOURS_REMEMBERED) {}

	/** Remembers for this many hours from now on. */
	rememberFor(hours: number): void {
		this.hours = hours;
	}

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
	reserve(eventId: string, moment: Moment, milestones: readonly string[] = []): boolean {
		this.merge(moment);
		const key = keyOf(eventId);
		if (this.has(key, moment.now)) return false;
		const keys = [key, ...milestones.map(keyOf).filter((milestone) => !this.has(milestone, moment.now))];
		for (const each of keys) this.forgotten.delete(each);
		this.reserved.set(key, { bucket: this.openBucket(moment.now), keys });
		return true;
	}

	/** Whether an event is reserved, and neither recorded nor forgotten yet. */
	isClaimed(eventId: string): boolean {
		return this.reserved.has(keyOf(eventId));
	}

	/** Remembers for good that a reserved event was handed on. Does nothing for any other event. */
	record(eventId: string, { stored }: Pick<Moment, 'stored'>): void {
		const key = keyOf(eventId);
		const reservation = this.reserved.get(key);
		if (!reservation) return;
		this.reserved.delete(key);
		const bucket = this.bucket(reservation.bucket);
		bucket.add(reservation.keys);
		stored[reservation.bucket] = bucket.text;
		if (reservation.keys.length === 1) return;
		this.brought.set(key, reservation.keys);
		keepNewest(this.brought, MOST_FORGOTTEN);
	}

	/** {@link reserve} and {@link record} at once, for what starts no execution. */
	admit(eventId: string, moment: Moment, milestones: readonly string[] = []): boolean {
		const isNew = this.reserve(eventId, moment, milestones);
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
			const keys = fresh.slice(from, from + BUCKET_KEYS - bucket.size);
			for (const key of keys) this.forgotten.delete(key);
			bucket.add(keys);
			stored[name] = bucket.text;
			from += keys.length;
		}
	}

	/** Whether an event or milestone is recorded or reserved, as far as this process has looked. */
	knows(eventOrMilestone: string, now: number): boolean {
		return this.has(keyOf(eventOrMilestone), now);
	}

	/** The same, however long ago: what nothing has come after for days is still kept. */
	keeps(eventOrMilestone: string): boolean {
		const key = keyOf(eventOrMilestone);
		return this.isClaimed(eventOrMilestone) || [...this.buckets.values()].some((bucket) => bucket.has(key));
	}

	/**
	 * Takes an event and its milestones back because handing it on failed: this process admits its next copy, and ignores what other
	 * processes have recorded of it. So, when in doubt, an event is handed on twice rather than never. Call this at once
	 * if the event was recorded: a process that has read the record in the meantime keeps holding the event back.
	 */
	forget(eventId: string, { stored }: Pick<Moment, 'stored'>): void {
		const key = keyOf(eventId);
		if (this.reserved.delete(key)) return;
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
	merge({ now, stored }: Moment): void {
		for (const name of Object.keys(stored)) {
			if (this.buckets.get(name)?.saysTheSameAs(stored[name])) continue;
			if (BUCKET_NAME.test(name)) this.takeIn(name, stored);
			else delete stored[name];
		}
		for (const [name, bucket] of this.buckets) if (!this.isToBeKept(bucket, now)) this.drop(name, stored);
		if (this.size > MOST_REMEMBERED) this.makeRoom(now, stored);
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
		let room = MOST_REMEMBERED;
		for (const name of [...this.buckets.keys()].sort().reverse()) {
			const bucket = this.bucket(name);
			room -= bucket.size;
			if (room >= 0) continue;
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

	private has(key: string, now: number): boolean {
		for (const { keys } of this.reserved.values()) if (keys.includes(key)) return true;
		for (const bucket of this.buckets.values()) if (bucket.has(key) && this.isInTime(bucket, now)) return true;
		return false;
	}

	/** Buckets that lie further in the future are left out as well: a clock that was wrong leaves them behind. */
	private isInTime({ hour }: Bucket, now: number): boolean {
		return Math.abs(Math.floor(now / HOUR) - hour) <= this.hours;
	}

	/**
	 * A pause does not age the memory: after one, polling finds what came right before it, of which n8n has not saved that
	 * polling has seen it.
	 */
	private isToBeKept(bucket: Bucket, now: number): boolean {
		return this.isInTime(bucket, now) || this.isInTime(bucket, Math.min(now, this.newest * HOUR));
	}

	/** The hour of the newest event. */
	private get newest(): number {
		return Math.max(...[...this.buckets.values()].map(({ hour }) => hour));
	}

	/** The bucket that takes an event now. */
	private openBucket(now: number): string {
		const hour = Math.floor(now / HOUR)
			.toString(36)
			.padStart(5, '0');
		if (!this.open.startsWith(hour)) this.open = bucketName(hour, 0);
		while ((this.buckets.get(this.open)?.size ?? 0) >= BUCKET_KEYS)
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

/** Hours since 1970. */
function hourOf(name: string): number {
	return parseInt(name.slice(0, 5), 36);
}

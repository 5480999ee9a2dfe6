import { createHash } from 'crypto';

/**
 * What workflow static data keeps of the memory: the name of a bucket and its packed text. Plain JSON, a few dozen
 * properties however many events there are. It is changed by assigning or deleting properties, because that is what
 * n8n notices.
 */
export type StoredMemory = Record<string, string>;

/** One look at the memory. */
export interface Moment {
	/** Milliseconds since 1970. */
	now: number;
	/** This workflow's stored memory as just loaded; it is brought up to date in place. */
	stored: StoredMemory;
	/** How long events are remembered, in hours, from {@link SHORTEST_HOURS} to {@link LONGEST_HOURS}. The longest asked for counts. */
	rememberForHours?: number;
}

/** The service repeats a notification for 45 minutes (spec: Events, delivery rule 2), so less would let repeats through. */
export const SHORTEST_HOURS = 1;
export const DEFAULT_HOURS = 24;
/** 31 days. There is a bucket an hour, and each costs a comparison per event. */
export const LONGEST_HOURS = 744;

/**
 * Most events and milestones remembered; the oldest go first. Enough for the 45 minutes of repeats at 50 events a second.
 * That is 1.7 MB of static data and about 15 MB of memory; a thousand events are 11 KB.
 */
export const MOST_EVENTS = 150_000;

/** A bucket spans one hour and takes this many events of one process before the next one is begun. */
const BUCKET_EVENTS = 4_096;

const HOUR = 3_600_000;

/** 66 bits of a digest: 11 characters of 6 bits. */
const KEY_LENGTH = 11;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SIX_BITS = new Map([...ALPHABET].map((character, bits) => [character, bits]));
const NOTHING = 'A'.repeat(KEY_LENGTH);

/** Hour and number within the hour, of fixed width, so that names sort by age. */
const BUCKET_NAME = /^[0-9a-z]{5}[0-9a-z]{4}$/;

/** Most forgotten events that are kept from coming back out of what other processes stored. */
const MOST_FORGOTTEN = 1_000;

/**
 * How long an event stays claimed, in milliseconds, when nobody tells whether it was handed on. Then its next copy takes its
 * place. The service sends copies after 15, 30 and 45 minutes (spec: Events, delivery rule 2), so a busy n8n has time until
 * the second.
 */
const LONGEST_CLAIM = 20 * 60_000;

/**
 * The keys of one hour. Its text is their XOR followed by the keys. So length and first characters alone tell that two texts
 * hold the same keys, in whatever order.
 */
class Bucket {
	private readonly keys = new Set<string>();
	text = NOTHING;

	get size(): number {
		return this.keys.size;
	}

	has(key: string): boolean {
		return this.keys.has(key);
	}

	add(keys: readonly string[]): void {
		const fresh = keys.filter((key) => !this.keys.has(key) && this.keys.add(key));
		if (fresh.length === 0) return;
		this.text = fresh.reduce(xor, this.text.slice(0, KEY_LENGTH)) + this.text.slice(KEY_LENGTH) + fresh.join('');
	}

	remove(key: string): void {
		if (!this.keys.delete(key)) return;
		this.text = [...this.keys].reduce(xor, NOTHING) + [...this.keys].join('');
	}

	saysTheSameAs(text: string): boolean {
		return text.length === this.text.length && text.startsWith(this.text.slice(0, KEY_LENGTH));
	}
}

/** An event that is being handed on. */
interface Claim {
	/** Milliseconds since 1970. */
	since: number;
	/** Where it will be remembered, and what: the event and its milestones. */
	bucket: string;
	keys: readonly string[];
}

/**
 * Remembers which events were handed on, and the milestones of their payments. The set in this process decides, in one
 * step. The copy in workflow static data outlives the process. Both are merged by union, so the next event makes good a
 * write that was lost. An event enters the copy only when it was handed on: were it there earlier and the process killed,
 * nobody would ever hand it on.
 *
 * What is guaranteed:
 * - An event that was claimed and never recorded is not held back for good, not even when n8n is killed meanwhile.
 * - Within the time that events are remembered, one process hands on no event twice. Nor does any other process, or the
 *   same one after a restart, that finds the event recorded in the workflow's static data.
 *
 * What is not: an event is handed on twice when
 * - its copies reach two processes before the first has saved,
 * - another process has overwritten the record, until the next event of the process that made it,
 * - n8n is killed just before it acknowledges the first copy,
 * - more than 150,000 later events and milestones were remembered between the copies.
 *
 * The cost of an event does not depend on how many are remembered: stored buckets are compared without reading their keys,
 * at most one is written, and only a bucket that another process changed is read again.
 */
export class EventMemory {
	private readonly buckets = new Map<string, Bucket>();
	/** By the key of the event. */
	private readonly claims = new Map<string, Claim>();
	/** Events taken back, oldest first. Another process may have merged them meanwhile. */
	private readonly forgotten = new Set<string>();
	private hours = SHORTEST_HOURS;
	private keysRead = 0;

	/** @param mostEvents how many events and milestones to remember before the oldest hour goes */
	constructor(private readonly mostEvents = MOST_EVENTS) {}

	/** How many stored keys had to be read so far. Grows only when other processes write. */
	get storedKeysRead(): number {
		return this.keysRead;
	}

	/** How many events and milestones are recorded now. */
	get size(): number {
		return [...this.buckets.values()].reduce((sum, bucket) => sum + bucket.size, 0);
	}

	/**
	 * Whether an event is new and to be handed on. If so this process holds back every copy from here on: nothing waits
	 * between look-up and insert. Tell with {@link record} or {@link forget} what came of it. Either way `stored` is
	 * brought up to date, without the event.
	 * @param milestones what to remember together with a new event, for {@link knows}
	 */
	claim(eventId: string, moment: Moment, milestones: readonly string[] = []): boolean {
		this.merge(moment);
		const key = keyOf(eventId);
		if (this.has(key)) return false;
		this.forgotten.delete(key);
		const keys = [key, ...milestones.map(keyOf).filter((milestone) => !this.has(milestone))];
		this.claims.set(key, { since: moment.now, bucket: this.openBucket(moment.now), keys });
		return true;
	}

	/** Whether an event is claimed, and neither recorded nor forgotten yet. A claim does not last for ever. */
	isClaimed(eventId: string, { now }: Pick<Moment, 'now'>): boolean {
		const claim = this.claims.get(keyOf(eventId));
		return claim !== undefined && !isStale(claim, now);
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
	}

	/** {@link claim} and {@link record} at once, for an event that is handed on in the same step. */
	admit(eventId: string, moment: Moment, milestones: readonly string[] = []): boolean {
		const isNew = this.claim(eventId, moment, milestones);
		if (isNew) this.record(eventId, moment);
		return isNew;
	}

	/** Whether an event or milestone is recorded or claimed, as of the last {@link claim}. */
	knows(eventOrMilestone: string): boolean {
		return this.has(keyOf(eventOrMilestone));
	}

	/**
	 * Takes an event back because handing it on failed: this process admits its next copy, and no longer believes other
	 * processes about it. So in doubt the event is handed on twice rather than not at all. If it was recorded, call this at
	 * once: a process that reads the record meanwhile goes on holding the event back.
	 */
	forget(eventId: string, { stored }: Pick<Moment, 'stored'>): void {
		const key = keyOf(eventId);
		if (this.claims.delete(key)) return;
		this.forgotten.add(key);
		for (const oldest of this.forgotten) {
			if (this.forgotten.size <= MOST_FORGOTTEN) break;
			this.forgotten.delete(oldest);
		}
		for (const [name, bucket] of this.buckets) {
			if (!bucket.has(key)) continue;
			bucket.remove(key);
			stored[name] = bucket.text;
		}
	}

	private has(key: string): boolean {
		for (const { keys } of this.claims.values()) if (keys.includes(key)) return true;
		for (const bucket of this.buckets.values()) if (bucket.has(key)) return true;
		return false;
	}

	/** Makes memory and stored copy the union of both, newest first, without what is too old or too much. */
	private merge({ now, stored, rememberForHours = DEFAULT_HOURS }: Moment): void {
		this.hours = Math.max(this.hours, hoursFrom(rememberForHours));
		for (const [key, claim] of this.claims) if (isStale(claim, now)) this.claims.delete(key);
		let events = 0;
		let full = false;
		for (const name of [...new Set([...this.buckets.keys(), ...Object.keys(stored)])].sort().reverse()) {
			const size = Math.max(this.buckets.get(name)?.size ?? 0, sizeOf(stored[name]));
			full ||= events > 0 && events + size > this.mostEvents;
			if (full || !this.isInTime(name, now)) {
				this.buckets.delete(name);
				if (name in stored) delete stored[name];
				continue;
			}
			this.mergeBucket(name, stored);
			events += this.bucket(name).size;
		}
	}

	private mergeBucket(name: string, stored: StoredMemory): void {
		const bucket = this.bucket(name);
		const loaded: unknown = stored[name];
		if (typeof loaded === 'string') {
			if (bucket.saysTheSameAs(loaded)) return;
			const keys = keysOf(loaded);
			this.keysRead += keys.length;
			bucket.add(keys.filter((key) => !this.forgotten.has(key)));
			if (bucket.saysTheSameAs(loaded)) return;
		}
		stored[name] = bucket.text;
	}

	/** Buckets in the future go, too: a clock that was wrong for a while leaves them behind. */
	private isInTime(name: string, now: number): boolean {
		if (!BUCKET_NAME.test(name)) return false;
		const age = Math.floor(now / HOUR) - parseInt(name.slice(0, 5), 36);
		return Math.abs(age) <= this.hours;
	}

	/** The bucket that takes the events of this moment. */
	private openBucket(now: number): string {
		const hour = Math.floor(now / HOUR)
			.toString(36)
			.padStart(5, '0');
		let number = 0;
		while ((this.buckets.get(bucketName(hour, number))?.size ?? 0) >= BUCKET_EVENTS) number += 1;
		return bucketName(hour, number);
	}

	private bucket(name: string): Bucket {
		const known = this.buckets.get(name);
		if (known) return known;
		const fresh = new Bucket();
		this.buckets.set(name, fresh);
		return fresh;
	}
}

function isStale({ since }: Claim, now: number): boolean {
	return Math.abs(now - since) > LONGEST_CLAIM;
}

function bucketName(hour: string, number: number): string {
	return hour + number.toString(36).padStart(4, '0');
}

function keyOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, KEY_LENGTH);
}

function hoursFrom(asked: number): number {
	return Number.isNaN(asked) ? DEFAULT_HOURS : Math.min(Math.ceil(asked), LONGEST_HOURS);
}

/** How many keys a stored text holds, by its length. */
function sizeOf(text: unknown): number {
	return typeof text === 'string' ? Math.max(0, Math.floor(text.length / KEY_LENGTH) - 1) : 0;
}

/** The keys of a stored text, without a last one that is cut short. */
function keysOf(text: string): string[] {
	return Array.from({ length: sizeOf(text) }, (_, index) =>
		text.slice((index + 1) * KEY_LENGTH, (index + 2) * KEY_LENGTH),
	);
}

function xor(a: string, b: string): string {
	let result = '';
	for (let index = 0; index < KEY_LENGTH; index += 1) {
		result += ALPHABET[(SIX_BITS.get(a[index]) ?? 0) ^ (SIX_BITS.get(b[index]) ?? 0)];
	}
	return result;
}

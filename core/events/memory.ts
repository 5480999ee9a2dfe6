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
 * Most events and facts remembered, the oldest go first: enough for the 45 minutes of repeats at 50 events a second.
 * As much is 1.7 MB of static data and about 15 MB of memory; a thousand events are 11 KB.
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
 * An event of which is not known for so long, in milliseconds, whether it was handed on, is free for its next copy. The
 * service sends them after 15, 30 and 45 minutes (spec: Events, delivery rule 2): a busy n8n has until the second.
 */
const LONGEST_CLAIM = 20 * 60_000;

/**
 * One hour's worth of keys. Its text is their XOR followed by the keys, so that two texts with the same keys in another
 * order are known to say the same by their length and first characters alone.
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
	/** Where it will be remembered, and what: the event and its facts. */
	bucket: string;
	keys: readonly string[];
}

/**
 * Remembers which events were handed on. The set in this process decides, in one step; the copy in workflow static data
 * outlives the process and is merged by union, so that a write that was lost is made good by the next event. An event
 * comes into that copy when it was handed on and not before: were it there earlier and the process killed, nobody would
 * ever hand it on.
 *
 * What is guaranteed: an event that was claimed and never recorded is never held back, not even when n8n is killed while
 * it takes it, and within `rememberFor` one n8n process hands on no event twice, nor does any process, after a restart
 * too, that finds the event's record in the workflow's static data. What is not: copies are handed on twice that reach two
 * processes before the first has saved or after another's save has overwritten the record (the next event of the process
 * that made it mends that), that n8n was about to acknowledge when it was killed, or that come when more than 150,000
 * later events were remembered.
 *
 * The cost of an event does not depend on how many are remembered: stored buckets are compared without being read, at
 * most one is written, and only a bucket that another process changed is read again.
 */
export class EventMemory {
	private readonly buckets = new Map<string, Bucket>();
	/** By the key of the event. */
	private readonly claims = new Map<string, Claim>();
	/** Events taken back, which another process may have merged meanwhile: oldest first. */
	private readonly forgotten = new Set<string>();
	private hours = SHORTEST_HOURS;
	private keysRead = 0;

	/** @param mostEvents how many events and facts to remember before the oldest hour goes */
	constructor(private readonly mostEvents = MOST_EVENTS) {}

	/** How many stored keys had to be read so far: what grows when other processes write, and with nothing else. */
	get storedKeysRead(): number {
		return this.keysRead;
	}

	/** How many events and facts are remembered for good now. */
	get size(): number {
		return [...this.buckets.values()].reduce((sum, bucket) => sum + bucket.size, 0);
	}

	/**
	 * Whether an event is new and to be handed on. If so this process holds back every copy from here on: there is no
	 * waiting between look-up and insert. Tell with {@link record} or {@link forget} what came of it. Either way `stored`
	 * is brought up to date, without the event.
	 * @param facts more to remember together with a new event, for {@link knows}
	 */
	claim(eventId: string, moment: Moment, facts: readonly string[] = []): boolean {
		this.merge(moment);
		const key = keyOf(eventId);
		if (this.has(key)) return false;
		this.forgotten.delete(key);
		const keys = [key, ...facts.map(keyOf).filter((fact) => !this.has(fact))];
		this.claims.set(key, { since: moment.now, bucket: this.openBucket(moment.now), keys });
		return true;
	}

	/** Whether an event is claimed, and neither recorded nor forgotten yet. A claim does not last for ever. */
	isClaimed(eventId: string, { now }: Pick<Moment, 'now'>): boolean {
		const claim = this.claims.get(keyOf(eventId));
		return claim !== undefined && !isStale(claim, now);
	}

	/** Remembers a claimed event for good, as it was handed on; of any other event it does nothing. */
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
	admit(eventId: string, moment: Moment, facts: readonly string[] = []): boolean {
		const isNew = this.claim(eventId, moment, facts);
		if (isNew) this.record(eventId, moment);
		return isNew;
	}

	/** Whether an event or fact is remembered or claimed, as of the last {@link claim}. */
	knows(eventOrFact: string): boolean {
		return this.has(keyOf(eventOrFact));
	}

	/**
	 * Takes an event back because handing it on failed: its next copy is admitted by this process. Of a recorded event,
	 * a process that read it out of the stored memory meanwhile goes on holding it back, so call this at once; in doubt it
	 * is handed on twice rather than not at all: this process no longer believes other processes about it.
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

	/** Makes memory and stored copy the union of both, without what is too old or too much. Newest first. */
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

	/** A clock that was wrong for a while leaves buckets in the future; they go, too. */
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

/** How many keys a stored text holds, told by its length. */
function sizeOf(text: unknown): number {
	return typeof text === 'string' ? Math.max(0, Math.floor(text.length / KEY_LENGTH) - 1) : 0;
}

/** The keys of a stored text; whatever is not a whole key is left out. */
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

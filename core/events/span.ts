import { keepNewest } from '../keepNewest';

/**
 * The memory as workflow static data keeps it: the packed text of each bucket by its name, and what the triggers asked
 * to be remembered. Plain JSON of a few hundred properties, however many events there are. Change it by assigning or
 * deleting properties: n8n notices nothing else.
 */
export type StoredMemory = Record<string, string>;

/** How much is remembered. */
export interface Span {
	/** From {@link SHORTEST_HOURS} to {@link LONGEST_HOURS}. */
	hours: number;
	/** Most events to remember beyond the time in which the service repeats its notifications. */
	atMost: number;
}

/** A span, and the trigger of the workflow that asked for it. */
export interface AskedSpan extends Span {
	askedBy: string;
}

/**
 * The service repeats a notification for 45 minutes (specification: Events, delivery rule 2), so less would let repeats
 * through.
 */
export const SHORTEST_HOURS = 1;
/** The default look-back of the polling trigger. */
export const DEFAULT_HOURS = 72;
/** The most that a user may ask for: 31 days. */
export const MOST_HOURS = 744;
/**
 * The most that a trigger may need: what polling looks back, 30 days at most, before a poll that may be a month ago, and
 * two days. Refunds end sooner. Each hour has a bucket of its own, and each bucket costs a comparison per event.
 */
export const LONGEST_HOURS = 1_512;

/** n8n reads and writes all of them for each event. This many take 220 KB. */
export const DEFAULT_AT_MOST = 20_000;
export const LEAST_AT_MOST = 100;
export const MOST_AT_MOST = 150_000;

export const DEFAULT_SPAN: Span = { hours: DEFAULT_HOURS, atMost: DEFAULT_AT_MOST };

/** What is kept: the most that any trigger asks for. */
export interface Kept extends Span {
	/**
	 * For how many hours an event is known to whoever asks: the longest that users have asked for. What is kept longer is
	 * known to those alone that need it, because a status may return with the same facts.
	 */
	forAll: number;
}

export const KEPT_BY_DEFAULT: Kept = { ...DEFAULT_SPAN, forAll: DEFAULT_HOURS };

const HOUR = 3_600_000;

/**
 * Prefix of the names under which the stored copy keeps, by trigger, what was asked for: hours, number, and the hour of
 * asking.
 */
const STORED_NAME = 'span:';

/** Most triggers whose spans are kept; a workflow has few. */
const MOST_ASKERS = 50;

interface Asked extends Span {
	/** Hours since 1970. */
	at: number;
}

/**
 * What the triggers of a workflow have asked to be remembered. The largest request counts, for as long as its trigger
 * may still need it. So a trigger that asks for less does not make the others forget, not even after a restart.
 */
export class Spans {
	private readonly asked = new Map<string, Asked>();

	/** Takes in the stored requests and the present one, and updates `stored`. */
	ask(span: AskedSpan | undefined, now: number, stored: StoredMemory): Kept {
		const hour = Math.floor(now / HOUR);
		for (const name of Object.keys(stored)) {
			if (!isSpanName(name)) continue;
			const said = readSpan(stored[name]);
			const known = this.asked.get(name.slice(STORED_NAME.length));
			if (said && (!known || said.at > known.at)) this.asked.set(name.slice(STORED_NAME.length), said);
		}
		if (span) this.renew(span, hour);
		for (const [by, { hours, at }] of this.asked) {
			if (Math.abs(hour - at) > hours + renewedAfter(hours) + 1) this.asked.delete(by);
		}
		keepNewest(this.asked, MOST_ASKERS);
		this.store(stored);
		if (this.asked.size === 0) return KEPT_BY_DEFAULT;
		const all = [...this.asked.values()];
		const hours = all.map((each) => each.hours);
		return {
			hours: Math.max(...hours),
			atMost: Math.max(...all.map(({ atMost }) => atMost)),
			forAll: Math.max(SHORTEST_HOURS, ...hours.filter((each) => each <= MOST_HOURS)),
		};
	}

	/** Renews a request only now and then, because every change of the stored copy makes n8n write it. */
	private renew({ askedBy, ...span }: AskedSpan, hour: number): void {
		const { hours, atMost } = within(span);
		const known = this.asked.get(askedBy);
		if (known?.hours === hours && known.atMost === atMost && Math.abs(hour - known.at) < renewedAfter(hours)) return;
		this.asked.delete(askedBy);
		this.asked.set(askedBy, { hours, atMost, at: hour });
	}

	private store(stored: StoredMemory): void {
		for (const name of Object.keys(stored)) {
			if (isSpanName(name) && !this.asked.has(name.slice(STORED_NAME.length))) delete stored[name];
		}
		for (const [by, { hours, atMost, at }] of this.asked) {
			const text = `${hours} ${atMost} ${at}`;
			if (stored[STORED_NAME + by] !== text) stored[STORED_NAME + by] = text;
		}
	}
}

/** Whether a name in the stored copy belongs to a span. */
export function isSpanName(name: string): boolean {
	return name.startsWith(STORED_NAME);
}

function renewedAfter(hours: number): number {
	return Math.max(1, Math.floor(hours / 4));
}

/** The nearest span within the limits. */
function within({ hours, atMost }: Span): Span {
	return {
		hours: Number.isNaN(hours) ? DEFAULT_HOURS : clamp(Math.ceil(hours), SHORTEST_HOURS, LONGEST_HOURS),
		atMost: Number.isNaN(atMost) ? DEFAULT_AT_MOST : clamp(Math.floor(atMost), LEAST_AT_MOST, MOST_AT_MOST),
	};
}

function readSpan(text: unknown): Asked | null {
	const [, hours, atMost, at] = (typeof text === 'string' && /^(\d{1,4}) (\d{1,6}) (\d{1,7})$/.exec(text)) || [];
	return hours === undefined ? null : { ...within({ hours: Number(hours), atMost: Number(atMost) }), at: Number(at) };
}

function clamp(value: number, least: number, most: number): number {
	return Math.min(Math.max(value, least), most);
}

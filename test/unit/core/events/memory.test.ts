import fc from 'fast-check';
import { ObservableObject } from 'n8n-workflow';
import type { StoredMemory } from '../../../../core/events/memory';
import { EventMemory, LONGEST_HOURS, MOST_EVENTS } from '../../../../core/events/memory';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const start = Date.UTC(2031, 2, 4, 5, 6, 7);

/** What comes back when a workflow's static data is loaded from the database. */
const loaded = (stored: StoredMemory) => JSON.parse(JSON.stringify(stored)) as StoredMemory;

const admitted = (stored: StoredMemory, eventId: string, now: number, rememberForHours?: number) =>
	new EventMemory().admit(eventId, { now, stored: loaded(stored), rememberForHours });

/** A memory and its stored copy after `count` events, one every `apart` milliseconds. */
function filled(count: number, apart: number, mostEvents?: number) {
	const memory = new EventMemory(mostEvents);
	const stored: StoredMemory = {};
	for (let index = 0; index < count; index += 1) memory.admit(`event ${index}`, { now: start + index * apart, stored });
	return { memory, stored, now: start + count * apart };
}

describe('EventMemory', () => {
	it('hands an event on once', () => {
		const memory = new EventMemory();
		const stored = {};
		expect(memory.admit('a', { now: start, stored })).toBe(true);
		expect(memory.admit('a', { now: start, stored })).toBe(false);
		expect(memory.admit('b', { now: start, stored })).toBe(true);
		expect(memory.knows('a')).toBe(true);
		expect(memory.knows('c')).toBe(false);
		expect(memory.size).toBe(2);
	});

	it('holds back copies for as long as asked, and never for less than an hour', () => {
		for (const [asked, hours] of [
			[0, 1],
			[1, 1],
			[24, 24],
			[undefined, 24],
			[NaN, 24],
			[1e9, LONGEST_HOURS],
		] as const) {
			for (const minute of [0, 6, 59]) {
				const stored = {};
				const now = Math.floor(start / HOUR) * HOUR + minute * MINUTE;
				new EventMemory().admit('a', { now, stored, rememberForHours: asked });
				expect(admitted(stored, 'a', now + hours * HOUR - 1, asked)).toBe(false);
				expect(admitted(stored, 'a', now + (hours + 1) * HOUR, asked)).toBe(true);
			}
		}
	});

	it('lets go of what is too old, in the stored copy too', () => {
		const { memory, stored } = filled(3000, MINUTE);
		memory.admit('later', { now: start + 300 * HOUR, stored });
		expect(memory.size).toBe(1);
		expect(Object.keys(stored)).toHaveLength(1);
	});

	it('lets go of buckets that a wrong clock left in the future', () => {
		const { memory, stored } = filled(10, MINUTE);
		memory.admit('ahead', { now: start + 1000 * HOUR, stored });
		memory.admit('back again', { now: start, stored });
		expect(Object.keys(stored)).toHaveLength(1);
	});

	it('forgets the oldest hour first when there are too many', () => {
		const { memory, stored, now } = filled(1000, MINUTE, 500);
		expect(memory.size).toBeLessThanOrEqual(500);
		expect(memory.size).toBeGreaterThan(500 - 2 * 60);
		expect(memory.admit('event 999', { now, stored })).toBe(false);
		expect(memory.admit('event 0', { now, stored })).toBe(true);
	});

	it('is as small as it says, also when all events come within one hour', () => {
		const count = 10_000;
		const { stored } = filled(count, 1);
		expect(JSON.stringify(stored).length).toBeLessThan(count * 11.1);
		expect(JSON.stringify(filled(1000, 1).stored).length).toBeLessThan(11_100);
		expect(MOST_EVENTS).toBeGreaterThanOrEqual(45 * 60 * 50);
	});

	it('changes static data in the way n8n notices, and only when there is something to save', () => {
		const staticData = () =>
			ObservableObject.create({ events: loaded(stored) }) as { events: StoredMemory; __dataChanged: boolean };
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		memory.admit('a', { now: start, stored });

		const copy = staticData();
		memory.admit('a', { now: start, stored: copy.events });
		expect(copy.__dataChanged).toBe(false);
		const fresh = staticData();
		memory.admit('b', { now: start, stored: fresh.events });
		expect(fresh.__dataChanged).toBe(true);
		const healing = staticData();
		memory.admit('a', { now: start, stored: healing.events });
		expect(healing.__dataChanged).toBe(true);
		const tooOld = staticData();
		new EventMemory().admit('a', { now: start + 48 * HOUR, stored: tooOld.events });
		expect(tooOld.__dataChanged).toBe(true);
	});

	it('keeps milestones beside events', () => {
		const stored = {};
		new EventMemory().admit('a', { now: start, stored }, ['received', 'paid']);
		const other = new EventMemory();
		other.admit('b', { now: start, stored: loaded(stored) });
		expect(['received', 'paid', 'pending'].map((milestone) => other.knows(milestone))).toEqual([true, true, false]);
	});

	it('mends a stored text that was cut short', () => {
		const { memory, stored, now } = filled(10, 1);
		const [name] = Object.keys(stored);
		const cut = { [name]: stored[name].slice(0, -11) };
		memory.admit('event 0', { now, stored: cut });
		expect(cut).toEqual(stored);
	});

	it('ignores and mends whatever else stands in the stored copy', () => {
		fc.assert(
			fc.property(
				fc.dictionary(
					fc.oneof(fc.string(), fc.constantFrom('0bqa50000', '__proto__')),
					fc.oneof(fc.string(), fc.jsonValue()),
				),
				(junk) => {
					const stored = junk as StoredMemory;
					const memory = new EventMemory();
					expect(memory.admit('a', { now: start, stored })).toBe(true);
					expect(admitted(stored, 'a', start)).toBe(false);
					expect(Object.keys(stored).every((name) => /^[0-9a-z]{9}$/.test(name))).toBe(true);
				},
			),
		);
	});
});

describe('an event that is being handed on', () => {
	it('is held back in this process and in no other', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		expect(memory.claim('a', { now: start, stored }, ['paid'])).toBe(true);
		memory.admit('b', { now: start, stored });
		expect(memory.claim('a', { now: start, stored })).toBe(false);
		expect([memory.knows('a'), memory.knows('paid'), memory.isClaimed('a', { now: start })]).toEqual([
			true,
			true,
			true,
		]);
		expect(admitted(stored, 'b', start)).toBe(false);
		expect(admitted(stored, 'a', start)).toBe(true);
		expect(admitted(stored, 'paid', start)).toBe(true);
	});

	it('is held back everywhere once it is recorded, with its milestones', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		memory.claim('a', { now: start, stored }, ['paid']);
		memory.record('a', { stored });
		expect(memory.isClaimed('a', { now: start })).toBe(false);
		expect(memory.claim('a', { now: start, stored })).toBe(false);
		expect(['a', 'paid'].map((one) => admitted(stored, one, start))).toEqual([false, false]);
	});

	it('is free again when handing it on failed, without a dispute with another process that succeeded', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		memory.claim('a', { now: start, stored });
		memory.forget('a', { stored });
		expect(memory.isClaimed('a', { now: start })).toBe(false);
		new EventMemory().admit('a', { now: start, stored });
		expect(memory.claim('a', { now: start, stored: loaded(stored) })).toBe(false);
	});

	it('is put off for the first copy that the service sends, and free for the second', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		memory.claim('a', { now: start, stored });
		expect(memory.claim('a', { now: start + 15 * MINUTE, stored })).toBe(false);
		expect(memory.isClaimed('a', { now: start + 15 * MINUTE })).toBe(true);
		expect(memory.isClaimed('a', { now: start + 30 * MINUTE })).toBe(false);
		expect(memory.claim('a', { now: start + 30 * MINUTE, stored })).toBe(true);
	});

	it('is not remembered by recording what was never claimed', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		memory.record('a', { stored });
		expect([memory.size, stored]).toEqual([0, {}]);
	});
});

describe('an event that could not be handed on', () => {
	it('is admitted again, even when it was saved in between', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		memory.admit('a', { now: start, stored });
		memory.admit('b', { now: start, stored });
		const savedTooEarly = loaded(stored);
		memory.forget('a', { stored });
		expect(admitted(stored, 'a', start)).toBe(true);
		expect(admitted(stored, 'b', start)).toBe(false);
		expect(memory.admit('b', { now: start, stored: savedTooEarly })).toBe(false);
		expect(admitted(savedTooEarly, 'a', start)).toBe(true);
		expect(memory.admit('a', { now: start, stored: savedTooEarly })).toBe(true);
		expect(memory.admit('a', { now: start, stored: savedTooEarly })).toBe(false);
	});

	it('is no matter of dispute with other processes once it was handed on after all', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		memory.admit('a', { now: start, stored });
		const savedTooEarly = loaded(stored);
		memory.forget('a', { stored });
		memory.admit('a', { now: start + HOUR, stored });
		const merged = { ...loaded(stored), ...savedTooEarly };
		memory.admit('a', { now: start + HOUR, stored: merged });
		expect(merged).toMatchObject(savedTooEarly);
	});
});

describe('the cost of an event', () => {
	/** Counts what one event does to a stored copy that was just loaded. */
	function costOf(memory: EventMemory, stored: StoredMemory, eventId: string, now: number) {
		const cost = { reads: 0, writes: 0, charactersWritten: 0, keysRead: memory.storedKeysRead };
		const counted = new Proxy(loaded(stored), {
			get: (target, name: string) => ((cost.reads += 1), target[name]),
			set: (target, name: string, text: string) => {
				cost.writes += 1;
				cost.charactersWritten += text.length;
				target[name] = text;
				return true;
			},
		});
		memory.admit(eventId, { now, stored: counted });
		return { ...cost, keysRead: memory.storedKeysRead - cost.keysRead };
	}

	it('is one bucket written and no event read, whether a hundred or twenty thousand are remembered', () => {
		for (const count of [100, 5_000, 20_000]) {
			const { memory, stored, now } = filled(count, 1);
			const buckets = Object.keys(stored).length;
			const fresh = costOf(memory, stored, 'fresh', now);
			expect(fresh).toMatchObject({ writes: 1, keysRead: 0 });
			expect(fresh.charactersWritten).toBeLessThan(50_000);
			expect(fresh.reads).toBeLessThanOrEqual(3 * buckets);
			expect(buckets).toBeLessThanOrEqual(1 + count / 4096);
		}
	});

	it('is nothing written for a copy', () => {
		const { memory, stored, now } = filled(10_000, 1);
		expect(costOf(memory, stored, 'event 5', now)).toMatchObject({ writes: 0, keysRead: 0 });
	});

	it('is one bucket read when another process has added to it', () => {
		const { memory, stored, now } = filled(10_000, 1);
		const saved = loaded(stored);
		const other = new EventMemory();
		other.admit('elsewhere', { now, stored: saved });
		const cost = costOf(memory, saved, 'fresh', now);
		expect(cost).toMatchObject({ writes: 1 });
		expect(cost.keysRead).toBeLessThanOrEqual(4096);
		expect(memory.knows('elsewhere')).toBe(true);
	});
});

import fc from '../../../seeded';
import { ObservableObject } from 'n8n-workflow';
import { Bucket, keyOf } from '../../../../core/events/bucket';
import { EventMemory, HOURS_REMEMBERED, MOST_REMEMBERED, type StoredMemory } from '../../../../core/events/memory';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const start = Date.UTC(2031, 2, 4, 5, 6, 7);

/** What comes back when a workflow's static data is loaded from the database. */
const loaded = (stored: StoredMemory) => JSON.parse(JSON.stringify(stored)) as StoredMemory;

const admitted = (stored: StoredMemory, eventId: string, now: number) =>
	new EventMemory().admit(eventId, { now, stored: loaded(stored) });

const bucketsOf = (stored: StoredMemory) => Object.keys(stored).filter((name) => /^[0-9a-z]{9}$/.test(name));

/** A memory and its stored copy after `count` events, one every `apart` milliseconds. */
function filled(count: number, apart: number) {
	const memory = new EventMemory();
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
		expect(memory.knows('a', start)).toBe(true);
		expect(memory.knows('c', start)).toBe(false);
		expect(memory.size).toBe(2);
	});

	it.each([
		['of notifications', HOURS_REMEMBERED, new EventMemory()],
		['of what was asked for', 1_512, new EventMemory(1_512)],
	])('holds back copies for the time %s', (_time, hours, memory) => {
		for (const minute of [0, 6, 59]) {
			const [stored, now] = [{}, Math.floor(start / HOUR) * HOUR + minute * MINUTE];
			const event = `event ${minute}`;
			memory.admit(event, { now, stored });
			expect(memory.knows(event, now + hours * HOUR - 1)).toBe(true);
			expect(memory.knows(event, now + (hours + 1) * HOUR)).toBe(false);
		}
	});

	it('lets go of what is too old, in the stored copy too', () => {
		const { memory, stored } = filled(3000, MINUTE);
		memory.admit('later', { now: start + 300 * HOUR, stored });
		memory.merge({ now: start + 301 * HOUR, stored });
		expect(memory.size).toBe(1);
		expect(Object.keys(stored)).toHaveLength(1);
	});

	it('keeps what came right before a pause, however long, and hands on what returns after it', () => {
		const { stored } = filled(100, MINUTE);
		const [memory, now] = [new EventMemory(), start + 300 * HOUR];
		memory.merge({ now, stored: loaded(stored) });
		expect([memory.keeps('event 99'), memory.keeps('another'), memory.knows('event 99', now)]).toEqual([
			true,
			false,
			false,
		]);
		expect(memory.admit('event 99', { now, stored })).toBe(true);
	});

	it('lets go of buckets that a wrong clock left in the future', () => {
		const { memory, stored } = filled(10, MINUTE);
		memory.admit('ahead', { now: start + 1000 * HOUR, stored });
		memory.admit('back again', { now: start, stored });
		expect(Object.keys(stored)).toHaveLength(1);
	});

	it('of more than it can remember within an hour forgets the oldest, and says so of no time to come', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		memory.admitAll(
			Array.from({ length: MOST_REMEMBERED + 1 }, (_, index) => `event ${index}`),
			{ now: start, stored },
		);
		expect(memory.admit('another', { now: start, stored })).toBe(true);
		expect(memory.crowdedOutUntil).toBe(start - 5 * MINUTE);
		expect([memory.knows('event 0', start), memory.knows(`event ${MOST_REMEMBERED}`, start)]).toEqual([false, true]);
	});

	it('never grows past its bound', () => {
		// More than one hour brings, from several processes.
		const stored: StoredMemory = {};
		for (let number = 0; number < 170; number += 1) {
			const bucket = new Bucket(0);
			bucket.add(Array.from({ length: 1_024 }, (_, index) => keyOf(`event ${number} ${index}`)));
			const hour = Math.floor(start / HOUR) - (number % 4);
			stored[hour.toString(36).padStart(5, '0') + number.toString(36).padStart(4, '0')] = bucket.text;
		}
		const memory = new EventMemory();
		memory.merge({ now: start, stored });
		expect(memory.size).toBeLessThanOrEqual(MOST_REMEMBERED);
		expect(memory.size).toBeGreaterThan(MOST_REMEMBERED - 1_024);
		expect(JSON.stringify(stored).length).toBeLessThan(1_700_000);
	});

	it('is as small as it says, also when all events come within one hour', () => {
		const count = 10_000;
		const { stored } = filled(count, 1);
		expect(JSON.stringify(stored).length).toBeLessThan(count * 11.1);
		expect(JSON.stringify(filled(1000, 1).stored).length).toBeLessThan(11_100);
		expect(MOST_REMEMBERED).toBeGreaterThanOrEqual(45 * 60 * 50);
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
		new EventMemory().admit('a', { now: start + 100 * HOUR, stored: tooOld.events });
		expect(tooOld.__dataChanged).toBe(true);
	});

	it('takes many at once as it takes them one by one', () => {
		const events = Array.from({ length: 3_000 }, (_, index) => `event ${index}`);
		const { memory: oneByOne, stored: each } = filled(3_000, 0);
		const memory = new EventMemory();
		const stored = {};
		memory.admitAll([...events, 'event 7'], { now: start, stored });
		memory.admitAll(events, { now: start, stored });
		expect(memory.size).toBe(oneByOne.size);
		expect(stored).toEqual(each);
		expect(admitted(stored, 'event 2999', start)).toBe(false);
	});

	it('keeps milestones beside events', () => {
		const stored = {};
		new EventMemory().admit('a', { now: start, stored }, ['received', 'paid']);
		const other = new EventMemory();
		other.admit('b', { now: start, stored: loaded(stored) });
		expect(['received', 'paid', 'pending'].map((milestone) => other.knows(milestone, start))).toEqual([
			true,
			true,
			false,
		]);
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

describe('after a restart', () => {
	it('the first event searches what is stored without reading it, and later ones read it bit by bit', () => {
		const { stored, now } = filled(20_000, 1);
		const memory = new EventMemory();
		const isNew = (eventId: string) => memory.admit(eventId, { now, stored });
		expect(isNew('event 19999')).toBe(false);
		expect(memory.storedKeysRead).toBeLessThanOrEqual(1_024);
		expect([isNew('event 0'), isNew('event 7777'), isNew('fresh')]).toEqual([false, false, true]);
		expect(memory.storedKeysRead).toBeLessThanOrEqual(5 * 1_024);
		for (let index = 0; index < 20_000; index += 97) expect(isNew(`event ${index}`)).toBe(false);
	});

	it('a key is found where one begins alone', () => {
		fc.assert(
			fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 50 }), fc.string(), (events, other) => {
				const stored: StoredMemory = {};
				const memory = new EventMemory();
				for (const event of events) memory.admit(event, { now: start, stored });
				expect(admitted(stored, other, start)).toBe(!events.includes(other));
			}),
		);
	});
});

describe('an event that is being handed on', () => {
	it('is held back in this process and in no other', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		expect(memory.reserve('a', { now: start, stored }, ['paid'])).toBe(true);
		memory.admit('b', { now: start, stored });
		expect(memory.reserve('a', { now: start, stored })).toBe(false);
		expect([memory.knows('a', start), memory.knows('paid', start), memory.isClaimed('a')]).toEqual([true, true, true]);
		expect(admitted(stored, 'b', start)).toBe(false);
		expect(admitted(stored, 'a', start)).toBe(true);
		expect(admitted(stored, 'paid', start)).toBe(true);
	});

	it('is held back everywhere once it is recorded, with its milestones', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		memory.reserve('a', { now: start, stored }, ['paid']);
		memory.record('a', { stored });
		expect(memory.isClaimed('a')).toBe(false);
		expect(memory.reserve('a', { now: start, stored })).toBe(false);
		expect(['a', 'paid'].map((one) => admitted(stored, one, start))).toEqual([false, false]);
	});

	it('is free again when handing it on failed, without a dispute with another process that succeeded', () => {
		const memory = new EventMemory();
		const stored: StoredMemory = {};
		memory.reserve('a', { now: start, stored });
		memory.forget('a', { stored });
		expect(memory.isClaimed('a')).toBe(false);
		new EventMemory().admit('a', { now: start, stored });
		expect(memory.reserve('a', { now: start, stored: loaded(stored) })).toBe(false);
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

	it('takes the milestones along that it has brought, and no others', () => {
		const memory = new EventMemory();
		const stored = {};
		memory.admit('a', { now: start, stored }, ['received']);
		memory.admit('b', { now: start, stored }, ['received', 'returned']);
		memory.forget('b', { stored });
		const knows = (milestone: string) => memory.knows(milestone, start);
		expect([knows('received'), knows('returned')]).toEqual([true, false]);
		memory.admit('b', { now: start, stored: loaded(stored) }, ['returned']);
		expect(knows('returned')).toBe(true);
	});
});

describe('the cost of an event', () => {
	/** Counts the reads and writes that one event costs on a freshly loaded stored copy. */
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
			const buckets = bucketsOf(stored).length;
			const fresh = costOf(memory, stored, 'fresh', now);
			expect(fresh).toMatchObject({ writes: 1, keysRead: 0 });
			expect(fresh.charactersWritten).toBeLessThan(50_000);
			expect(fresh.reads).toBeLessThanOrEqual(3 * buckets);
			expect(buckets).toBeLessThanOrEqual(1 + count / 1_024);
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
		expect(cost.keysRead).toBeLessThanOrEqual(1_025);
		expect(memory.knows('elsewhere', now)).toBe(true);
	});
});

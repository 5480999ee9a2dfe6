import fc from '../../../seeded';
import { EventMemory, HOURS_REMEMBERED, type StoredMemory } from '../../../../core/events/memory';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const start = Date.UTC(2031, 2, 4, 5, 6, 7);

/** What comes back when a workflow's static data is loaded from the database. */
const loaded = (stored: StoredMemory) => JSON.parse(JSON.stringify(stored)) as StoredMemory;

const admitted = (stored: StoredMemory, eventId: string, now: number) =>
	new EventMemory().admit(eventId, { now, stored: loaded(stored) });

/**
 * Several n8n processes share one stored memory. Each loads it before an event and saves all of it afterwards: the last
 * save wins. A save can come late or be lost; a process can restart at any time, even while it hands an event on.
 */
class Processes {
	now = start;
	stored: StoredMemory = {};
	private memories = [new EventMemory(), new EventMemory(), new EventMemory()];
	private lateSaves: StoredMemory[] = [];
	/** When each process handed an event on, since its last start. */
	private handedOnBy = this.memories.map(() => new Map<string, number>());
	readonly handedOn = new Map<string, number>();
	private begun = this.memories.map(() => new Set<string>());

	/** Begins a delivery that stays unfinished until the process restarts. */
	begin(process: number, eventId: string) {
		const stored = loaded(this.stored);
		this.memories[process].reserve(eventId, { now: this.now, stored });
		this.stored = stored;
		this.begun[process].add(eventId);
	}

	deliver(process: number, eventId: string, save: 'now' | 'late' | 'lost') {
		const stored = loaded(this.stored);
		const isBegun = this.begun[process].has(eventId);
		const held = this.isStored(eventId);
		const ownCopy = this.handedOnBy[process].get(eventId);
		const anyCopy = this.handedOn.get(eventId);
		const isNew = this.memories[process].admit(eventId, { now: this.now, stored });
		if (save === 'now') this.stored = stored;
		if (save === 'late') this.lateSaves.push(stored);
		if (isNew) {
			this.handedOnBy[process].set(eventId, this.now);
			this.handedOn.set(eventId, this.now);
		}
		return {
			isNew,
			isBegun,
			held,
			ownCopy: this.isRecent(ownCopy),
			anyCopy: this.isRecent(anyCopy),
			isFirst: anyCopy === undefined,
		};
	}

	isStored(eventId: string): boolean {
		return !admitted(this.stored, eventId, this.now);
	}

	restart(process: number) {
		this.memories[process] = new EventMemory();
		this.handedOnBy[process].clear();
		this.begun[process].clear();
	}

	arriveLateSave() {
		this.stored = this.lateSaves.shift() ?? this.stored;
	}

	private isRecent(time: number | undefined): boolean {
		return time !== undefined && this.now - time < HOURS_REMEMBERED * HOUR;
	}
}

type Step =
	| { do: 'begin'; process: number; event: string }
	| { do: 'deliver'; process: number; event: string; save: 'now' | 'late' | 'lost' }
	| { do: 'restart'; process: number }
	| { do: 'pass'; minutes: number }
	| { do: 'arriveLateSave' };

const anyProcess = fc.nat(2);
const anyEvent = fc.nat(6).map((number) => `event ${number}`);
const stepsWith = (...saves: ('now' | 'late' | 'lost')[]) => {
	const deliver = fc.record({
		do: fc.constant('deliver' as const),
		process: anyProcess,
		event: anyEvent,
		save: fc.constantFrom(...saves),
	});
	const begin = fc.record({ do: fc.constant('begin' as const), process: anyProcess, event: anyEvent });
	const restart = fc.record({ do: fc.constant('restart' as const), process: anyProcess });
	const pass = fc.record({ do: fc.constant('pass' as const), minutes: fc.oneof(fc.nat(90), fc.nat(1500)) });
	const late = fc.constant({ do: 'arriveLateSave' as const });
	return fc.array(
		fc.oneof(
			{ weight: 6, arbitrary: deliver },
			{ weight: 1, arbitrary: begin },
			{ weight: 1, arbitrary: restart },
			{ weight: 2, arbitrary: pass },
			{ weight: 1, arbitrary: late },
		),
		{ maxLength: 60 },
	);
};

/** Runs the steps and returns the outcome of each delivery. */
function play(processes: Processes, steps: Step[]) {
	const deliveries = [];
	for (const step of steps) {
		if (step.do === 'deliver') deliveries.push(processes.deliver(step.process, step.event, step.save));
		if (step.do === 'begin') processes.begin(step.process, step.event);
		if (step.do === 'restart') processes.restart(step.process);
		if (step.do === 'pass') processes.now += step.minutes * MINUTE;
		if (step.do === 'arriveLateSave') processes.arriveLateSave();
	}
	return deliveries;
}

describe('several processes, lost and late saves, restarts', () => {
	const runs = { numRuns: 500 };

	it('never hold back an event that was never handed on, not even one that died with its process; never hand one on twice in one process within the time, nor one whose record is stored', () => {
		fc.assert(
			fc.property(stepsWith('now', 'late', 'lost'), (steps) => {
				for (const { isFirst, isBegun, isNew, ownCopy, held } of play(new Processes(), steps)) {
					if (isFirst && !isBegun) expect(isNew).toBe(true);
					if (ownCopy || held) expect(isNew).toBe(false);
				}
			}),
			runs,
		);
	});

	it('never hand an event on twice at all while every save arrives before the next event', () => {
		fc.assert(
			fc.property(stepsWith('now'), (steps) => {
				for (const delivery of play(new Processes(), steps)) if (delivery.anyCopy) expect(delivery.isNew).toBe(false);
			}),
			runs,
		);
	});

	it('make a lost or overwritten save good with the next event of the process that made it', () => {
		fc.assert(
			fc.property(stepsWith('now', 'late', 'lost'), fc.constantFrom('late', 'lost'), (steps, save) => {
				const processes = new Processes();
				play(processes, steps);
				processes.deliver(0, 'the one', save);
				play(processes, [{ do: 'deliver', process: 1, event: 'overwrites', save: 'now' }]);
				processes.deliver(0, 'another', 'now');
				expect(processes.isStored('the one')).toBe(true);
				expect(processes.deliver(2, 'the one', 'now').isNew).toBe(false);
			}),
			runs,
		);
	});

	it('do hand on both copies that arrive before either is saved: the limit of what is promised', () => {
		const processes = new Processes();
		expect(processes.deliver(0, 'a', 'late').isNew).toBe(true);
		expect(processes.deliver(1, 'a', 'late').isNew).toBe(true);
	});
});

import fc from '../seeded';
import type { Line, References, Way } from './bills';
import { BILLS, EDITS, REFERENCES, WAYS } from './bills';
import { MISHAPS, type Incident } from './service';
import type { Play, Stage } from './stage';
import type { Change, Run, Shape, Step } from './steps';
import { SHAPES, writtenOut } from './steps';

/** A step as a fast-check command. What is possible depends on what really happened, so model and real system are the same. */
class Command implements fc.AsyncCommand<Play, Play> {
	constructor(private readonly step: Step) {}

	check(play: Readonly<Play>): boolean {
		return play.possible(this.step);
	}

	async run(_model: Play, play: Play): Promise<void> {
		await play.play(this.step);
	}

	toString(): string {
		return writtenOut(this.step);
	}
}

const weighted = <T>(...choices: [weight: number, value: T][]) =>
	fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

/** One of these, once in so many times. */
const sometimes = <T>(oneIn: number, ...values: T[]): fc.Arbitrary<T | undefined> =>
	fc.oneof(
		{ weight: oneIn - 1, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constantFrom(...values) },
	);

const lines = fc.array(fc.record({ bill: fc.integer({ min: 1, max: BILLS }), edit: sometimes(12, ...EDITS) }), {
	minLength: 1,
	maxLength: 4,
}) satisfies fc.Arbitrary<Line[]>;

/** Mishaps that can also happen to reads: all except those about an effect. */
const READ_MISHAPS = ['500', 'reset', 'stall', 'cut', 'emptyObject', 'errorObject', '401', 'kill', 'stop'] as const;

const ALL_MISHAPS: readonly Incident['what'][] = [...MISHAPS, 'kill', 'stop'];

/** Mostly at the first requests: executions are short. */
function someIncidents(mishaps: readonly Incident['what'][]): fc.Arbitrary<Incident[]> {
	const ofReads = READ_MISHAPS.filter((what) => mishaps.includes(what));
	const atWrites = fc.record({
		at: fc.constant('write' as const),
		nth: fc.integer({ min: 1, max: 4 }),
		when: fc.constantFrom('after' as const, 'before' as const),
		what: weighted(...mishaps.map((what): [number, Incident['what']] => [what === 'kill' ? 6 : 1, what])),
	});
	const atReads = fc.record({
		at: fc.constant('read' as const),
		nth: fc.integer({ min: 1, max: 6 }),
		when: fc.constant('after' as const),
		what: fc.constantFrom(...ofReads),
	});
	const incident =
		ofReads.length === 0 ? atWrites : fc.oneof({ weight: 5, arbitrary: atWrites }, { weight: 2, arbitrary: atReads });
	return fc.array(incident, { maxLength: 2 });
}

/** Limits the generated steps to some kinds. */
export interface Focus {
	ways?: readonly Way[];
	references?: readonly References[];
	shapes?: readonly Shape[];
	mishaps?: readonly Incident['what'][];
}

const aRun = (
	{ ways = WAYS, references = REFERENCES, shapes = SHAPES }: Focus,
	incidents: fc.Arbitrary<Incident[]>,
): fc.Arbitrary<Run> =>
	fc.record({
		shape: weighted(...shapes.map((shape): [number, Shape] => [shape === 'plain' ? 6 : 1, shape])),
		way: weighted(...ways.map((way): [number, Way] => [way === 'payin' || way === 'refund' ? 1 : 3, way])),
		references: weighted(
			...references.map((each): [number, References] => [each === 'own' || each === 'empty' ? 3 : 1, each]),
		),
		varying: weighted(
			[6, 'nothing'],
			[1, 'description'],
			[1, 'schedule'],
			[1, 'remark'],
			[1, 'unread0'],
			[1, 'unread1'],
		),
		guard: weighted([6, 'flag'], [1, 'text']),
		lines,
		retryOnFail: fc.boolean(),
		byWebhook: fc.boolean(),
		goOn: fc.boolean(),
		isDown: weighted([5, false], [1, true]),
		incidents,
	});

const CHANGES: Change[] = ['nothing', 'grown', 'shrunk', 'reordered', 'otherMode', ...EDITS];

const aRepeat = (incidents: fc.Arbitrary<Incident[]>): fc.Arbitrary<Step> =>
	fc.record({ do: fc.constant('again' as const), change: fc.constantFrom(...CHANGES), incidents });

const aRetry = (incidents: fc.Arbitrary<Incident[]>): fc.Arbitrary<Step> =>
	fc.record({
		do: fc.constant('retry' as const),
		of: sometimes(3, 'first' as const),
		edit: sometimes(8, ...EDITS),
		twice: sometimes(5, true as const),
		change: sometimes(2, ...CHANGES),
		incidents,
	});

const aStep = (focus: Focus, incidents = someIncidents(focus.mishaps ?? ALL_MISHAPS)): fc.Arbitrary<Step> =>
	fc.oneof(
		{ weight: 4, arbitrary: aRun(focus, incidents).map((run): Step => ({ do: 'run', ...run })) },
		{ weight: 1, arbitrary: aRun(focus, incidents).map((run): Step => ({ do: 'together', ...run })) },
		{
			weight: 5,
			arbitrary: aRepeat(incidents),
		},
		{
			weight: 5,
			arbitrary: aRetry(incidents),
		},
		{ weight: 1, arbitrary: fc.constant<Step>({ do: 'restart' }) },
		{ weight: 1, arbitrary: fc.constant<Step>({ do: 'switchAccount' }) },
		{ weight: 2, arbitrary: fc.constantFrom(0, 3, 20).map((seconds): Step => ({ do: 'lag', seconds })) },
		// Less than a day passes within a sequence, because what cannot be looked up is remembered for a day.
		{ weight: 1, arbitrary: fc.constantFrom(1, 15, 40, 3_600).map((seconds): Step => ({ do: 'pass', seconds })) },
		{ weight: 1, arbitrary: fc.constant<Step>({ do: 'settle' }) },
	);

const MOST_STEPS = 7;

/** One list that is paid, and paid or retried again and again: most of what goes wrong, goes wrong about one list. */
const aboutOneList = (focus: Focus, incidents = someIncidents(focus.mishaps ?? ALL_MISHAPS)): fc.Arbitrary<Step[]> =>
	fc
		.tuple(
			fc.constantFrom(0, 0, 3, 20).map((seconds): Step => ({ do: 'lag', seconds })),
			fc
				.tuple(weighted([2, 'run' as const], [1, 'together' as const]), aRun(focus, incidents))
				.map(([how, run]): Step => ({ do: how, ...run })),
			fc.array(
				fc.oneof(
					{ weight: 3, arbitrary: aRepeat(incidents) },
					{ weight: 6, arbitrary: aRetry(incidents) },
					{ weight: 1, arbitrary: fc.constant<Step>({ do: 'restart' }) },
					{ weight: 1, arbitrary: fc.constantFrom(1, 15, 40, 700).map((seconds): Step => ({ do: 'pass', seconds })) },
				),
				{ minLength: 1, maxLength: MOST_STEPS - 2, size: 'max' },
			),
		)
		.map(([lag, first, others]) => [lag, first, ...others]);

/** The property: no sequence of steps breaks an invariant. Half of the sequences are about one list. */
export function sequences(stage: Stage, { replayPath, ...focus }: Focus & { replayPath?: string } = {}) {
	const commands = fc.commands([aStep(focus).map((each) => new Command(each))], {
		maxCommands: MOST_STEPS,
		replayPath,
	});
	const ofOneList = aboutOneList(focus).map((steps) => steps.map((each) => new Command(each)));
	const all: fc.Arbitrary<Iterable<fc.AsyncCommand<Play, Play>>> =
		replayPath === undefined ? fc.oneof(commands, ofOneList) : commands;
	return fc.asyncProperty(all, async (steps) => {
		const play = await stage.begin();
		await fc.asyncModelRun(() => ({ model: play, real: play }), steps);
	});
}

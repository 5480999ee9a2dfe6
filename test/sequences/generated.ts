import fc from '../seeded';
import { BILLS } from './bills';
import { MISHAPS, type Incident } from './service';
import type { Stage } from './stage';
import { CHANGES, EDITS, SHAPES, WAYS, writtenOut, type Run, type Step } from './steps';

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
});

/** Mostly at the first requests: executions are short. */
const incidents: fc.Arbitrary<Incident[]> = fc.array(
	fc.oneof(
		{
			weight: 5,
			arbitrary: fc.record({
				at: fc.constant('write' as const),
				nth: fc.integer({ min: 1, max: 4 }),
				when: fc.constantFrom('after' as const, 'before' as const),
				what: weighted(
					...MISHAPS.map((what): [number, Incident['what']] => [{ kill: 6, stop: 3 }[what as string] ?? 1, what]),
				),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				at: fc.constant('read' as const),
				nth: fc.integer({ min: 1, max: 6 }),
				when: fc.constant('after' as const),
				what: fc.constantFrom(...MISHAPS.filter((what) => what !== 'straggler')),
			}),
		},
	),
	{ maxLength: 2 },
);

const aRun: fc.Arbitrary<Run> = fc.record({
	shape: weighted(...SHAPES.map((shape): [number, Run['shape']] => [shape === 'plain' ? 6 : 1, shape])),
	way: weighted(...WAYS.map((way): [number, Run['way']] => [/payout|aud/.test(way) ? 3 : 1, way])),
	list: fc.constantFrom(1, 2),
	lines,
	retryOnFail: fc.boolean(),
	goOn: fc.boolean(),
	isScheduled: weighted([5, false], [1, true]),
	incidents,
});

const again: fc.Arbitrary<Step> = fc.record({
	do: fc.constant('again' as const),
	change: fc.constantFrom(...CHANGES),
	incidents,
});

const retry: fc.Arbitrary<Step> = fc.record({
	do: fc.constant('retry' as const),
	of: sometimes(3, 'first' as const),
	edit: sometimes(8, ...EDITS),
	twice: sometimes(5, true as const),
	incidents,
});

const passing = (...seconds: number[]): fc.Arbitrary<Step> =>
	fc.constantFrom(...seconds).map((each) => ({ do: 'pass', seconds: each }));
const lag = fc.constantFrom(0, 0, 3, 20).map((seconds): Step => ({ do: 'lag', seconds }));
const simply = (what: 'restart' | 'otherProcess' | 'otherAccount' | 'settle') => fc.constant<Step>({ do: what });
const starting = weighted([4, 'run' as const], [1, 'together' as const]).chain((how) =>
	aRun.map((run): Step => ({ do: how, ...run })),
);

const MOST_STEPS = 7;

const ofAnything: fc.Arbitrary<Step[]> = fc.array(
	fc.oneof(
		{ weight: 5, arbitrary: starting },
		{ weight: 5, arbitrary: again },
		{ weight: 5, arbitrary: retry },
		{ weight: 1, arbitrary: simply('restart') },
		{ weight: 1, arbitrary: simply('otherProcess') },
		{ weight: 1, arbitrary: simply('otherAccount') },
		{ weight: 2, arbitrary: lag },
		// Less than a day passes within a sequence, because what cannot be looked up is remembered for a day.
		{ weight: 1, arbitrary: passing(1, 15, 40, 3_600) },
		{ weight: 1, arbitrary: simply('settle') },
	),
	{ minLength: 1, maxLength: MOST_STEPS, size: 'max' },
);

/** One list that is paid, and paid or retried again and again: most of what goes wrong, goes wrong about one list. */
const ofOneList: fc.Arbitrary<Step[]> = fc
	.tuple(
		lag,
		starting,
		fc.array(
			fc.oneof(
				{ weight: 3, arbitrary: again },
				{ weight: 6, arbitrary: retry },
				{ weight: 2, arbitrary: simply('restart') },
				{ weight: 1, arbitrary: simply('otherProcess') },
				{ weight: 1, arbitrary: simply('settle') },
				{ weight: 1, arbitrary: passing(1, 15, 40, 700) },
			),
			{ minLength: 1, maxLength: MOST_STEPS - 2, size: 'max' },
		),
	)
	.map(([first, second, others]) => [first, second, ...others]);

/** The property: no sequence of steps breaks an invariant. A failure is told with its steps, as a test would write them. */
export const sequences = (stage: Stage) =>
	fc.asyncProperty(fc.oneof(ofAnything, ofOneList), async (steps) => {
		try {
			await stage.play(steps);
		} catch (error) {
			const written = steps.map((step) => `\t${writtenOut(step)},\n`).join('');
			throw new Error(`${String(error)}\n[\n${written}]`, { cause: error });
		}
	});

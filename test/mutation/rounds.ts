import type { Circus } from '@jest/types';
import circus from 'jest-circus/runner';
import { utimesSync } from 'node:fs';
import { relative } from 'node:path';
import { type Reach, Trials } from './trials';

/**
 * Jest's test runner for mutation testing. It runs a test file again and again in one process: once to see what it reaches, or
 * once for each mutant, with the tests that reach it, until one fails. n8n's engine stays loaded, because loading it takes
 * seconds. Every round has new copies of the nodes and of the tests, so no round knows of the one before.
 */

type Given = Parameters<typeof circus>;
type Result = Awaited<ReturnType<typeof circus>>;

/** What Jest does not declare: the modules of the test file that are loaded, by path. */
interface Loaded {
	registries: { moduleRegistry: Map<string, unknown>; internalModuleRegistry: Map<string, unknown> };
}

/** What the switches read (Stryker's names). */
interface Switches {
	activeMutant?: string;
	currentTestId?: string;
	hitCount?: number;
	hitLimit?: number;
	mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

interface Round {
	mutant?: string;
	/** The places of the tests to run. Default: all. */
	tests?: ReadonlySet<number>;
	durations?: readonly number[];
	hits?: number;
}

interface Ran {
	/** Undefined where the file did not load. */
	result?: Result;
	seen: Seen;
}

interface Seen {
	switches: Switches;
	durations: number[];
	failed?: { place: number; title: string; timedOut: boolean };
}

/** A mutant that is reached this much more often than without it is in an endless loop. */
const MANY_TIMES = 100;

/** In milliseconds: on a busy machine, a test may take this much longer than without a mutant. */
const PATIENCE = 20_000;

/** Of what a failed test leaves behind, some stays in memory. Another process goes on then. */
const MEMORY = 1_500_000_000;

/** Kills after which the tests that failed must pass without a mutant; else they say nothing. */
const KILLS_AT_ONCE = 25;

export default async function runRounds(...given: Given): Promise<Result> {
	const [, config, , , path] = given;
	const file = relative(config.rootDir, path).replaceAll('\\', '/');
	const trials = new Trials(process.env.MUTATION_TRIALS ?? '');
	const run = async (round: Round) => await runRound(given, file, trials, round);
	const reach = trials.reachOf(file);
	if (reach) return await tryMutants(file, trials, reach, run);
	const ran = await run({});
	const { seen } = ran;
	if (seen.failed) throw new Error(`${file} fails without a mutant: ${seen.failed.title}`);
	trials.saveReach(file, reachOf(seen));
	return ended(ran);
}

async function tryMutants(
	file: string,
	trials: Trials,
	{ mutants, durations }: Reach,
	run: (round: Round) => Promise<Ran>,
): Promise<Result> {
	const most = Number(process.env.MUTATION_TESTS);
	const kills = new Map<number, number>();
	let unconfirmed: { mutant: string; place: number; test: string }[] = [];
	/** Whether the process still gives true answers. */
	const confirm = async (): Promise<boolean> => {
		const { seen } = await run({ tests: new Set(unconfirmed.map(({ place }) => place)) });
		// What failed because of what came before it proves nothing.
		const outcome = seen.failed ? 'survived' : 'killed';
		for (const { mutant, test } of unconfirmed) trials.tell({ mutant, outcome, file, test, most });
		unconfirmed = [];
		return !seen.failed;
	};
	for (const mutant of trials.left(file, most)) {
		if (process.memoryUsage().rss > MEMORY) break;
		if (!trials.left(file, most).includes(mutant)) continue;
		const { tests = [], hits = 0 } = mutants[mutant] ?? {};
		trials.begin(file, mutant);
		const { seen } = await run({ mutant, tests: new Set(best(tests, most, kills, durations)), durations, hits });
		const { failed } = seen;
		if (!failed) trials.tell({ mutant, outcome: 'survived', file, most });
		else if (failed.timedOut) {
			trials.tell({ mutant, outcome: 'timed out', file, test: failed.title, most });
			// What hangs may go on in the background.
			break;
		} else {
			kills.set(failed.place, (kills.get(failed.place) ?? 0) + 1);
			unconfirmed.push({ mutant, place: failed.place, test: failed.title });
		}
		if (unconfirmed.length >= KILLS_AT_ONCE && !(await confirm())) break;
	}
	if (unconfirmed.length > 0) await confirm();
	return ended(await run({ tests: new Set() }));
}

/** In milliseconds: tests that take no longer all try a mutant. */
const QUICK = 2_000;

/** The tests that have noticed most, and others from all over the file. */
function best(
	tests: readonly number[],
	most: number,
	kills: ReadonlyMap<number, number>,
	durations: readonly number[],
): number[] {
	const duration = tests.reduce((sum, place) => sum + (durations[place] ?? 0), 0);
	if (tests.length <= most || duration <= QUICK) return [...tests];
	const killers = tests
		.filter((place) => kills.has(place))
		.toSorted((one, other) => (kills.get(other) ?? 0) - (kills.get(one) ?? 0))
		.slice(0, most / 2);
	const others = tests.filter((place) => !killers.includes(place));
	const count = most - killers.length;
	return [
		...killers,
		...others.filter(
			(_, at) => Math.floor((at * count) / others.length) !== Math.floor(((at - 1) * count) / others.length),
		),
	];
}

function ended({ result }: Ran): Result {
	if (result === undefined) throw new Error('The file did not load without a mutant');
	return result;
}

async function runRound(
	given: Given,
	file: string,
	trials: Trials,
	{ mutant, tests, durations, hits = 0 }: Round,
): Promise<Ran> {
	const [, config, environment, runtime] = given;
	const { moduleRegistry, internalModuleRegistry } = (runtime as unknown as Loaded).registries;
	for (const path of moduleRegistry.keys()) if (!isShared(path)) moduleRegistry.delete(path);
	internalModuleRegistry.clear();
	runtime.restoreAllMocks();
	environment.fakeTimersModern?.useRealTimers();
	const switches: Switches = {
		activeMutant: mutant ?? '',
		hitCount: 0,
		hitLimit: (hits + 1) * MANY_TIMES,
		mutantCoverage: { static: {}, perTest: {} },
	};
	const seen: Seen = { switches, durations: [] };
	Object.assign(environment.global, { __stryker__: switches, [Symbol.for('EVENT_HANDLERS')]: undefined });
	let places = new Map<Circus.TestEntry, number>();
	environment.handleTestEvent = (event: Circus.Event) => {
		if (event.name === 'run_start') places = placesOf(environment.global);
		if (event.name === 'run_start')
			for (const [test, place] of places) if (tests && !tests.has(place)) test.mode = 'skip';
		if (event.name === 'test_start') {
			const place = places.get(event.test) ?? -1;
			switches.currentTestId = `${place}`;
			if (seen.failed) event.test.mode = 'skip';
			if (mutant !== undefined) {
				event.test.timeout = PATIENCE + 5 * (durations?.[place] ?? 0);
				utimesSync(trials.begunPath(file), new Date(), new Date());
			}
		}
		if (event.name === 'test_done') {
			const place = places.get(event.test) ?? -1;
			seen.durations[place] = event.test.duration ?? 0;
			switches.currentTestId = undefined;
			const { errors } = event.test;
			// What was thrown may be undefined.
			const error = errors.flat().find(Boolean) as { message?: string } | undefined;
			if (errors.length > 0) seen.failed ??= { place, title: event.test.name, timedOut: isTimeOut(error?.message) };
		}
	};
	for (const path of config.setupFiles) runtime.requireModule(path);
	try {
		return { result: await circus(...given), seen };
	} catch (error) {
		// The mutant is reached while the file is loaded.
		if (mutant === undefined) throw error;
		return { seen: { ...seen, failed: { place: -1, title: 'loading the file', timedOut: false } } };
	}
}

/** What keeps nothing of a payment between rounds, and is slow to load. */
const isShared = (path: string): boolean => /[\\/](?:node_modules|contract|emulator)[\\/]/.test(path);

const isTimeOut = (message = ''): boolean => message.startsWith('Exceeded timeout');

/** The tests of the file in their order. */
function placesOf(global: object): Map<Circus.TestEntry, number> {
	const symbol = Object.getOwnPropertySymbols(global)
		.filter(({ description }) => description === 'JEST_STATE_SYMBOL')
		.at(-1);
	const { rootDescribeBlock } = (global as Record<symbol, Circus.State>)[symbol ?? Symbol()] ?? {};
	const places = new Map<Circus.TestEntry, number>();
	const visit = (block: Circus.DescribeBlock | undefined): void => {
		for (const child of block?.children ?? [])
			if (child.type === 'test') places.set(child, places.size);
			else visit(child);
	};
	visit(rootDescribeBlock);
	return places;
}

function reachOf({ durations, switches }: Seen): Reach {
	const mutants: Reach['mutants'] = {};
	const { static: outside, perTest } = switches.mutantCoverage;
	const all = durations.map((_, place) => place);
	for (const [mutant, hits] of Object.entries(outside)) mutants[mutant] = { tests: all, hits };
	for (const [place, counts] of Object.entries(perTest))
		for (const [mutant, hits] of Object.entries(counts)) {
			const known = (mutants[mutant] ??= { tests: [], hits: 0 });
			if (known.tests !== all) known.tests.push(Number(place));
			known.hits += hits;
		}
	return { durations: Array.from(durations, (each) => each ?? 0), mutants };
}

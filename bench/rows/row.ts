import type { Book } from '../book';
import { figureOf, inTurns } from '../figures';
import { timed, type Way } from '../jobs';
import type { Sizes } from '../sizes';
import type { Measured, Stage } from '../stage';

/** What a row works with. */
export interface Bench {
	stage: Stage;
	sizes: Sizes;
	book: Book;
}

/** A set of measurements that belong together. */
export interface Row {
	name: string;
	/** Shown as progress while the row runs. */
	title: string;
	run(bench: Bench): Promise<void>;
}

interface Job {
	/** What is done, and at what size. */
	title: string;
	/** Prefix of its webhook paths. */
	path: string;
	ways: readonly Way[];
	/** Number of input items for each way. */
	payees?: (way: Way) => number;
	/** Called before each measured run. */
	before?: () => Promise<void>;
	/** Number of output items or entries that each way must give. */
	items: (way: Way) => number;
	/** Where each run has to pay as many: how many payments the service has booked. */
	paid?: (way: Way) => number;
}

/** For how long each way runs beforehand, in milliseconds, and at least once. */
const WARM_UP = 2_000;

/**
 * Runs a job in each of its ways, in turns. Each way runs beforehand for a while, so that what n8n loads on first use, and
 * what the engine compiles while it runs, does not count.
 */
export async function compare({ stage, sizes, book }: Bench, job: Job): Promise<Map<string, Measured[]>> {
	const { title, path, ways, payees = () => 1, before, items, paid } = job;
	const addresses = new Map(ways.map(({ name }, index) => [name, `${path}-${index}`]));
	const addressOf = ({ name }: Way) => addresses.get(name) ?? path;
	const ids = new Map<string, string>();
	for (const way of ways) {
		const id = await stage.publish(timed(addressOf(way), way, payees(way)));
		for (const begun = performance.now(); ;) {
			await before?.();
			await stage.run(id, addressOf(way));
			if (performance.now() - begun >= WARM_UP) break;
		}
		ids.set(way.name, id);
	}
	const all = await inTurns(ways, sizes.repetitions, async (way) => {
		await before?.();
		const there = paid?.(way) ?? 0;
		const measured = await stage.run(ids.get(way.name) ?? '', addressOf(way));
		const came = measured.entries ?? measured.items;
		if (came !== items(way)) throw new Error(`${title}, ${way.name}: ${came} of ${items(way)} came out.`);
		if (paid && paid(way) - there !== items(way))
			throw new Error(`${title}, ${way.name}: ${paid(way) - there} of ${items(way)} were paid.`);
		return measured;
	});
	for (const { name, kind } of ways) {
		const times = (all.get(name) ?? []).map(({ milliseconds }) => milliseconds);
		const busy = medianOf(all, { name }, 'busy');
		book.line({ job: title, kind, way: name, figure: figureOf(times), unit: 'ms', busy });
	}
	return all;
}

/** The median of one figure of a way. */
export function medianOf(
	all: ReadonlyMap<string, readonly Measured[]>,
	{ name }: Pick<Way, 'name'>,
	figure: 'milliseconds' | 'busy' | 'hold' | 'growth' = 'milliseconds',
): number {
	return figureOf((all.get(name) ?? []).map((measured) => measured[figure])).median;
}

/** A count for display, such as 150,000. */
export const inWords = (count: number): string => count.toLocaleString('en');

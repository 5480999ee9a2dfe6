import type { Random } from '../../emulator/random';
import type { Service } from '../integration/engine/service';
import { startRun } from '../integration/moneyOnce/killableRun';
import type { Told } from '../integration/moneyOnce/payingProcess';
import { account, closeBooks } from './customers';
import { show, type Figures } from './figures';
import { inLanes } from './inLanes';
import { BATCHED, paying, people, SINGLE, type Way } from './people';

/**
 * Processes that run the node are killed at random points, while 30 % of all calls go wrong; then the workflow is run
 * again over the same list, with the user's own references, until everybody is paid.
 */

const LANES = 4;
const PEOPLE = 100;
const KILLS = 5;
const MOST_RUNS = 60;

/** Kills at a call that arrives, at one that was just carried out, or between calls. */
function killSometime(service: Service, chance: Random, calls: number, kill: () => void): () => void {
	const { counters } = service.emulator.world;
	const moment = (['received', 'handled', 'answered'] as const)[chance.integer(0, 2)]!; // an index within the list
	let left = chance.integer(1, calls);
	const delay = chance.integer(0, 1) * chance.integer(0, 60);
	const original = counters[moment].bind(counters) as (endpoint: string, outcome: string | number) => void;
	counters[moment] = (endpoint: string, outcome: string | number = '') => {
		original(endpoint, outcome);
		if (--left !== 0) return;
		if (delay === 0) kill();
		else setTimeout(kill, delay);
	};
	return () => Object.assign(counters, { [moment]: original });
}

async function payThroughKills(way: Way, service: Service, chance: Random, figures: Figures): Promise<void> {
	const list = people(PEOPLE);
	const what = {
		credentials: service.credentials(),
		parameters: paying(way, 'payroll'),
		items: list,
		settings: { retryOnFail: true, maxTries: 3, onError: 'continueRegularOutput' as const },
	};
	// Fewer than a whole list takes: the first execution is always killed, later ones may be done before.
	const calls = way.together > 1 ? 35 : 200;
	let paid = 0;
	for (let runs = 1; paid < PEOPLE; runs++) {
		if (runs > MOST_RUNS) throw new Error(`Not everybody is paid after ${MOST_RUNS} executions`);
		const run = await startRun(what);
		const spare = figures.killed < KILLS ? killSometime(service, chance, calls, run.kill) : () => undefined;
		const told: Told | null = await run.result;
		spare();
		figures.executions++;
		if (told === null) figures.killed++;
		else paid = account(service, list, told, true, figures).length;
	}
	closeBooks(service, list, figures);
}

it('pays everybody once through kills', async () => {
	const soak = async (way: Way, part: number) =>
		await inLanes(LANES, part, async (service, chance, sums) => await payThroughKills(way, service, chance, sums));
	const [single, batched] = await Promise.all([soak(SINGLE, 3), soak(BATCHED, 4)]);
	show('Killed at random, one request per item', single);
	show('Killed at random, batches of five', batched);
	for (const figures of [single, batched]) {
		expect(figures).toMatchObject({ people: LANES * PEOPLE, paidTwice: 0, lost: 0, untold: 0 });
		expect(figures.killed).toBeGreaterThanOrEqual(LANES);
	}
});

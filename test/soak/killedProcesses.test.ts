import type { Service } from '../integration/engine/service';
import { chanceOf } from './chance';
import { account, closeBooks } from './customers';
import { add, noFigures, show, type Figures } from './figures';
import { inLanes } from './inLanes';
import { startMortalN8n, type Fate, type MortalN8n } from './mortalN8n';
import { BATCHED, paying, people, SINGLE, type Way } from './people';

/**
 * 5,000 people each way. An n8n that pays many lists at once is killed at random points, while 30 % of all calls fail.
 * The workflow then runs again over each unfinished list until everybody is paid. The
 * seed repeats the faults and the number of calls of one list after which n8n dies, but not how far the other lists
 * have come by then.
 */

const LISTS = 20;
const PEOPLE = 125;

/**
 * A payee alone takes two calls: a look-up and the payout. A list is looked up once. The first n8n dies before it can pay a
 * whole list, so every list is killed at least once.
 */
const fateOf = ({ together }: Way): Fate => ({
	kills: 12,
	calls: Math.floor(0.9 * (together > 1 ? PEOPLE / together : 2 * PEOPLE)),
});

/** A list needs another execution after a kill, or after errors that leave somebody unpaid. */
const MOST_EXECUTIONS = 60;

/** Pays one list until everybody is paid. */
async function payThroughKills(way: Way, n8n: MortalN8n, service: Service, figures: Figures): Promise<void> {
	const list = people(PEOPLE);
	const what = {
		credentials: service.credentials(),
		parameters: paying(way),
		items: list,
		settings: { retryOnFail: true, maxTries: 3, onError: 'continueRegularOutput' as const },
	};
	let paid = 0;
	while (paid < PEOPLE) {
		if (figures.executions++ === MOST_EXECUTIONS)
			throw new Error(`Not everybody is paid after ${MOST_EXECUTIONS} executions`);
		const told = await n8n.run(service, what);
		if (told === null) figures.killed++;
		else paid = account(service, list, told, true, figures).length;
	}
	closeBooks(service, list, figures);
	expect(figures.killed).toBeGreaterThan(0);
}

/** Pays all lists with one n8n that dies as often as its fate says. */
async function payWithOne(way: Way, part: number): Promise<Figures> {
	const n8n = startMortalN8n(fateOf(way), chanceOf(part * 100 + LISTS));
	try {
		const figures = await inLanes(
			LISTS,
			part,
			async (service, _, sums) => await payThroughKills(way, n8n, service, sums),
		);
		return { ...figures, processesKilled: n8n.killed };
	} finally {
		await n8n.end();
	}
}

/** @param parts of the soak, one for each n8n */
async function soak(way: Way, ...parts: number[]): Promise<Figures> {
	const sum = noFigures();
	const each = await Promise.all(parts.map(async (part) => await payWithOne(way, part)));
	for (const figures of each) add(sum, figures);
	return { ...sum, seconds: Math.max(...each.map(({ seconds }) => seconds)) };
}

it('pays everybody once through kills', async () => {
	const [single, batched] = await Promise.all([soak(SINGLE, 3, 4), soak(BATCHED, 5, 6)]);
	show('Killed at random, one request per item', single);
	show('Killed at random, batches of five', batched);
	for (const figures of [single, batched]) {
		expect(figures).toMatchObject({ people: 5_000, paidTwice: 0, lost: 0, untold: 0 });
		expect(figures.faults / figures.requests).toBeGreaterThan(0.27);
	}
});

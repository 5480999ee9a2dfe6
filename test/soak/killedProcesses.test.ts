import type { Service } from '../integration/engine/service';
import { chanceOf } from './chance';
import { account, closeBooks } from './customers';
import { add, noFigures, show, type Figures } from './figures';
import { inLanes } from './inLanes';
import { startMortalN8n, type Fate, type MortalN8n } from './mortalN8n';
import { BATCHED, paying, people, SINGLE, type Way } from './people';

/**
 * 5,000 people each way. An n8n that pays many lists at once is killed at random points, while 30 % of all calls go
 * wrong; then the workflow is run again over each list it had in hand, with the user's own references, until everybody
 * is paid. The seed repeats the faults and after how many calls of one list n8n dies, but not where the others stand
 * then.
 */

const N8NS = 2;
const LISTS = 20;
const PEOPLE = 125;

/**
 * Each request of a list is asked for and then sent: it takes more calls to pay a whole list than n8n lives at first, so
 * that every list is killed.
 */
const fateOf = ({ together }: Way): Fate => ({ kills: 12, calls: Math.floor((0.9 * 2 * PEOPLE) / together) });

/** An execution is ended by a kill, or by errors that leave somebody unpaid. */
const MOST_EXECUTIONS = 60;

/** Pays one list to its end. */
async function payThroughKills(way: Way, n8n: MortalN8n, service: Service, figures: Figures): Promise<void> {
	const list = people(PEOPLE);
	const what = {
		credentials: service.credentials(),
		parameters: paying(way, 'payroll'),
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

/** One n8n after the other. @param part of the soak, the first of as many as there are n8ns */
async function soak(way: Way, part: number): Promise<Figures> {
	const sum = noFigures();
	for (let number = part; number < part + N8NS; number++) {
		const n8n = startMortalN8n(fateOf(way), chanceOf(number * 100 + LISTS));
		try {
			add(
				sum,
				await inLanes(LISTS, number, async (service, _, figures) => await payThroughKills(way, n8n, service, figures)),
			);
		} finally {
			await n8n.end();
		}
		sum.processesKilled += n8n.killed;
	}
	return sum;
}

it('pays everybody once through kills', async () => {
	const [single, batched] = await Promise.all([soak(SINGLE, 3), soak(BATCHED, 5)]);
	show('Killed at random, one request per item', single);
	show('Killed at random, batches of five', batched);
	for (const figures of [single, batched]) {
		expect(figures).toMatchObject({ people: 5_000, paidTwice: 0, lost: 0, untold: 0 });
		expect(figures.faults / figures.requests).toBeGreaterThan(0.27);
	}
});

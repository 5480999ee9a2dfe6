import { closeBooks, payList } from './customers';
import { show } from './figures';
import { inLanes } from './inLanes';
import { BATCHED, people, SINGLE } from './people';

/** 5,000 people each way, while 30 % of all calls fail. */

const LISTS = 50;
const PEOPLE = 100;

it.each([
	['one request per item', SINGLE, 1],
	['batches of five', BATCHED, 2],
])('%s: pays everybody once', async (name, way, part) => {
	const figures = await inLanes(LISTS, part, async (service, chance, sums) => {
		const list = people(PEOPLE);
		await payList(service, { people: list, way }, chance, sums);
		closeBooks(service, list, sums);
	});
	show(`Payouts, ${name}`, figures);
	expect(figures.people).toBe(5_000);
	expect(figures).toMatchObject({ paidTwice: 0, lost: 0, untold: 0 });
	expect(figures.faults / figures.requests).toBeGreaterThan(0.27);
});

import { closeBooks, payList } from './customers';
import { show } from './figures';
import { inLanes } from './inLanes';
import { SINGLE, people } from './people';

/** 5,000 people, one request each, while 30 % of all calls go wrong. */

const LISTS = 50;
const PEOPLE = 100;

it('pays everybody once', async () => {
	const figures = await inLanes(LISTS, 1, async (service, chance, sums) => {
		const list = people(PEOPLE);
		await payList(service, { name: 'payroll', people: list, way: SINGLE }, chance, sums);
		closeBooks(service, list, sums);
	});
	show('Payouts, one request per item', figures);
	expect(figures.people).toBe(5_000);
	expect(figures).toMatchObject({ paidTwice: 0, lost: 0, untold: 0 });
	expect(figures.faults / figures.requests).toBeGreaterThan(0.27);
});

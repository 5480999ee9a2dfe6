import { payouts, type Way } from '../jobs';
import { compare, inWords, medianOf, type Row } from './row';

const LATENCY_MS = 20;

/** Many payees in requests of 500. */
export const batch: Row = {
	name: 'batch',
	title: 'A batch of payees, nine fields as expressions',
	async run(bench) {
		const { payees, loopPayees } = bench.sizes;
		const service = await bench.stage.service(LATENCY_MS);
		const loop = payouts.loop(service);
		const floor = payouts.floor(service, 'batch');
		const ours = payouts.ours(service, 'all items in one request', { batchMode: 'allItems' });
		const countOf = ({ name }: Way) => (name === loop.name ? loopPayees : payees);
		const all = await compare(bench, {
			title: `batch of ${inWords(payees)}${loopPayees === payees ? '' : `; the loop: ${inWords(loopPayees)}`}`,
			path: 'batch',
			ways: [loop, floor, ours],
			payees: countOf,
			// What an earlier run has paid would stand in the lists that a later one reads.
			before: service.renew,
			items: countOf,
		});
		const at = `${inWords(payees)} payees`;
		const perPayee = medianOf(all, loop) / loopPayees;
		bench.book.verdict('batch/loop', at, (perPayee * payees) / medianOf(all, ours));
		bench.book.verdict('batch/floor', at, medianOf(all, ours) / medianOf(all, floor));
	},
};

/** Many payees, each in a request of its own. */
export const single: Row = {
	name: 'single',
	title: 'Payouts one by one',
	async run(bench) {
		const { payees } = bench.sizes;
		const service = await bench.stage.service(LATENCY_MS);
		const rival = payouts.requests(service);
		const floor = payouts.floor(service, 'single');
		const safe = payouts.ours(service, 'duplicates prevented', { preventDuplicates: true });
		const plain = payouts.ours(service, 'without look-up', { preventDuplicates: false });
		const all = await compare(bench, {
			title: `${inWords(payees)} single payouts`,
			path: 'single',
			ways: [rival, floor, safe, plain],
			payees: () => payees,
			items: () => payees,
		});
		const at = `${inWords(payees)} payees`;
		bench.book.verdict('single/rival', at, medianOf(all, safe) / medianOf(all, rival));
		bench.book.verdict('single/plain', at, medianOf(all, plain) / medianOf(all, rival));
	},
};

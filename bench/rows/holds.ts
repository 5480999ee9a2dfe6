import { figureOf } from '../figures';
import { IN_ONE_REQUEST, payouts } from '../jobs';
import { paymentsOf } from '../stage';
import { compare, inWords, medianOf, type Row } from './row';

const LATENCY_MS = 20;

/** Whether n8n stays responsive while a large batch is paid. */
export const holds: Row = {
	name: 'holds',
	title: 'Large batches, and whether n8n answers meanwhile',
	async run(bench) {
		for (const payees of bench.sizes.holdPayees) {
			const [least, own] = [await bench.stage.service(LATENCY_MS), await bench.stage.service(LATENCY_MS)];
			const floor = payouts.floor(least, 'batch');
			const ours = payouts.ours(own, 'all items in one request', IN_ONE_REQUEST);
			const all = await compare(bench, {
				title: `batch of ${inWords(payees)}`,
				path: `hold-${payees}`,
				ways: [floor, ours],
				payees: () => payees,
				items: () => payees,
				paid: ({ name }) => paymentsOf(name === ours.name ? own : least),
			});
			for (const way of [floor, ours]) {
				const hold = figureOf((all.get(way.name) ?? []).map((one) => one.hold));
				bench.book.line({ job: 'its longest hold', kind: way.kind, way: way.name, figure: hold, unit: 'ms' });
				bench.book.point('batch', way.name, way.kind, payees, (medianOf(all, way) / payees) * 1_000);
			}
			const more = medianOf(all, ours, 'hold') - medianOf(all, floor, 'hold');
			bench.book.verdict('hold/batch', `${inWords(payees)} payees`, Math.max(0, more));
		}
	},
};

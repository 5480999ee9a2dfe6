import { figureOf } from '../figures';
import { histories, PERIOD } from '../jobs';
import { CURRENCY, type Service } from '../stage';
import { seedHistory } from '../../emulator/seeding';
import { compare, inWords, medianOf, type Bench, type Row } from './row';

const LATENCY_MS = 20;

/** A million items need about 5 GB in n8n, whichever node produces them. */
const MUCH_MEMORY = { NODE_OPTIONS: '--expose-gc --max-old-space-size=12288' };

/** A service with a history of `count` entries. */
async function serviceWith({ stage }: Bench, count: number, latency: number): Promise<Service> {
	const service = await stage.service(latency);
	const plan = { count, from: PERIOD.from.getTime(), to: PERIOD.to.getTime(), seed: 1 };
	seedHistory(service.emulator.account(CURRENCY), plan);
	return service;
}

export const history: Row = {
	name: 'history',
	title: 'A history, read page by page',
	async run(bench) {
		const count = bench.sizes.history;
		const slow = await serviceWith(bench, count, LATENCY_MS);
		const small = histories.requests(slow, undefined);
		const large = histories.requests(slow, 100);
		const ours = histories.ours(slow, 'this package at defaults', {});
		const far = await compare(bench, {
			title: `history of ${inWords(count)}, ${LATENCY_MS} ms`,
			path: 'history',
			ways: [small, large, histories.floor(slow, 1_000), ours],
			items: () => count,
		});
		const at = `${inWords(count)} entries`;
		bench.book.verdict('history/small', at, medianOf(far, small) / medianOf(far, ours));
		bench.book.verdict('history/large', at, medianOf(far, large) / medianOf(far, ours));

		const quick = await serviceWith(bench, count, 0);
		const rival = histories.requests(quick, 100);
		const floor = histories.floor(quick, 100);
		const paged = histories.ours(quick, 'this package, 100 a page', { options: { pageSize: 100 } });
		const near = await compare(bench, {
			title: `history of ${inWords(count)}, 0 ms`,
			path: 'history-near',
			ways: [rival, floor, paged],
			items: () => count,
		});
		bench.book.verdict('history/page', at, medianOf(near, paged) / medianOf(near, rival), {
			least: medianOf(near, floor) / medianOf(near, rival),
		});
	},
};

export const items: Row = {
	name: 'items',
	title: 'A long history as items',
	async run(bench) {
		for (const count of bench.sizes.items) {
			await bench.stage.restart(MUCH_MEMORY);
			const service = await serviceWith(bench, count, 0);
			const floor = histories.floor(service, 1_000);
			const ours = histories.ours(service, 'items', {});
			const all = await compare(bench, {
				title: `history of ${inWords(count)} as items`,
				path: `items-${count}`,
				ways: [floor, ours],
				items: () => count,
			});
			const at = `${inWords(count)} entries`;
			bench.book.verdict('items/complete', at, Math.min(...(all.get(ours.name) ?? []).map((one) => one.items / count)));
			bench.book.verdict('hold/items', at, Math.max(0, medianOf(all, ours, 'hold') - medianOf(all, floor, 'hold')));
			for (const way of [floor, ours]) {
				const { hold } = figuresOf(all.get(way.name) ?? []);
				bench.book.line({ job: `its longest hold`, kind: way.kind, way: way.name, figure: hold, unit: 'ms' });
				bench.book.point('items', way.name, way.kind, count, (medianOf(all, way) / count) * 1_000);
			}
		}
	},
};

const figuresOf = (measured: readonly { hold: number; growth: number }[]) => ({
	hold: figureOf(measured.map(({ hold }) => hold)),
	growth: figureOf(measured.map(({ growth }) => growth)),
});

/** Restarts n8n for each file, because memory that one file leaves allocated would hide what the next one needs. */
export const files: Row = {
	name: 'files',
	title: 'A long history as a file',
	async run(bench) {
		for (const count of bench.sizes.files) {
			for (const output of ['csv', 'ndjson']) {
				await bench.stage.restart();
				const service = await serviceWith(bench, count, 0);
				const ours = histories.ours(service, output.toUpperCase(), { output });
				const title = `history of ${inWords(count)} as a file`;
				const all = await compare(bench, { title, path: `${output}-${count}`, ways: [ours], items: () => count });
				const { hold, growth } = figuresOf(all.get(ours.name) ?? []);
				const at = `${output.toUpperCase()}, ${inWords(count)} entries`;
				bench.book.line({ job: 'its growth', kind: 'ours', way: ours.name, figure: growth, unit: 'MiB' });
				bench.book.line({ job: 'its longest hold', kind: 'ours', way: ours.name, figure: hold, unit: 'ms' });
				bench.book.verdict('file/growth', at, growth.max);
				bench.book.verdict('hold/file', at, hold.median);
				bench.book.point('file', ours.name, 'ours', count, growth.max);
			}
		}
	},
};

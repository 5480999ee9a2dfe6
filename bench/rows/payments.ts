import { IN_ONE_REQUEST, payouts, whereClaims, type Way } from '../jobs';
import { paymentsOf } from '../stage';
import { compare, inWords, medianOf, type Row } from './row';

const LATENCY_MS = 20;
/** Longer than a run. */
const LAG_MS = 600_000;

/** Many payees in requests of 500. */
export const batch: Row = {
	name: 'batch',
	title: 'A batch of payees, all fields as expressions',
	async run(bench) {
		const { payees, loopPayees } = bench.sizes;
		const service = await bench.stage.service(LATENCY_MS);
		const lagging = await bench.stage.service(LATENCY_MS, LAG_MS);
		const loop = payouts.loop(service);
		const floor = payouts.floor(service, 'batch');
		const ours = payouts.ours(service, 'all items in one request', IN_ONE_REQUEST);
		const late = payouts.ours(lagging, 'the same, while the lists of the service lag', IN_ONE_REQUEST);
		const countOf = ({ name }: Way) => (name === loop.name ? loopPayees : payees);
		const all = await compare(bench, {
			title: `batch of ${inWords(payees)}${loopPayees === payees ? '' : `; the loop: ${inWords(loopPayees)}`}`,
			path: 'batch',
			ways: [loop, floor, ours, late],
			payees: countOf,
			// What an earlier run has paid would stand in the lists that a later one reads.
			async before() {
				await service.renew();
				await lagging.renew();
			},
			items: countOf,
			paid: ({ name }) => paymentsOf(name === late.name ? lagging : service),
		});
		const at = `${inWords(payees)} payees`;
		const perPayee = medianOf(all, loop) / loopPayees;
		bench.book.verdict('batch/loop', at, (perPayee * payees) / medianOf(all, ours));
		bench.book.verdict('batch/floor', at, medianOf(all, ours) / medianOf(all, floor));
		bench.book.verdict('batch/lagging', at, medianOf(all, late) / medianOf(all, ours));
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
		const json = payouts.jsonRequests(service);
		const floor = payouts.floor(service, 'single');
		const ours = payouts.ours(service, 'one request per item', {});
		const all = await compare(bench, {
			title: `${inWords(payees)} single payouts`,
			path: 'single',
			ways: [rival, json, floor, ours],
			payees: () => payees,
			// Only this package reads the lists, in which an earlier run would stand.
			before: service.renew,
			items: () => payees,
			paid: () => paymentsOf(service),
		});
		const at = `${inWords(payees)} payees`;
		bench.book.verdict('single/rival', at, medianOf(all, ours) / medianOf(all, rival));
		bench.book.verdict('single/json', at, medianOf(all, ours) / medianOf(all, json));
	},
};

/** What claims cost: the same payments in an n8n that keeps them, and in one that keeps none. */
export const claims: Row = {
	name: 'claims',
	title: 'Payouts with and without claims',
	async run(bench) {
		const { payees } = bench.sizes;
		const at = `${inWords(payees)} payees`;
		const service = await bench.stage.service(LATENCY_MS);
		const jobs = [
			['claims/single', 'single payouts', {}],
			['claims/list', 'payouts in one list', IN_ONE_REQUEST],
		] as const;
		for (const [goal, title, parameters] of jobs) {
			const ours = payouts.ours(service, title, parameters);
			const [kept, none] = [whereClaims(true, ours), whereClaims(false, ours)];
			const all = await compare(bench, {
				title: `${inWords(payees)} ${title}`,
				path: goal.replace('/', '-'),
				ways: [kept, none],
				payees: () => payees,
				before: service.renew,
				items: () => payees,
				paid: () => paymentsOf(service),
			});
			bench.book.verdict(goal, at, medianOf(all, kept) / medianOf(all, none));
		}
	},
};

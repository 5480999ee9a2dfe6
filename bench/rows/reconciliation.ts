import { figureOf } from '../figures';
import { reconciliations } from '../jobs';
import { CURRENCY, type Service } from '../stage';
import { compare, inWords, medianOf, type Bench, type Row } from './row';

const LATENCY_MS = 20;
const HOUR_MS = 3_600_000;
const LIST = 'order';

/** A service whose account has received as many payins as are expected, with the same External IDs and amounts. */
async function serviceWith({ stage }: Bench, count: number): Promise<Service> {
	const service = await stage.service(LATENCY_MS);
	const { world } = service.emulator;
	// Nobody listens, and so many deliveries would disturb the measurement.
	await world.notifications.close();
	const { payins } = service.emulator.account(CURRENCY);
	for (let index = 0; index < count; index++) {
		const { uuid } = payins.create({
			payin_method_name: 'au_bank_aud',
			payin_method_params: {},
			amount: 1 + (index % 100),
			currency: CURRENCY,
			name: 'Ada Byron',
			email: 'ada@shop.example',
			description: 'Order of a customer',
			gst: false,
			external_id: `${LIST}-${index}`,
			webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'not needed here' },
		});
		payins.simulate(uuid, 'completed');
	}
	return service;
}

const requestsTo = ({ emulator }: Service): number =>
	Object.values(emulator.world.counters.counts()).reduce((sum, { calls }) => sum + calls, 0);

/** How long it takes to compare a list with the account, and whether n8n answers meanwhile. */
export const reconciliation: Row = {
	name: 'reconciliation',
	title: 'A list of expected payments, compared with the account',
	async run(bench) {
		for (const count of bench.sizes.expected) {
			await bench.stage.restart();
			const service = await serviceWith(bench, count);
			const now = Date.now();
			const floor = reconciliations.floor(service);
			const period = { from: new Date(now - HOUR_MS), to: new Date(now + HOUR_MS) };
			const ours = reconciliations.ours(service, LIST, period);
			const at = `${inWords(count)} against ${inWords(count)}`;
			const all = await compare(bench, {
				title: `reconciliation of ${at}`,
				path: `reconcile-${count}`,
				ways: [floor, ours],
				payees: () => count,
				// An expectation without its record would be one item more. Two others: the money that the account began with, the summary.
				items: ({ kind }) => (kind === 'ours' ? count + 2 : count),
			});
			for (const way of [floor, ours]) {
				const measured = all.get(way.name) ?? [];
				const line = (job: string, values: number[], unit: string) =>
					bench.book.line({ job, kind: way.kind, way: way.name, figure: figureOf(values), unit });
				line(
					'its longest hold',
					measured.map(({ hold }) => hold),
					'ms',
				);
				line(
					'its growth',
					measured.map(({ growth }) => growth),
					'MiB',
				);
			}
			// Each way runs once more, beforehand.
			const requests = requestsTo(service) / (bench.sizes.repetitions + 1);
			bench.book.line({ job: 'its requests', kind: 'ours', way: ours.name, figure: figureOf([requests]), unit: '' });
			bench.book.verdict('reconcile/time', at, medianOf(all, ours) / 1_000);
			bench.book.verdict('hold/reconcile', at, Math.max(0, medianOf(all, ours, 'hold') - medianOf(all, floor, 'hold')));
		}
	},
};

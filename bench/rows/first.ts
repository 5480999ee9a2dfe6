import { failureOf } from '../../runtime/executionOutput';
import { figureOf, inTurns } from '../figures';
import { IN_ONE_REQUEST, payouts, timed, type Way } from '../jobs';
import { paymentsOf, type Measured, type OwnService } from '../stage';
import { inWords, medianOf, type Bench, type Row } from './row';

const LATENCY_MS = 20;

/** How a node tells that it waited for what an n8n before this one may have sent. */
const WAITED = /^Waited (\d+) s before paying/;

interface Contestant extends Way {
	payees: number;
	path: string;
	workflowId: string;
}

/** Publishes a workflow whose executions n8n keeps, so that they show what the node tells. */
async function publish({ stage }: Bench, way: Way, path: string, payees: number): Promise<Contestant> {
	const definition = timed(path, way, payees);
	const settings = { ...definition.settings, saveDataSuccessExecution: 'all' as const };
	return { ...way, payees, path, workflowId: await stage.publish({ ...definition, settings }) };
}

/** Starts n8n anew, and runs a workflow once. */
async function runFirst({ stage }: Bench, service: OwnService, way: Contestant): Promise<Measured> {
	await stage.restart();
	await stage.client.waitUntilPublished(way.workflowId);
	await service.renew();
	const measured = await stage.run(way.workflowId, way.path);
	const paid = paymentsOf(service);
	if (paid !== way.payees) throw new Error(`${way.name}: ${paid} of ${way.payees} were paid.`);
	return measured;
}

/** How long the last execution of a workflow says that it waited, in milliseconds. */
async function waitTold({ stage }: Bench, { workflowId, nodes: [node] }: Contestant): Promise<number> {
	const [last] = (await stage.client.executions({ workflowId, includeData: true })).slice(-1);
	const failure = last && failureOf(last);
	if (!last || failure !== undefined) throw new Error(failure ?? 'n8n has kept no execution.');
	const [run] = last.data?.resultData.runData[node?.name ?? ''] ?? [];
	const told = (run?.hints ?? []).map(({ message }) => Number(WAITED.exec(message)?.[1] ?? 0));
	return Math.max(0, ...told) * 1_000;
}

/** What somebody meets who pays right after n8n was started, before anything is compiled. */
export const first: Row = {
	name: 'first',
	title: 'The first payments after n8n was started',
	async run(bench) {
		const { book, sizes } = bench;
		const { payees, repetitions } = sizes;
		const service = await bench.stage.service(LATENCY_MS);
		const floor = await publish(bench, payouts.floor(service, 'batch'), 'first-floor', payees);
		// Without the wait for what an n8n before this one may have sent: it belongs to the other measurement.
		const atOnce = { ...IN_ONE_REQUEST, options: { settleSeconds: 0 } };
		const list = payouts.ours(service, 'all items in one request', atOnce);
		const ours = await publish(bench, list, 'first-batch', payees);
		const alone = await publish(bench, payouts.ours(service, 'one payment', {}), 'first-payment', 1);
		const untold: number[] = [];
		const all = await inTurns([floor, ours, alone], repetitions, async (way) => {
			const measured = await runFirst(bench, service, way);
			if (way === alone) untold.push(measured.milliseconds - (await waitTold(bench, way)));
			return measured;
		});
		const line = (job: string, { kind, name }: Way, times: readonly number[]) =>
			book.line({ job, kind, way: name, figure: figureOf(times), unit: 'ms' });
		const timesOf = ({ name }: Way) => (all.get(name) ?? []).map(({ milliseconds }) => milliseconds);
		for (const way of [floor, ours]) line(`first batch of ${inWords(payees)} of a process`, way, timesOf(way));
		line('first payment of a process', alone, timesOf(alone));
		line('without the wait that it tells', alone, untold);
		book.verdict('first/batch', `${inWords(payees)} payees`, medianOf(all, ours) / 1_000);
		book.verdict('first/wait', 'one payment', figureOf(untold).median / 1_000);
	},
};

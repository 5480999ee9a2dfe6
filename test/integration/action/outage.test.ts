import { Readable } from 'node:stream';
import axios, { type InternalAxiosRequestConfig } from 'axios';
import { installVirtualTime, type VirtualTime } from '../../sequences/virtualTime';
import { type NodeRun, runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { operation } from './orders';
import { writes } from '../moneyOnce/writes';

/** A service that answers everything with 500, or with refusals, must not keep anybody waiting. */

const HALF_A_MINUTE = 30_000;

let service: Service;
let time: VirtualTime;
const adapterBefore = axios.defaults.adapter;
/** Whether the service still answers what it is asked before anything is sent. */
let answers: (request: { method: string; path: string; hasSent: boolean }) => boolean;
/** The status of what it answers otherwise. */
let status = 500;

beforeAll(async () => {
	service = await startService();
	time = installVirtualTime();
});
afterAll(async () => {
	axios.defaults.adapter = adapterBefore;
	time.uninstall();
	await service.close();
});

/** Runs in virtual time; requests take none. @returns the run and how long it took, in milliseconds */
async function timed(work: () => Promise<NodeRun>): Promise<{ run: NodeRun; took: number }> {
	let hasSent = false;
	axios.defaults.adapter = async (config: InternalAxiosRequestConfig) =>
		await time.busy(async () => {
			const url = axios.getUri(config);
			const method = (config.method ?? 'get').toUpperCase();
			const isAnswered = answers({ method, path: new URL(url).pathname, hasSent });
			hasSent ||= method === 'POST';
			const headers = Object.fromEntries(Object.entries(config.headers.toJSON()).map(([k, v]) => [k, String(v)]));
			const answer = isAnswered
				? await fetch(url, { headers }).then(async (real) => ({ status: real.status, data: await real.text() }))
				: { status, data: '{"error":"Out of order"}' };
			// The node reads every answer as a stream.
			return { ...answer, data: Readable.from([Buffer.from(answer.data)]), statusText: '', headers: {}, config };
		});
	const start = time.now();
	const run = await time.run(work);
	return { run, took: time.now() - start };
}

describe.each(writes)('$name', ({ parameters, items, currency, canLookUp }) => {
	// The defaults of a user who set none.
	const form = { ...parameters, options: {}, externalId: '={{ "order-" + $itemIndex }}' };
	const execute = async () => {
		const [item = {}] = items(service, 1);
		return await timed(
			async () => await runNode({ credentials: service.credentials(currency), parameters: form, items: [item] }),
		);
	};
	beforeEach(async () => await service.reset());

	it('ends within half a minute when everything fails', async () => {
		answers = () => false;
		const { run, took } = await execute();
		expect(run.error?.message).toMatch(/status 500|unknown/);
		expect(took).toBeLessThan(HALF_A_MINUTE);
	});

	it('ends as unknown within half a minute when the write fails and everything after it', async () => {
		answers = ({ method, hasSent }) => method === 'GET' && !hasSent;
		const { run, took } = await execute();
		expect(run.error?.message).toMatch(/^It is unknown whether/);
		expect(took).toBeLessThan(HALF_A_MINUTE);
		if (canLookUp) expect(took).toBeGreaterThan(0);
	});
});

it('a read that is refused with status 200 ends within half a minute, in the words of the service', async () => {
	answers = () => false;
	status = 200;
	const parameters = operation('payin', 'get', { uuid: 'K7QX2M9D' });
	const { run, took } = await timed(async () => await runNode({ credentials: service.credentials(), parameters }));
	status = 500;
	expect(run.error?.message).toMatch(/^The payment service sent an answer that cannot be used: Out of order \(tried/);
	expect(took).toBeLessThan(HALF_A_MINUTE);
});

import { startProcess } from '../../sequences/n8nProcess';
import { operation, payin, QUICK } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { writes } from './writes';

/** The user stops an execution in the midst of a list. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

it.each(writes.filter(({ together }) => !together).map((write) => [write.name, write] as const))(
	'%s: a list that was stopped fails, also when Retry On Fail runs the node once more',
	async (_name, { endpoint, parameters, currency, ...write }) => {
		const stop = new AbortController();
		const items = write.items(service, 4);
		service.fault({ endpoint, when: 'before', fault: 'stall', nth: 2 });
		let asked = 0;
		const timer = setInterval(() => {
			if ((service.calls()[endpoint] ?? 0) >= 2 && ++asked > 3) stop.abort();
		}, 50);
		const { runData } = await runNode({
			credentials: service.credentials(currency),
			parameters: { ...parameters, options: { ...QUICK, concurrency: 1 } },
			items,
			nodeTypes: startProcess().nodeTypes,
			stop: stop.signal,
			settings: RETRY,
		});
		clearInterval(timer);
		expect(runData.Pay?.map(({ executionStatus }) => executionStatus)).toEqual(['error']);
	},
);

it.each([
	['names what was made and what is not known', {}, /(?=.*Already made before the node stopped \(1\): k-0\.)(?=.*k-1)/],
	// Its last try knows nothing of the first.
	['claims nothing after Retry On Fail', RETRY, /^(?!.*(Nothing was (sent|paid)|No payment))/],
])('the error %s', async (_what, settings, told) => {
	const stop = new AbortController();
	const { payins } = service.emulator.account('AUD');
	const create = payins.create.bind(payins);
	let made = 0;
	jest.spyOn(payins, 'create').mockImplementation((...given) => {
		const payinMade = create(...given);
		if (++made === 2) stop.abort();
		return payinMade;
	});
	const { error } = await runNode({
		credentials: service.credentials(),
		parameters: payin({ options: { ...QUICK, concurrency: 1 } }),
		items: [0, 1, 2].map((item) => ({ key: `k-${item}`, amount: 10 })),
		nodeTypes: startProcess().nodeTypes,
		stop: stop.signal,
		settings,
	});
	expect(`${error?.message} ${error?.description}`).toMatch(told);
	expect(made).toBe(2);
});

it('writes that had not left when the user stopped are told as not sent, where the node goes on', async () => {
	const credentials = service.credentials();
	const made = await runNode({
		credentials,
		parameters: payin({ options: QUICK }),
		items: Array.from({ length: 24 }, (_, item) => ({ key: `k-${item}`, amount: 10 })),
	});
	const stop = new AbortController();
	const { payins } = service.emulator.account('AUD');
	const cancel = payins.cancel.bind(payins);
	let cancelled = 0;
	jest.spyOn(payins, 'cancel').mockImplementation((...given) => {
		if (++cancelled === 2) stop.abort();
		return cancel(...given);
	});
	const { items } = await runNode({
		credentials,
		parameters: operation('payin', 'cancel', { uuid: '={{ $json.uuid }}', options: QUICK }),
		items: made.items.map(({ json }) => ({ uuid: json.uuid })),
		stop: stop.signal,
		settings: { onError: 'continueRegularOutput' },
	});
	// Sixteen were under way at most when the second was cancelled.
	expect(cancelled).toBeLessThanOrEqual(18);
	expect(items).toHaveLength(24);
	for (const { json } of items.slice(18)) expect(JSON.stringify(json)).not.toContain('unknown whether');
});

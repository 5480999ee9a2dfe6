import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { batch, operation, payout } from './orders';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const two = [
	{ key: 'a', amount: 1, name: 'A' },
	{ key: 'b', amount: 2, name: 'B' },
];

/** When a node throws but is set to continue, n8n passes its input to the first output, as if all were paid. */
describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)('with %s', (onError) => {
	it.each([
		['a credential without key', { secretKey: '' }, payout(), 'The credential has no Secret Key'],
		[
			'a wrong base URL',
			{ baseUrl: 'https://service.example' },
			batch(),
			'The base URL must end with /api. Probably meant: https://service.example/api',
		],
		[
			'a sandbox operation in production',
			{ environment: 'production' },
			operation('payout', 'simulate', { uuid: 'X' }),
			'Simulate payout exists in the sandbox only',
		],
	])('%s is an error of every item, not an output', async (_, changes, parameters, message) => {
		const run = await runNode({
			credentials: service.credentials('AUD', changes),
			parameters,
			items: two,
			settings: { onError },
		});
		const failed = onError === 'continueErrorOutput' ? run.errorItems : run.items;
		expect(failed).toHaveLength(2);
		for (const { json } of failed) expect(json.error).toContain(message);
		if (onError === 'continueErrorOutput') expect(run.items).toEqual([]);
		expect(service.calls()).toEqual({});
	});
});

/** The service takes whole seconds, so the node must round the end of a period up, also when it is the current time. */
it('a payout made in the last second of a period is in the list', async () => {
	await service.emulator.reset({ start: new Date('2026-11-01T00:00:07.500Z') });
	const credentials = service.credentials();
	await runNode({ credentials, parameters: payout(), items: [{ key: 'a', amount: 1 }] });
	const period = { fromDate: '2026-10-30', toDate: '2026-11-01T00:00:07.900Z' };
	const list = await runNode({ credentials, parameters: operation('payout', 'getAll', period) });
	expect(list.items).toHaveLength(1);
});

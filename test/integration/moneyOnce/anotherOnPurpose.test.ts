import type { INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, payin, payout } from '../action/orders';
import { runNode } from '../engine/execution';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';

/** Prevent Duplicates is off: an External ID may be used again, but no execution may pay for another, or pay twice. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const together = (changes: INodeParameters) => payout({ batchMode: 'allItems', ...changes });
const inBatch = (changes: INodeParameters) => payout({ additionalFields: { batchExternalId: 'pay-1' }, ...changes });

function made(): number {
	const { payouts, payins } = service.emulator.account('AUD');
	return payouts.payments().payouts.length + payins.payments().payins.length;
}

describe.each([
	['payout', 'v2.payouts.create', payout],
	['payout of all items', 'v2.payouts.create', together],
	['payout in a batch of its own External ID', 'v2.payouts.create', inBatch],
	['payin', 'v2.payins.create', payin],
] as const)('another %s under an External ID', (_what, endpoint, order) => {
	const parameters = order({ preventDuplicates: false, options: AT_ONCE });

	it('is made once by two retries of one execution', async () => {
		const { nodeTypes } = startProcess();
		const credentials = service.credentials();
		const wrong = { ...credentials, secretKey: 'wrong' };
		const items = [{ amount: 10, key: 'INV-1' }];
		const failed = await runNode({ credentials: wrong, parameters, items, nodeTypes });
		expect((await failed.retry({ credentials })).status).toBe('success');
		const { error } = await failed.retry({ credentials });
		expect(error?.message).toContain('what was sent before in this execution is not known');
		expect(made()).toBe(1);
	});

	it.each(['one after the other', 'at once'])(
		'that was lost before it was made is made once by two retries, %s, before the lists show it',
		async (how) => {
			service.emulator.world.settings.listLagMs = 1_500;
			service.fault({ endpoint, fault: 'reset', when: 'before', nth: 1 });
			const credentials = service.credentials();
			const options = { ...AT_ONCE, settleSeconds: 2 };
			const lost = await runNode({
				credentials,
				parameters: order({ preventDuplicates: false, options }),
				items: [{ amount: 10, key: 'INV-1' }],
				nodeTypes: startProcess().nodeTypes,
			});
			expect(lost.error?.message).toBe('It is unknown whether the payment INV-1 was made');
			const retries =
				how === 'at once' ? await Promise.all([lost.retry(), lost.retry()]) : [await lost.retry(), await lost.retry()];
			const failed = retries.filter(({ status }) => status === 'error');
			expect(failed.map(({ error }) => error?.message)).toEqual(['It is unknown whether the payment INV-1 was made']);
			expect(made()).toBe(1);
		},
	);

	it('is not made while it is unknown what became of that of another execution', async () => {
		const { nodeTypes } = startProcess();
		const pay = async () =>
			await runNode({ credentials: service.credentials(), parameters, items: [{ amount: 10, key: 'FEE' }], nodeTypes });
		service.fault({ endpoint, fault: 'status', status: 503, when: 'before', times: 1 });
		const january = await pay();
		expect(january.error?.message).toBe('It is unknown whether the payment FEE was made');
		const february = await pay();
		expect(february.error?.message).toContain('the payment FEE, which has the same values, may have been made');
		expect((await january.retry()).items[0]?.json.idempotency).toMatchObject({ outcome: 'created' });
		expect((await february.retry()).items[0]?.json.idempotency).toMatchObject({ outcome: 'created' });
		expect(made()).toBe(2);
	});

	it('is made however many there are', async () => {
		const { nodeTypes } = startProcess();
		const credentials = service.credentials();
		for (const _month of [1, 2, 3, 4])
			expect(
				(await runNode({ credentials, parameters, items: [{ amount: 10, key: 'FEE' }], nodeTypes })).error,
			).toBeUndefined();
		expect(made()).toBe(4);
	});
});

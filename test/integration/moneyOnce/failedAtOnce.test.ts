import { everywhere } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, batch, payin, payout } from '../action/orders';
import { runNode } from '../engine/execution';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { answered } from '../wrongGuesses/differing';

/** The answer to a payment says that it has failed. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

it.each([
	['payin', payin, 'v2.payins.create'],
	['payout', payout, 'v2.payouts.create'],
	['list of payouts', batch, 'v2.payouts.create'],
] as const)('a %s that has failed at once is not told of as made', async (_what, order, endpoint) => {
	answered([endpoint], (answer) =>
		everywhere(answer, (fields) => ('status' in fields ? { ...fields, status: 'failed' } : fields)),
	);
	const { error } = await runNode({
		credentials: service.credentials(),
		parameters: order({ options: AT_ONCE }),
		items: [
			{ key: 'k-0', amount: 10 },
			{ key: 'k-1', amount: 11 },
		],
		nodeTypes: startProcess().nodeTypes,
	});
	expect(error?.message).toContain('ended without money');
	expect(error?.description).not.toContain('Already made before the node stopped');
});

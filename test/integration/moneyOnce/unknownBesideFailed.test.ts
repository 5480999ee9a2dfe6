import { startProcess } from '../../sequences/n8nProcess';
import { payin } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

it('the error that stops the node names another payment of which nobody knows whether it was made', async () => {
	service.emulator.world.settings.listLagMs = 3_600_000;
	service.fault({ endpoint: 'v2.payins.create', when: 'after', fault: 'reset', nth: 2 });
	const options = { requestTimeout: 5, timeLimit: 10, settleSeconds: 0.3 };
	const { error } = await run(service, payin({ customerEmail: '={{ $json.email }}', externalId: '', options }), {
		nodeTypes: startProcess().nodeTypes,
		items: [
			{ amount: 10, email: 'not an email' },
			{ amount: 11, email: 'a@b.example' },
		],
	});
	const [made] = service.emulator.account('AUD').payins.payments().payins;
	expect(error?.message).toContain('email');
	expect(error?.description).toContain(`What became of others is not certain (1): ${String(made?.external_id)}.`);
});

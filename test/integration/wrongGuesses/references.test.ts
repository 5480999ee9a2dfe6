import { unprocessable } from '../../../emulator/engine/serviceError';
import { batch, QUICK } from '../action/orders';
import { startService, type Service } from '../engine/service';
import { run } from '../resources/resourceRun';
import { startProcess } from '../../sequences/n8nProcess';

/** A service that takes the external_id of a batch, its "batch identifier", only once. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => {
	await service.reset();
	const { payouts } = service.emulator.account('AUD');
	const { create } = payouts;
	const taken = new Set<string | undefined>();
	jest.spyOn(payouts, 'create').mockImplementation((body) => {
		if (taken.has(body.external_id)) throw unprocessable({ external_id: 'has already been taken' });
		taken.add(body.external_id);
		return create(body);
	});
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const pay = async (parameters: object, ...keys: string[]) =>
	await run(
		service,
		{ ...batch(), options: { ...QUICK, settleSeconds: 0 }, ...parameters },
		{ items: keys.map((key, index) => ({ amount: index + 10, key })), nodeTypes: startProcess().nodeTypes },
	);

it('refuses a second request of several payees, and the message says how to pay them', async () => {
	expect((await pay({}, 'a', 'b')).error).toBeUndefined();
	const { error } = await pay({}, 'c', 'd');
	expect(error?.message).toBe('The payment service refused this: External ID: has already been taken');
	expect(error).toHaveProperty(
		'description',
		expect.stringContaining('the service may take its Batch External ID only once'),
	);
	const named = await pay({ batchExternalId: 'March' }, 'c', 'd');
	expect(named.error).toBeUndefined();
	expect((await pay({ batchMode: 'perItem' }, 'e', 'f')).error).toBeUndefined();
	expect(service.emulator.account('AUD').payouts.payments().payouts).toHaveLength(6);
});

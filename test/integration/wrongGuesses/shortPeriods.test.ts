import { unprocessable } from '../../../emulator/engine/serviceError';
import { startProcess } from '../../sequences/n8nProcess';
import { payin, QUICK } from '../action/orders';
import { startService, type Service } from '../engine/service';
import { run } from '../resources/resourceRun';
import { asked } from './differing';

/** The specification says of payouts that a list covers one year at most, and nothing of payins. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const order = (changes = {}) => payin({ options: { ...QUICK, settleSeconds: 0 }, ...changes });
const create = async (changes = {}) =>
	await run(service, order(changes), { items: [{ amount: 10, key: 'k-1' }], nodeTypes: startProcess().nodeTypes });

describe('where the service lists no more than 90 days of payins', () => {
	beforeEach(() =>
		asked(['v2.payins.list'], (request) => {
			const { from_date: from, to_date: to } = request.query as Record<string, string>;
			if (Date.parse(to ?? '') - Date.parse(from ?? '') <= 90 * 86_400_000) return request;
			throw unprocessable({ from_date: 'the period must not be longer than 90 days' });
		}),
	);

	it('a payin is made, and found by another process', async () => {
		expect((await create()).items[0]?.json).toMatchObject({ outcome: 'created' });
		// A list that refuses periods ends at this very second, by the clock of the service.
		await service.advance(5_000);
		expect((await create()).items[0]?.json).toMatchObject({ outcome: 'found' });
	});

	it('one of half a year ago is found', async () => {
		const older = await startService({ start: new Date(Date.now() - 180 * 86_400_000) });
		const pay = async () =>
			await run(older, order({ options: { ...QUICK, settleSeconds: 0 } }), {
				items: [{ amount: 10, key: 'k-1' }],
				nodeTypes: startProcess().nodeTypes,
			});
		await pay();
		const { payins } = older.emulator.account('AUD');
		for (const { uuid } of payins.payments().payins) payins.simulate(uuid, 'completed');
		await older.advance(180 * 86_400_000 - 60_000);
		expect((await pay()).items[0]?.json).toMatchObject({ outcome: 'found' });
		await older.close();
	});

	it('one is found after its answer was lost', async () => {
		service.fault({ endpoint: 'v2.payins.create', fault: 'reset', when: 'after', nth: 1 });
		const { items } = await create({ options: { ...QUICK, settleSeconds: 3 } });
		expect(items[0]?.json).toMatchObject({ outcome: 'created' });
	});
});

it('a refusal for another reason is told', async () => {
	asked(['v2.payins.list'], () => {
		throw unprocessable({ external_id: 'is not welcome' });
	});
	expect((await create()).error?.message).toContain('is not welcome');
});

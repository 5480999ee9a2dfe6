import type { INodeParameters } from 'n8n-workflow';
import type { EndpointId } from '../../../contract/endpoints';
import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, payin, payout } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';

/** A service that stores External IDs in a spelling of its own. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

/** The service shows every External ID as `spell` does, in the answers of these endpoints or of all. */
const showKeys = (spell: (key: string) => string, ...endpoints: EndpointId[]) =>
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			endpoints.length > 0 && !endpoints.includes(endpoint)
				? answer
				: everywhere(answer as Record<string, unknown>, (fields) =>
						typeof fields.external_id === 'string' ? { ...fields, external_id: spell(fields.external_id) } : fields,
					),
		);

const pay = async (parameters: INodeParameters) =>
	await run(
		service,
		{ ...parameters, options: AT_ONCE },
		{
			items: [{ amount: 10, key: 'INV-7é' }],
			nodeTypes: startProcess().nodeTypes,
			settings: { retryOnFail: true, maxTries: 3 },
		},
	);

describe.each([
	['payout', 'v2.payouts.create', payout()],
	['payout of all items', 'v2.payouts.create', payout({ batchMode: 'allItems' })],
	['payout with a Batch External ID', 'v2.payouts.create', payout({ additionalFields: { batchExternalId: 'MARCH' } })],
	['payin', 'v2.payins.create', payin()],
] as [string, EndpointId, INodeParameters][])('a %s under an External ID', (_, create, parameters) => {
	it.each<[string, (key: string) => string]>([
		['case', (key) => key.toLowerCase()],
		['form of Unicode', (key) => key.normalize('NFD')],
	])('that the service stores in another %s stops, and is not sent again', async (_what, spell) => {
		showKeys(spell);
		const first = await pay(parameters);
		expect(first.error?.message).toContain('which differs from the one of this item in its spelling only');
		const again = await pay(parameters);
		expect(again.error?.message).toContain('which differs from the one of this item in its spelling only');
		expect(service.writes()).toBe(1);
	});

	it('that the service stores in capitals stops in a list as well, and nobody is paid again', async () => {
		showKeys((key) => key.toUpperCase());
		const items = ['inv-7', 'inv-8'].map((key) => ({ amount: 10, key }));
		for (let time = 0; time < 2; time++) {
			const { error } = await run(
				service,
				{ ...parameters, options: AT_ONCE },
				{ items, nodeTypes: startProcess().nodeTypes },
			);
			expect(error?.message).toContain('which differs from the one of this item in its spelling only');
		}
		expect(service.writes()).toBeLessThanOrEqual(1);
	});

	it('that the answer shows cut short stays unknown, and is not sent again', async () => {
		showKeys((key) => key.slice(0, 3), create);
		Object.assign(service.emulator.world.settings, { listLagMs: 3_600_000 });
		const { error } = await pay(parameters);
		expect(error?.message).toContain('unknown whether');
		expect(service.writes()).toBe(1);
	});

	describe('that the service stores cut short', () => {
		const { now } = Date;
		const { nodeTypes } = startProcess();
		const payAs = async (key: string) =>
			await run(service, { ...parameters, options: AT_ONCE }, { items: [{ amount: 10, key }], nodeTypes });
		beforeEach(() => void showKeys((key) => key.slice(0, 3)));

		it('is not sent again by another execution, an hour and another payment later', async () => {
			await payAs('INV-7');
			jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
			await payAs('OTHER-8');
			const { error } = await payAs('INV-7');
			expect(error?.message).toContain('unknown whether');
			expect(service.writes()).toBe(2);
		});

		it('is not sent again by the retry of another execution, after a restart of n8n', async () => {
			await payAs('INV-9');
			const other = await payAs('INV-9');
			const { error } = await other.retry({ nodeTypes: startProcess().nodeTypes });
			expect(error?.message).toContain('unknown whether');
			expect(service.writes()).toBe(1);
		});
	});
});

import * as wire from '../../../emulator/otherwise';
import { everywhere, without } from '../../../emulator/otherwise/difference';
import { noteInProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import { startProcess } from '../../sequences/n8nProcess';
import { checkoutLink, operation, payin, payout, QUICK } from '../action/orders';
import { runNode } from '../engine/execution';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';
import { audPayoutPerItem } from './writes';

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

/** More than a process remembers of what the service cannot be asked for. */
const MORE_THAN_REMEMBERED = 50_001;

it('an execution that is retried again stops where too much was paid since for this process to remember its payments', async () => {
	const credentials = service.credentials();
	const failed = await runNode({
		credentials: { ...credentials, secretKey: 'mistyped' },
		parameters: audPayoutPerItem.parameters,
		items: [{ amount: '10.50' }],
	});
	expect((await failed.retry({ credentials })).status).toBe('success');
	const other = {
		kind: 'other',
		facts: {},
		state: 'done',
		at: Date.now() - 1,
		settleTime: 0,
		canLookUp: false,
	} as const;
	for (let number = 0; number < MORE_THAN_REMEMBERED; number++)
		noteInProcess(`other ${number}`, { key: `other-${number}`, ...other });
	const again = await failed.retry({ credentials });
	expect(again.error?.message).toContain('was made before this retry');
	expect(service.calls()['v1.payouts.create']).toBe(2);
});

describe('what the service shows without its reference is remembered by the process for longer than what can be looked up', () => {
	const options = { ...QUICK, settleSeconds: 0 };
	const hide = (name: string) =>
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_world, _endpoint, answer) =>
				everywhere(answer as Record<string, unknown>, (fields) => without(fields, name)),
			);
	/** Another payment lets the process forget what it need not remember any more. */
	const payLater = async (nodeTypes: ReturnType<typeof startProcess>['nodeTypes']) => {
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 20 * 60_000);
		await run(service, payout(), { nodeTypes, items: [{ amount: 10, key: 'other' }] });
	};

	it('a refund, though its payment had no refund yet when it was looked for first', async () => {
		const { payins } = service.emulator.account('AUD');
		const { items } = await run(service, payin({ amount: 100 }), { items: [{ key: 'order-1' }] });
		const uuid = String(items[0]?.json.uuid);
		payins.simulate(uuid, 'completed');
		await service.advance(60 * 60_000);
		const { nodeTypes } = startProcess();
		hide('external_id');
		const part = { uuid, externalId: 'r-1', refundType: 'partial', amount: '30', reason: 'Parcel came late', options };
		await run(service, operation('payin', 'refund', part), { nodeTypes });
		await payLater(nodeTypes);
		const again = await run(service, operation('payin', 'refund', part), { nodeTypes });
		expect(again.items[0]?.json.idempotency).toMatchObject({ outcome: 'found', external_id: 'r-1' });
		expect(payins.payments().refunds).toHaveLength(1);
	});

	it('a checkout link, though there was no link yet when it was looked for first', async () => {
		const { nodeTypes } = startProcess();
		hide('meta_data');
		const link = { ...checkoutLink(), options };
		const items = [{ amount: 10, key: 'order-1' }];
		await run(service, link, { nodeTypes, items });
		await payLater(nodeTypes);
		const again = await run(service, link, { nodeTypes, items });
		expect(again.items[0]?.json.idempotency).toMatchObject({ outcome: 'found', external_id: 'order-1' });
		expect(service.calls()['v3.links.create']).toBe(1);
	});
});

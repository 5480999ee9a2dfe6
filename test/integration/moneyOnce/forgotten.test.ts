import { noteInProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import { runNode } from '../engine/execution';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { audPayoutPerItem } from './writes';

let service: Service;
beforeAll(async () => (service = await startService()));
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

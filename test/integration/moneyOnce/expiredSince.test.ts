import * as wire from '../../../emulator/otherwise';
import type { Fields } from '../../../emulator/otherwise/difference';
import { everywhere, without } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { checkoutLink, operation, QUICK } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const { now } = Date;

async function later(minutes: number): Promise<void> {
	await service.advance(minutes * 60_000);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
}

const NOTE = 'It has expired, and the service does not show it as paid. Another External ID makes a new one.';

it('a link that is remembered, because the service does not show it, says that it has expired', async () => {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, _endpoint, answer) =>
			everywhere(answer as Fields, (fields) => without(fields, 'meta_data')),
		);
	const { nodeTypes } = startProcess();
	const link = async () =>
		await run(service, checkoutLink({ options: QUICK }), { nodeTypes, items: [{ key: 'k', amount: 10 }] });
	const fresh = await link();
	expect(fresh.items[0]?.json.idempotency).not.toMatchObject({ note: NOTE });
	await later(120);
	expect((await link()).items[0]?.json.idempotency).toMatchObject({ outcome: 'found', note: NOTE });
});

it('a one-time PayID that is remembered says that it has expired', async () => {
	const { nodeTypes } = startProcess();
	const start = now();
	const payid = async (minutes: number) =>
		await run(
			service,
			operation('oneTimePayid', 'create', {
				...{
					name: 'Ada Byron',
					emails: 'ada@shop.test',
					amount: '10',
					paymentDescription: 'Order 77',
					externalId: 'k',
				},
				additionalFields: { expiredAt: new Date(start + minutes * 60_000).toISOString() },
				options: QUICK,
			}),
			{ nodeTypes },
		);
	expect((await payid(20)).items[0]?.json.idempotency).not.toHaveProperty('note');
	await later(120);
	expect((await payid(140)).items[0]?.json.idempotency).toMatchObject({ outcome: 'found', note: NOTE });
});

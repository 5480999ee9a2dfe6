import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { without, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { payout, QUICK } from '../action/orders';
import { startService, type Service } from '../engine/service';
import { run } from '../resources/resourceRun';
import { listed, type Change } from './differing';

/** A list of payouts that hides or empties what the detail shows. The specification shows only the detail. */

let service: Service;
beforeAll(async () => (service = await startService({ start: new Date() })));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const inAll =
	(change: Change): Change =>
	(batch) => ({ ...batch, payout_transactions: (batch.payout_transactions as Fields[]).map(change) });
const listBatches = (change: Change) => listed('v2.payouts.list', change);
const listPayments = (change: Change) => listBatches(inAll(change));

const pay = async (
	items: IDataObject[],
	more: INodeParameters = {},
	credentials?: ReturnType<Service['credentials']>,
) =>
	await run(service, payout({ ...more, options: { ...QUICK, settleSeconds: 0 } }), {
		items,
		nodeTypes: startProcess().nodeTypes,
		...(credentials && { credentials }),
	});

async function verdictOf(expected: IDataObject): Promise<unknown> {
	await service.advance(3_600_000);
	const now = service.emulator.world.clock.now().getTime();
	const [fromDate, toDate] = [now - 86_400_000, now + 60_000].map((time) => new Date(time).toISOString());
	const parameters = { resource: 'reconciliation', operation: 'run', fromDate, toDate };
	const { items, error } = await run(service, parameters, { items: [expected] });
	expect(error).toBeUndefined();
	return items.find(({ json }) => json.external_id === expected.external_id)?.json.verdict;
}

const FIELDS = ['uuid', 'external_id', 'amount', 'status', 'payee'];
const HIDDEN = FIELDS.flatMap((field): [string, string, Change][] => [
	[field, 'left out', (payment) => without(payment, field)],
	[field, 'null', (payment) => ({ ...payment, [field]: null })],
	[field, 'empty', (payment) => ({ ...payment, [field]: '' })],
]);

describe.each(HIDDEN)('where the %s of its payments is %s', (_field, _how, change) => {
	it('each payment is found again', async () => {
		const [first] = (await pay([{ key: 'a', amount: 50 }])).items;
		listPayments(change);
		const { items, error } = await pay([{ key: 'a', amount: 50 }]);
		expect([error, items[0]?.json.uuid]).toEqual([undefined, first?.json.uuid]);
	});

	it('each payment of a batch is reconciled', async () => {
		const two = [
			{ key: 'a', amount: 50 },
			{ key: 'b', amount: 30 },
		];
		await pay(two, { batchMode: 'allItems', batchExternalId: 'run-1' });
		listPayments(change);
		expect(await verdictOf({ external_id: 'b', amount: 30, kind: 'payout' })).toBe('matched');
	});

	it('Max per Day counts each payment once', async () => {
		const credentials = service.credentials('AUD', { maxPerDay: 'AUD 100' } as never);
		listPayments(change);
		const now = Date.now();
		expect((await pay([{ key: 'a', amount: 50 }], {}, credentials)).error).toBeUndefined();
		// What was sent is then counted by the list.
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 60_000);
		expect((await pay([{ key: 'b', amount: 40 }], {}, credentials)).error).toBeUndefined();
		clock.mockReturnValue(now + 120_000);
		const { error } = await pay([{ key: 'c', amount: 20 }], {}, credentials);
		expect(error?.message).toBe('20.00 AUD is more than the credential allows');
	});
});

it.each([null, [], ''])('a batch whose payments it shows as %j is read whole', async (shown) => {
	await pay([{ key: 'a', amount: 50 }]);
	listBatches((batch) => ({ ...batch, payout_transactions: shown }));
	expect(await verdictOf({ external_id: 'a', amount: 50, kind: 'payout' })).toBe('matched');
});

it('a payment of an unknown status is read whole where its message is left out', async () => {
	await pay([{ key: 'a', amount: 50 }]);
	await service.advance(3_600_000);
	const failed = (payment: Fields): Fields => ({ ...payment, status: 'declined', error_message: 'Account closed' });
	const differ = inAll((payment) => without(failed(payment), 'error_message'));
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, asked, answer) => {
		if (asked === 'v2.payouts.detail') return inAll(failed)(answer as Fields);
		const { records, ...envelope } = answer as { records: Fields[] };
		return asked === 'v2.payouts.list' ? { ...envelope, records: records.map(differ) } : answer;
	});
	const { error } = await pay([{ key: 'a', amount: 50 }]);
	expect(error?.message).toContain('has ended without money');
});

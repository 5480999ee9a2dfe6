import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { batch, form, operation, payout, QUICK } from '../action/orders';
import { startService, type Service } from '../engine/service';
import { goOn, run } from '../resources/resourceRun';
import { receivedPayin } from '../trigger/payments';

/** One External ID for refunds of two payments, and for payees of two batches: each is a payment of its own. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const payins = () => service.emulator.account('AUD').payins;

it.each([1, 2])('refunds of two payments whose references the service hides, answer %d lost', async (nth) => {
	const [one, other] = ['order-1', 'order-2'].map((external_id) => receivedPayin(service, { external_id }));
	await service.advance(60 * 60_000);
	for (const description of ['By hand', 'By hand, too'])
		payins().refunds.request(payins().get(String(other)), { amount: 5, description });
	const isRefund = (fields: object) => 'external_id' in fields && !('payment_method' in fields);
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_world, endpoint, answer) =>
			endpoint === 'v2.payins.detail'
				? everywhere(answer as Record<string, unknown>, (fields) =>
						isRefund(fields) ? { ...fields, external_id: null } : fields,
					)
				: answer,
		);
	service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset', nth });
	const refund = {
		...{
			uuid: '={{ $json.uuid }}',
			externalId: 'RMA-7',
			refundType: 'partial',
			amount: '30',
			reason: 'Parcel came late',
		},
		options: { requestTimeout: 5, timeLimit: 10, settleSeconds: 1 },
	};
	await run(service, operation('payin', 'refund', refund), {
		nodeTypes: startProcess().nodeTypes,
		items: [{ uuid: one }, { uuid: other }],
		settings: { retryOnFail: true, maxTries: 3 },
	});
	const ofPart = payins()
		.payments()
		.refunds.filter(({ amount }) => Number(amount) === 30);
	expect(ofPart.length).toBeLessThanOrEqual(2);
	expect(new Set(ofPart.map((each) => JSON.stringify(each))).size).toBe(ofPart.length);
});

const FIRST = { key: 'INV-1', batch: 'March', amount: 100, account: '12345678' };
const CORRECTED = { key: '', batch: 'March', amount: 100, account: '12345679' };
const OTHER = { key: 'INV-1', batch: 'April', amount: 70, account: '87654321', name: 'Miller' };

describe.each([
	['one by one', payout],
	['all items', batch],
])('%s', (_mode, make) => {
	it.each([
		['alone', [CORRECTED]],
		['beside the same External ID in another batch', [CORRECTED, OTHER]],
		['behind the same External ID in another batch', [OTHER, CORRECTED]],
	])('a payee whose account was corrected stops %s', async (_how, items) => {
		const order = make({
			options: { ...QUICK, settleSeconds: 0 },
			lastName: '={{ $json.name ?? "Smith" }}',
			additionalFields: { batchExternalId: '={{ $json.batch }}' },
			methodParameters: form({ bsb: '062000', account_number: '={{ $json.account }}', account_name: 'Nathan Smith' }),
		});
		await run(service, order, { items: [FIRST], nodeTypes: startProcess().nodeTypes });
		const again = await run(service, order, { items, nodeTypes: startProcess().nodeTypes, settings: goOn });
		const failed = again.items.filter(({ json }) => json.error !== undefined);
		expect(failed.map(({ json }) => json.error)).toEqual([expect.stringContaining('the same payee and amount')]);
	});
});

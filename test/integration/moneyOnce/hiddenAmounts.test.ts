import type { Fields } from '../../../emulator/otherwise/difference';
import { everywhere, without } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { checkoutLink, operation, QUICK } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';
import { answered, asked } from '../wrongGuesses/differing';
import { paidPayin, refundsMade } from './refundedPayins';

/** The specification shows neither the records of refunds nor, of a link, more than the status of its payment. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

it.each([
	['partial', '20'],
	['full', ''],
])('a refund without an amount is told from another one under its External ID: %s %s', async (refundType, amount) => {
	const uuid = await paidPayin(service);
	const hideAmount = (fields: Fields) =>
		Array.isArray(fields.refunds)
			? { ...fields, refunds: (fields.refunds as Fields[]).map((refund) => without(refund, 'amount')) }
			: fields;
	answered(['v2.payins.detail', 'v2.payins.list'], (answer) => everywhere(answer, hideAmount));
	const refund = operation('payin', 'refund', {
		...{ uuid, externalId: 'r-1', reason: 'Parcel came late', options: QUICK },
		...{ refundType: '={{ $json.type }}', amount: '={{ $json.amount }}' },
	});
	const items = [
		{ type: 'partial', amount: '5' },
		{ type: refundType, amount },
	];
	const { error } = await run(service, refund, { items });
	expect(error?.message).toBe('The external ID r-1 belongs to another refund');
	expect(refundsMade(service)).toEqual([['r-1', 5]]);
});

describe('a link without an amount', () => {
	const sparse = ({ uuid, payment_link_url, meta_data, transaction_info: payment }: Fields) => ({
		...{ uuid, payment_link_url, meta_data },
		transaction_info: { status: (payment as Fields).status },
	});
	const order = checkoutLink({ options: { ...QUICK, settleSeconds: 0, requestTimeout: 1 } });
	const { nodeTypes } = startProcess();
	const of = async (key: string, amount: string) => await run(service, order, { items: [{ key, amount }], nodeTypes });

	beforeEach(() =>
		answered(['v3.links.detail', 'v3.links.list'], (answer) =>
			Array.isArray(answer.records) ? { ...answer, records: (answer.records as Fields[]).map(sparse) } : sparse(answer),
		),
	);

	it('is told from another one under its External ID', async () => {
		expect((await of('order-1', '20')).error).toBeUndefined();
		expect((await of('order-1', '200')).error?.message).toBe('The external ID order-1 belongs to another link');
		expect((await of('order-1', '20')).items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
	});

	it('is not taken for another one whose outcome was unknown', async () => {
		service.fault({ endpoint: 'v3.links.create', fault: 'stall', when: 'after', nth: 1 });
		let isDown = true;
		asked(['v3.links.list'], (request) => {
			if (isDown && (service.calls()['v3.links.create'] ?? 0) > 0) throw new Error('down');
			return request;
		});
		expect((await of('order-2', '20')).error?.message).toBe('It is unknown whether the link order-2 was created');
		isDown = false;
		expect((await of('order-2', '200')).error?.message).toBe('The link order-2 is not as it was asked for');
	});
});

import { DAY, MINUTE, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

/** A received payin of 80 AUD. */
async function received(changes: object = {}): Promise<string> {
	const { body } = await service.call('v2.payins.create', {
		payin_method_name: 'au_bank_aud',
		payin_method_params: {},
		amount: 80,
		currency: 'AUD',
		name: 'Ada Byron',
		email: 'ada@shop.example',
		description: 'Order 77',
		gst: false,
		webhook_notification: service.target,
		...changes,
	});
	const uuid = String(body.uuid);
	await service.call('v2.payins.simulate', { uuid, status: 'completed' });
	return uuid;
}

const refund = (uuid: string, more: object = {}) =>
	service.call('v2.payins.refund', { uuid, description: 'Late parcel', ...more });
const detail = async (uuid: string) => (await service.call('v2.payins.detail', { uuid })).body;
const statuses = async (uuid: string) => (await service.heard(uuid)).map(({ status }) => status);
const balances = async () => (await service.call('v2.balances.detail', { currency: 'AUD' })).body;
/** Reduces the available balance to this amount. */
const leave = (amount: bigint) => {
	const { ledger } = service.emulator.account('AUD');
	ledger.post({
		type: 'withdrawal',
		direction: 'money_out',
		amount: ledger.balances().available - amount,
		fees: 0n,
		status: 'done',
		referenceId: 'R',
		paymentMethod: 'm',
	});
};

it('refunds everything right after success', async () => {
	const uuid = await received();
	const before = await balances();
	expect(await refund(uuid, { external_id: 'r-1' })).toMatchObject({
		status: 200,
		body: {
			total_amount: '80.0',
			refund_amount: '80.0',
			description: 'Late parcel',
			payin_request: { uuid, status: 'return_pending' },
		},
	});
	expect(await balances()).toMatchObject({
		available_balance: Number(before.available_balance) - 80,
		outgoing_balance: 80,
	});
	await service.advance(1_000);
	expect(await detail(uuid)).toMatchObject({
		status: 'return_received',
		refunds: [
			{
				amount: '80.0',
				description: 'Late parcel',
				status: 'received',
				external_id: 'r-1',
				created_at: '2031-03-04T00:00:00.000+0000',
			},
		],
	});
	expect(await balances()).toMatchObject({
		available_balance: Number(before.available_balance) - 80,
		outgoing_balance: 0,
	});
	expect(await service.heard(uuid)).toEqual([
		expect.objectContaining({ status: 'received' }),
		expect.objectContaining({ status: 'return_pending' }),
		expect.objectContaining({
			status: 'return_received',
			refund_information: { total_amount: '80.0', refund_amount: '80.0', description: 'Late parcel' },
		}),
	]);
});

it('refunds parts from 30 minutes on, up to the whole', async () => {
	const uuid = await received();
	await service.advance(30 * MINUTE - 1);
	expect(await refund(uuid, { amount: 30 })).toMatchObject({
		status: 422,
		body: { errors: { refund_amount: expect.stringContaining('full amount') } },
	});
	await service.advance(1);
	expect(await refund(uuid, { amount: 30 })).toMatchObject({ status: 200, body: { refund_amount: '30.0' } });
	await service.advance(1_000);
	expect(await refund(uuid, { amount: 50.01 })).toMatchObject({
		status: 422,
		body: { errors: { refund_amount: expect.stringContaining('at most 50.0 AUD') } },
	});
	expect(await refund(uuid, { amount: 30 })).toMatchObject({ status: 200 });
	// Without an amount, a refund takes what no other refund has claimed, even a pending one.
	expect(await refund(uuid)).toMatchObject({ status: 200, body: { refund_amount: '20.0' } });
	expect(await refund(uuid)).toMatchObject({ status: 422 });
	await service.advance(1_000);
	expect(await statuses(uuid)).toEqual([
		'received',
		'return_pending',
		'partially_refunded',
		'return_pending',
		'return_pending',
		'partially_refunded',
		'return_received',
	]);
	expect((await detail(uuid)).refunds?.map(({ amount, status }) => [amount, status])).toEqual([
		['30.0', 'received'],
		['30.0', 'received'],
		['20.0', 'received'],
	]);
});

describe('a partial refund at', () => {
	const afterMinutes = async (minutes: number, changes: object) => {
		if (Object.keys(changes).length > 0) await service.control('settings', changes);
		const uuid = await received();
		await service.advance(minutes * MINUTE);
		return (await refund(uuid, { amount: 30 })).status;
	};

	it.each([
		[29, 422],
		[30, 200],
		[60, 200],
		[61, 200],
	])('%d minutes answers %d where 30 to 60 minutes is when they begin', async (minutes, status) => {
		expect(await afterMinutes(minutes, {})).toBe(status);
	});

	it.each([
		[29, 422],
		[30, 200],
		[60, 200],
		[61, 422],
	])('%d minutes answers %d where they end again', async (minutes, status) => {
		expect(await afterMinutes(minutes, { partialRefundsEnd: true })).toBe(status);
	});
});

it('refuses what cannot be refunded', async () => {
	const uuid = await received();
	expect(await refund(uuid, { description: 'no' })).toMatchObject({
		status: 422,
		body: { errors: { description: expect.any(String) } },
	});
	expect(await refund(uuid, { amount: -1 })).toMatchObject({ status: 422 });
	expect(await refund(uuid, { amount: 1.1 + 2.2 })).toMatchObject({
		status: 422,
		body: { errors: { refund_amount: 'has more than 6 decimals' } },
	});
	expect(await refund('NOBODY')).toMatchObject({ status: 404 });
	const pending = await service.call('v2.payins.create', {
		payin_method_name: 'au_bank_aud',
		payin_method_params: {},
		amount: 80,
		currency: 'AUD',
		name: 'Ada',
		email: 'ada@shop.example',
		description: 'Order',
		gst: false,
		webhook_notification: service.target,
	});
	expect(await refund(String(pending.body.uuid))).toMatchObject({
		status: 422,
		body: { errors: { payment_request_id: 'is pending, not received' } },
	});
	const mobile = await service.call(
		'v2.payins.create',
		{
			payin_method_name: 'ke_mobile_money_kes',
			payin_method_params: { phone_number: '1', bank_code: 'KE_NETWORK_1' },
			amount: 80,
			currency: 'KES',
			name: 'Ada',
			email: 'ada@shop.example',
			description: 'Order',
			gst: false,
			webhook_notification: service.target,
		},
		'KES',
	);
	await service.call('v2.payins.simulate', { uuid: mobile.body.uuid, status: 'completed' }, 'KES');
	expect(
		await service.call('v2.payins.refund', { uuid: mobile.body.uuid, description: 'Late parcel' }, 'KES'),
	).toMatchObject({
		status: 422,
		body: { errors: { payment_request_id: expect.stringContaining('cannot be refunded') } },
	});
});

it('waits for funds, and goes on when they arrive', async () => {
	const uuid = await received();
	leave(79_000_000n);
	await refund(uuid);
	await service.advance(DAY);
	expect(await detail(uuid)).toMatchObject({ status: 'return_pending' });
	expect(await balances()).toMatchObject({ available_balance: 79, outgoing_balance: 0 });
	await received({ amount: 10 });
	await service.advance(1_000);
	expect(await detail(uuid)).toMatchObject({ status: 'return_received' });
	expect(await balances()).toMatchObject({ available_balance: 8.75 });
});

it('expires after ten days without funds', async () => {
	const uuid = await received();
	leave(0n);
	await refund(uuid);
	await service.advance(10 * DAY - 1);
	expect(await detail(uuid)).toMatchObject({ status: 'return_pending' });
	await service.advance(1);
	expect(await detail(uuid)).toMatchObject({ status: 'return_expired', refunds: [{ status: 'expired' }] });
});

it('is rejected by the service, and then never retried', async () => {
	const uuid = await received();
	const before = await balances();
	await refund(uuid);
	service.emulator.account('AUD').payins.refunds.reject(service.emulator.account('AUD').payins.get(uuid));
	await service.advance(DAY);
	expect(await statuses(uuid)).toEqual(['received', 'return_pending', 'return_rejected']);
	expect(await balances()).toEqual(before);
	expect(await refund(uuid)).toMatchObject({ status: 422 });
});

import { DAY, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService({ openingBalance: '0' });
});
afterEach(() => service.close());

const period = { from_date: '2031-03-04T00:00:00Z', to_date: '2031-03-06T00:00:00Z' };
const history = (query: object = {}, currency = 'AUD') =>
	service.call('v2.balances.history', { ...period, ...query }, currency);
const balances = async () => (await service.call('v2.balances.detail', { currency: 'AUD' })).body;

async function received(amount: number): Promise<string> {
	const { body } = await service.call('v2.payins.create', {
		payin_method_name: 'au_bank_aud',
		payin_method_params: {},
		amount,
		currency: 'AUD',
		name: 'Ada Byron',
		email: 'ada@shop.example',
		description: 'Order 77',
		gst: false,
		webhook_notification: service.target,
	});
	await service.call('v2.payins.simulate', { uuid: body.uuid, status: 'completed' });
	return String(body.uuid);
}

it('shows a payment net of its fee, unsigned, with the breakdown', async () => {
	const uuid = await received(100);
	expect((await history()).body).toEqual({
		...period,
		account_type: 'aggregated',
		size: 20,
		next_cursor: null,
		has_more: false,
		records: [
			{
				id: expect.stringMatching(/^[0-9A-F]{8}-[0-9A-F]{8}$/),
				amount: 97.5,
				request_type: 'money_in',
				transaction_type: 'payment',
				currency: 'AUD',
				payment_method: 'au_bank_aud',
				status: 'done',
				reference_id: uuid,
				balance_detail: { outgoing: 100, total: 97.5, fees: 2.5 },
				created_at: '2031-03-04T00:00:00.000Z',
			},
		],
	});
});

it('settles what comes in and sets aside what goes out', async () => {
	Object.assign(service.emulator.world.settings, { settlementDelayMs: 60_000 });
	await received(1000);
	expect(await balances()).toEqual({
		currency: 'AUD',
		available_balance: 0,
		incoming_balance: 1000,
		outgoing_balance: 0,
		rolling_reserve_balance: 0,
		withdrawable_balance: 0,
	});
	await service.advance(60_000);
	expect(await balances()).toMatchObject({ available_balance: 975, incoming_balance: 0 });
	await service.call('v2.payouts.create', {
		payout_method_name: 'au_payid_npp_aud',
		currency: 'AUD',
		description: 'March wages',
		webhook_notification: service.target,
		payout_transaction_details: [
			{
				first_name: 'Ada',
				last_name: 'Byron',
				email: 'ada@shop.example',
				amount: 100,
				payout_method_params: { pay_id: 'ada@shop.example', pay_id_type: 'EMAIL' },
			},
		],
	});
	await service.advance(1_000);
	service.emulator.account('AUD').ledger.setRollingReserve(200_000_000n);
	expect(await balances()).toMatchObject({
		available_balance: 874.5,
		outgoing_balance: 100.5,
		rolling_reserve_balance: 200,
		withdrawable_balance: 674.5,
	});
	const [payout] = (await history()).body.records ?? [];
	expect(payout).toMatchObject({
		amount: 100.5,
		request_type: 'money_out',
		transaction_type: 'payout',
		status: 'waiting',
		balance_detail: { outgoing: 100, total: 100.5, fees: 0.5 },
	});
	await service.advance(1_000);
	expect(await balances()).toMatchObject({ available_balance: 874.5, outgoing_balance: 0 });
});

it("refuses a currency that is not the account's", async () => {
	expect(await service.call('v2.balances.detail', { currency: 'USD' })).toMatchObject({
		status: 422,
		body: { errors: { currency: expect.any(String) } },
	});
	expect((await service.call('v2.balances.detail', {})).status).toBe(422);
});

it('pages by cursor, each entry once, while new ones arrive', async () => {
	const uuids: string[] = [];
	for (let index = 0; index < 7; index++) uuids.unshift(await received(10 + index));
	const seen: unknown[] = [];
	let cursor: string | null = null;
	do {
		const { body } = await history({ size: 3, ...(cursor === null ? {} : { cursor }) });
		expect(body.has_more).toBe(body.next_cursor !== null);
		seen.push(...(body.records ?? []).map(({ reference_id }) => reference_id));
		cursor = body.next_cursor as string | null;
		await received(5);
	} while (cursor !== null);
	expect(seen).toEqual(uuids);
});

it('binds a cursor to its account, period and size', async () => {
	for (let index = 0; index < 3; index++) await received(10);
	const cursor = String((await history({ size: 1 })).body.next_cursor);
	const flipped = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
	expect((await history({ size: 1, cursor })).status).toBe(200);
	for (const query of [
		{ size: 2, cursor },
		{ size: 1, cursor, to_date: '2031-03-06T00:00:01Z' },
		{ size: 1, cursor, from_date: '2031-03-04T00:00:01Z' },
		{ size: 1, cursor: flipped },
		{ size: 1, cursor: `${cursor}A` },
		{ size: 1, cursor: 'nonsense' },
	]) {
		expect(await history(query)).toMatchObject({ status: 422, body: { errors: { cursor: expect.any(String) } } });
	}
	expect((await history({ size: 1, cursor }, 'USD')).status).toBe(422);
});

it('asks for both dates in their form, in order', async () => {
	expect((await service.call('v2.balances.history', { from_date: period.from_date })).status).toBe(422);
	expect((await history({ from_date: '2031-03-04' })).status).toBe(422);
	expect(await history({ from_date: '2031-03-07T00:00:00Z' })).toMatchObject({
		status: 422,
		body: { errors: { to_date: expect.any(String) } },
	});
	expect((await history({ size: 0 })).status).toBe(422);
	await received(10);
	await service.advance(DAY);
	expect((await history({ from_date: '2031-03-04T00:00:01Z' })).body.records).toEqual([]);
});

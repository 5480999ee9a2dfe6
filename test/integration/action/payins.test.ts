import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { presentLink } from '../../../nodes/MultiCurrencyPayments/resources/checkoutLink/linkRecord';
import { presentPayin } from '../../../nodes/MultiCurrencyPayments/resources/payin/payinRecord';
import { runNode } from '../engine/execution';
import { serviceOfFile } from '../engine/serviceOfFile';
import { newPayin } from '../trigger/payments';
import { answered } from '../wrongGuesses/differing';
import { chosen, form, operation, payin, QUICK } from './orders';
import { run as execute } from '../resources/resourceRun';

const service = serviceOfFile();

const books = (currency = 'AUD') => service.emulator.account(currency).payins.payments();

/** Runs one operation and returns the records of its items. */
async function records(
	parameters: Parameters<typeof runNode>[0]['parameters'],
	items: IDataObject[] = [{}],
	currency = 'AUD',
) {
	const run = await execute(service, parameters, { currency, items });
	expect(run.error).toBeUndefined();
	return run.items.map(({ json }) => json);
}

async function created(changes: Parameters<typeof payin>[0] = {}): Promise<string> {
	const [record] = await records(payin(changes), [{ amount: '100', key: 'order-77' }]);
	return String(record?.uuid);
}

/** The service describes its methods with these fields. */
const describedWith = (fields: object) =>
	answered(['v2.payins.methodParams'], ({ record }) => ({ record: { ...(record as object), ...fields } }));

describe('create', () => {
	it('asks for one payment per item and links each to its item', async () => {
		const run = await execute(service, payin(), {
			items: [
				{ amount: '100.50', key: 'order-1' },
				{ amount: 20, key: 'order-2' },
			],
		});
		expect(run.status).toBe('success');
		expect(run.items.map(({ json, pairedItem }) => ({ ...json, pairedItem }))).toMatchObject([
			{
				external_id: 'order-1',
				status: 'pending',
				currency: 'AUD',
				outcome: 'created',
				pairedItem: { item: 0 },
			},
			{
				external_id: 'order-2',
				status: 'pending',
				outcome: 'created',
				pairedItem: { item: 1 },
			},
		]);
		expect(books().payins).toMatchObject([
			{ external_id: 'order-1', amount: '100.5', payee: 'Nathan Smith' },
			{ external_id: 'order-2', amount: '20.0' },
		]);
		// Lists: two older years (once per day and process), then each payin.
		expect(service.calls()).toEqual({ 'v2.payins.methodParams': 1, 'v2.payins.list': 4, 'v2.payins.create': 2 });
	});

	it('sends what the form says, in the words of the service', async () => {
		const expiry = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
		const [record] = await records(
			payin({
				payinMethodName: { __rl: true, mode: 'id', value: 'vn_qr_vnd' },
				amount: '150000.4',
				methodParameters: form({ phone: '84901234567', ip_address: '' }),
				additionalFields: { expiredAt: `${expiry}Z`, metadata: '{"cart":"c-9"}' },
				options: { ...QUICK, simplify: false },
			}),
			[{ key: 'order-3' }],
			'VND',
		);
		expect(record).toMatchObject({
			name: 'Nathan Smith',
			email: 'nathan@example.com',
			description: 'Order 77',
			amount: '150000.0',
			currency: 'VND',
			expired_at: expect.stringContaining(expiry),
			metadata: { cart: 'c-9' },
			note: 'The service has rounded the amount: 150000.4 VND was asked for.',
			webhook_notification: {
				endpoint_url: 'http://127.0.0.1:1/webhook/multi-currency-payments',
				authorization_header: '****',
			},
		});
		const uuid = String(record?.uuid);
		expect(service.emulator.account('VND').payins.get(uuid).parameters).toEqual({ phone: '84901234567' });
	});

	it('shows the QR string of th_qrpay_thb, and no address to pay at', async () => {
		const account = { bank_code: 'EXMATH2X', account_number: '7654321', account_name: 'Ada Byron' };
		const [record] = await records(
			payin({ payinMethodName: chosen('th_qrpay_thb'), methodParameters: form(account) }),
			[{ key: 'qr', amount: 100 }],
			'THB',
		);
		expect(record).toMatchObject({ qr_string: expect.any(String), payment_url: null, pay_code: null });
	});

	it('takes an expiry of 15 minutes from the moment at which its expression was evaluated', async () => {
		const now = Date.now();
		const expiredAt = new Date(now + 15 * 60_000).toISOString();
		const [record] = await records(
			payin({
				...{ payinMethodName: chosen('vn_qr_vnd'), methodParameters: form({ phone: '84901234567' }) },
				additionalFields: { expiredAt },
			}),
			[{ key: 'order-4', amount: 150_000 }],
			'VND',
		);
		expect(Date.parse(String(record?.expired_at)) - now).toBeGreaterThanOrEqual(15 * 60_000);
	});

	it('gives every payment an authorization value of its own', async () => {
		await records(payin(), [
			{ amount: 1, key: 'a' },
			{ amount: 1, key: 'b' },
		]);
		const values = books().payins.map(
			({ uuid }) => service.emulator.account('AUD').payins.get(uuid).target.authorization_header,
		);
		expect(new Set(values).size).toBe(2);
		for (const value of values) expect(value).toMatch(/^Bearer mcp2\.[\w-]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{43}$/);
	});

	it('takes the method parameters from fields of the item that have their names', async () => {
		await records(
			payin({
				payinMethodName: chosen('kr_bank_krw'),
				methodParameters: { mappingMode: 'autoMapInputData', value: null },
			}),
			[{ amount: '20000', key: 'k', user_name: 'Kim', unasked: 'x' }],
			'KRW',
		);
		const [{ uuid = '' } = {}] = books('KRW').payins;
		expect(service.emulator.account('KRW').payins.get(uuid).parameters).toEqual({ user_name: 'Kim' });
	});

	it('may leave the amount out for usdc_bank only', async () => {
		await records(payin({ payinMethodName: chosen('usdc_bank'), amount: '' }), [{ key: 'u' }], 'USDC');
		expect(books('USDC').payins).toMatchObject([{ amount: '0.0' }]);
	});

	it.each([0, '0'])('takes the amount %p of an item for a mistake, for usdc_bank as well', async (amount) => {
		const parameters = payin({ payinMethodName: chosen('usdc_bank'), amount: '={{ $json.amount }}' });
		const items = [{ amount, key: 'u' }];
		const { error } = await execute(service, parameters, { currency: 'USDC', items });
		expect(error?.message).toContain('it must be more than zero');
		expect(books('USDC').payins).toEqual([]);
	});

	it('sends GST for AUD', async () => {
		const [record] = await records(payin({ additionalFields: { gst: true }, options: { ...QUICK, simplify: false } }), [
			{ amount: 100, key: 'g' },
		]);
		expect(record).toMatchObject({ gst: true, amount: '100.0', total: '110.0' });
	});

	it.each([
		['TRUE', '110.0'],
		[0, '100.0'],
	])('reads GST that an expression gives as %j', async (gst, total) => {
		const [record] = await records(
			payin({ additionalFields: { gst: '={{ $json.gst }}' }, options: { ...QUICK, simplify: false } }),
			[{ amount: 100, key: 'g', gst }],
		);
		expect(record).toMatchObject({ total });
	});

	it('refuses GST in another currency than AUD', async () => {
		const methodParameters = form({ first_name: 'Taro', last_name: 'Yamada' });
		const parameters = payin({
			payinMethodName: chosen('jp_bank_jpy'),
			methodParameters,
			additionalFields: { gst: true },
		});
		const items = [{ amount: 5_000, key: 'order-1' }];
		const { error } = await execute(service, parameters, { currency: 'JPY', items });
		expect(error?.message).toBe('GST applies to AUD only, not to JPY');
		expect(service.writes()).toBe(0);
	});

	it('refuses GST that is neither true nor false', async () => {
		const { error } = await execute(service, payin({ additionalFields: { gst: '={{ $json.gst }}' } }), {
			items: [{ amount: 100, key: 'g', gst: { on: true } }],
		});
		expect(error?.message).toMatch(/^GST must be true or false, not /);
		expect(service.writes()).toBe(0);
	});

	it.each([
		['9999.6', 10_000, 20_000, '10000'],
		['20000.4', 10_000, 20_000, '20000'],
	])('leaves it to the service whether it rounds %s to an amount within limits', async (amount, min, max, booked) => {
		describedWith({ min_amount: min, max_amount: max });
		const romaji = form({ first_name: 'Taro', last_name: 'Yamada', transliterate: true });
		const parameters = payin({ payinMethodName: chosen('jp_bank_jpy'), methodParameters: romaji });
		const credentials = service.credentials('JPY');
		const { items, error } = await runNode({ credentials, parameters, items: [{ amount, key: 'order-1' }] });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ amount: booked });
	});

	it.each([0, null])('takes %j for no upper limit of a method', async (max_amount) => {
		describedWith({ max_amount });
		expect((await records(payin(), [{ amount: 100, key: 'order-1' }]))[0]).toMatchObject({ amount: '100.00' });
	});

	it('shows what the customer has to pay with GST, and until when', async () => {
		const [record] = await records(payin({ additionalFields: { gst: true } }), [{ amount: 100, key: 'g' }]);
		expect(record).toMatchObject({
			amount: '100.00',
			gst_amount: '10.00',
			total: '110.00',
			pay_by: expect.stringMatching(/^\d{4}-/),
		});
	});
});

describe('reading', () => {
	it('gets one with its refunds, simplified or whole', async () => {
		const uuid = await created();
		const [simple] = await records(operation('payin', 'get', { uuid }));
		const [whole] = await records(operation('payin', 'get', { uuid, options: { simplify: false } }));
		expect(simple).toMatchObject({ uuid, external_id: 'order-77', status: 'pending' });
		expect(whole).toHaveProperty('webhook_notification');
		expect(simple).not.toHaveProperty('webhook_notification');
		expect(whole).toMatchObject({ uuid, refunds: [], name: 'Nathan Smith', is_cancellable: true });
	});

	it('keeps the metadata of the merchant when it is simplified', async () => {
		const order = payin({ additionalFields: { metadata: '{ "cart": "c-9" }' } });
		const [made] = await records(order, [{ amount: 100, key: 'order-77' }]);
		const uuid = String(made?.uuid);
		const [simple] = await records(operation('payin', 'get', { uuid }));
		expect(simple).toMatchObject({ uuid, metadata: '{"cart":"c-9"}' });
	});

	it.each([[120, 120]])(
		'gets the first %i of a list, in its order and without a record twice',
		async (limit, length) => {
			for (let index = 0; index < 130; index++) newPayin(service, { external_id: `order-${index}` });
			const list = await records(operation('payin', 'getAll', { limit }));
			expect(list.map(({ external_id }) => external_id)).toEqual(
				Array.from({ length }, (_, index) => `order-${129 - index}`),
			);
			const everything = await records(operation('payin', 'getAll', { returnAll: true }));
			expect(new Set(everything.map(({ uuid }) => uuid)).size).toBe(130);
		},
	);

	it('gets those of a period and of an external ID, and no item for none', async () => {
		const uuid = await created();
		const filters = { externalId: 'order-77' };
		expect(await records(operation('payin', 'getAll', { filters }))).toMatchObject([{ uuid }]);
		expect(await records(operation('payin', 'getAll', { filters: { externalId: 'order-78' } }))).toEqual([]);
		expect(
			await records(operation('payin', 'getAll', { fromDate: '2020-01-01', toDate: '2020-02-01T00:00:00+10:00' })),
		).toEqual([]);
	});

	it('asks the service for an external ID instead of reading every page', async () => {
		await records(payin(), [
			{ amount: '100', key: 'order-77' },
			{ amount: '100', key: 'order-78' },
		]);
		const before = service.calls()['v2.payins.list'] ?? 0;
		const filters = { externalId: 'order-77' };
		const found = await records(operation('payin', 'getAll', { returnAll: false, limit: 1, filters }));
		expect(found).toMatchObject([{ external_id: 'order-77' }]);
		expect(service.calls()['v2.payins.list']).toBe(before + 1);
	});
});

describe('what happens to a payin', () => {
	it('is cancelled', async () => {
		const uuid = await created();
		expect(await records(operation('payin', 'cancel', { uuid }))).toMatchObject([{ uuid }]);
		expect(books().payins).toMatchObject([{ status: 'expired' }]);
	});

	const inGhs = async (parameters: INodeParameters) => await execute(service, parameters, { currency: 'GHS' });
	const mobileMoney = async () => {
		const parameters = payin({
			payinMethodName: chosen('gh_mobile_money_ghs'),
			methodParameters: form({ phone_number: '+233200000000', bank_code: 'GH_NETWORK_1' }),
			amount: 50,
			externalId: 'phone',
		});
		return String((await inGhs(parameters)).items[0]?.json.uuid);
	};

	it('is not cancelled where its method does not allow it', async () => {
		const { error } = await inGhs(operation('payin', 'cancel', { uuid: await mobileMoney() }));
		expect(error?.message).toBe(
			'The payment service says that this payin cannot be cancelled (is_cancellable is false)',
		);
		expect(error?.description).toMatch(/It is pending and of gh_mobile_money_ghs/);
		expect(service.calls()).not.toHaveProperty(['v2.payins.cancel']);
	});

	it('is not refunded where its record says that it cannot be', async () => {
		const refund = { refundType: 'full', reason: 'Parcel came late', externalId: 'refund-1', options: QUICK };
		const uuid = await mobileMoney();
		const { error } = await inGhs(operation('payin', 'refund', { uuid, ...refund }));
		expect(error?.message).toMatch(/says that this payment cannot be refunded \(is_refundable is false\)/);
		expect(error?.description).toMatch(
			/Refundable are received payments of methods that allow it; this one is pending/,
		);
		expect(service.calls()).not.toHaveProperty(['v2.payins.refund']);
	});

	it('is paid or fails in a simulation, also in part', async () => {
		const [paid, part, failed] = [
			await created({ externalId: 'a' }),
			await created({ externalId: 'b' }),
			await created({ externalId: 'c' }),
		];
		expect(await records(operation('payin', 'simulate', { uuid: paid, outcome: 'completed' }))).toEqual([
			{ uuid: paid, outcome: 'completed', simulated: true },
		]);
		await records(
			operation('payin', 'simulate', { uuid: part, outcome: 'completed', additionalFields: { amount: '40.25' } }),
		);
		await records(operation('payin', 'simulate', { uuid: failed, outcome: 'failed' }));
		expect(books().payins.map(({ status }) => status)).toEqual(['received', 'received', 'failed']);
		const [record] = await records(operation('payin', 'get', { uuid: part }));
		expect(record).toMatchObject({ paid_amount: '40.25' });
	});

	it('is confirmed with the OTP and authorized on the phone', async () => {
		const method = {
			payinMethodName: chosen('gh_mobile_money_ghs'),
			methodParameters: form({ phone_number: '233201234567', bank_code: 'GH_NETWORK_1' }),
		};
		const [made] = await records(payin(method), [{ amount: '100', key: 'phone' }], 'GHS');
		expect(made?.stage).toBe('authorize_otp');
		const uuid = String(made?.uuid);
		const shown = async () => await records(operation('payin', 'get', { uuid }), [{}], 'GHS');
		await records(operation('payin', 'resendOtp', { uuid }), [{}], 'GHS');
		expect(await shown()).toMatchObject([{ stage: 'authorize_otp' }]);
		await records(operation('payin', 'confirmOtp', { uuid, otp: '={{ $json.otp }}' }), [{ otp: 123456 }], 'GHS');
		expect(await shown()).toMatchObject([{ stage: 'authorize_stk' }]);
		await records(operation('payin', 'authorizeStk', { uuid, pin: '1234' }), [{}], 'GHS');
		expect(books('GHS').payins).toMatchObject([{ status: 'received' }]);
	});

	it('is refunded in full, once', async () => {
		const uuid = await created();
		await records(operation('payin', 'simulate', { uuid, outcome: 'completed' }));
		const refund = operation('payin', 'refund', {
			uuid,
			refundType: 'full',
			reason: 'Parcel came late',
			externalId: 'refund-1',
			options: QUICK,
		});
		expect(await records(refund)).toMatchObject([{ amount: '100.00', outcome: 'created', external_id: 'refund-1' }]);
		expect(await records(refund)).toMatchObject([{ amount: '100.00', outcome: 'found', external_id: 'refund-1' }]);
		expect(books().refunds).toMatchObject([{ payin_uuid: uuid, external_id: 'refund-1', amount: '100.0' }]);
	});

	it('is refunded in parts, each under an External ID of its own', async () => {
		const uuid = await created();
		await records(operation('payin', 'simulate', { uuid, outcome: 'completed' }));
		await service.advance(31 * 60_000);
		const refund = operation('payin', 'refund', {
			uuid,
			refundType: 'partial',
			amount: '={{ $json.amount }}',
			externalId: '={{ $json.key }}',
			reason: 'Parcel came late',
			options: QUICK,
		});
		const answers = await records(refund, [
			{ amount: '30.5', key: 'part-1' },
			{ amount: 30.5, key: 'part-2' },
		]);
		expect(answers).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
		expect(books().refunds).toMatchObject([
			{ amount: '30.5', external_id: 'part-1' },
			{ amount: '30.5', external_id: 'part-2' },
		]);
	});
});

it('why a payin or the payment of a link failed stands in its own column', () => {
	const code = { error_code: 'issuer_declined', error_message: 'Insufficient funds' };
	const failed = { uuid: 'P1', status: 'failed', amount: '10', currency: 'AUD', pay_code: code };
	expect(presentPayin({ isSimple: true }, failed)).toMatchObject({ error_message: 'Insufficient funds' });
	expect(presentLink({ isSimple: true }, { uuid: 'L1', transaction_info: failed })).toMatchObject({
		error_message: 'Insufficient funds',
	});
});

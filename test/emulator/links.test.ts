import { checkoutMethods } from '../../emulator/checkout/checkoutMethods';
import { MINUTE, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const order = (changes: object = {}) => ({
	amount: 80,
	description: 'Order 78',
	sender_info: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Byron' },
	webhook_notification: service.target,
	...changes,
});

async function createLink(changes: object = {}, currency = 'AUD'): Promise<string> {
	const { status, body } = await service.call('v3.links.create', order(changes), currency);
	expect({ status, body }).toMatchObject({ status: 200 });
	return String(body['uuid']);
}

const refusal = async (changes: object, currency = 'AUD') => {
	const { status, body } = await service.call('v3.links.create', order(changes), currency);
	return { status, fields: Object.keys(body.errors ?? {}) };
};

const statusesHeard = async (uuid: string) =>
	(await service.heard(uuid)).map((body) => (body as { transaction_info: { status: string } }).transaction_info.status);

test('the methods of every currency are offered with brands and languages', async () => {
	for (const currency of new Set(checkoutMethods.map((method) => method.currency))) {
		const { body } = await service.call('v3.methods', {}, currency);
		expect(body.records?.map((record) => record['payin_method_code'])).toEqual(
			checkoutMethods.filter((method) => method.currency === currency).map(({ code }) => code),
		);
		expect(body['supported_languages']).toContain('en');
	}
});

test('a paid link books the payment and notifies the link object', async () => {
	const uuid = await createLink({ payin_method_code: 'au_card_aud', meta_data: { external_id: 'ord-78' } });
	expect(await service.heard(uuid)).toEqual([]);
	await service.control('links/pay', { uuid });

	expect(await statusesHeard(uuid)).toEqual(['authorised', 'waiting', 'received']);
	expect((await service.heard(uuid)).at(-1)).toMatchObject({
		uuid,
		amount: 80,
		meta_data: { external_id: 'ord-78' },
		webhook_notification: { authorization_header: '****' },
		transaction_info: { currency: 'AUD', total: 80, paid_amount: 80, status: 'received' },
	});
	const { body } = await service.request('v3.links.detail', { uuid });
	expect(body).toMatchObject({
		payin_method_code: 'au_card_aud',
		transaction_info: { status: 'received' },
		refunds: [],
	});
	expect((body['transaction_info'] as { uuid: string }).uuid).not.toBe(uuid);
	const history = await service.call('v2.balances.history', {
		from_date: '2031-03-04T00:00:00Z',
		to_date: '2031-03-05T00:00:00Z',
	});
	expect(history.body.records?.[0]).toMatchObject({ transaction_type: 'payment', payment_method: 'au_card_aud' });
	expect((await service.control('links/pay', { uuid })).status).toBe(422);
});

test('a card payment waits for its settlement; every other payment is received at once', async () => {
	await service.control('settings', { cardSettlementMs: MINUTE });
	const statusOf = async (uuid: string) =>
		(await service.request('v3.links.detail', { uuid })).body['transaction_info'] as { status: string };
	const [card, payid] = [
		await createLink({ payin_method_code: 'au_card_aud' }),
		await createLink({ payin_method_code: 'au_payid_npp_aud' }),
	];
	for (const uuid of [card, payid]) await service.control('links/pay', { uuid });
	expect(await statusOf(payid)).toMatchObject({ status: 'received', paid_amount: 80 });
	expect(await statusOf(card)).toMatchObject({ status: 'waiting', paid_amount: 0 });
	await service.advance(MINUTE);
	expect(await statusOf(card)).toMatchObject({ status: 'received', paid_amount: 80 });
});

test('TZS has a hosted checkout', async () => {
	await createLink({ amount: 5_000 }, 'TZS');
});

test('a link expires by the clock, 1,800 seconds after it was made unless told otherwise', async () => {
	const [usual, quick] = [await createLink(), await createLink({ expires_in: 900 })];
	await service.advance(15 * MINUTE - 1);
	expect(await statusesHeard(quick)).toEqual([]);
	await service.advance(1);
	expect(await statusesHeard(quick)).toEqual(['expired']);
	await service.advance(15 * MINUTE);
	expect(await statusesHeard(usual)).toEqual(['expired']);
});

test.each<[string, object, string, string[]]>([
	['a life under 900 seconds', { expires_in: 899 }, 'AUD', ['expires_in']],
	['a card payment above 10,000 NZD', { amount: 10_000.01, payin_method_code: 'nz_card_nzd' }, 'NZD', ['amount']],
	['a card payment above 10,000 HKD', { amount: 10_001 }, 'HKD', ['amount']],
	['less than 2,000 MWK', { amount: 1_999 }, 'MWK', ['amount']],
	['less than 2,000 MWK by bank', { amount: 1_999, payin_method_code: 'mw_bank_mwk' }, 'MWK', ['amount']],
	['less than 15,000 UGX', { amount: 14_999 }, 'UGX', ['amount']],
	['more than 36,000,000 UGX', { amount: 36_000_001, payin_method_code: 'ug_bank_ugx' }, 'UGX', ['amount']],
	['a method of another currency', { payin_method_code: 'nz_card_nzd' }, 'AUD', ['payin_method_code']],
	[
		'an address that is a script',
		{ redirect_url: { success: 'javascript:alert(1)' } },
		'AUD',
		['redirect_url.success'],
	],
	['a currency without hosted checkout', {}, 'ARS', ['amount']],
])('%s is refused', async (_case, changes, currency, fields) => {
	expect(await refusal(changes, currency)).toEqual({ status: 422, fields });
});

test('the limits themselves are accepted, and yen are rounded', async () => {
	await createLink({ amount: 10_000 }, 'NZD');
	await createLink({ amount: 2_000 }, 'MWK');
	const uuid = await createLink({ amount: 5_000.4 }, 'JPY');
	expect((await service.request('v3.links.detail', { uuid, currency: 'JPY' })).body['amount']).toBe(5_000);
});

test('the list filters, pages and keeps accounts apart', async () => {
	const first = await createLink({ meta_data: { external_id: 'a' } });
	await service.advance(MINUTE);
	const second = await createLink({ payin_method_code: 'au_card_aud' });
	const third = await createLink();
	await service.control('links/fail', { uuid: second });
	const uuids = async (query: Record<string, unknown>) =>
		(await service.call('v3.links.list', query)).body.records?.map(({ uuid }) => uuid);

	expect(await uuids({})).toEqual([third, second, first]);
	expect(await uuids({ page: 2, per_page: 2 })).toEqual([first]);
	expect(await uuids({ status: 'failed' })).toEqual([second]);
	expect(await uuids({ payin_method_code: 'au_card_aud' })).toEqual([second]);
	expect(await uuids({ external_id: 'a' })).toEqual([first]);
	expect(await uuids({ from_date: '2031-03-04T00:01:00Z' })).toEqual([third, second]);
	expect((await service.call('v3.links.list', {}, 'NZD')).body).toMatchObject({ total: 0, records: [] });
	expect((await service.request('v3.links.detail', { uuid: first, currency: 'NZD' })).status).toBe(404);
});

test('a refund is full at first, partial from 30 minutes on, and each step is notified', async () => {
	const uuid = await createLink({ payin_method_code: 'au_card_aud' });
	const refund = (changes: object) => service.call('v3.links.refund', { uuid, description: 'Late parcel', ...changes });
	expect((await refund({})).status).toBe(422);
	await service.control('links/pay', { uuid });
	expect((await refund({ amount: 30 })).body.errors).toHaveProperty('refund_amount');
	await service.advance(30 * MINUTE);
	expect((await refund({ amount: 80.01 })).body.errors).toHaveProperty('refund_amount');
	expect((await refund({ amount: 30 })).body).toMatchObject({
		total_amount: '80.0',
		refund_amount: '30.0',
		payin_request: { status: 'return_pending' },
	});
	await service.advance(MINUTE);
	expect((await refund({})).body).toMatchObject({ refund_amount: '50.0' });
	await service.advance(MINUTE);
	expect(await statusesHeard(uuid)).toEqual([
		'authorised',
		'waiting',
		'received',
		'return_pending',
		'partially_refunded',
		'return_pending',
		'return_received',
	]);
	expect((await service.request('v3.links.detail', { uuid })).body.refunds).toMatchObject([
		{ amount: '30.0', status: 'received' },
		{ amount: '50.0', status: 'received' },
	]);
	expect(service.emulator.account('AUD').ledger.audit().balanced).toBe(true);
});

test('mobile money and PayID payments cannot be refunded', async () => {
	const mobile = await createLink({ amount: 500 }, 'KES');
	await service.control('links/pay', { uuid: mobile });
	const answer = await service.call('v3.links.refund', { uuid: mobile, description: 'Late parcel' }, 'KES');
	expect(answer.body.errors).toHaveProperty('payment_request_id');
});

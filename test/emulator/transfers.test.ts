import { startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const transfer = async (amount: number) =>
	String((await service.control('transfers', { currency: 'USD', amount })).body['balance_id']);
const simulate = (uuid: string, status: string) => service.call('v2.transfers.simulate', { uuid, status }, 'USD');
const balances = async () => (await service.call('v2.balances.detail', { currency: 'USD' }, 'USD')).body;

test('a transfer waits in Processing until it is simulated, once', async () => {
	const [completed, failed] = [await transfer(100), await transfer(40)];
	expect(await balances()).toMatchObject({ available_balance: 9_999_860, outgoing_balance: 140 });
	expect((await simulate(completed, 'completed')).body).toEqual({ status: 'ok' });
	await simulate(failed, 'failed');
	expect(await balances()).toMatchObject({ available_balance: 9_999_900, outgoing_balance: 0 });
	expect((await simulate(completed, 'failed')).status).toBe(422);
	expect((await simulate('00000000-00000000', 'completed')).status).toBe(404);
	expect((await simulate(failed, 'Processing')).status).toBe(422);
	expect((await service.control('books')).body['USD']).toMatchObject({
		payments: { transfers: { count: 2, sum: '140', byStatus: { completed: 1, failed: 1 } } },
		balanced: true,
	});
});

test('yen deposits are whole and carry half-width katakana', async () => {
	const deposit = (changes: object) =>
		service.call('v1.deposits.simulate', { account_number: '7654321', amount: '5000', ...changes }, 'JPY');
	expect((await deposit({ remitter_name: 'ﾔﾏﾀﾞ ﾀﾛｳ' })).status).toBe(200);
	expect((await deposit({ amount: '5000.5' })).body).toMatchObject({ error: 'UnprocessableEntity' });
	expect((await deposit({ remitter_name: '山田' })).status).toBe(422);
	await service.advance(1_000);
	expect((await service.call('v2.balances.detail', { currency: 'JPY' }, 'JPY')).body).toMatchObject({
		available_balance: 10_005_000,
		incoming_balance: 0,
	});
});

test('v1 balance history is signed, pages by number and carries the running balance; missing dates are 422', async () => {
	await service.call('v1.deposits.simulate', { account_number: '1', amount: '100' });
	await service.advance(1_000);
	await service.control('transfers', { currency: 'AUD', amount: 30 });
	const page = async (number: number) =>
		(
			await service.call('v1.balances.history', {
				from_date: '2031-03-04',
				to_date: '2031-03-04',
				per_page: 2,
				page: number,
			})
		).body;
	expect(await page(1)).toMatchObject({
		total: 3,
		page: 1,
		data: [
			{ amount: -30, balance_after: 10_000_070 },
			{ amount: 100, balance_after: 10_000_100 },
		],
	});
	expect(await page(2)).toMatchObject({ data: [{ balance_after: 10_000_000 }] });
	expect((await service.call('v1.balances.history', {})).body['error']).toBe('UnprocessableEntity');
	expect((await service.call('v1.balances.detail')).body).toMatchObject({
		available_balance: 10_000_070,
		outgoing_balance: 30,
		retrieved_at: '2031-03-04T00:00:01.000+0000',
	});
});

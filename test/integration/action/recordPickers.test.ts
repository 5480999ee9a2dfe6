import { designTime } from '../engine/designTime';
import { serviceOfFile } from '../engine/serviceOfFile';
import { tripleOf } from '../accounts/mixed';
import { refund, refundOf } from '../moneyOnce/refundedPayins';
import { run } from '../resources/resourceRun';
import { newPayin } from '../trigger/payments';
import { batch, checkoutLink, operation, payin, payout } from './orders';

/** Payments are chosen from a list of recent ones instead of pasted. */

const service = serviceOfFile();

const ORDERS = ['order-1', 'order-2', 'order-3'];

const search = async (resource: string, name: string, method: string, filter?: string, changes = {}) =>
	(await designTime({ resource, operation: name }, service.credentials('AUD', changes)).search(method, filter)).results;

/** Three payins, one after the other, of which the second is paid. */
async function makePayins(): Promise<string[]> {
	const uuids: string[] = [];
	for (const key of ORDERS) {
		const { items } = await run(service, payin({ customerName: `Ada ${key}` }), { items: [{ key, amount: '120' }] });
		uuids.push(String(items[0]?.json.uuid));
		await service.advance(60_000);
	}
	const [, second = ''] = uuids;
	service.emulator.account('AUD').payins.simulate(second, 'completed');
	return uuids;
}

const keysIn = (choices: readonly { name: string }[]) => choices.map(({ name }) => name.split(' · ')[0]);

describe('payins', () => {
	it('are listed newest first, by what people know of them', async () => {
		const [first, second, third] = await makePayins();
		const choices = await search('payin', 'get', 'searchPayins');
		expect(choices.map(({ value }) => value)).toEqual([third, second, first]);
		expect(choices[1]?.name).toMatch(/^order-2 · 120\.00 AUD · received · \d{1,2} [A-Z][a-z]{2,3} \d\d:\d\d$/);
	});

	it.each([
		['refund', ['order-2', 'order-3', 'order-1']],
		['simulate', ['order-3', 'order-1', 'order-2']],
		['waitForStatus', ['order-3', 'order-1', 'order-2']],
	])('begin with those that the operation acts on: %s', async (name, keys) => {
		await makePayins();
		expect(keysIn(await search('payin', name, 'searchPayins'))).toEqual(keys);
	});

	it('are found by External ID, name, email and uuid, in any case', async () => {
		const [, second = ''] = await makePayins();
		for (const filter of ['ORDER-2', ' ada order-2 ', second])
			expect(keysIn(await search('payin', 'get', 'searchPayins', filter))).toEqual(['order-2']);
		expect(await search('payin', 'get', 'searchPayins', 'nathan@example.com')).toHaveLength(3);
		expect(await search('payin', 'get', 'searchPayins', 'nobody')).toEqual([]);
	});

	it('of all accounts of the credential are listed', async () => {
		await makePayins();
		newPayin(service, { payin_method_name: 'ph_qrph_php', amount: 500, external_id: 'order-9' }, 'PHP');
		const choices = await search('payin', 'get', 'searchPayins', '', { accounts: tripleOf(service, 'PHP') });
		expect(keysIn(choices).sort()).toEqual([...ORDERS, 'order-9']);
	});

	it('that was chosen is the one that is read', async () => {
		await makePayins();
		const [choice] = await search('payin', 'get', 'searchPayins', 'order-1');
		const uuid = { __rl: true, mode: 'list', value: String(choice?.value), cachedResultName: String(choice?.name) };
		const { items } = await run(service, operation('payin', 'get', { uuid }));
		expect(items[0]?.json).toMatchObject({ external_id: 'order-1' });
	});

	it('whose whole amount went back say so', async () => {
		const [, second = ''] = await makePayins();
		await service.advance(3_600_000);
		expect(await refund(service, refundOf(second, 'r-1'))).toBe('created');
		expect(await refund(service, refundOf(second, 'r-2'))).toBe(`Payin ${second} is refunded in full already`);
		expect(service.emulator.account('AUD').payins.payments().refunds).toHaveLength(1);
	});
});

it('payouts are listed by their batch, and found by what their payments show', async () => {
	const list = [1, 2].map((number) => ({ key: `wage-${number}`, amount: number, name: `Smith${number}` }));
	await run(service, batch({}), { items: list });
	await service.advance(60_000);
	await run(service, payout({}), { items: [{ key: 'inv-1', amount: '5' }] });
	const choices = await search('payout', 'get', 'searchPayouts');
	expect(choices[0]?.name).toMatch(/^inv-1 · 5\.00 AUD · /);
	expect(choices[1]?.name).toMatch(/^payroll-3 · 2 payees · 3\.00 AUD · /);
	for (const filter of ['wage-2', 'smith1', 'PAYROLL'])
		expect(keysIn(await search('payout', 'get', 'searchPayouts', filter))).toEqual(['payroll-3']);
});

it('checkout links are listed by the External ID in their metadata', async () => {
	await run(service, checkoutLink(), { items: [{ key: 'order-7', amount: '49.90' }] });
	const choices = await search('checkoutLink', 'refund', 'searchCheckoutLinks', 'order-7');
	expect(choices.map(({ name }) => name)).toEqual([expect.stringMatching(/^order-7 · 49\.90 AUD · pending/)]);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, chosen, form, payin } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { goOn, runWithFiles } from '../resources/resourceRun';
import { chunks, eachOnce, list, one, outcomeOf, outcomes, paidKeys, wages } from './payroll';
import { audPayoutFile, audPayoutPerItem, gatewayLinkCreate } from './writes';

/** The user's own reference survives everything, even a new execution that knows nothing of the previous one. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

/** Each run in a process of its own, which remembers nothing of the payments before. */
const pay = async (parameters: INodeParameters, items: IDataObject[], more: Partial<NodeRunOptions> = {}) => {
	const { nodeTypes } = startProcess();
	return await runNode({ credentials: service.credentials(), parameters, items, nodeTypes, ...more });
};

const batches = () =>
	new Set(
		service.emulator
			.account('AUD')
			.payouts.payments()
			.payouts.map(({ batch_uuid }) => batch_uuid),
	).size;

describe.each([
	['one request per item', one],
	['all items in one request', chunks],
])('%s', (_, parameters) => {
	it('finds everybody when the list is run again, in whatever order', async () => {
		await pay(parameters(), wages(5));
		const again = await pay(parameters(), wages(5).reverse());
		expect(outcomes(again)).toEqual(Array(5).fill('found'));
		expect(paidKeys(service)).toEqual(eachOnce(wages(5)));
		expect(service.calls()['v2.payouts.create']).toBe(batches());
	});

	it('refuses other values under the same External ID, shows both and sends nothing', async () => {
		await pay(parameters(), wages(2));
		const sent = service.calls()['v2.payouts.create'];
		const byPayid = {
			payoutMethodName: chosen('au_payid_npp_aud'),
			methodParameters: form({ pay_id: 'n@shop.test', pay_id_type: 'EMAIL' }),
		};
		const others: [INodeParameters, asked: string, there: string][] = [
			[{ amount: '99.5' }, 'amount 99.50 AUD', 'amount 10.50 AUD'],
			[{ firstName: 'Olivia' }, 'payee olivia payee 0', 'payee nathan payee 0'],
			[{ email: 'olivia@example.com' }, 'payee email olivia@example.com', 'payee email nathan@example.com'],
			[byPayid as INodeParameters, 'method au_payid_npp_aud', 'method au_bank_aud'],
		];
		for (const [changes, asked, there] of others) {
			const { error } = await pay(parameters(changes), wages(2));
			expect(`${error?.message} ${error?.description}`).toContain('The External ID wage-0 belongs to another payment');
			expect(error?.description).toContain(`Asked for: ${asked}`);
			expect(error?.description).toContain(`There: ${there}`);
		}
		expect(service.calls()['v2.payouts.create']).toBe(sent);
	});

	it('pays those alone whose outcome was unknown', async () => {
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', nth: 2 });
		const first = await pay(parameters(), wages(5), { settings: goOn });
		expect(outcomes(first)).toContain('unknown');
		const again = await pay(parameters(), wages(5), { settings: goOn });
		expect(outcomes(again)).toEqual(outcomes(first).map((outcome) => (outcome === 'unknown' ? 'created' : 'found')));
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(5)));
	});

	it('finds what was paid more than a year ago', async () => {
		const old = await startService({ start: new Date(Date.now() - 400 * 86_400_000) });
		const credentials = old.credentials();
		await pay(parameters(), wages(3), { credentials });
		await old.advance(400 * 86_400_000 - 60_000);
		const again = await pay(parameters(), wages(4), { credentials });
		expect(outcomes(again)).toEqual(['found', 'found', 'found', 'created']);
		await old.close();
	});
});

it('a payin of more than a year ago is found, too, and has expired', async () => {
	const old = await startService({ start: new Date(Date.now() - 400 * 86_400_000) });
	const credentials = old.credentials();
	await pay(payin({ options: AT_ONCE }), wages(1), { credentials });
	await old.advance(400 * 86_400_000 - 60_000);
	const { error } = await pay(payin({ options: AT_ONCE }), wages(1), { credentials });
	expect(error?.message).toBe('The payment wage-0 was made before and has ended without money: expired');
	await old.close();
});

describe('a list that has changed', () => {
	it('pays only who is new on it', async () => {
		await pay(list(), wages(3));
		const again = await pay(list(), wages(4, 1));
		expect(outcomes(again)).toEqual(['found', 'found', 'created', 'created']);
		expect(paidKeys(service)).toEqual(eachOnce(wages(5)));
		expect(batches()).toBe(2);
	});

	it('goes on paying the others when one payee differs', async () => {
		await pay(list(), wages(2));
		const changed = wages(3).map((item, index) => (index === 0 ? { ...item, amount: '11.00' } : item));
		const again = await pay(list(), changed, { settings: goOn });
		expect(outcomes(again)).toEqual(['The External ID wage-0 belongs to another payment', 'found', 'created']);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(3)));
	});
});

it('an External ID that is corrected pays whom another item had stood for', async () => {
	const items = [
		{ amount: 10, customer: 'C-1', invoice: 'INV-1' },
		{ amount: 10, customer: 'C-1', invoice: 'INV-2' },
		{ amount: 30, customer: 'C-2', invoice: 'INV-3' },
	];
	const shared = await pay(one({ externalId: '={{ $json.customer }}' }), items);
	expect(outcomes(shared)).toEqual(['created', 'found', 'created']);
	const own = await pay(one({ externalId: '={{ $json.invoice }}' }), items.slice(1));
	expect(outcomes(own)).toEqual(['created', 'created']);
	expect(paidKeys(service)).toEqual(['C-1', 'C-2', 'INV-2', 'INV-3']);
});

it.each<[string, INodeParameters, INodeParameters]>([
	[
		'a payin with GST',
		payin({ externalId: '={{ $json.key }}', options: AT_ONCE }),
		{ additionalFields: { gst: true } },
	],
	[
		'a gateway link for another customer',
		gatewayLinkCreate.parameters,
		{ orderDetails: JSON.stringify({ billing_details: { email: 'olivia@shop.test' } }) },
	],
])('%s under the same External ID stops', async (_what, parameters, changes) => {
	const run = async (more: INodeParameters = {}) =>
		await runNode({ credentials: service.credentials(), parameters: { ...parameters, ...more }, items: wages(1) });
	expect(outcomes(await run())).toEqual(['created']);
	expect((await run(changes)).error?.message).toMatch(/^The (External|Order) ID \S+ belongs to another /);
	expect(outcomes(await run())).toEqual(['found']);
});

it('another currency under the same External ID stops', async () => {
	await pay(payin({ options: AT_ONCE }), wages(1));
	const { error } = await pay(payin({ options: AT_ONCE, additionalFields: { currency: 'USD' } }), wages(1));
	expect(error?.message).toBe('au_bank_aud has the currency AUD, not USD');
	expect(service.calls()['v2.payins.create']).toBe(1);
});

it('an AUD file is sent once under its External ID, and another file under it stops', async () => {
	const file = audPayoutFile.fileOf?.({ amount: '12.50' });
	const other = audPayoutFile.fileOf?.({ amount: '13.50' });
	const parameters = { ...audPayoutFile.parameters, externalId: '={{ "wages-3" }}' };
	const { items } = await runWithFiles(service, parameters, [file, file, other], goOn);
	expect(items.map(outcomeOf)).toEqual(['created', 'found', 'The External ID wages-3 belongs to another payment']);
	expect(service.calls()['v1.payouts.createFromFile']).toBe(1);
});

it('kinds of payments do not share External IDs', async () => {
	for (const parameters of [one(), payin({ options: AT_ONCE }), audPayoutPerItem.parameters])
		expect(outcomes(await pay(parameters, wages(1)))).toEqual(['created']);
});

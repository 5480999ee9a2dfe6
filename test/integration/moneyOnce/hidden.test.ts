import type { INodeParameters } from 'n8n-workflow';
import { everywhere, without, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, checkoutLink, chosen, form, operation, payin } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { answered } from '../wrongGuesses/differing';
import { list, one, outcomes } from './payroll';
import { paidPayin } from './refundedPayins';
import { audPayoutPerItem } from './writes';

/** What records do not show, the process remembers: it tells one payment from another under the same External ID. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

type NodeTypes = ReturnType<typeof startProcess>['nodeTypes'];

const pay = async (parameters: INodeParameters, nodeTypes: NodeTypes = startProcess().nodeTypes, currency = 'AUD') =>
	await runNode({
		credentials: service.credentials(currency),
		parameters,
		items: [{ amount: 10, key: 'INV-1' }],
		nodeTypes,
	});
const TAKEN = 'The External ID INV-1 belongs to another payment';

/** Changes the records that the service shows of payouts and payins. */
const shown = (change: (fields: Fields) => Fields) =>
	answered(
		['payins', 'payouts'].flatMap((kind) => [`v2.${kind}.list`, `v2.${kind}.detail`]),
		(answer) => everywhere(answer, change),
	);

const masked = (fields: Fields) =>
	typeof fields.account_number === 'string'
		? { ...fields, account_number: `****${fields.account_number.slice(-4)}` }
		: fields;
const toAccount = (account_number: string) => ({
	methodParameters: form({ bsb: '062000', account_name: 'Nathan Smith', account_number }),
});

it.each([
	['shown by its last digits', masked],
	['not shown', (fields: Fields) => without(fields, 'payout_method_params')],
])('an account that is %s is told from another one', async (_how, change) => {
	shown(change);
	for (const order of [one, list]) {
		const { nodeTypes } = startProcess();
		await pay(order(toAccount('11115678')), nodeTypes);
		expect((await pay(order(toAccount('22225678')), nodeTypes)).error?.message).toBe(TAKEN);
		expect(outcomes(await pay(order(toAccount('11115678')), nodeTypes))).toEqual(['found']);
	}
});

it.each([
	['payout', one()],
	['payin', payin({ options: AT_ONCE })],
])('a %s whose record shows no email is found all the same', async (_what, parameters) => {
	shown((fields) => without(fields, 'email'));
	await pay(parameters);
	expect(outcomes(await pay(parameters))).toEqual(['found']);
});

it('another payer in the parameters of a payin, which no record shows, stops', async () => {
	const { nodeTypes } = startProcess();
	const customer = { user_name: 'Shop', first_name: 'Taro', last_name: 'Yamada', phone: '+81300000000' };
	const rest = { ...customer, email: 'till@shop.example', ip_address: '203.0.113.1', transliterate: true };
	const ofUser = (user_id: string) =>
		payin({
			...{ payinMethodName: chosen('jp_bank_jpy'), amount: '1000', options: AT_ONCE },
			methodParameters: form({ user_id, ...rest }),
		});
	expect((await pay(ofUser('user-1'), nodeTypes, 'JPY')).error).toBeUndefined();
	expect((await pay(ofUser('user-2'), nodeTypes, 'JPY')).error?.message).toBe(TAKEN);
});

describe('a link whose amount is hidden', () => {
	const sparse = ({ uuid, payment_link_url, meta_data, transaction_info: payment }: Fields) => ({
		...{ uuid, payment_link_url, meta_data },
		transaction_info: { status: (payment as Fields).status },
	});
	const order = (amount: string) => checkoutLink({ amount, options: { ...AT_ONCE, requestTimeout: 1 } });
	beforeEach(() =>
		answered(['v3.links.detail', 'v3.links.list'], (answer) =>
			Array.isArray(answer.records) ? { ...answer, records: (answer.records as Fields[]).map(sparse) } : sparse(answer),
		),
	);

	it('is told from another one', async () => {
		const { nodeTypes } = startProcess();
		expect((await pay(order('20'), nodeTypes)).error).toBeUndefined();
		expect((await pay(order('200'), nodeTypes)).error?.message).toBe('The External ID INV-1 belongs to another link');
		expect(outcomes(await pay(order('20'), nodeTypes))).toEqual(['found']);
	});
});

/** The process then remembers it for a day, like what cannot be asked for, and says so. */
describe('what the service shows without its External ID', () => {
	const hide = (name: string) =>
		answered(
			['v2.payins.detail', 'v3.links.list', 'v3.links.detail', 'v3.links.create', 'v2.payins.refund'],
			(answer) => everywhere(answer, (fields) => without(fields, name)),
		);
	const { now } = Date;
	/** Another payment lets the process forget what it need not remember any more. */
	const payLater = async (nodeTypes: NodeTypes) => {
		await service.advance(20 * 60_000);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 20 * 60_000);
		await pay(one({ externalId: 'other' }), nodeTypes);
	};

	it.each([
		[
			'a refund',
			'external_id',
			async () =>
				operation('payin', 'refund', {
					uuid: await paidPayin(service),
					externalId: 'INV-1',
					refundType: 'partial',
					amount: '30',
					reason: 'Parcel came late',
					options: AT_ONCE,
				}),
			'v2.payins.refund',
		],
		[
			'a checkout link',
			'meta_data',
			async () => await Promise.resolve(checkoutLink({ options: AT_ONCE })),
			'v3.links.create',
		],
	] as const)('%s', async (_what, field, orderOf, endpoint) => {
		const { nodeTypes } = startProcess();
		const order = await orderOf();
		hide(field);
		expect(outcomes(await pay(order, nodeTypes))).toEqual(['created']);
		await payLater(nodeTypes);
		expect(outcomes(await pay(order, nodeTypes))).toEqual(['found']);
		expect(service.calls()[endpoint]).toBe(1);
	});

	it('a payee of a list, who may be each of the same values: nobody is paid again, by another process either', async () => {
		answered(['v2.payouts.list', 'v2.payouts.detail'], (answer) =>
			everywhere(answer, (fields) => ('payee' in fields ? without(fields, 'external_id') : fields)),
		);
		const { nodeTypes } = startProcess();
		expect(outcomes(await pay(list(), nodeTypes))).toEqual(['created']);
		await payLater(nodeTypes);
		for (const process of [nodeTypes, startProcess().nodeTypes])
			expect((await pay(list(), process)).error?.message).toMatch(/without its External ID, which may be this one/);
		expect(service.calls()['v2.payouts.create']).toBe(2);
	});
});

it.each([
	['payout', one(), 'v2.payouts.create'],
	['payout of a list', list(), 'v2.payouts.create'],
	['AUD payout', audPayoutPerItem.parameters, 'v1.payouts.create'],
	['payin', payin({ options: AT_ONCE }), 'v2.payins.create'],
] as const)(
	'a %s that is unclear keeps the same one under another External ID from being sent by this process, for ten minutes',
	async (_what, parameters, endpoint) => {
		const { nodeTypes } = startProcess();
		const as = async (externalId: string, process = nodeTypes) => await pay({ ...parameters, externalId }, process);
		service.emulator.world.settings.listLagMs = 3_600_000;
		service.fault({ endpoint, fault: 'reset', when: 'after', nth: 1 });
		expect((await as('INV-1')).error?.message).toContain('It is unknown whether');
		expect((await as('INV-2')).error?.message).toContain('may have been made under the External ID INV-1');
		expect(outcomes(await as('INV-2', startProcess().nodeTypes))).toEqual(['created']);
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 601_000);
		expect(outcomes(await as('INV-3'))).toEqual(['created']);
		expect(service.calls()[endpoint]).toBe(3);
	},
);

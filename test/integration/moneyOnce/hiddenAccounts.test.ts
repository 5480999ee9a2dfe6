import type { Fields } from '../../../emulator/otherwise/difference';
import { everywhere, without } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, BANK_ACCOUNT, batch, form, payin, payout, QUICK } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';
import { answered } from '../wrongGuesses/differing';

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const masked = (fields: Fields) =>
	typeof fields.account_number === 'string'
		? { ...fields, account_number: `****${fields.account_number.slice(-4)}` }
		: fields;

/** Changes the records that the service shows of payouts and payins. */
const shown = (change: (fields: Fields) => Fields) =>
	answered(
		['payins', 'payouts'].flatMap((kind) => [`v2.${kind}.list`, `v2.${kind}.detail`]),
		(answer) => everywhere(answer, change),
	);

const toAccount = (account_number: string) => form({ bsb: '062000', account_name: 'Nathan Smith', account_number });

describe.each([
	['shown by its last digits', masked],
	['not shown', (fields: Fields) => without(fields, 'payout_method_params')],
])('an account that is %s', (_how, change) => {
	it.each(['perItem', 'allItems'])('is told from another one under the same External ID (%s)', async (batchMode) => {
		shown(change);
		const { nodeTypes } = startProcess();
		const pay = async (account: string) =>
			await run(service, payout({ batchMode, options: AT_ONCE, methodParameters: toAccount(account) }), {
				nodeTypes,
				items: [{ amount: 10, key: 'INV-1' }],
			});
		await pay('11115678');
		expect((await pay('22225678')).error?.message).toBe('The external ID INV-1 belongs to another payment');
		expect((await pay('11115678')).items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
	});

	it('is told from another one within a list', async () => {
		shown(change);
		const { error } = await run(
			service,
			payout({ options: AT_ONCE, methodParameters: toAccount('={{ $json.account }}') }),
			{
				nodeTypes: startProcess().nodeTypes,
				items: [
					{ amount: 10, key: 'INV-1', account: '11115678' },
					{ amount: 10, key: 'INV-1', account: '22225678' },
				],
			},
		);
		expect(error?.message).toBe('The external ID INV-1 belongs to another payment');
	});
});

it.each([
	['payout', payout],
	['payin', payin],
])('a %s whose record shows no email is found all the same', async (_what, order) => {
	shown((fields) => without(fields, 'email'));
	const pay = async () =>
		await run(service, order({ options: AT_ONCE }), {
			nodeTypes: startProcess().nodeTypes,
			items: [{ amount: 10, key: 'INV-1' }],
		});
	await pay();
	expect((await pay()).items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
});

it.each([
	['a BSB', { methodParameters: form({ ...BANK_ACCOUNT, bsb: '062-000' }) }, {}],
	['a name in another order', {}, { firstName: 'Smith', lastName: 'Nathan' }],
	['a name without its accents', { lastName: 'Müller' }, { lastName: 'Muller' }],
])('%s that is written otherwise is the same payment, as long as it is remembered', async (_what, one, other) => {
	const { nodeTypes } = startProcess();
	const pay = async (changes: object) =>
		await run(service, payout({ options: AT_ONCE, ...changes }), { nodeTypes, items: [{ amount: 10, key: 'INV-1' }] });
	await pay(one);
	expect((await pay(other)).items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
});

it.each([
	['payout', payout, 'v2.payouts.create'],
	['payouts together', batch, 'v2.payouts.create'],
	['payin', payin, 'v2.payins.create'],
] as const)(
	'what was asked for before and never arrived is not held against a corrected %s',
	async (_what, order, endpoint) => {
		const { nodeTypes } = startProcess();
		const pay = async (amount: number, when: 'before' | 'after') => {
			service.fault({ endpoint, fault: 'reset', when, nth: 1 });
			return await run(service, order({ options: QUICK }), { nodeTypes, items: [{ key: 'INV-1', amount }] });
		};
		expect((await pay(10, 'before')).error?.message).toContain('It is unknown whether');
		expect((await pay(20, 'after')).items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
	},
);

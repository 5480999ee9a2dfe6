import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { batch, chosen, form, payin, payout } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { eachOnce, outcomes, paidKeys, wages } from './payroll';
import { startProcess } from '../../sequences/n8nProcess';

/** The user's own reference survives everything, even a new execution that knows nothing of the previous one. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const options = { requestTimeout: 5, timeLimit: 10, settleSeconds: 0, concurrency: 1 };
const goOn = { onError: 'continueRegularOutput' as const };

const ways: [string, (changes?: INodeParameters) => INodeParameters][] = [
	['one request per item', (changes) => payout({ options, lastName: '={{ $json.name }}', ...changes })],
	['all items in one request', (changes) => batch({ options, additionalFields: { maxPerBatch: 2 }, ...changes })],
	[
		'all items in one request with a reference of its own',
		(changes) => batch({ options, additionalFields: { maxPerBatch: 2, batchExternalId: 'payroll-3' }, ...changes }),
	],
];

/** Each run in a process of its own, which remembers nothing of the payments before. */
const pay = async (parameters: INodeParameters, items: IDataObject[], more: Partial<NodeRunOptions> = {}) => {
	const { nodeTypes } = startProcess();
	return await runNode({ credentials: service.credentials(), parameters, items, nodeTypes, ...more });
};

describe.each(ways)('%s', (_, parameters) => {
	it('finds everybody when the list is run again', async () => {
		await pay(parameters(), wages(5));
		const again = await pay(parameters(), wages(5));
		expect(outcomes(again)).toEqual(Array(5).fill('found'));
		expect(paidKeys(service)).toEqual(eachOnce(wages(5)));
		expect(service.calls()['v2.payouts.create']).toBe(new Set(bookedBatches()).size);
	});

	it('finds everybody in whatever order', async () => {
		await pay(parameters(), wages(5));
		const again = await pay(parameters(), wages(5).reverse());
		expect(outcomes(again)).toEqual(Array(5).fill('found'));
	});

	it.each([
		['amount', { amount: '99.5' }, 'amount 99.5', 'amount 10.5'],
		['payee', { firstName: 'Olivia' }, 'payee olivia', 'payee nathan'],
		[
			'method',
			{
				payoutMethodName: chosen('au_payid_npp_aud'),
				methodParameters: form({ pay_id: 'n@shop.test', pay_id_type: 'EMAIL' }),
			},
			'method au_payid_npp_aud',
			'method au_bank_aud',
		],
	])(
		'refuses another %s under the same reference, shows both and sends nothing',
		async (_what, changes, asked, booked) => {
			await pay(parameters(), wages(2));
			const sent = service.calls()['v2.payouts.create'];
			const { error } = await pay(parameters(changes as INodeParameters), wages(2));
			expect(error?.message).toContain('belongs to another payment');
			const shown = String(error?.description);
			if (shown.includes('other payees')) expect(shown).toContain('payees');
			else expect(shown).toMatch(new RegExp(`Asked for: ${asked}.*Made before: ${booked}`));
			expect(service.calls()['v2.payouts.create']).toBe(sent);
		},
	);

	it('pays those alone whose outcome was unknown', async () => {
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', nth: 2 });
		const first = await pay(parameters(), wages(5), { settings: goOn });
		expect(outcomes(first)).toContain('unknown');
		const again = await pay(parameters(), wages(5), { settings: goOn });
		expect(outcomes(again)).toEqual(outcomes(first).map((outcome) => (outcome === 'unknown' ? 'created' : 'found')));
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(5)));
	});
});

const bookedBatches = () =>
	service.emulator
		.account('AUD')
		.payouts.payments()
		.payouts.map(({ batch_uuid }) => batch_uuid);

describe('a list that has changed', () => {
	const together = batch({ options, additionalFields: { batchExternalId: 'payroll-3' } });

	it('pays only who is new on it, under the reference of the batch', async () => {
		await pay(together, wages(3));
		const again = await pay(together, wages(4, 1));
		expect(outcomes(again)).toEqual(['found', 'found', 'created', 'created']);
		expect(paidKeys(service)).toEqual(eachOnce(wages(5)));
		expect(new Set(bookedBatches()).size).toBe(2);
	});

	it('goes on paying the others when one payee differs', async () => {
		await pay(together, wages(2));
		const changed = wages(3).map((item, index) => (index === 0 ? { ...item, amount: '11.00' } : item));
		const again = await pay(together, changed, { settings: goOn });
		expect(outcomes(again).slice(1)).toEqual(['found', 'created']);
		expect(outcomes(again)[0]).toBe('The external ID wage-0 belongs to another payment');
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(3)));
	});
});

it('an External ID that is corrected pays whom another item had stood for', async () => {
	const items = [
		{ amount: 10, customer: 'C-1', invoice: 'INV-1' },
		{ amount: 10, customer: 'C-1', invoice: 'INV-2' },
		{ amount: 30, customer: 'C-2', invoice: 'INV-3' },
	];
	service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, when: 'before', nth: 2 });
	const failed = await pay(payout({ options, externalId: '={{ $json.customer }}' }), items);
	expect(paidKeys(service)).toEqual(['C-1']);
	const again = await failed.retry({ parameters: payout({ options, externalId: '={{ $json.invoice }}' }) });
	expect(again.error).toBeUndefined();
	expect(paidKeys(service).sort()).toEqual(['C-1', 'C-2', 'INV-2']);
});

describe('another currency', () => {
	it('is refused under the same reference, shows both and sends nothing', async () => {
		const lookalike = payin({ options, preventDuplicates: true });
		await pay(lookalike, wages(1));
		const { error } = await pay({ ...lookalike, currency: 'USD' }, wages(1));
		expect(error?.message).toBe('The external ID wage-0 belongs to another payment');
		expect(error?.description).toContain('Asked for: currency USD. Made before: currency AUD.');
		expect(service.calls()['v2.payins.create']).toBe(1);
	});
});

describe('without Prevent Duplicates', () => {
	it('is looked for after an unclear send all the same', async () => {
		const parameters = payout({ options, preventDuplicates: false });
		service.fault({ endpoint: 'v2.payouts.create', fault: 'invalid-json', when: 'after', nth: 2 });
		const run = await pay(parameters, wages(3));
		expect(outcomes(run)).toEqual(['created', 'found', 'created']);
		expect(service.calls()['v2.payouts.list']).toBeGreaterThan(0);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(3)));
	});
});

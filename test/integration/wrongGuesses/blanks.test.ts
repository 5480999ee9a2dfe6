import * as wire from '../../../emulator/otherwise';
import { everywhere, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { chosen, form, operation, payin, payout } from '../action/orders';
import { startService, type Service } from '../engine/service';
import { run } from '../resources/resourceRun';

/** Lists that show a field empty, or in words of their own, although the details tell. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const order = { items: [{ amount: 10, key: 'order-1' }] };
/** A process that remembers nothing of the payments before. */
const anew = () => ({ ...order, nodeTypes: startProcess().nodeTypes });

/** Changes the records of a list that have a field. */
const listing = (list: string, mark: string, change: Fields) =>
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			everywhere(answer as Fields, (fields) =>
				endpoint === list && mark in fields ? { ...fields, ...change } : fields,
			),
		);

describe.each([[null], ['']])('a list that shows every External ID as %j', (id) => {
	it.each([
		['its payments', ['payee']],
		['its batches', ['payout_transactions']],
		['both', ['payee', 'payout_transactions']],
	])('payouts/all of %s: a payout whose answer was lost is found', async (_what, marks) => {
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_settings, endpoint, answer) =>
				everywhere(answer as Fields, (fields) =>
					endpoint === 'v2.payouts.list' && marks.some((mark) => mark in fields)
						? { ...fields, external_id: id }
						: fields,
				),
			);
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
		const { error } = await run(service, payout(), { ...anew(), settings: { retryOnFail: true, maxTries: 3 } });
		expect(error).toBeUndefined();
		const again = await run(service, payout(), anew());
		expect(again.items[0]?.json).toMatchObject({ outcome: 'found' });
		expect(service.calls()['v2.payouts.create']).toBe(1);
	});

	it('payouts/all: a list of payees is found again, however many payouts were made by hand since', async () => {
		const listed = { items: Array.from({ length: 20 }, (_, at) => ({ amount: 10 + at, key: `order-${at}` })) };
		const together = payout({ batchMode: 'allItems', batchExternalId: 'payroll-1' });
		listing('v2.payouts.list', 'payout_transactions', { external_id: id });
		const { payouts } = service.emulator.account('AUD');
		const create = jest.spyOn(payouts, 'create');
		await run(service, together, { ...listed, nodeTypes: startProcess().nodeTypes });
		for (const [{ payout_transaction_details: payees, ...body }] of [...create.mock.calls])
			for (const payee of [...payees, ...payees])
				payouts.create({
					...{ ...body, external_id: undefined },
					payout_transaction_details: [{ ...payee, external_id: undefined }],
				});
		const { items } = await run(service, together, { ...listed, nodeTypes: startProcess().nodeTypes });
		expect(items.map(({ json }) => json.outcome)).toEqual(listed.items.map(() => 'found'));
		expect(service.calls()['v2.payouts.create']).toBe(1);
	});

	it('payins/all: a payin is found', async () => {
		listing('v2.payins.list', 'payment_method', { external_id: id });
		await run(service, payin(), anew());
		await run(service, payin(), anew());
		expect(service.calls()['v2.payins.create']).toBe(1);
	});
});

it.each<Fields>([
	{ payment_method: null },
	{ payment_method: 'bank_transfer' },
	{ email: '' },
	{ amount: null },
	{ currency: 'aud' },
])('a payin is found although the list shows %j', async (change) => {
	listing('v2.payins.list', 'payment_method', change);
	await run(service, payin(), anew());
	const { items, error } = await run(service, payin(), anew());
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ outcome: 'found' });
});

it.each<Fields>([{ payout_method_name: null }, { currency: 'aud' }, { currency: null }])(
	'a payout is found although the list shows %j',
	async (change) => {
		listing('v2.payouts.list', 'payout_transactions', change);
		await run(service, payout(), anew());
		const { items, error } = await run(service, payout(), anew());
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ outcome: 'found' });
	},
);

it('a checkout link is found where the list shows its metadata as null', async () => {
	listing('v3.links.list', 'payment_link_url', { meta_data: null });
	const link = operation('checkoutLink', 'create', {
		...{ amount: '10', externalId: 'order-1', paymentDescription: 'Order 1', customerEmail: 'ada@shop.example' },
		...{ firstName: 'Ada', lastName: 'Byron', notify: 'none' },
	});
	await run(service, link, { nodeTypes: startProcess().nodeTypes });
	const { items } = await run(service, link, { nodeTypes: startProcess().nodeTypes });
	expect(items[0]?.json).toMatchObject({ outcome: 'found' });
	expect(service.calls()['v3.links.create']).toBe(1);
});

it('Max per Day reads the list alone, also where payouts have no reference', async () => {
	listing('v2.payouts.list', 'payout_transactions', { external_id: null });
	for (const key of ['a', 'b', 'c'])
		await run(service, payout(), { items: [{ amount: 1, key }], nodeTypes: anew().nodeTypes });
	const before = service.calls()['v2.payouts.detail'] ?? 0;
	const { error } = await run(service, payout({ externalId: 'd' }), {
		credentials: service.credentials('AUD', { maxPerDay: 'AUD 100' } as never),
		items: [{ amount: 1 }],
		nodeTypes: anew().nodeTypes,
	});
	expect(error).toBeUndefined();
	expect((service.calls()['v2.payouts.detail'] ?? 0) - before).toBe(0);
});

it('a new static PayID that comes inside an object is shown without it', async () => {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			endpoint === 'v1.staticPayid.create' ? { customer: answer } : answer,
		);
	const payid = operation('staticPayid', 'create', {
		...{ name: 'Ada Byron', email: 'ada@shop.example', prefixStaticPayid: 'ada.byron', notify: 'none' },
	});
	const { items, error } = await run(service, payid);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ name: 'Ada Byron', status: 'active' });
});

it('a payin goes without what its method demands for another type of user', async () => {
	const described = {
		user_type: 'string:Mandatory one of individual, business',
		registration_number: 'string:Mandatory for user_type business',
	};
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, _endpoint, answer) =>
			everywhere(answer as Fields, (fields) =>
				'payin_method_params' in fields && fields.payin_method_name === 'ug_bank_ugx'
					? { ...fields, payin_method_params: described }
					: fields,
			),
		);
	const asked = { payinMethodName: chosen('ug_bank_ugx'), methodParameters: form({ user_type: 'individual' }) };
	const { items, error } = await run(service, payin(asked), {
		items: [{ amount: 20_000, key: 'u1' }],
		currency: 'UGX',
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ outcome: 'created' });
});

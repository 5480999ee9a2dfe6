import type { INodeParameters } from 'n8n-workflow';
import { payin, payout, QUICK } from '../action/orders';
import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';
import { startProcess } from '../../sequences/n8nProcess';

/**
 * Lists and records that show less than assumed, or in another form: a payment must be found all the same, or it would be
 * made again. Each run is in a process of its own, which remembers nothing of the payments before.
 */

let service: Service;
beforeAll(
	async () =>
		(service = await startService({ wrongGuesses: ['payinListRecord', 'payoutListRecord', 'recordEnvelope'] })),
);
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const account = () => service.emulator.account('AUD');
const people = (...keys: string[]) => keys.map((key, index) => ({ amount: index + 10, key }));
const outcomes = async (parameters: INodeParameters, keys: string[]) => {
	const { items, error } = await run(
		service,
		{ ...parameters, options: { ...QUICK, settleSeconds: 0 } },
		{ items: people(...keys), nodeTypes: startProcess().nodeTypes },
	);
	expect(error).toBeUndefined();
	return items.map(({ json }) => (json.idempotency as { outcome: string }).outcome);
};

it('a payin is compared by its detail, where the list shows only its reference', async () => {
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_, endpoint, answer) => {
		if (endpoint !== 'v2.payins.list') return answer;
		const { records, ...envelope } = answer as { records: { uuid: string; external_id?: string }[] };
		return { ...envelope, records: records.map(({ uuid, external_id }) => ({ uuid, external_id })) };
	});
	expect(await outcomes(payin(), ['order-1'])).toEqual(['created']);
	expect(await outcomes(payin(), ['order-1'])).toEqual(['found']);
});

const link: INodeParameters = {
	resource: 'checkoutLink',
	operation: 'create',
	amount: '={{ $json.amount }}',
	paymentDescription: 'Order 77',
	customerEmail: 'ada@shop.example',
	firstName: 'Ada',
	lastName: 'Byron',
	externalId: '={{ $json.key }}',
};

it.each<[string, RegExp, (shown: unknown) => unknown]>([
	['as JSON text', /^v3\.links\.(list|detail)$/, (shown) => JSON.stringify(shown)],
	['in the detail alone', /^v3\.links\.list$/, () => undefined],
])('a link is found where its metadata shows %s', async (_how, endpoints, change) => {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_, endpoint, answer) =>
			endpoints.test(endpoint)
				? everywhere(answer, (fields) =>
						'meta_data' in fields ? { ...fields, meta_data: change(fields.meta_data) } : fields,
					)
				: answer,
		);
	expect(await outcomes(link, ['order-1', 'order-2'])).toEqual(['created', 'created']);
	expect(await outcomes(link, ['order-1'])).toEqual(['found']);
	const read = await run(service, { resource: 'checkoutLink', operation: 'getAll', returnAll: true });
	expect(read.items).toHaveLength(2);
});

it('a payin is found by its detail', async () => {
	expect(await outcomes(payin(), ['order-1', 'order-2'])).toEqual(['created', 'created']);
	expect(await outcomes(payin(), ['order-1', 'order-2'])).toEqual(['found', 'found']);
	expect(account().payins.payments().payins).toHaveLength(2);
});

it('a payin is found after more than a year', async () => {
	const older = await startService({ start: new Date(Date.now() - 800 * 86_400_000) });
	const ask = async (key: string) => {
		const { items } = await run(
			older,
			{ ...payin(), options: { ...QUICK, settleSeconds: 0, returnEnded: true } },
			{ items: people(key), nodeTypes: startProcess().nodeTypes },
		);
		return items[0]?.json.idempotency;
	};
	expect(await ask('order-1')).toMatchObject({ outcome: 'created' });
	await older.advance(400 * 86_400_000);
	expect(await ask('order-2')).toMatchObject({ outcome: 'created' });
	await older.advance(400 * 86_400_000 - 60_000);
	expect(await ask('order-1')).toMatchObject({ outcome: 'found' });
	expect(await ask('order-2')).toMatchObject({ outcome: 'found' });
	expect(await ask('order-3')).toMatchObject({ outcome: 'created' });
	await older.close();
});

it.each<[string, INodeParameters]>([
	['one request per item', {}],
	['all items in one request', { batchMode: 'allItems' }],
	[
		'all items in one request, under a Batch External ID',
		{ batchMode: 'allItems', additionalFields: { batchExternalId: 'March' } },
	],
])('a payout is found by its detail: %s', async (_, mode) => {
	const parameters = { ...payout(), ...mode };
	expect(await outcomes(parameters, ['p-1', 'p-2'])).toEqual(['created', 'created']);
	expect(await outcomes(parameters, ['p-1', 'p-2'])).toEqual(['found', 'found']);
	expect(account().payouts.payments().payouts).toHaveLength(2);
});

it.each([
	['nothing of the payout', { status: 'ok' }],
	['no payments', { uuid: 'B-1', external_id: 'n8n-batch' }],
	['an empty envelope', { record: {} }],
])('nobody is paid again while a detail shows %s', async (_, detail) => {
	const parameters = { ...payout(), batchMode: 'allItems', options: { ...QUICK, timeLimit: 1, settleSeconds: 0 } };
	expect(await outcomes(parameters, ['p-1', 'p-2'])).toEqual(['created', 'created']);
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_world, endpoint, answer) => (endpoint === 'v2.payouts.detail' ? detail : answer));
	const { error } = await run(service, parameters, {
		items: people('p-1', 'p-2'),
		nodeTypes: startProcess().nodeTypes,
	});
	expect(error?.message).toContain('cannot be read');
	expect(account().payouts.payments().payouts).toHaveLength(2);
});

it.each([
	['payin', 'v2.payins.list', payin()],
	['payout', 'v2.payouts.list', payout()],
	['payout of all items', 'v2.payouts.list', payout({ batchMode: 'allItems' })],
] as const)(
	'a %s that has failed is not taken for one that is alive where lists show no status',
	async (_, list, parameters) => {
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_world, endpoint, answer) =>
				everywhere(answer as Record<string, unknown>, ({ status, ...fields }) =>
					endpoint === list || status === undefined
						? fields
						: { ...fields, status: endpoint.endsWith('detail') || endpoint.endsWith('get') ? 'failed' : status },
				),
			);
		expect(await outcomes(parameters, ['order-1'])).toEqual(['created']);
		const { error } = await run(
			service,
			{ ...parameters, options: { ...QUICK, settleSeconds: 0 } },
			{ items: people('order-1'), nodeTypes: startProcess().nodeTypes },
		);
		expect(error?.message).toContain('has ended without money: failed');
	},
);

it('payees of a batch that was begun elsewhere, without references of their own, are not paid again', async () => {
	const parameters = payout({ externalId: '', batchMode: 'allItems', additionalFields: { batchExternalId: 'P-03' } });
	expect(await outcomes(parameters, ['p-1'])).toEqual(['created']);
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_world, _endpoint, answer) =>
			everywhere(answer as Record<string, unknown>, ({ external_id, ...fields }) =>
				'payee' in fields || external_id === undefined ? fields : { ...fields, external_id },
			),
		);
	const { error } = await run(
		service,
		{ ...parameters, options: { ...QUICK, settleSeconds: 0 } },
		{ items: people('p-1'), nodeTypes: startProcess().nodeTypes },
	);
	expect(error?.message).toContain('has the same payee and amount');
	expect((error as { description?: string }).description).toContain('That payment shows no External ID.');
	expect(account().payouts.payments().payouts).toHaveLength(1);
});

import { ServiceError } from '../../../emulator/engine/serviceError';
import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { BANK_ACCOUNT, form, operation, payin, payout, QUICK } from '../action/orders';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';
import { answered, shown } from './differing';

/** Answers that say more, or in another type, than the specification shows. */

const service = serviceOfFile();

const order = { items: [{ amount: 10, key: 'order-1' }] };
const answering = (change: (answer: object, endpoint: string) => object) =>
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) => change(answer as object, endpoint));

describe.each([
	['an empty list of errors', { errors: [] }],
	['an empty object of errors', { errors: {}, error: {} }],
	['no error', { errors: null, error: null, error_code: null }],
	['an empty text', { error: '', errors: '' }],
])('answers that hold %s', (_what, nothing) => {
	it.each([
		['payin', payin()],
		['payout', payout()],
	])('count: a %s is made once, and listed', async (resource, parameters) => {
		answering((answer) => ({ ...answer, ...nothing }));
		const made = await run(service, parameters, order);
		expect(made.error).toBeUndefined();
		expect(made.items[0]?.json).toMatchObject({ outcome: 'created' });
		expect(service.writes()).toBe(1);
		const listed = await run(service, operation(resource, 'getAll', { returnAll: true }));
		expect(listed.items).toHaveLength(1);
	});
});

it('numbers of records that come as text are counted all the same', async () => {
	for (const key of ['order-1', 'order-2', 'order-3']) await run(service, payin(), { items: [{ amount: 10, key }] });
	answering((answer) => {
		const { total, page, limit, ...rest } = answer as Record<string, unknown>;
		return total === undefined
			? rest
			: { ...rest, total: String(total as number), page: String(page as number), limit: String(limit as number) };
	});
	const { items, error } = await run(service, operation('payin', 'getAll', { returnAll: true }));
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
});

it.each([
	['by itself', (transaction: object) => transaction],
	['in an envelope', (transaction: object) => ({ record: transaction })],
])('one transaction of a payout may come %s, and is shown with its payee and amount', async (_how, shown) => {
	await run(service, payout(), order);
	const [{ batch_uuid: uuid = '', uuid: childUuid = '' } = {}] = service.emulator
		.account('AUD')
		.payouts.payments().payouts;
	answering((answer) => {
		const [transaction = {}] = (answer as { payout_transactions: object[] }).payout_transactions;
		return shown(transaction);
	});
	const { items, error } = await run(
		service,
		operation('payout', 'get', { uuid, additionalFields: { childUuid }, options: { timeLimit: 1 } }),
	);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ uuid: childUuid, payee: 'Nathan Smith', amount: '10.00', status: 'created' });
});

it.each([['Ok'], [true], [1], [null], [[]], [['Ok']]])(
	'an action whose answer is %j was carried out, because its status is 200',
	async (answer) => {
		const uuid = String((await run(service, payin(), order)).items[0]?.json.uuid);
		answered(['v2.payins.cancel'], () => answer);
		const { items, error } = await run(service, operation('payin', 'cancel', { uuid }));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([{ uuid, cancelled: true }]);
		expect(service.emulator.account('AUD').payins.get(uuid).status).toBe('expired');
	},
);

it('an action whose answer is false was perhaps not carried out', async () => {
	const uuid = String((await run(service, payin(), order)).items[0]?.json.uuid);
	answered(['v2.payins.cancel'], () => false);
	const { error } = await run(service, operation('payin', 'cancel', { uuid }));
	expect(error?.description).toContain('It is unknown whether the service carried the request out');
});

it('a method whose currency is no text cannot be read, and nothing is sent', async () => {
	answering((answer) =>
		everywhere(answer as Record<string, unknown>, (fields) =>
			'currency' in fields ? { ...fields, currency: ['AUD'] } : fields,
		),
	);
	const { error } = await run(service, payin({ options: { ...QUICK, timeLimit: 1 } }), order);
	expect(error?.message).toContain('cannot be read');
	expect(error?.description).toContain('Nothing was sent.');
});

it.each<[400 | 404, string, string, string]>([
	[400, 'MALFORMED', '', 'The payment service refused this: MALFORMED'],
	[404, 'UNKNOWN_RECORD', '', 'The service says: UNKNOWN_RECORD.'],
	[404, 'UNKNOWN_RECORD', 'There is none', 'The service says: There is none.'],
])('a refusal with status %i and the code %s, saying “%s”, is told', async (status, code, words, told) => {
	const uuid = String((await run(service, payin(), order)).items[0]?.json.uuid);
	answering(() => {
		throw new ServiceError(status, code, words);
	});
	const { error } = await run(service, operation('payin', 'get', { uuid }));
	expect(`${error?.message} ${error?.description}`).toContain(told);
});

describe('refunds', () => {
	const refund = (uuid: string, amount: string, externalId: string) =>
		operation('payin', 'refund', {
			...{ uuid, refundType: 'partial', amount, externalId, reason: 'Parcel came late', options: QUICK },
		});

	it('are found again, and shown, where their list has another name', async () => {
		const { payins } = service.emulator.account('AUD');
		const uuid = String((await run(service, payin(), order)).items[0]?.json.uuid);
		payins.simulate(uuid, 'completed');
		await service.advance(60 * 60_000);
		shown('everywhere', ({ refunds, ...fields }) =>
			refunds === undefined ? fields : { ...fields, refund_records: refunds },
		);
		for (const outcome of ['created', 'found']) {
			const { items } = await run(service, refund(uuid, '2', 'r-1'), { nodeTypes: startProcess().nodeTypes });
			expect(items[0]?.json).toMatchObject({ outcome, external_id: 'r-1' });
		}
		const { items } = await run(service, operation('payin', 'get', { uuid }));
		expect(JSON.parse(String(items[0]?.json.refunds))).toHaveLength(1);
	});

	/** A checkout link that was paid by card. @returns its uuid */
	const completedLink = (): string => {
		const { links } = service.emulator.account('AUD');
		const { uuid } = links.create({
			...{ amount: 10, description: 'Order 77', expires_in: 1800, payin_method_code: 'au_card_aud' },
			sender_info: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Byron' },
		});
		links.moves(uuid).complete?.();
		return uuid;
	};

	it('of a link are found again where they stand beside the status of its payment', async () => {
		const uuid = completedLink();
		answering((answer) => {
			const {
				refunds,
				transaction_info: payment,
				...rest
			} = answer as { refunds?: object[]; transaction_info?: object };
			return { ...rest, ...(payment && { transaction_info: { ...payment, refunds } }) };
		});
		for (const outcome of ['created', 'found']) {
			const parameters = { ...refund(uuid, '', 'refund-1'), resource: 'checkoutLink', refundType: 'full' };
			const { items, error } = await run(service, parameters, { nodeTypes: startProcess().nodeTypes });
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ outcome, external_id: 'refund-1' });
		}
	});

	it.each([
		['null', { transaction_info: null }],
		['empty', { transaction_info: {} }],
		['missing', {}],
	])('of a link are made where its own fields show the payment, and transaction_info is %s', async (_how, hidden) => {
		const uuid = completedLink();
		answering((answer) => {
			const { transaction_info: payment, ...rest } = answer as { transaction_info?: object };
			return payment === undefined ? rest : { ...payment, ...rest, ...hidden };
		});
		const parameters = { ...refund(uuid, '', 'refund-1'), resource: 'checkoutLink', refundType: 'full' };
		const { items, error } = await run(service, parameters);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ outcome: 'created', external_id: 'refund-1' });
	});
});

describe('GST', () => {
	/** A service that takes the amount asked for as including the tax. */
	const including = (hiddenInList: readonly string[] = []) =>
		answering((answer, endpoint) =>
			everywhere(answer as Record<string, unknown>, (fields) => {
				if (fields.gst !== true) return fields;
				const whole = { ...fields, amount: '10.00', gst_amount: '1.00', total: '11.00' };
				const isHidden = (name: string) => endpoint === 'v2.payins.list' && hiddenInList.includes(name);
				return Object.fromEntries(Object.entries(whole).filter(([name]) => !isHidden(name)));
			}),
		);

	it.each([
		['payin', payin({ additionalFields: { gst: true }, amount: 11 })],
		[
			'one-time PayID',
			{
				...{ resource: 'oneTimePayid', operation: 'create', name: 'Ada', emails: 'ada@shop.example', amount: '11' },
				...{ additionalFields: { gst: true }, externalId: 'order-77', paymentDescription: 'Order 77', options: QUICK },
			},
		],
	])('may be part of the amount: a %s is made all the same', async (_what, parameters) => {
		including();
		const { items, error } = await run(service, parameters, order);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ outcome: 'created' });
		expect(service.writes()).toBe(1);
	});

	it.each([
		['with all its fields', []],
		['where the list does not show the tax', ['gst', 'gst_amount', 'total']],
	])('may be part of the amount: a payin is found again, %s', async (_what, hidden) => {
		including(hidden);
		for (const outcome of ['created', 'found']) {
			const another = { ...order, nodeTypes: startProcess().nodeTypes };
			const { items, error } = await run(service, payin({ additionalFields: { gst: true }, amount: 11 }), another);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ outcome });
		}
	});
});

describe('a payee', () => {
	/** Ends as failed. */
	const failing = payout({ methodParameters: form({ ...BANK_ACCOUNT, account_number: '12390001' }) });

	// The specification lists no words for a payment of a batch, but says that only failed ones have an error message.
	it.each(['failed', 'unsuccessful', 'processing', 'created', 'completed'])(
		'whose payment failed, which the service calls %s, is not taken for paid',
		async (word) => {
			expect((await run(service, failing, order)).error).toBeUndefined();
			await service.advance(3_600_000);
			shown('everywhere', (fields) =>
				'payout_method_params' in fields && fields.status === 'failed' ? { ...fields, status: word } : fields,
			);
			const { error } = await run(service, failing, order);
			expect(error?.message).toContain('ended without money');
		},
	);

	it('whose payment is under way in its batch is not taken for failed, whatever its message', async () => {
		expect((await run(service, payout(), order)).error).toBeUndefined();
		shown('everywhere', (fields) =>
			'payout_method_params' in fields ? { ...fields, error_message: 'The bank asks for more time' } : fields,
		);
		const { items, error } = await run(service, payout(), order);
		expect(error).toBeUndefined();
		expect(items[0]?.json.outcome).toBe('found');
	});
});

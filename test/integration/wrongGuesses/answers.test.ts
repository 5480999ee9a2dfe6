import { ServiceError } from '../../../emulator/engine/serviceError';
import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { operation, payin, payout, QUICK } from '../action/orders';
import { startService, type Service } from '../engine/service';
import { run } from '../resources/resourceRun';

/** Answers that say more, or in another type, than the specification shows. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

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

it.each([['Ok'], [true], [1]])('an action is carried out that is answered with %s alone', async (word) => {
	const made = await run(service, payin(), order);
	const uuid = String(made.items[0]?.json.uuid);
	answering((answer, endpoint) => (endpoint === 'v2.payins.cancel' ? (word as unknown as object) : answer));
	const { items, error } = await run(service, operation('payin', 'cancel', { uuid }));
	expect(error).toBeUndefined();
	expect(items[0]?.json).toEqual({ uuid, cancelled: true });
});

describe('a refund, where the list of refunds has a name that does not tell', () => {
	const PARTIAL = { refundType: 'partial', amount: '3' };
	const refunded = async (body: unknown, parameters: object = PARTIAL) => {
		const made = await run(service, payin(), order);
		const uuid = String(made.items[0]?.json.uuid);
		const { payins } = service.emulator.account('AUD');
		payins.simulate(uuid, 'completed');
		// A part may be refunded from 30 to 60 minutes after the payment.
		if (parameters === PARTIAL) await service.advance(40 * 60_000);
		answering((answer, endpoint) =>
			endpoint === 'v2.payins.refund'
				? (body as object)
				: everywhere(answer as Record<string, unknown>, ({ refunds, ...rest }) =>
						refunds !== undefined && parameters === PARTIAL ? { ...rest, status: 'received' } : rest,
					),
		);
		const usual = { uuid, reason: 'Parcel came late', externalId: 'refund-1', options: QUICK };
		const answer = await run(service, operation('payin', 'refund', { ...usual, ...parameters }));
		return { ...answer, made: payins.payments().refunds.length };
	};

	it.each([[null], ['Ok'], ['taken'], [{}], [[]], [{ status: 'Ok' }]])(
		'counts as made when it is answered with %j and the status of the payment tells',
		async (body) => {
			const { items, error, made } = await refunded(body, { refundType: 'full' });
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({
				outcome: 'created',
				note: expect.stringContaining('does not show by which references') as string,
			});
			expect(made).toBe(1);
		},
	);

	it.each([['Ok'], [true], [{ status: 'Ok' }], [{ uuid: 'R1', refund_amount: 3 }]])(
		'counts as made when it is answered with %j, though nothing else tells',
		async (body) => {
			const { items, error, made } = await refunded(body);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ outcome: 'created' });
			expect(made).toBe(1);
		},
	);

	it.each([[null], ['taken'], [{}], [{ status: 'failed' }], [{ uuid: 'R1', refund_amount: 10 }]])(
		'is unknown when it is answered with %j and nothing else tells',
		async (body) => {
			const { error } = await refunded(body);
			expect(error?.message).toBe('It is unknown whether the refund refund-1 was made');
		},
	);
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
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_settings, endpoint, own) => (endpoint === 'v2.payins.cancel' ? answer : own));
		const { items, error } = await run(service, operation('payin', 'cancel', { uuid }));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([{ uuid, cancelled: true }]);
		expect(service.emulator.account('AUD').payins.get(uuid).status).toBe('expired');
	},
);

it('an action whose answer is false was perhaps not carried out', async () => {
	const uuid = String((await run(service, payin(), order)).items[0]?.json.uuid);
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, own) => (endpoint === 'v2.payins.cancel' ? false : own));
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
	it.each([
		['identifiers', ['RF1']],
		['nothing', [null]],
	])(
		'are sent once, however often the node is repeated, where the list of refunds holds %s',
		async (_what, refunds) => {
			const { payins } = service.emulator.account('AUD');
			const uuid = String((await run(service, payin(), order)).items[0]?.json.uuid);
			payins.simulate(uuid, 'completed');
			await service.advance(60 * 60_000);
			answering((answer) =>
				'refund_amount' in answer
					? { result: 'taken' }
					: everywhere(answer as Record<string, unknown>, (fields) =>
							'refunds' in fields ? { ...fields, refunds, status: 'received' } : fields,
						),
			);
			const { error } = await run(service, refund(uuid, '2', 'r-1'), { settings: { retryOnFail: true, maxTries: 3 } });
			expect(error?.message).toContain('unknown');
			expect(payins.payments().refunds).toHaveLength(1);
		},
	);

	const refund = (uuid: string, amount: string, externalId: string) =>
		operation('payin', 'refund', {
			...{ uuid, refundType: 'partial', amount, externalId, reason: 'Parcel came late', options: QUICK },
		});

	it.each(['refund_records', 'RefundHistory'])(
		'are found again, and shown, where their list is called %s',
		async (name) => {
			const { payins } = service.emulator.account('AUD');
			const uuid = String((await run(service, payin(), order)).items[0]?.json.uuid);
			payins.simulate(uuid, 'completed');
			await service.advance(60 * 60_000);
			answering((answer) =>
				everywhere(answer as Record<string, unknown>, ({ refunds, ...fields }) =>
					refunds === undefined ? fields : { ...fields, [name]: refunds },
				),
			);
			const refunding = refund(uuid, '2', 'r-1');
			await run(service, refunding, { nodeTypes: startProcess().nodeTypes });
			const { items } = await run(service, refunding, { nodeTypes: startProcess().nodeTypes });
			expect(items[0]?.json).toMatchObject({ outcome: 'found', external_id: 'r-1' });
			expect(payins.payments().refunds).toHaveLength(1);
			const shown = await run(service, operation('payin', 'get', { uuid }));
			expect(JSON.parse(String(shown.items[0]?.json.refunds))).toHaveLength(1);
		},
	);

	it.each<[string, (refunds: unknown[]) => object]>([
		['an empty one before it', (refunds) => ({ refund_errors: [], refund_records: refunds })],
		['an empty one behind it', (refunds) => ({ refund_records: refunds, refund_errors: [] })],
		['an empty one of the assumed name', (refunds) => ({ refunds: [], refund_records: refunds })],
		['none of the assumed name', (refunds) => ({ refunds: null, refund_records: refunds })],
		['another one of other records', (refunds) => ({ refund_fees: refunds.map(() => ({ amount: '0.10' })), refunds })],
	])('are found again where another list tells of refunds: %s', async (_which, shape) => {
		const { payins } = service.emulator.account('AUD');
		const uuid = String((await run(service, payin(), order)).items[0]?.json.uuid);
		payins.simulate(uuid, 'completed');
		await service.advance(60 * 60_000);
		answering((answer) =>
			everywhere(answer as Record<string, unknown>, ({ refunds, ...fields }) =>
				refunds === undefined ? fields : { ...fields, ...shape(refunds as unknown[]) },
			),
		);
		for (const outcome of ['created', 'found']) {
			const { items } = await run(service, refund(uuid, '2', 'r-1'), { nodeTypes: startProcess().nodeTypes });
			expect(items[0]?.json).toMatchObject({ outcome, external_id: 'r-1' });
		}
	});

	it('count as not shown where two lists tell of refunds under other names', async () => {
		const { payins } = service.emulator.account('AUD');
		const uuid = String((await run(service, payin(), order)).items[0]?.json.uuid);
		payins.simulate(uuid, 'completed');
		await service.advance(60 * 60_000);
		answering((answer) =>
			everywhere(answer as Record<string, unknown>, ({ refunds, ...fields }) =>
				refunds === undefined ? fields : { ...fields, refund_fees: [{ amount: '0.10' }], refund_records: refunds },
			),
		);
		const refunding = refund(uuid, '2', 'r-1');
		await run(service, refunding, { nodeTypes: startProcess().nodeTypes });
		const underWay = await run(service, refunding, { nodeTypes: startProcess().nodeTypes });
		expect(underWay.error?.message).toContain('is under way, and the service does not show which');
		await service.advance(24 * 60 * 60_000);
		const { items } = await run(service, refunding, { nodeTypes: startProcess().nodeTypes });
		expect(items[0]?.json).toMatchObject({ note: expect.stringContaining('does not show') as string });
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

	it.each([
		['beside the status of its payment', {}],
		['beside the status of its payment, and an empty list stands before', { refunds: [] }],
	])('of a link are found again where they stand %s', async (_where, before) => {
		const uuid = completedLink();
		answering((answer) => {
			const {
				refunds,
				transaction_info: payment,
				...rest
			} = answer as { refunds?: object[]; transaction_info?: object };
			return { ...rest, ...(payment && { ...before, transaction_info: { ...payment, refunds } }) };
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

	it('are found again where their records name the amount otherwise and show no time', async () => {
		const { payins } = service.emulator.account('AUD');
		const made = await run(service, payin(), order);
		const uuid = String(made.items[0]?.json.uuid);
		payins.simulate(uuid, 'completed');
		await service.advance(60 * 60_000);
		answering((answer) =>
			everywhere(answer as Record<string, unknown>, (fields) => {
				if (!('description' in fields && 'amount' in fields && !('email' in fields))) return fields;
				const { amount, created_at: _time, ...rest } = fields;
				return { ...rest, refund_amount: amount };
			}),
		);
		for (const outcome of ['created', 'found']) {
			for (const [amount, key] of [
				['2', 'refund-1'],
				['3', 'refund-2'],
			] as const) {
				const { items, error } = await run(service, refund(uuid, amount, key), {
					nodeTypes: startProcess().nodeTypes,
				});
				expect(error).toBeUndefined();
				expect(items[0]?.json).toMatchObject({ outcome });
			}
		}
		expect(payins.payments().refunds).toHaveLength(2);
	});
});

it.each([
	['with the last name first, in capitals', 'MÜLLER NATHAN', 'Müller'],
	['without accents', 'Nathan Muller', 'Müller'],
])('a payee is recognised %s', async (_how, shown, lastName) => {
	answering((answer) =>
		everywhere(answer as Record<string, unknown>, (fields) =>
			'payee' in fields ? { ...fields, payee: shown } : fields,
		),
	);
	for (const outcome of ['created', 'found']) {
		const { items, error } = await run(service, payout({ lastName }), {
			...order,
			nodeTypes: startProcess().nodeTypes,
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ outcome });
	}
	const other = await run(service, payout({ lastName: 'Mueller' }), { ...order, nodeTypes: startProcess().nodeTypes });
	expect(other.error?.message).toContain('belongs to another payment');
});

describe('GST', () => {
	/** A service that takes the amount asked for as including the tax. */
	const including = (hiddenInList: readonly string[] = [], total = '11.00') =>
		answering((answer, endpoint) =>
			everywhere(answer as Record<string, unknown>, (fields) => {
				if (fields.gst !== true) return fields;
				const whole = { ...fields, amount: '10.00', gst_amount: '1.00', total };
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

	it.each<[string, string[], string]>([
		['with all its fields', [], '11.00'],
		['where the list does not show the tax', ['gst', 'gst_amount', 'total'], '11.00'],
		['where the total includes fees', [], '11.30'],
	])('may be part of the amount: a payin is found again, %s', async (_what, hidden, total) => {
		including(hidden, total);
		for (const outcome of ['created', 'found']) {
			const { items, error } = await run(service, payin({ additionalFields: { gst: true }, amount: 11 }), {
				...order,
				nodeTypes: startProcess().nodeTypes,
			});
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ outcome });
		}
	});
});

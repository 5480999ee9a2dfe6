import type { IDataObject, INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { unprocessable } from '../../../emulator/engine/serviceError';
import { everywhere, type Fields } from '../../../emulator/otherwise/difference';
import { BANK_ACCOUNT, chosen, form, operation, payin, payout, QUICK } from '../action/orders';
import { credentialOf } from '../accounts/mixed';
import { runNode } from '../engine/execution';
import { ACTION, nodeTypes } from '../engine/nodeTypes';
import { card, payid } from '../../unit/core/events/notifications';
import { parseMoney } from '../../../emulator/ledger/money';
import { credential, headersFor } from '../trigger/account';
import { newPayin, newPayout } from '../trigger/payments';
import { StoredWorkflow } from '../trigger/triggerEngine';
import { answered, asked } from '../wrongGuesses/differing';
import { ADA } from './ada';
import { startRecorded, type Recorded } from './recorded';

/** The node sends and shows the exact words of the specification, which are written out here. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let recorded: Recorded;
beforeAll(async () => void (recorded = await startRecorded()));
beforeEach(async () => await recorded.service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await recorded.close());

const records = async (...given: Parameters<Recorded['run']>) => await recorded.records(...given);
const account = (currency = 'AUD') => recorded.service.emulator.account(currency);

/** The choices of a drop-down in the form of a resource. */
function choicesOf(resource: string, name: string): unknown[] {
	const { properties } = nodeTypes.getByNameAndVersion(ACTION).description;
	const isOf = ({ displayOptions }: INodeProperties) => displayOptions?.show?.resource?.includes(resource) === true;
	const field = properties.find((property) => property.name === name && isOf(property));
	return (field?.options as INodePropertyOptions[]).map(({ value }) => value);
}

/** Takes money out of the account, so that so much is left. */
function leave(amount: bigint): void {
	const { ledger } = account();
	ledger.post({
		...{ type: 'withdrawal', direction: 'money_out', fees: 0n, status: 'done', referenceId: 'W', paymentMethod: 'm' },
		amount: ledger.balances().available - amount,
	});
}

describe('a contact', () => {
	const create = operation('contact', 'create', { email: ADA.email, firstName: 'Ada' });
	const shown = async () =>
		(await records(operation('contact', 'get', { email: ADA.email, options: { simplify: false } })))[0];

	it.each(['individual', 'organization'])('goes out as an %s, and is shown as one', async (type) => {
		const { sent, error } = await recorded.run({ ...create, contactType: type });
		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ type }]);
		expect(await shown()).toMatchObject({ type });
	});

	it.each(['male', 'female'])('goes out as %s, and is shown as such', async (gender) => {
		const { sent, error } = await recorded.run({ ...create, contactType: 'individual', gender });
		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ gender }]);
		expect(await shown()).toMatchObject({ gender });
	});

	it('has a form with these words', () => {
		expect(choicesOf('contact', 'contactType').sort()).toEqual(['individual', 'none', 'organization']);
		expect(choicesOf('contact', 'gender').sort()).toEqual(['female', 'male', 'none']);
		expect(choicesOf('contact', 'resendTo').sort()).toEqual(['email', 'phone']);
	});

	it.each(['pending', 'approved', 'failed'] as const)('with an identity check that is %s shows it', async (status) => {
		const { contacts } = account();
		contacts.create(ADA);
		contacts.submitIdentity(ADA.email, { issue_country: 'AU', id_doc_type: 'passport', document_number: 'P1' });
		if (status !== 'pending') contacts.decideIdentity(ADA.email, status);
		const [contact] = await records(operation('contact', 'get', { email: ADA.email }));
		expect((contact?.identity as { kyc_statuses: object[] }).kyc_statuses.at(-1)).toMatchObject({ status });
		const workflow = new StoredWorkflow(credential, { webhook: {} });
		const body = { ...(await shown()), status };
		const { items } = await workflow.deliver({ headers: headersFor(body), body });
		expect(items).toMatchObject([{ json: { source: 'identityCheck', event_type: `identityCheck.${status}`, status } }]);
	});
});

describe('a payin', () => {
	it('holds the fields of the specification and no others, with what the form gives', async () => {
		const { sent, error } = await recorded.run(
			payin({
				payinMethodName: chosen('vn_qr_vnd'),
				methodParameters: form({ phone: '84901234567' }),
				...{ notify: 'custom', endpointUrl: 'https://127.0.0.1:1/hook', authorizationHeader: 'Basic b3RoZXI=' },
				additionalFields: { expiredAt: '2045-01-02T03:04:05Z', metadata: '{"cart":"c-9"}' },
			}),
			'VND',
			[{ amount: 150_000, key: 'order-1' }],
		);
		expect(error).toBeUndefined();
		expect(sent).toEqual([
			{
				payin_method_name: 'vn_qr_vnd',
				payin_method_params: { phone: '84901234567' },
				amount: 150_000,
				currency: 'VND',
				name: 'Nathan Smith',
				email: 'nathan@example.com',
				description: 'Order 77',
				gst: false,
				webhook_notification: {
					endpoint_url: 'https://127.0.0.1:1/hook',
					authorization_header: 'Basic b3RoZXI=',
				},
				external_id: 'order-1',
				expired_at: '2045-01-02T03:04:05',
				metadata: { cart: 'c-9' },
			},
		]);
	});

	it('is of the stage normal_stage where nothing has to be confirmed', async () => {
		const [made] = await records(payin(), 'AUD', [{ amount: 80, key: 'order-1' }]);
		expect(made).toMatchObject({ stage: 'normal_stage' });
		expect(await records(operation('payin', 'get', { uuid: made?.uuid as string }))).toMatchObject([
			{ stage: 'normal_stage' },
		]);
	});

	it('of a method that asks for a contact is made once there is one with its email', async () => {
		const order = payin({
			payinMethodName: chosen('au_payid_npp_aud'),
			methodParameters: form({ callback_url: 'https://shop.example/back' }),
		});
		const items = [{ amount: 50, key: 'order-1' }];
		const create = operation('contact', 'create', { contactType: 'individual', email: '={{ $json.email }}' });
		await records(create, 'AUD', [{ email: 'another@example.com' }]);
		const { error } = await recorded.run(order, 'AUD', items);
		expect(error).toHaveProperty('description', expect.stringContaining('email: must equal the email of a contact'));
		await records(create, 'AUD', [{ email: 'nathan@example.com' }]);
		const { sent, error: none } = await recorded.run(order, 'AUD', items);
		expect(none).toBeUndefined();
		expect(sent).toMatchObject([{ email: 'nathan@example.com' }]);
	});
});

it('a static PayID holds the fields of the specification and no others, with what the form gives', async () => {
	const { sent, error } = await recorded.run({
		...{
			resource: 'staticPayid',
			operation: 'create',
			name: 'Ada Byron',
			email: ADA.email,
			prefixStaticPayid: 'ada.1',
		},
		...{ notify: 'custom', endpointUrl: 'https://127.0.0.1:1/hook', authorizationHeader: 'Basic b3RoZXI=' },
		externalId: 'customer-7',
		additionalFields: {
			...{ address: '12 Harbour Road', city: 'Sydney', state: 'NSW', zipCode: '2000', phone: '+61-412345678' },
		},
	});
	expect(error).toBeUndefined();
	expect(sent).toEqual([
		{
			name: 'Ada Byron',
			email: ADA.email,
			prefix_static_payid: 'ada.1',
			address: '12 Harbour Road',
			city: 'Sydney',
			state: 'NSW',
			zip_code: '2000',
			phone: '+61-412345678',
			external_id: 'customer-7',
			customer_notification: {
				endpoint_url: 'https://127.0.0.1:1/hook',
				authorization_header: 'Basic b3RoZXI=',
			},
		},
	]);
});

describe('a refund', () => {
	it.each(['payin', 'checkoutLink'])('of a %s has a form that says when a part may go back', (resource) => {
		const { properties } = nodeTypes.getByNameAndVersion(ACTION).description;
		const field = properties.find(
			({ name, displayOptions }) =>
				name === 'refundType' && displayOptions?.show?.resource?.includes(resource) === true,
		);
		expect(field?.options).toEqual([
			{ name: 'Full', value: 'full', description: expect.stringContaining('right after the payment was received') },
			{
				name: 'Partial',
				value: 'partial',
				description: expect.stringContaining('only from 30 to 60 minutes after the payment was received'),
			},
		]);
	});

	const received = async () => {
		const [made] = await records(payin(), 'AUD', [{ amount: 80, key: 'order-1' }]);
		const uuid = made?.uuid as string;
		await records(operation('payin', 'simulate', { uuid, outcome: 'completed' }));
		return uuid;
	};
	const refund = (uuid: string, changes: IDataObject = {}) =>
		operation('payin', 'refund', {
			...{ uuid, refundType: 'full', reason: 'Parcel came late', externalId: 'refund-1', options: QUICK },
			...(changes as object),
		});

	it.each([
		[29, false],
		[30, true],
		[60, true],
		[61, false],
	])('of a part is sent at %i minutes, and the answer of the service decides: made, %s', async (minutes, isMade) => {
		Object.assign(recorded.service.emulator.world.settings, { partialRefundsEnd: true });
		const uuid = await received();
		await recorded.service.advance(minutes * MINUTE);
		const { sent, items, error } = await recorded.run(refund(uuid, { refundType: 'partial', amount: '30' }));
		Object.assign(recorded.service.emulator.world.settings, { partialRefundsEnd: false });
		expect(sent).toEqual([{ uuid, amount: 30, description: 'Parcel came late', external_id: 'refund-1' }]);
		if (isMade) expect(items).toMatchObject([{ json: { outcome: 'created' } }]);
		else expect(error?.message).toContain('The payment service refused this');
	});

	it('of everything is sent without an amount', async () => {
		const uuid = await received();
		const { sent, error } = await recorded.run(refund(uuid));
		expect(error).toBeUndefined();
		expect(sent).toEqual([{ uuid, description: 'Parcel came late', external_id: 'refund-1' }]);
	});

	it('that finds no funds for ten days is shown as expired, and as no success', async () => {
		const uuid = await received();
		leave(0n);
		await records(refund(uuid));
		const shown = async () => (await records(operation('payin', 'get', { uuid })))[0];
		await recorded.service.advance(10 * DAY - 1);
		expect(await shown()).toMatchObject({
			status: 'return_pending',
			refunds: expect.stringContaining('"status":"pending"'),
		});
		await recorded.service.advance(1);
		expect(await shown()).toMatchObject({
			status: 'return_expired',
			refunds: expect.stringContaining('"status":"expired"'),
		});
		const { error, sent } = await recorded.run(refund(uuid));
		expect(error?.message).toContain('expired');
		expect(sent).toEqual([]);
	});
});

describe('a payout', () => {
	const payee = (account_number: string) =>
		payout({ methodParameters: form({ ...BANK_ACCOUNT, account_number }), externalId: 'wage-1' });
	const made = async (account_number = '12345678') => {
		const [payment] = await records(payee(account_number), 'AUD', [{ amount: 10 }]);
		return String(payment?.batch_uuid);
	};
	const shown = async (uuid: string) => (await records(operation('payout', 'get', { uuid })))[0];

	it('holds the fields of the specification and no others, with what the form gives', async () => {
		const { sent, error } = await recorded.run(
			payout({
				...{ notify: 'custom', endpointUrl: 'https://127.0.0.1:1/hook', authorizationHeader: 'Basic b3RoZXI=' },
				...{ batchMode: 'allItems', batchExternalId: 'run-1' },
				additionalFields: { scheduledAt: '2045-01-02T03:04:05Z' },
			}),
			'AUD',
			[{ amount: 80.5, key: 'wage-1' }],
		);
		expect(error).toBeUndefined();
		expect(sent).toEqual([
			{
				payout_method_name: 'au_bank_aud',
				currency: 'AUD',
				description: 'March wages',
				webhook_notification: {
					endpoint_url: 'https://127.0.0.1:1/hook',
					authorization_header: 'Basic b3RoZXI=',
				},
				scheduled_at: '2045-01-02T03:04:05',
				external_id: 'run-1',
				payout_transaction_details: [
					{
						first_name: 'Nathan',
						last_name: 'Smith',
						email: 'nathan@example.com',
						amount: 80.5,
						payout_method_params: BANK_ACCOUNT,
						external_id: 'wage-1',
					},
				],
			},
		]);
	});

	it.each([
		['created', '12345678', 0],
		['processing', '12345678', 1],
		['settled', '12345678', 2],
		['failed', '90001', 2],
	])('has a transaction that is %s', async (status, account_number, steps) => {
		const uuid = await made(account_number);
		await recorded.service.advance(steps * 1_000);
		expect(await shown(uuid)).toMatchObject({ status });
	});

	it.each(['created', 'processing', 'scheduled', 'completed'])(
		'counts as made when it is answered as %s',
		async (status) => {
			answered(['v2.payouts.create'], (answer) => ({ ...answer, status }));
			expect(await records(payee('12345678'), 'AUD', [{ amount: 10 }])).toMatchObject([
				{ batch_status: status, outcome: 'created', external_id: 'wage-1' },
			]);
		},
	);

	it('without funds shows the error of the service', async () => {
		leave(0n);
		const uuid = await made();
		await recorded.service.advance(1_000);
		expect(await shown(uuid)).toMatchObject({ batch_status: 'created', error_code: 'SVC_PAYOUT1' });
	});

	it.each(['SVC_PAYOUT1', 'SVC_PAYOUT2'])('shows the error code %s beside the message', async (error_code) => {
		const uuid = await made();
		answered(['v2.payouts.detail'], (answer) =>
			everywhere(answer, (fields) =>
				'error_code' in fields ? { ...fields, error_code, error_message: 'Not enough funds' } : fields,
			),
		);
		expect(await shown(uuid)).toMatchObject({ error_code, error_message: 'Not enough funds' });
	});
});

describe('a history', () => {
	type Posting = Parameters<ReturnType<typeof account>['ledger']['post']>[0];
	const post = (type: Posting['type'], direction: Posting['direction']) =>
		account().ledger.post({
			...{ type, direction, fees: 20_000n, status: 'done', referenceId: 'about it', paymentMethod: 'au_bank_aud' },
			amount: 1_000_000n,
		});
	const newest = async (resource: string) =>
		(await records(operation(resource, 'getHistory', { limit: 1 })))[0] as IDataObject;

	it.each([
		['payment_received', 'payment', 'money_in', 1],
		['refund_issued', 'refund', 'money_out', -1],
		['top_up', 'topup', 'money_in', 1],
		['payout', 'payout', 'money_out', -1],
	] as const)('of v1 calls a movement %s: a %s, %s, of this sign: %i', async (word, type, direction, sign) => {
		post(type, direction);
		const { type: shown, amount, balance_after } = await newest('audBalance');
		expect([shown, Math.sign(Number(amount)), typeof balance_after]).toEqual([word, sign, 'number']);
	});

	it.each([
		['payment', 'money_in'],
		['payout', 'money_out'],
		['settlement', 'money_out'],
		['refund', 'money_out'],
		['topup', 'money_in'],
		['withdrawal', 'money_out'],
		['dispute', 'money_out'],
		['dispute_fee', 'money_out'],
		['cashback_payout', 'money_out'],
		['transfer_in', 'money_in'],
		['transfer_out', 'money_out'],
	] as const)('of v2 calls a movement %s, %s, with an amount without a sign', async (type, direction) => {
		post(type, direction);
		const entry = await newest('balance');
		expect(entry).toMatchObject({ transaction_type: type, request_type: direction });
		expect(Number(entry.amount)).toBeGreaterThan(0);
		expect(entry).not.toHaveProperty('balance_after');
	});

	it.each(['aggregated', 'dedicated'] as const)('of v2 is of an account that is %s', async (accountType) => {
		post('topup', 'money_in');
		Object.assign(recorded.service.emulator.world.settings, { accountType });
		expect(await newest('balance')).toMatchObject({ account_type: accountType });
	});
});

it('settlement reports are those of the currency of the account that is meant', async () => {
	for (const currency of ['AUD', 'PHP']) account(currency).settlements.closeCurrent('daily');
	const credentials = credentialOf(recorded.service);
	const currenciesWith = async (options: INodeParameters) => {
		const parameters = operation('settlementReport', 'getAll', { returnAll: true, options });
		const { items, error } = await runNode({ credentials, parameters });
		expect(error).toBeUndefined();
		return new Set(items.map(({ json }) => json.currency));
	};
	expect(await currenciesWith({})).toEqual(new Set(['AUD']));
	expect(await currenciesWith({ currency: 'PHP' })).toEqual(new Set(['PHP']));
});

it('settlement reports are shown with their summary and the address of their file', async () => {
	const { settlements } = account();
	settlements.closeCurrent('daily');
	const [report] = await records(operation('settlementReport', 'getAll', { limit: 1 }));
	const amount = expect.any(Number) as unknown;
	expect(report).toMatchObject({
		report_frequency: 'daily',
		summary: {
			...{ settlement_count: amount, settled_amount: amount, settled_fee: amount, closing_balance: amount },
			closing_balance_at: expect.stringMatching(/^\d{4}-/) as unknown,
		},
		file_url: expect.stringMatching(/^http/) as unknown,
	});
});

it.each([
	['balance', 'get'],
	['audBalance', 'get'],
])('the balance of %s: %s shows what comes in and what goes out', async (resource, name) => {
	const { ledger } = account();
	const waiting = { fees: 0n, status: 'waiting', referenceId: 'about it', paymentMethod: 'm' } as const;
	ledger.post({ ...waiting, type: 'payment', direction: 'money_in', amount: parseMoney('30') });
	ledger.post({ ...waiting, type: 'payout', direction: 'money_out', amount: parseMoney('20') });
	expect(await records(operation(resource, name))).toMatchObject([
		{ currency: 'AUD', available_balance: 9_999_980, incoming_balance: 30, outgoing_balance: 20 },
	]);
});

describe('the trigger tells', () => {
	const told = async (body: object) => {
		const { items } = await new StoredWorkflow(credential, { webhook: {} }).deliver({
			headers: headersFor(body),
			body,
		});
		return items?.[0]?.json;
	};

	it('a payment to a PayID with its tax and its metadata', async () => {
		const body = { ...payid, gst_amount: '10.0', metadata: { cart: 'c-9' } };
		expect(await told(body)).toMatchObject({ event_type: 'payid.received', payload: body });
	});

	it.each([
		['where its 3DS is', { status: 'pending', pay_code: { '3ds_url': 'https://bank.example/3ds' } }],
		['why it failed', { status: 'failed', pay_code: { error_code: 'issuer_declined', error_message: 'No funds' } }],
		['its token', { status: 'waiting', token: card.token }],
		['its card', { status: 'received', sender_details: card.sender_details }],
	])('of a card payment %s', async (_what, shown) => {
		const { token: _token, ...paid } = card;
		const body = { ...paid, ...shown };
		const event = await told(body);
		expect(event).toMatchObject({ event_type: `card.${shown.status}`, source: 'card' });
		expect(event?.payload).toEqual(body);
	});
});

describe('the pages of a list', () => {
	/** What the requests of the last run asked of a list. */
	const queries = (path: string) =>
		recorded.requests
			.filter((request) => request.path.startsWith(`${path}?`))
			.map((request) => Object.fromEntries(new URL(request.path, 'http://service.example').searchParams));
	const entries = (count: number) => {
		for (let index = 0; index < count; index++)
			account().ledger.post({
				...{ type: 'topup', direction: 'money_in', fees: 0n, status: 'done', paymentMethod: 'm' },
				...{ amount: 10_000n, referenceId: `entry-${index}` },
			});
	};
	const payins = (count: number) => {
		for (let index = 0; index < count; index++) newPayin(recorded.service);
	};
	const payouts = (count: number) => {
		for (let index = 0; index < count; index++) newPayout(recorded.service);
	};

	it.each([
		['payin', 'getAll', '/v2/payins/all', payins],
		['payout', 'getAll', '/v2/payouts/all', payouts],
		['audBalance', 'getHistory', '/v1/balances/history', entries],
	])('of %s: %s begin with page 1, and one follows the other', async (resource, name, path, make) => {
		make(45);
		const pageOf = (query: Fields) => Number(query.page ?? 1);
		// Payouts have pages of this length anyway.
		asked(['v2.payins.list', 'v1.balances.history'], (request) => ({
			...request,
			query: { ...request.query, per_page: '20' },
		}));
		const all = await records(operation(resource, name, { returnAll: true }));
		expect(all.length).toBeGreaterThanOrEqual(45);
		expect(queries(path).map(pageOf)).toEqual([1, 2, 3]);
	});

	it.each([
		['payin', 'getAll', '/v2/payins/all', 'v2.payins.list', 'per_page', payins],
		['audBalance', 'getHistory', '/v1/balances/history', 'v1.balances.history', 'per_page', entries],
		['balance', 'getHistory', '/v2/balances/history', 'v2.balances.history', 'size', entries],
	])(
		'of %s: %s are as long as the default, 20, where the service takes no longer ones',
		async (resource, name, path, endpoint, size, make) => {
			make(25);
			asked([endpoint], (request) => {
				if (Number(request.query[size]) > 20) throw unprocessable({ [size]: 'must be 20 at most' });
				return request;
			});
			const options = resource === 'balance' ? { options: { parallelWindows: 1 } } : {};
			const all = await records(operation(resource, name, { returnAll: true, ...options }));
			expect(all.length).toBeGreaterThanOrEqual(25);
			const sizes = queries(path).map((query) => query[size]);
			expect(sizes.slice(-2)).toEqual(['20', '20']);
		},
	);
});

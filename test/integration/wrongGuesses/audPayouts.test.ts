import type { IDataObject } from 'n8n-workflow';
import { QUICK } from '../action/orders';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';
import { answered } from './differing';

/** Answers to a new AUD payout that show its transactions in another form: the fields of its record are not specified. */

const service = serviceOfFile();

type Transaction = Record<string, unknown>;
interface Batch {
	uuid: string;
	external_id: string;
	payout_transactions: Transaction[];
}
const people = [
	{ payee: 'Ada Byron', amount: 10, key: 'a' },
	{ payee: 'Max Planck', amount: 20, key: 'b' },
];

async function pay(change: (batch: Batch) => object, payees: readonly IDataObject[] = people) {
	answered(['v1.payouts.create'], (answer) => change(answer as unknown as Batch));
	const { items, error } = await run(
		service,
		{
			...{ resource: 'audPayout', operation: 'create', batchMode: 'allItems', batchExternalId: 'March' },
			...{ payee: '={{ $json.payee }}', email: 'payee@shop.test', amount: '={{ $json.amount }}' },
			...{ addressing: 'payid', payid: '={{ $json.payid ?? "ada@bank.test" }}', payidType: 'email' },
			...{ paymentDescription: 'March wages', externalId: '={{ $json.key }}' },
			options: { ...QUICK, simplify: false },
		},
		{ items: [...payees] },
	);
	expect(service.writes()).toBe(1);
	return { made: items.map(({ json }) => json), error };
}

const each = (change: (transaction: Transaction, batch: Batch) => unknown) => (batch: Batch) => ({
	...batch,
	payout_transactions: batch.payout_transactions.map((transaction) => change(transaction, batch)),
});
const unnamed = ({ external_id: _own, ...transaction }: Transaction) => transaction;

it.each<[string, (batch: Batch) => object]>([
	['the reference of the batch', each((transaction, { external_id }) => ({ ...transaction, external_id }))],
	['their amounts in cents', each((transaction) => ({ ...transaction, amount: Number(transaction.amount) * 100 }))],
	['no amounts', each((transaction) => ({ ...transaction, amount: null }))],
	['their amounts with a sign', each((transaction) => ({ ...transaction, amount: `$${String(transaction.amount)}` }))],
	['their amounts with a sign, and no names', each((transaction) => ({ ...unnamed(transaction), amount: '$1' }))],
	[
		'them in another order, without names',
		(batch) => ({ ...batch, payout_transactions: batch.payout_transactions.toReversed().map(unnamed) }),
	],
	['them in another order', (batch) => ({ ...batch, payout_transactions: batch.payout_transactions.toReversed() })],
	['an object', (batch) => ({ ...batch, payout_transactions: { count: 2 } })],
	['them by themselves, in a list', ({ payout_transactions: transactions }) => transactions],
	['the batch in a list', (batch) => [batch]],
	['identifiers alone', each(({ uuid }) => uuid)],
])('payouts count as made where the answer shows %s', async (_what, change) => {
	const { made, error } = await pay(change);
	expect(error).toBeUndefined();
	expect(made).toMatchObject(people.map(({ payee, key }) => ({ payee, outcome: 'created', external_id: key })));
});

it('a transaction that shows another payee or amount is not taken for the only payment', async () => {
	for (const other of [{ payee: 'Max Planck' }, { amount: '99.00' }]) {
		const change = each((transaction) => ({ ...unnamed(transaction), ...other, uuid: 'ANOTHERS' }));
		const { made, error } = await pay(change, people.slice(0, 1));
		expect(error).toBeUndefined();
		expect(made[0]).toMatchObject({ payee: 'Ada Byron', amount: 10, outcome: 'created' });
		expect(made[0]).not.toHaveProperty('uuid', 'ANOTHERS');
		await service.reset();
	}
});

it('what cannot be told apart comes through with the batch', async () => {
	const { made } = await pay((batch) => ({ ...batch, payout_transactions: { count: 2 } }));
	expect(made[0]?.batch).toMatchObject({ uuid: expect.any(String), payout_transactions: { count: 2 } });
});

it.each<[string, (batch: Batch) => object]>([
	['one of them', (batch) => ({ ...batch, payout_transactions: batch.payout_transactions.slice(1) })],
	[
		'the reference of one of them',
		each((transaction) => (transaction.external_id === 'a' ? transaction : { ...transaction, external_id: 'other' })),
	],
	['a list of one of them', ({ payout_transactions: transactions }) => transactions.slice(1)],
	['an empty list', () => []],
	['a list without identifiers', () => [{ status: 'ok' }, { status: 'ok' }]],
	['no identifier', (batch) => ({ payout_transactions: batch.payout_transactions })],
])('it is unknown whether payouts were made where the answer shows %s', async (_what, change) => {
	const { error } = await pay(change);
	expect(error?.message).toMatch(/unknown whether the payment a was made/);
});

/** The first payment failed at once. */
const failing = (batch: Batch) => ({
	...batch,
	payout_transactions: batch.payout_transactions.map((transaction, index) =>
		index === 0 ? { ...transaction, status: 'failed', error_message: 'Account not found' } : transaction,
	),
});
const renamed = ({ payout_transactions: told, ...batch }: Batch, name = 'transactions') => ({ ...batch, [name]: told });
const otherwise = ({ uuid, status }: Transaction) => ({ transaction_id: uuid, transaction_status: status });

describe('a payment that the answer shows as failed is no success', () => {
	it.each<[string, (batch: Batch) => object]>([
		['the batch inside an object', (batch) => ({ data: failing(batch) })],
		['the batch inside an object, in a list', (batch) => ({ data: [failing(batch)] })],
		[
			'the batch beside its transactions',
			(batch) => {
				const { payout_transactions: transactions, ...whole } = failing(batch);
				return { payout: whole, transactions };
			},
		],
		['transactions under another name', (batch) => renamed(failing(batch))],
		['transactions with other names', (batch) => renamed(each(otherwise)(failing(batch)) as Batch)],
		[
			'another amount and name',
			(batch) => each((one) => ({ ...unnamed(one), amount: '1', payee: 'N N' }))(failing(batch)),
		],
		[
			'the transaction by itself',
			(batch) => ({
				...renamed(failing(batch), 'all'),
				payout_transaction: failing(batch).payout_transactions[0],
				all: 1,
			}),
		],
		['the transaction as the answer', (batch) => failing(batch).payout_transactions[0] ?? {}],
		['the status of the batch under another name', ({ uuid }) => ({ batch_uuid: uuid, batch_status: 'FAILED' })],
	])('%s', async (_what, change) => {
		const { made, error } = await pay(change, people.slice(0, 1));
		expect(made).toEqual([]);
		expect(error?.message).toBe('The payment a was made and has ended without money: failed');
	});

	it.each<[string, (batch: Batch) => object]>([
		['which of several is not told', (batch) => each(otherwise)(failing(batch))],
		[
			'which of several is not told, inside an object',
			(batch) => ({ data: renamed(each(otherwise)(failing(batch)) as Batch, 'items') }),
		],
		[
			'several lists',
			(batch) => ({ ...renamed(each(unnamed)(failing(batch)) as Batch, 'a'), b: [{ id: 1 }, { id: 2 }] }),
		],
	])('it is unknown whose failure it is: %s', async (_what, change) => {
		const { error } = await pay(change);
		expect(error?.message).toMatch(/unknown whether the payment a was made/);
	});
});

describe('a failure that shows in its error message alone', () => {
	/** The status is a word that the specification does not know. */
	const declined = each((one) => unnamed(one.status === 'failed' ? { ...one, status: 'declined' } : one));

	it('is that of the only payment, though its name is written otherwise', async () => {
		const { error } = await pay(
			(batch) => each((one) => ({ ...one, payee: 'A BYRON' }))(declined(failing(batch)) as Batch),
			people.slice(0, 1),
		);
		expect(error?.message).toBe('The payment a was made and has ended without money: declined');
	});

	it.each<[string, object]>([
		['under way', { status: 'processing' }],
		['called by an unknown word, with the message', { status: 'partial', error_message: '1 of 2 failed' }],
	])('is not known whose it is among payments that look alike, in a batch that is %s', async (_how, whole) => {
		const alike = people.map(({ key }) => ({ payee: 'Ada Byron', amount: 10, key }));
		const { error } = await pay((batch) => ({ ...declined(failing(batch)), ...whole }), alike);
		expect(error?.message).toMatch(/unknown whether the payment a was made/);
	});
});

it.each([
	['identity', { kyc_status: 'failed' }],
	['address', { address_status: 'rejected', bank_state: 'expired' }],
	['email', { emailStatus: 'failed' }],
	['notification', { notification_status: 'failed', webhook: { status: 'failed' } }],
])('a payment is made although its status of the %s says otherwise', async (_what, status) => {
	const { made, error } = await pay((batch) => each((one) => ({ ...one, ...status }))({ ...batch, ...status }));
	expect(error).toBeUndefined();
	expect(made).toHaveLength(2);
});

it('whose transactions have an id instead of a uuid keep it when they are simplified', async () => {
	const renamed = ({ uuid, ...transaction }: Transaction) => ({ ...transaction, id: `T-${String(uuid)}` });
	answered(['v1.payouts.create'], (answer) => each(renamed)(answer as unknown as Batch));
	const parameters = {
		...{ resource: 'audPayout', operation: 'create', payee: 'Ada Byron', email: 'ada@shop.test', amount: '10' },
		...{ addressing: 'payid', payid: 'ada@bank.test', payidType: 'email', paymentDescription: 'March wages' },
		...{ externalId: 'wage-1', options: QUICK },
	};
	const { items, error } = await run(service, parameters, { items: [{}] });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ uuid: expect.stringMatching(/^T-/), batch_uuid: expect.anything() });
});

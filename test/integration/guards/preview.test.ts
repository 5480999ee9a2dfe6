import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { BANK_ACCOUNT, chosen, form, operation, payout } from '../action/orders';
import { serviceOfFile } from '../engine/serviceOfFile';
import { ADA } from '../resources/ada';
import { goOn, run } from '../resources/resourceRun';

/** Lists of payouts that are checked before they are paid, in n8n's engine against the emulator. */

const service = serviceOfFile();

const preview = (changes: INodeParameters = {}): INodeParameters =>
	payout({
		operation: 'preview',
		lastName: '={{ $json.name ?? "Smith" }}',
		methodParameters: form({ ...BANK_ACCOUNT, account_number: '={{ $json.account ?? "12345678" }}' }),
		...changes,
	});

/** One by one, or as one list. */
const WAYS = [
	['one by one', {}],
	['together', { batchMode: 'allItems', batchExternalId: 'payroll-3' }],
] as const satisfies [string, INodeParameters][];
const [, [, together]] = WAYS;

type Rows = Record<'kind' | 'verdict' | 'reasons' | 'amount', string>[];

async function previewed(items: IDataObject[], changes: INodeParameters = {}, guards: IDataObject = {}) {
	const options = { items, credentials: service.credentials('AUD', guards as never) };
	const { items: output, error } = await run(service, preview(changes), options);
	if (error) throw error;
	const shown = output.map(({ json }) => json as Record<'kind' | 'verdict' | 'reasons' | 'amount', string>);
	const [rows, totals] = ['payment', 'total'].map((kind) => shown.filter((row) => row.kind === kind)) as [Rows, Rows];
	const verdicts = rows.map(({ verdict }) => verdict);
	return { output, rows, verdicts, total: totals[0] ?? { verdict: '', reasons: '', amount: '' } };
}

const list = (...rows: IDataObject[]) =>
	rows.map((row, index) => ({ amount: 10, key: `inv-${index}`, account: `1000000${index}`, ...row }));

it('finds what is wrong with each row, and sends nothing', async () => {
	const paid = [{ amount: 10, key: 'inv-3', account: '10000003' }];
	await run(service, preview({ ...together, operation: 'create' }), { items: paid });
	const writes = service.writes();
	const { rows, verdicts, total, output } = await previewed(
		list(
			{},
			{ amount: 'ten' },
			{ name: 'O’Brien!' },
			{},
			{ key: 'inv-0' },
			{ key: 'other', account: '10000000' },
			{ amount: 5_000_000 },
		),
		together,
	);
	expect(verdicts).toEqual(['pay', 'stop', 'stop', 'paid_before', 'stop', 'check', 'stop']);
	expect(rows.map(({ reasons }) => reasons)).toEqual([
		'',
		expect.stringMatching(/^Amount cannot be used/),
		expect.stringMatching(/^Last Name may hold letters/),
		expect.stringMatching(/^The payment inv-3 exists already/),
		expect.stringMatching(/^Rows 1 and 5 have the same External ID inv-0/),
		expect.stringMatching(/^Row 1 pays the same amount to the same account/),
		expect.stringMatching(/^The amount 5000000.00 AUD is more/),
	]);
	expect(total).toMatchObject({ verdict: 'stop', payee: '2 payees', amount: '20.00', currency: 'AUD' });
	expect(total.reasons).toContain('7 rows: 1 pay, 1 check, 1 paid_before, 4 stop. Balance: ');
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([...rows.map((_, item) => ({ item })), undefined]);
	expect(service.writes()).toBe(writes);
});

it('doubts an amount with more decimals than its currency has', async () => {
	const { verdicts, rows } = await previewed(list({ amount: '10.505' }, { amount: '10.500' }, { amount: '10.55' }));
	expect(verdicts).toEqual(['check', 'pay', 'pay']);
	expect(rows[0]?.reasons).toContain('The amount 10.505 AUD has more decimals than its currency');
});

it('doubts an amount that is a hundred times what its list usually pays, or a hundredth', async () => {
	const amounts = [1250, 1180.5, 1310, 125_000, 1275, 12.5, 1500];
	const { rows, verdicts } = await previewed(list(...amounts.map((amount) => ({ amount }))));
	expect(verdicts).toEqual(['pay', 'pay', 'pay', 'check', 'pay', 'check', 'pay']);
	expect([3, 5].map((row) => rows[row]?.reasons)).toEqual([
		'The amount 125000.00 AUD is far more than this list usually pays, 1275.00 AUD. Compare it with your list: a decimal point or a column may be wrong.',
		'The amount 12.50 AUD is far less than this list usually pays, 1275.00 AUD. Compare it with your list: a decimal point or a column may be wrong.',
	]);
});

it.each([
	['a list of few', [10, 10, 10, 5000]],
	['amounts that differ by less', [10, 20, 30, 40, 900, 1]],
	['equal amounts', [10, 10, 10, 10, 10]],
])('knows no usual amount, or none that is far from it, in %s', async (_what, amounts) => {
	const { verdicts } = await previewed(list(...amounts.map((amount) => ({ amount }))));
	expect(new Set(verdicts)).toEqual(new Set(['pay']));
});

it('says once what is wrong with every row', async () => {
	const { verdicts, total } = await previewed(list({ name: '' }, { name: '' }, { name: '' }, { name: '' }, {}), {
		lastName: '={{ $json.name ?? "Smith" }}',
	});
	expect(verdicts).toEqual(['stop', 'stop', 'stop', 'stop', 'pay']);
	expect(total.reasons).toContain('4 rows (1, 2, 3 and 1 more): Last Name is empty.');
});

it('says once what is wrong with every row, though each has another value', async () => {
	const rows = (values: (row: number) => IDataObject) => list(...Array.from({ length: 30 }, (_, row) => values(row)));
	const keys = await previewed(rows((row) => ({ key: `INV-${row}-undefined` })));
	expect(keys.total.reasons).toContain('30 rows (1, 2, 3 and 27 more): External ID … holds “undefined”');
	const bsb = { methodParameters: form({ ...BANK_ACCOUNT, bsb: '={{ $json.bsb }}' }) };
	const bsbs = await previewed(
		rows((row) => ({ bsb: `620${row + 10}` })),
		bsb,
	);
	expect(bsbs.total.reasons).toContain(
		'30 rows (1, 2, 3 and 27 more): The method parameter bsb must have six digits, not “…”',
	);
});

describe.each(WAYS)('paid %s,', (_how, how) => {
	const pay = async (items: IDataObject[]) => {
		const { items: output } = await run(service, preview({ ...how, operation: 'create' }), { items, settings: goOn });
		return output.map(({ json }) => String(json.error ?? json.outcome));
	};

	it('says “pay” to a list that is then paid as it was previewed', async () => {
		const items = list({}, {}, {});
		const { verdicts, total } = await previewed(items, how);
		expect(verdicts).toEqual(['pay', 'pay', 'pay']);
		expect(total).toMatchObject({ verdict: 'pay', amount: '30.00' });
		expect(total.reasons).toMatch(/^3 rows: 3 pay\. Balance: \d+\.\d\d AUD, afterwards \d+\.\d\d AUD\.$/);
		expect(await pay(items)).toEqual(['created', 'created', 'created']);
		expect((await previewed(items, how)).verdicts).toEqual(['paid_before', 'paid_before', 'paid_before']);
	});

	it('knows what this process has paid before the service lists it', async () => {
		Object.assign(service.emulator.world.settings, { listLagMs: 3_600_000 });
		await pay(list({}, {}));
		expect((await previewed(list({}, {}, {}), how)).verdicts).toEqual(['paid_before', 'paid_before', 'pay']);
	});

	/** By other software. */
	const paidElsewhere = (external_id: string) => {
		const webhook_notification = { endpoint_url: 'https://127.0.0.1:1/', authorization_header: 'x' };
		const payout_method_params = { ...BANK_ACCOUNT, account_number: '10000000' };
		const payee = { first_name: 'Nathan', last_name: 'Smith', email: 'nathan@example.com', external_id };
		service.emulator.account('AUD').payouts.create({
			payout_method_name: 'au_bank_aud',
			currency: 'AUD',
			description: 'March wages',
			external_id: 'batchExternalId' in how ? how.batchExternalId : external_id,
			webhook_notification,
			payout_transaction_details: [{ ...payee, amount: 10, payout_method_params }],
		});
	};

	type Row = [string, string, () => unknown, IDataObject[]];
	/** What a list alone can show. */
	const ofList: Row[] = [
		['another spelling of the External ID', 'in its spelling only', () => paidElsewhere('INV-0'), list({})],
		['two rows with one External ID', 'Rows 1 and 2 have the same', () => undefined, list({}, { key: 'inv-0' })],
	];
	it.each<Row>([
		...(how === together ? ofList : []),
		['what other software has paid', 'found', () => paidElsewhere('inv-0'), list({})],
		[
			'a payee whose account was corrected',
			'belongs to another payment',
			async () => await pay(list({ account: '9' })),
			list({}),
		],
		[
			'a payment that has failed since',
			'has ended without money',
			async () => {
				await pay(list({ account: '12390001' }));
				await service.advance(10_000);
			},
			list({ account: '12390001' }),
		],
		[
			'two payments under one External ID',
			'exists 2 times',
			() => {
				paidElsewhere('inv-0');
				paidElsewhere('inv-0');
			},
			list({}),
		],
		[
			'an External ID of another list',
			'created',
			async () =>
				await run(service, preview({ ...together, operation: 'create', batchExternalId: 'payroll-2' }), {
					items: list({}),
				}),
			list({}),
		],
	])('says of %s what Create then does: “%s”', async (_what, expected, prepare, items) => {
		await prepare();
		const { rows } = await previewed(items, how);
		const outcomes = await pay(items);
		for (const [index, { verdict, reasons }] of rows.entries()) {
			const said = verdict === 'stop' ? reasons : verdict === 'paid_before' ? 'found' : 'created';
			expect(said).toContain(outcomes[index]);
		}
		expect(outcomes.at(-1)).toContain(expected);
	});
});

it('works with a credential for reading only', async () => {
	const { verdicts } = await previewed(list({}), {}, { readOnly: true });
	expect(verdicts).toEqual(['pay']);
});

const previewedInJapan = async (...names: string[]) =>
	await run(
		service,
		preview({
			payoutMethodName: chosen('jp_bank_jpy'),
			email: '={{ $json.email }}',
			methodParameters: form({
				account_number: '1234567',
				account_name: 'ADA',
				bank_code: 'EXMAJP2X',
				branch_code: '={{ String(100 + $itemIndex) }}',
			}),
		}),
		{
			currency: 'JPY',
			items: names.map((name, item) => ({ amount: 1000, key: `inv-${item}`, email: `${name}@shop.test` })),
		},
	);

it('asks for the contacts that a method needs, each once', async () => {
	service.emulator.account('JPY').contacts.create({ ...ADA, email: 'ada0@shop.test' });
	const before = service.calls()['v2.contacts.detail'] ?? 0;
	const { items } = await previewedInJapan('ada0', 'nobody', 'nobody');
	expect(items.map(({ json }) => json.verdict)).toEqual(['pay', 'check', 'check', 'check']);
	expect(items[1]?.json.reasons).toContain('the service shows none with the email nobody@shop.test');
	expect((service.calls()['v2.contacts.detail'] ?? 0) - before).toBe(2);
});

it('previews AUD payouts, which cannot be looked up', async () => {
	const aud = operation('audPayout', 'preview', {
		payee: 'Nathan Smith',
		email: 'nathan@example.com',
		amount: '={{ $json.amount }}',
		addressing: 'bankAccount',
		bsb: '062-000',
		accountNumber: '={{ $json.account }}',
		paymentDescription: 'March wages',
		externalId: '={{ $json.key }}',
	});
	const { items } = await run(service, aud, { items: list({}, { key: 'inv-0' }, { account: '' }) });
	expect(items.map(({ json }) => json.verdict)).toEqual(['pay', 'stop', 'stop', 'stop']);
	expect(items.at(-1)?.json).toMatchObject({ currency: 'AUD', amount: '10.00' });
	expect(service.writes()).toBe(0);
});

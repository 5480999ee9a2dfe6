import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { formatMoney, parseMoney } from '../../../emulator/ledger/money';
import * as wire from '../../../emulator/otherwise';
import { subtractAmounts, sumAmounts } from '../../../core/money';
import { parseXml, textAt } from '../../unit/core/reconciliation/xml';
import { serviceOfFile } from '../engine/serviceOfFile';
import { newPayin } from '../trigger/payments';
import { goOn, run } from './resourceRun';
import { answered, listed } from '../wrongGuesses/differing';

const START = '2031-03-04T05:06:07Z';
const HOUR = 3_600_000;

const service = serviceOfFile({ start: new Date(START) });
// The opening balance was paid in before the period.
beforeEach(async () => await service.advance(60_000));

const account = () => service.emulator.account('AUD');
const notified = { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' };

function payin(external_id: string, amount: number, outcome: 'completed' | 'failed' | 'pending' = 'completed'): string {
	const uuid = newPayin(service, { amount, external_id });
	if (outcome !== 'pending') account().payins.simulate(uuid, outcome);
	return uuid;
}

const payouts = (...wages: [externalId: string, amount: number, accountNumber?: string][]) =>
	account().payouts.create({
		...{ payout_method_name: 'au_bank_aud', currency: 'AUD', description: 'March wages', external_id: 'run-3' },
		webhook_notification: notified,
		payout_transaction_details: wages.map(([external_id, amount, account_number = '12345678']) => ({
			...{ first_name: 'Nathan', last_name: 'Smith', email: 'nathan@example.com', amount, external_id },
			payout_method_params: { bsb: '062000', account_number, account_name: 'Nathan Smith' },
		})),
	});

/** A day on which everything happens, in the books of the service and in those of the user. */
async function aDay(): Promise<IDataObject[]> {
	payin('inv-1', 100.1);
	payin('inv-2', 80);
	payin('inv-3', 60, 'pending');
	payin('stranger', 33.33);
	payin('inv-5', 20);
	payin('inv-5', 20);
	const refunded = payin('inv-6', 50);
	await service.advance(HOUR);
	account().payins.refunds.request(account().payins.get(refunded), {
		...{ amount: 12.5, description: 'Parcel came late', external_id: 'refund-6' },
	});
	payouts(['wage-1', 10.07], ['wage-2', 20]);
	account().deposits.simulate({ account_number: '1234567', amount: '100' });
	await service.advance(HOUR);
	return [
		{ external_id: 'inv-1', amount: '100.10', currency: 'AUD', kind: 'payin' },
		{ external_id: 'inv-2', amount: 79.99, currency: 'aud', kind: 'Payin' },
		{ external_id: 'inv-3', amount: 60, currency: 'AUD', kind: 'payin' },
		{ external_id: 'inv-4', amount: 70, currency: 'AUD', kind: 'payin' },
		{ external_id: 'inv-5', amount: 20, currency: 'AUD', kind: 'payin' },
		{ external_id: 'inv-6', amount: 50 },
		{ external_id: 'refund-6', amount: 12.5, kind: 'refund' },
		{ external_id: 'wage-1', amount: 10.07, kind: 'payout' },
		{ external_id: 'wage-2', amount: 20, kind: 'payout' },
		{ external_id: 'wage-2', amount: 20, kind: 'payout' },
	];
}

const period = { fromDate: '2031-03-04T05:06:30Z', toDate: '2031-03-05T00:00:00Z' };

const reconcile = async (items: IDataObject[], parameters: INodeParameters = {}, settings = {}) =>
	await run(service, { resource: 'reconciliation', operation: 'run', ...period, ...parameters }, { items, settings });

function split(items: INodeExecutionData[]): { results: IDataObject[]; summary: IDataObject } {
	const results = items.map(({ json }) => json);
	const summary = results.pop() ?? {};
	return { results, summary };
}

const currencyIn = (summary: IDataObject) => (summary.currencies as IDataObject[])[0] ?? {};
const available = () => sumAmounts([formatMoney(account().ledger.balances().available)]);

/** Changes each record that lists of an endpoint show. */
const listedAs = (endpoint: string, change: (record: IDataObject) => IDataObject) =>
	listed(endpoint, (record) => change(record as IDataObject));

describe('a reconciliation', () => {
	it('gives each expectation its verdict, lists what nobody expects, and explains the balance to the cent', async () => {
		const before = available();
		const items = await aDay();
		const { items: output, error } = await reconcile(items);
		expect(error).toBeUndefined();
		const { results, summary } = split(output);
		const expected = results.slice(0, items.length);
		expect(expected.map(({ verdict, kind, external_id }) => [verdict, kind, external_id])).toEqual([
			['matched', 'payin', 'inv-1'],
			['amount_differs', 'payin', 'inv-2'],
			['status_differs', 'payin', 'inv-3'],
			['missing_at_service', 'payin', 'inv-4'],
			['matched', 'payin', 'inv-5'],
			['matched', 'payin', 'inv-6'],
			['matched', 'refund', 'refund-6'],
			['matched', 'payout', 'wage-1'],
			['matched', 'payout', 'wage-2'],
			['duplicate', 'payout', 'wage-2'],
		]);
		expect(
			results
				.slice(items.length)
				.map(({ verdict, kind }) => `${String(verdict)} ${String(kind)}`)
				.sort(),
		).toEqual(['duplicate payin', 'not_expected payin', 'transfer topup']);
		expect(output.slice(0, items.length).map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		const all = currencyIn(summary);
		expect(all).toMatchObject({
			currency: 'AUD',
			opening_balance: before,
			closing_balance: available(),
			unexplained: '0',
		});
		const listed = sumAmounts(results.map(({ net }) => String(net)));
		expect(listed).toBe(subtractAmounts(available(), [before]));
		expect(all.net).toBe(listed);
		expect(summary).toMatchObject({ kind: 'summary', expectations: 10, balance_is_exact: true, look_ups_left_out: 0 });
		expect(summary.verdicts).toMatchObject({ matched: 6, duplicate: 2, not_expected: 1, transfer: 1 });
	});

	it('shows both sides, fees, net and the entries', async () => {
		const uuid = payin('inv-1', 100);
		const { items } = await reconcile([{ external_id: 'inv-1', amount: 100, kind: 'payin' }]);
		const [result = {}] = split(items).results;
		expect(result).toMatchObject({
			...{ verdict: 'matched', expected_amount: '100.00', recorded_amount: '100.00', currency: 'AUD' },
			...{ matched_by: 'external_id', guess: false, differences: null, gross: '100.00', kind: 'payin' },
			...{ uuid, external_id: 'inv-1', status: 'received', name: 'Ada Byron' },
			entries: [{ reference_id: uuid, transaction_type: 'payment', status: 'done', in_balance: true }],
		});
		expect(Object.keys(result).slice(0, 3)).toEqual(['verdict', 'expected_amount', 'recorded_amount']);
		expect(Object.keys(result).at(-1)).toBe('entries');
		expect(Number(result.net)).toBeCloseTo(100 - Number(result.fees));
		expect(Number(result.fees)).toBeGreaterThan(0);
	});

	it('without any data gives what the account has, and a summary', async () => {
		payin('inv-1', 100);
		const { results, summary } = split((await reconcile([{}])).items);
		expect(results.map(({ verdict }) => verdict)).toEqual(['not_expected']);
		expect(summary).toMatchObject({ expectations: 0, verdicts: { not_expected: 1 } });
	});

	it('skips blank rows of a sheet, and counts them', async () => {
		await aDay();
		const blank = [
			{ external_id: '', amount: '' },
			{ row_number: 3, external_id: ' ', amount: null, paid: false },
		];
		const { items, error } = await reconcile([...blank, { external_id: 'inv-1', amount: 100 }, ...blank]);
		expect(error).toBeUndefined();
		const { results, summary } = split(items);
		expect(summary).toMatchObject({ expectations: 1, blank_rows: 4 });
		expect(results.filter(({ external_id }) => external_id === 'inv-1')).toHaveLength(1);
		const wrong = await reconcile([{ external_id: '', amount: 100 }]);
		expect(wrong.error?.message).toContain('External ID');
	});

	it('reads refunds one by one, only while something is missing and no more than allowed', async () => {
		const items = await aDay();
		await reconcile(items.filter(({ kind, external_id }) => kind === 'payout' || external_id === 'inv-1'));
		expect(service.calls()['v2.payins.detail']).toBeUndefined();
		const { summary } = split((await reconcile(items, { options: { mostLookUps: 0 } })).items);
		expect(summary).toMatchObject({ look_ups_left_out: 1, currencies: [{ unexplained: '0' }] });
		expect(service.calls()['v2.payins.detail']).toBeUndefined();
	});

	it('finds what was created before the period and paid in it', async () => {
		const uuid = payin('inv-1', 100, 'pending');
		await service.advance(HOUR);
		account().payins.simulate(uuid, 'completed');
		const items = [{ external_id: 'inv-1', amount: 100 }];
		const late = { fromDate: '2031-03-04T05:30:00Z' };
		const seven = split((await reconcile(items, late)).items);
		expect(seven.results.map(({ verdict }) => verdict)).toEqual(['matched']);
		const none = split((await reconcile(items, { ...late, options: { lookBackDays: 0 } })).items);
		expect(none.results.map(({ verdict }) => verdict)).toEqual(['matched']);
		expect(service.calls()['v2.payins.detail']).toBe(1);
	});

	it.each(['status'])('reads a payin by itself whose list record lacks its %s', async (field) => {
		payin('inv-1', 100);
		listedAs('v2.payins.list', (record) => ({ ...record, [field]: undefined }));
		const { results } = split((await reconcile([{ external_id: 'inv-1', amount: 100 }])).items);
		expect(results.map(({ verdict }) => verdict)).toEqual(['matched']);
	});

	it.each<[string, (record: IDataObject) => IDataObject]>([
		['no times', ({ created_at: _, ...record }) => record],
		['neither times nor references', ({ created_at: _, external_id: __, ...record }) => record],
	])('tells what was received in the period without an entry, also where the list shows %s', async (_what, change) => {
		payin('inv-0', 90);
		await service.advance(HOUR);
		const uuid = payin('inv-1', 100);
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, asked, answer) => {
			const list = answer as { records: IDataObject[] };
			if (asked === 'v2.balances.history') return { ...list, records: [] };
			return asked === 'v2.payins.list' ? { ...list, records: list.records.map(change) } : answer;
		});
		const { results } = split((await reconcile([{}], { fromDate: '2031-03-04T05:30:00Z' })).items);
		expect(results).toMatchObject([{ verdict: 'not_expected', uuid }]);
		expect(service.calls()['v2.payins.detail']).toBeUndefined();
	});

	describe('of what no list of payins and payouts shows', () => {
		const link = (external_id: string, amount: number) => {
			const { uuid } = account().links.create({
				...{ amount, description: 'Order 77', expires_in: 1800, meta_data: { external_id } },
				sender_info: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron' },
			});
			const session = account().checkoutSessions.find(uuid);
			if (!session) throw new Error('There is no such link');
			return { uuid, session };
		};
		const verdictsOf = async (items: IDataObject[], parameters: INodeParameters = {}) => {
			const { results, summary } = split((await reconcile(items, parameters)).items);
			expect(currencyIn(summary)).toMatchObject({ unexplained: '0' });
			return { results, summary, verdicts: results.map(({ verdict }) => verdict) };
		};

		it.each([
			['by the list', (record: IDataObject) => record],
			['by the detail', (record: IDataObject) => ({ ...record, meta_data: undefined })],
			[
				'by a list of short records',
				({ uuid, meta_data, transaction_info }: IDataObject) => ({ uuid, meta_data, transaction_info }),
			],
		])('finds checkout links by their external ID or their own ID, and their refunds, %s', async (_case, shown) => {
			const [paid, refunded, open] = [link('shop-1', 40), link('shop-2', 50), link('shop-3', 60)];
			for (const { session } of [paid, refunded]) account().checkoutSessions.pay(session);
			await service.advance(HOUR);
			account().links.refund(refunded.uuid, { amount: 20, description: 'Sent back', external_id: 'back-2' });
			await service.advance(HOUR);
			listedAs('v3.links.list', shown);
			const { verdicts, summary } = await verdictsOf([
				{ external_id: 'shop-1', amount: 40, kind: 'payin' },
				{ uuid: refunded.uuid, amount: 50 },
				{ external_id: 'shop-3', amount: 60 },
				{ external_id: 'back-2', amount: 20, kind: 'refund' },
			]);
			expect(open.session.status).toBe('expired');
			expect(verdicts).toEqual(['matched', 'matched', 'status_differs', 'matched']);
			expect(summary.checkout_links).toBe('read');
			expect(service.calls()['v2.payins.detail']).toBeUndefined();
		});

		it('says where the service does not list checkout links', async () => {
			answered(['v3.links.list'], () => ({ links: 'none' }));
			const { verdicts, summary } = await verdictsOf([{ external_id: 'shop-1', amount: 40 }]);
			expect([verdicts, summary.checkout_links]).toEqual([['missing_at_service'], 'not_shown']);
		});

		const scheduled = (scheduled_at: string) =>
			account().payouts.create({
				...{ payout_method_name: 'au_bank_aud', currency: 'AUD', description: 'April wages', external_id: 'run-4' },
				...{ webhook_notification: notified, scheduled_at },
				payout_transaction_details: [
					{
						...{ first_name: 'Nathan', last_name: 'Smith', email: 'nathan@example.com', amount: 10 },
						...{
							external_id: 'wage-9',
							payout_method_params: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
						},
					},
				],
			});
		const wage = { external_id: 'wage-9', amount: 10, kind: 'payout' };

		it('finds a payout that was made long before and is sent in the period', async () => {
			scheduled('2031-04-20T00:00:00');
			await service.advance(50 * 24 * HOUR);
			const april = { fromDate: '2031-04-01T00:00:00Z', toDate: '2031-04-23T00:00:00Z' };
			const { results } = await verdictsOf([wage], april);
			expect(results).toMatchObject([{ verdict: 'matched', moved: 'in_period', external_id: 'wage-9' }]);
			const none = await verdictsOf([wage], { ...april, options: { mostLookUps: 0 } });
			expect(none).toMatchObject({
				verdicts: ['missing_at_service', 'not_expected'],
				summary: { look_ups_left_out: 1 },
			});
		});

		it.each([
			['is not sent yet', 45, { verdict: 'status_differs', moved: null, net: '0.00', status: 'created' }],
			['was sent after the period', 55, { verdict: 'matched', moved: 'after_period', net: '0.00' }],
		])('finds a payout that was made long before and %s', async (_case, days, result) => {
			scheduled('2031-04-22T00:00:00');
			await service.advance(days * 24 * HOUR);
			const april = { fromDate: '2031-04-01T00:00:00Z', toDate: '2031-04-18T00:00:00Z' };
			expect((await verdictsOf([wage], april)).results).toMatchObject([result]);
		});
	});

	it('compares settlement reports with the history', async () => {
		const items = await aDay();
		account().settlements.closeCurrent('daily');
		const { summary } = split((await reconcile(items, { options: { includeSettlementReports: true } })).items);
		expect(summary.settlement_reports).toEqual([
			expect.objectContaining({ currency: 'AUD', difference: '0', differing_rows: 0, closing_balance: available() }),
		]);
		const [report] = summary.settlement_reports as IDataObject[];
		expect(report?.rows).toBeGreaterThan(5);
	});

	it('does not miss rows of a settlement report that lie before the period', async () => {
		payin('inv-1', 100);
		await service.advance(HOUR);
		payin('inv-2', 80);
		account().settlements.closeCurrent('daily');
		const options = { includeSettlementReports: true };
		const { summary } = split((await reconcile([{}], { fromDate: '2031-03-04T05:30:00Z', options })).items);
		expect(summary.settlement_reports).toEqual([
			expect.objectContaining({ difference: '0', differing_rows: 0, unknown_rows: 0 }),
		]);
		const [report] = summary.settlement_reports as IDataObject[];
		expect(report?.rows).toBeGreaterThan(1);
	});

	it.each<[string, (report: IDataObject) => IDataObject, IDataObject]>([
		['no currency', (report) => ({ ...report, currency: undefined }), { currency: 'AUD', difference: '0' }],
		[
			'another currency',
			(report) => ({ ...report, currency: 'USD' }),
			{ currency: 'USD', difference: null, rows: null },
		],
		['no summary', (report) => ({ ...report, summary: null }), { closing_balance: null, history_balance: null }],
	])('lists a settlement report that shows %s', async (_case, change, check) => {
		await aDay();
		account().settlements.closeCurrent('daily');
		listedAs('v2.settlements.list', change);
		const { summary } = split((await reconcile([{}], { options: { includeSettlementReports: true } })).items);
		expect(summary.settlement_reports).toEqual([expect.objectContaining(check)]);
	});

	it.each([
		['settles', 'money_in', 'done'],
		['fails', 'money_out', 'failed'],
	] as const)('reads again what %s while the history is read', async (_case, direction, outcome) => {
		const before = available();
		const { ledger } = account();
		const { id } = ledger.post({
			...{ type: 'topup', direction, amount: parseMoney('5'), fees: 0n, status: 'waiting' },
			...{ referenceId: '1234567', paymentMethod: 'bank_transfer' },
		});
		await service.advance(60_000);
		payin('inv-1', 100);
		let reads = 0;
		const { balances } = ledger;
		jest.spyOn(ledger, 'balances').mockImplementation(() => {
			if (++reads === 2) ledger.settle(id, outcome);
			return balances();
		});
		const { summary } = split((await reconcile([{}])).items);
		expect(summary).toMatchObject({ balance_is_exact: true });
		expect(currencyIn(summary)).toMatchObject({
			...{ opening_balance: before, closing_balance: available(), unexplained: '0' },
			...(outcome === 'done' ? { entries: 2, entries_not_in_balance: 0 } : { entries: 1, entries_not_in_balance: 1 }),
		});
	});

	it.each<[string, IDataObject, RegExp, { guess?: true }?]>([
		['no amount', { external_id: 'inv-1' }, /Amount is empty/],
		['an unknown kind', { external_id: 'inv-1', amount: 1, kind: 'gift' }, /Kind must be payin, payout or refund/],
		['a date to guess by', { external_id: 'inv-1', amount: 1, date: 'soon' }, /Date cannot be used/, { guess: true }],
	])(
		'refuses %s before any request, or leaves it out where the node goes on',
		async (_case, bad, message, options = {}) => {
			const before = service.calls();
			const alone = await reconcile([{ external_id: 'inv-0', amount: 1 }, bad], { options });
			expect(alone.error?.message).toMatch(message);
			expect(alone.error).toMatchObject({ context: { itemIndex: 1 } });
			expect(service.calls()).toEqual(before);
			const { items } = await reconcile([bad, { external_id: 'inv-0', amount: 1 }], { options }, goOn);
			expect(items[0]?.json.error).toMatch(message);
			expect(items[1]?.json).toMatchObject({ verdict: 'missing_at_service', external_id: 'inv-0' });
			expect(items.at(-1)?.json).toMatchObject({ kind: 'summary', expectations: 1 });
		},
	);

	it.each([
		['lookBackDays', '7 days', 'Look Back (Days) must be a number from 0 to 3650'],
		['lookBackDays', '={{ [7] }}', 'Look Back (Days) must be a number from 0 to 3650'],
		['guess', 'maybe', 'Guess must be true or false, not maybe'],
		['includeSettlementReports', 'maybe', 'Include Settlement Reports must be true or false, not maybe'],
		['mostLookUps', 'many', 'Most Look-Ups must be a number, 0 or above'],
		['mostLookUps', -1, 'Most Look-Ups must be a number, 0 or above'],
	])('refuses %s that is %j', async (name, value, message) => {
		const { error } = await reconcile([{ external_id: 'a', amount: 1 }], { options: { [name]: value } });
		expect(error?.message).toBe(message);
	});
});

describe('an export', () => {
	const exported = async (format: string, parameters: INodeParameters = {}) => {
		const { items, error } = await run(service, {
			...{ resource: 'reconciliation', operation: 'export', format, ...period, ...parameters },
		});
		expect(error).toBeUndefined();
		const [item] = items;
		const { data = '', fileName, mimeType } = item?.binary?.data ?? {};
		return { json: item?.json ?? {}, text: Buffer.from(data, 'base64').toString('utf8'), fileName, mimeType };
	};
	const rowsIn = (text: string): Record<string, string>[] => parse(text, { columns: true });

	it('as CSV has a row for each entry between opening and closing balance', async () => {
		await aDay();
		const { text, json, fileName, mimeType } = await exported('csv');
		const rows = rowsIn(text);
		const entries = rows.slice(1, -1);
		expect([fileName, mimeType]).toEqual(['statement-AUD-2031-03-04-2031-03-05.csv', 'text/csv']);
		expect(rows[0]).toMatchObject({ line: 'opening_balance', balance: json.opening_balance });
		expect(rows.at(-1)).toMatchObject({ line: 'closing_balance', balance: json.closing_balance });
		expect(entries).toHaveLength(Number(json.entries));
		expect(sumAmounts([String(json.opening_balance), ...entries.map(({ net = '' }) => net)])).toBe(available());
		for (const { gross = '', fees = '', net } of entries) expect(subtractAmounts(gross, [fees])).toBe(net);
		expect(entries).toContainEqual(
			expect.objectContaining({ external_id: 'inv-1', name: 'Ada Byron', gross: '100.1', transaction_type: 'payment' }),
		);
		expect(entries).toContainEqual(
			expect.objectContaining({ external_id: 'wage-1', name: 'Nathan Smith', gross: '-10.07' }),
		);
	});

	it('as a bank statement adds up to the movement', async () => {
		await aDay();
		const { text, json } = await exported('bankCsv');
		const rows = rowsIn(text);
		expect(Object.keys(rows[0] ?? {})).toEqual(['Date', 'Amount', 'Payee', 'Description', 'Reference']);
		expect(sumAmounts(rows.map(({ Amount = '' }) => Amount))).toBe(json.net);
	});

	it('as CAMT.053 has the same balances and entries', async () => {
		await aDay();
		const { text, json, fileName, mimeType } = await exported('camt053', { options: { account: '12-34' } });
		expect([fileName, mimeType]).toEqual(['statement-AUD-2031-03-04-2031-03-05.xml', 'application/xml']);
		const root = parseXml(text);
		const signed = (element: ReturnType<typeof parseXml>) =>
			`${textAt(element, 'CdtDbtInd') === 'DBIT' ? '-' : ''}${textAt(element, 'Amt')}`;
		const [opening, closing] = root.find('Bal').map(signed);
		expect([opening, closing]).toEqual([json.opening_balance, json.closing_balance]);
		expect(root.find('Ntry')).toHaveLength(Number(json.entries));
		expect(sumAmounts([opening ?? '', ...root.find('Ntry').map(signed)])).toBe(closing);
		expect(textAt(root, 'Acct Othr Id')).toBe('12-34');
		const total = root.find('Ntry').map((each) => textAt(each, 'Amt') ?? '');
		expect(textAt(root, 'TtlNtries Sum')).toBe(sumAmounts(total));
	});

	it.each(['DE89 3704 0044 0532 0130 00', '0042', 12345678, '12 345 678', 'Müller & Söhne GmbH 12', ''])(
		'as CAMT.053 names the account %j',
		async (given) => {
			const { text } = await exported('camt053', { options: { account: given } });
			const id = parseXml(text).find('Acct')[0];
			const shown = id && (textAt(id, 'Othr Id') ?? textAt(id, 'IBAN'));
			expect(shown?.replaceAll(' ', '')).toBe(String(given || 'PAYMENTS-AUD').replaceAll(' ', ''));
		},
	);

	it.each<[options: IDataObject, message: string]>([
		[{ account: '={{ [1] }}' }, 'Account must be text, not a list'],
		[{ account: '={{ 12345678901234567890 }}' }, 'Account must be text, not the number 12345678901234567000'],
		[{ account: '1.23457E+11' }, 'Account has lost digits in a spreadsheet'],
		[{ account: '1234\u200B5678' }, 'Account holds a character that nobody sees (U+200B)'],
		[{ includeDetails: '={{ "maybe" }}' }, 'Include Details must be true or false, not maybe'],
	])('asks for nothing with the options %j', async (options, message) => {
		const parameters = { ...{ resource: 'reconciliation', operation: 'export', format: 'camt053' }, ...period };
		const { error } = await run(service, { ...parameters, options: options as INodeParameters });
		expect(error?.message).toBe(message);
		expect(service.calls()).toEqual({});
	});

	it('shows the tax of a payin with tax', async () => {
		const uuid = newPayin(service, { amount: 110, gst: true });
		account().payins.simulate(uuid, 'completed');
		const rows = rowsIn((await exported('csv')).text);
		expect(Number(rows.find(({ reference_id }) => reference_id === uuid)?.tax)).toBeGreaterThan(0);
	});

	it.each([
		['was paid with another amount', (record: IDataObject) => ({ ...record, total: '111' })],
		['is not listed', (record: IDataObject) => ({ ...record, uuid: 'another' })],
		['shows none', (record: IDataObject) => ({ ...record, gst_amount: undefined, gst: undefined })],
	])('leaves the tax empty of a payin that %s', async (_case, change) => {
		payin('inv-1', 110);
		listedAs('v2.payins.list', (record) => change({ ...record, gst: true, gst_amount: '10' }));
		const rows = rowsIn((await exported('csv')).text);
		expect(rows.find(({ transaction_type }) => transaction_type === 'payment')?.tax).toBe('');
	});

	it('tells how much money is set aside, and begins anew when it comes back while the file is written', async () => {
		await service.advance(HOUR);
		const { ledger } = account();
		const reserve = () =>
			ledger.post({
				...{ type: 'payout', direction: 'money_out', amount: parseMoney('5'), fees: 0n, status: 'waiting' },
				...{ referenceId: '1234567', paymentMethod: 'au_bank_aud' },
			}).id;
		let [failing]: (string | undefined)[] = [reserve(), reserve()];
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, asked, answer) => {
			if (asked === 'v2.payins.list' && failing !== undefined) ledger.settle(failing, 'failed');
			if (asked === 'v2.payins.list') failing = undefined;
			return answer;
		});
		const { json, text } = await exported('csv');
		expect(json).toMatchObject({ entries: 1, net: '-5', entries_set_aside: 1, set_aside_net: '-5' });
		expect(rowsIn(text).map(({ line }) => line)).toEqual(['opening_balance', 'entry', 'closing_balance']);
	});

	it('without details asks for neither payins nor payouts', async () => {
		await aDay();
		const { text } = await exported('csv', { options: { includeDetails: false } });
		expect(rowsIn(text).every(({ name }) => name === '')).toBe(true);
		expect(service.calls()).not.toHaveProperty(['v2.payins.list']);
		expect(service.calls()).not.toHaveProperty(['v3.links.list']);
	});

	it('keeps a spreadsheet from running a name as a formula', async () => {
		account().ledger.post({
			...{ type: 'payment', direction: 'money_in', amount: parseMoney('1'), fees: 0n, status: 'done' },
			...{ referenceId: '=1+1', paymentMethod: 'au_bank_aud' },
		});
		expect((await exported('csv')).text).toContain("'=1+1");
	});

	it('refuses a currency that CAMT.053 cannot name, and no other format does', async () => {
		const credentials = service.credentials('USDC');
		const of = async (format: string) =>
			await run(service, { resource: 'reconciliation', operation: 'export', format, ...period }, { credentials });
		for (const format of ['camt053', 'CAMT053'])
			expect((await of(format)).error?.message).toBe('CAMT.053 cannot name the currency USDC');
		expect((await of('xml')).error?.message).toBe('Format must be csv or bankCsv or camt053');
		expect((await of('csv')).items[0]?.json.currency).toBe('USDC');
	});

	it('refuses a currency that the account does not have', async () => {
		const { error } = await run(service, {
			...{ resource: 'reconciliation', operation: 'export', currency: 'USD', ...period },
		});
		expect(error?.message).toBe('The account has no balance in USD');
	});
});

describe('a payin with GST', () => {
	it.each([100, 110])('expected with %d matches, and shows that amount as recorded', async (amount) => {
		const uuid = newPayin(service, { amount: 100, external_id: 'gst-1', gst: true });
		account().payins.simulate(uuid, 'completed');
		await service.advance(HOUR);
		const { items } = await run(
			service,
			{ resource: 'reconciliation', operation: 'run', fromDate: START, toDate: '2031-03-05T00:00:00Z' },
			{ items: [{ external_id: 'gst-1', amount, currency: 'AUD' }] },
		);
		const shown = `${amount}.00`;
		expect(items[0]?.json).toMatchObject({ verdict: 'matched', expected_amount: shown, recorded_amount: shown });
	});
});

describe('with several accounts', () => {
	it('a row without currency is refused: it may be in any of them', async () => {
		const { appId, secretKey } = service.emulator.account('PHP');
		const credentials = service.credentials('AUD', { accounts: `PHP ${appId} ${secretKey}` });
		const parameters = { resource: 'reconciliation', operation: 'run', fromDate: START, toDate: '2031-03-05' };
		const rows = [{ external_id: 'inv-1', amount: 10 }];
		const { error } = await run(service, parameters, { items: rows, credentials });
		expect(error?.message).toBe('Currency is empty, and the credential holds several accounts');
		const named = rows.map((row) => ({ ...row, currency: 'PHP' }));
		const { items } = await run(service, parameters, { items: named, credentials });
		expect(items[0]?.json).toMatchObject({ verdict: 'missing_at_service', currency: 'PHP' });
	});
});

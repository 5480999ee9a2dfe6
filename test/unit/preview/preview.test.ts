import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { asUtcTimestamp } from '../../../core/time/dates';
import { refusedBy, type Movement } from '../../../core/payments/guards';
import { ItemCall } from '../../../nodes/MultiCurrencyPayments/run/itemCall';
import type { Run } from '../../../nodes/MultiCurrencyPayments/run/run';
import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { GuardBreach } from '../../../nodes/MultiCurrencyPayments/limits/guard';
import { previewAll, type PreviewChecks } from '../../../nodes/MultiCurrencyPayments/preview/preview';
import { paymentOf, thisProcess } from '../../../nodes/MultiCurrencyPayments/money/setting';
import type { Moved, ReadRequest, ServiceClient, WriteGuard } from '../../../nodes/service/client';
import { ServiceFailure } from '../../../nodes/service/failure';
import { openRuns, n8nWith } from '../money/items';

const DAY = 86_400_000;
const NOW = Date.parse('2031-03-04T05:06:07Z');
let now = NOW;
beforeEach(() => {
	now = NOW;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** A row of the list: what it asks for, or what reading it ends with. */
type Asked = Partial<PaymentRequest> & { ends?: (item: ItemCall) => unknown; run?: number };

/** Payments that the service can be asked for, compared by their amount and account. */
const kindOf = (rows: readonly Asked[], canLookUp = true) =>
	({
		path: '/v2/payouts',
		read: (item: ItemCall) => {
			const { ends, run: _run, ...about } = rows[item.index] ?? {};
			if (ends) throw ends(item);
			return requestOf(item, about);
		},
		found: canLookUp
			? (_request: PaymentRequest, { transaction }: { transaction: IDataObject }) => ({
					record: transaction,
					facts: { amount: String(transaction.amount), destination: String(transaction.to) },
					externalId: String(transaction.external_id),
				})
			: null,
	}) as unknown as BatchKind<PaymentRequest>;

function requestOf(item: ItemCall, about: Partial<PaymentRequest>): PaymentRequest {
	const { index } = item;
	const { externalId = `inv-${index}`, list, amount = '10', destination = `account ${index}` } = about;
	return {
		...paymentOf(item, { kind: 'payout', list, externalId, facts: { amount, destination } }),
		item,
		destination,
		destinationWords: () => destination,
		payee: `Payee ${index}`,
		email: `p${index}@example.com`,
		amount,
		currency: 'AUD',
		doubts: () => [],
		...about,
	};
}

/** A payment that the service shows in a batch of its own. */
interface Paid {
	key: string;
	/** The reference of its batch. */
	in?: string;
	to?: string;
	amount?: string;
	payee?: string;
	at?: number;
	/** How often it was made. */
	times?: number;
}

/** What an account shows of its payouts, and which keys it was asked for. */
function payouts(...paid: Paid[]) {
	const asked: unknown[] = [];
	const read = async ({ query = {} }: ReadRequest) => {
		asked.push(query.external_id);
		const [from, to] = [String(query.from_date), String(query.to_date)];
		const isAsked = ({ key, in: batch = key, at = NOW - DAY }: Paid) =>
			(query.external_id ?? batch) === batch &&
			asUtcTimestamp(new Date(at)) >= from &&
			asUtcTimestamp(new Date(at)) <= to;
		const records = paid.filter(isAsked).map(batchOf);
		return await Promise.resolve({ records, total_count: records.length });
	};
	return { asked, read: read as unknown as ServiceClient['read'] };
}

const batchOf = ({ key, in: batch = key, to = 'account 0', amount = '10', payee = 'Payee 0', times = 1 }: Paid) => ({
	uuid: `batch of ${key}`,
	external_id: batch,
	currency: 'AUD',
	payout_method_name: 'au_bank_aud',
	status: 'completed',
	total_amount: String(Number(amount) * times),
	payout_transactions: Array.from({ length: times }, (_, index) => ({
		uuid: `uuid${index > 0 ? ` ${index}` : ''} of ${key}`,
		external_id: key,
		payee,
		email: 'p0@example.com',
		amount,
		payout_method_params: {},
		status: 'settled',
		error_message: null,
		to,
	})),
});

const n8n = () => n8nWith({ parameters: { notify: 'none' } });

interface Setting {
	checks?: Partial<PreviewChecks<PaymentRequest>>;
	canLookUp?: boolean;
	runs?: [Run, ...Run[]];
	/** What the only account answers. */
	client?: Partial<ServiceClient>;
}

async function preview(rows: readonly Asked[], { checks, canLookUp, ...about }: Setting = {}) {
	const runs = about.runs ?? openRuns(n8n(), about.client ?? payouts());
	const items = rows.map((row, index) => new ItemCall(runs[row.run ?? 0] ?? runs[0], index));
	const balanceOf = async () => await Promise.resolve('1000');
	const results = await previewAll(kindOf(rows, canLookUp), items, { balanceOf, ...checks });
	const json = results.flatMap((result) =>
		'items' in result ? result.items.map((item) => item.json as Record<'kind' | 'verdict' | 'reasons', string>) : [],
	);
	const shown = json.filter(({ kind }) => kind === 'payment');
	return {
		results,
		rows: shown,
		verdicts: shown.map(({ verdict }) => verdict),
		reasons: shown.map(({ reasons }) => reasons),
		totals: json.filter(({ kind }) => kind === 'total'),
	};
}

const refused = new ServiceFailure('refused', false, { method: 'GET', path: '/' }, { status: 403, attempts: 1 });
const down = new ServiceFailure('serviceFailure', false, { method: 'GET', path: '/' }, { status: 500, attempts: 1 });

describe('a list of payments', () => {
	it('is shown row by row, as it would be paid, with what it moves together', async () => {
		const { results } = await preview([{}, { list: 'wages', payee: 'Bob', email: 'bob@example.com' }]);
		const payment = { verdict: 'pay', reasons: '', amount: '10.00', currency: 'AUD', kind: 'payment' };
		expect(results).toEqual([
			{ item: 0, items: [{ json: { external_id: 'inv-0', payee: 'Payee 0', ...payment } }] },
			{ item: 1, items: [{ json: { external_id: 'inv-1', payee: 'Bob', ...payment } }] },
			{
				item: 1,
				items: [
					{
						json: {
							external_id: null,
							verdict: 'pay',
							reasons: '2 rows: 2 pay. Balance: 1000.00 AUD, afterwards 980.00 AUD.',
							payee: '2 payees',
							amount: '20.00',
							currency: 'AUD',
							kind: 'total',
						},
						pairedItem: undefined,
					},
				],
			},
		]);
		const shown = results.flatMap((result) => ('items' in result ? result.items : []));
		expect(new Set(shown.map(({ json }) => Object.keys(json).join())).size).toBe(1);
	});

	it('shows why a row would be refused, and nothing else of one that cannot be read', async () => {
		const { rows, verdicts, totals } = await preview([
			{ ends: (item) => item.refusal('Amount is empty', 'Fill in Amount.') },
			{ ends: (item) => item.refusal('Amount is odd') },
			{
				ends: () =>
					new GuardBreach({ message: 'It is too much', description: 'Pay less.', details: refusedBy('maxPerRun') }),
			},
			{},
		]);
		expect(verdicts).toEqual(['stop', 'stop', 'stop', 'pay']);
		expect(rows[0]).toEqual({
			...{ external_id: null, verdict: 'stop', reasons: 'Amount is empty. Fill in Amount.' },
			...{ payee: null, amount: null, currency: null, kind: 'payment' },
		});
		expect(rows[1]?.reasons).toBe('Amount is odd.');
		expect(rows[2]?.reasons).toBe('It is too much. Pay less.');
		expect(totals).toMatchObject([
			{ verdict: 'stop', payee: '1 payee', reasons: expect.stringContaining('4 rows: 1 pay, 3 stop.') },
		]);
	});

	it.each<[string, (item: ItemCall) => Error]>([
		['the service does not answer', () => down],
		['n8n fails', ({ n8n }) => new NodeOperationError(n8n.getNode(), 'An expression is wrong')],
		['anything else is wrong', () => new Error('A mistake')],
	])('has no verdict where a row cannot be checked because %s', async (_why, ends) => {
		const balanceOf = jest.fn();
		const account = payouts();
		const { results } = await preview([{}, { ends }, {}], { checks: { balanceOf }, client: account });
		expect(results).toEqual([{ item: 1, failure: expect.any(Error) }]);
		expect(balanceOf).not.toHaveBeenCalled();
		expect(account.asked).toEqual([]);
	});

	it('of no items has no summary', async () => {
		expect((await preview([])).results).toEqual([]);
	});

	it('may leave an amount to the service', async () => {
		const { verdicts, totals } = await preview([{ amount: undefined, facts: {} }]);
		expect(verdicts).toEqual(['pay']);
		expect(totals).toMatchObject([{ payee: '1 payee', amount: '0.00' }]);
	});

	it('is in doubt where an amount or the request looks wrong, and would be sent all the same', async () => {
		const doubt = { reason: 'The bank is not listed', remedy: 'Correct it.' };
		const { reasons, verdicts, totals } = await preview([{ amount: '1.234' }, { doubts: () => [doubt] }, {}]);
		expect(verdicts).toEqual(['check', 'check', 'pay']);
		expect(reasons).toEqual([
			expect.stringMatching(/^The amount 1.234 AUD has more decimals than its currency. Correct it/),
			'The bank is not listed. Correct it.',
			'',
		]);
		expect(totals).toMatchObject([{ verdict: 'check', payee: '3 payees', amount: '21.234' }]);
	});
});

describe('an amount that is far from what a list usually pays', () => {
	const amounts = (...of: (string | undefined)[]) => of.map((amount) => ({ amount }));
	const odd = async (rows: readonly Asked[]) => {
		const { verdicts, reasons } = await preview(rows);
		return verdicts.flatMap((verdict, row) => (verdict === 'pay' ? [] : [[row, verdict, reasons[row]]]));
	};
	const told = (amount: string, more: string, usual = '10.00 AUD') =>
		`The amount ${amount} is far ${more} than this list usually pays, ${usual}. Compare it with your list: a decimal point or a column may be wrong.`;

	it('is to be checked, from fifty times as much or as little on', async () => {
		expect(await odd(amounts('500', '10', '0.2', '11', '9'))).toEqual([
			[0, 'check', told('500.00 AUD', 'more')],
			[2, 'check', told('0.20 AUD', 'less')],
		]);
		expect(await odd(amounts('499.99', '10', '0.21', '11', '9'))).toEqual([]);
	});

	it('is each of several', async () => {
		const rows = amounts('0.1', '0.2', '10', '10', '10', '10', '600', '500');
		expect((await odd(rows)).map(([row]) => row)).toEqual([0, 1, 6, 7]);
	});

	it('is none where fewer than five of its currency tell', async () => {
		expect(await odd([...amounts('500', '10', '10', '10', undefined), { currency: 'USD' }])).toEqual([]);
	});

	it('is told by the lower of two in the middle, in its own currency', async () => {
		const dollars = amounts('100', '100', '100', '200', '200', '6000').map((row) => ({ ...row, currency: 'NZD' }));
		const rows = [...amounts('10', '10', '10', '10', '10'), ...dollars];
		expect(await odd(rows)).toEqual([[10, 'check', told('6000.00 NZD', 'more', '100.00 NZD')]]);
	});
});

it('why many rows are refused is told once for all of them, with their numbers', async () => {
	const ends = (item: ItemCall) => item.refusal('Amount is empty', 'Fill in Amount.');
	const { totals } = await preview([{}, ...Array.from({ length: 12 }, () => ({ ends }))]);
	expect(totals[0]?.reasons).toMatch(
		/^12 rows \(2, 3, 4 and 9 more\): Amount is empty\. Fill in Amount\. 13 rows: 1 pay, 12 stop\./,
	);
});

it('what many rows have in common and stops none is told on each alone', async () => {
	const doubts = () => [{ reason: 'The bank is not listed', remedy: 'Correct it.' }];
	const { totals } = await preview(Array.from({ length: 12 }, () => ({ doubts })));
	expect(totals[0]?.reasons).toMatch(/^12 rows: 12 check\./);
});

it('a list whose notifications cannot be sent is refused', async () => {
	const runs = openRuns(n8nWith({ parameters: { notify: 'nobody knows' } }), payouts());
	expect((await preview([{}], { runs })).reasons).toEqual([expect.stringMatching(/^Notify must be/)]);
});

const SAME = 'Row 1 pays the same amount to the same account. Remove one of them if both stand for one payment.';

describe('two rows of a list', () => {
	it('that mean one payment are one: the second is found one by one, as Create finds it', async () => {
		const same = { externalId: 'inv-1', destination: 'account' };
		const { verdicts, reasons } = await preview([
			same,
			same,
			{ ...same, amount: '12' },
			{ ...same, externalId: 'INV-1' },
		]);
		expect(verdicts).toEqual(['pay', 'paid_before', 'stop', 'stop']);
		expect(reasons.slice(1)).toEqual([
			'Row 1 has the same External ID. It is found and not sent again.',
			expect.stringMatching(/^The External ID inv-1 belongs to another payment/),
			expect.stringMatching(/under the External ID inv-1, which differs from INV-1 in its spelling only/),
		]);
	});

	it('that mean one payment are one: in a list the second is refused, for that reason alone', async () => {
		const same = { externalId: 'inv-1', destination: 'account', list: 'wages' };
		const { verdicts, reasons } = await preview([same, same, { ...same, amount: '1.234' }]);
		expect(verdicts).toEqual(['pay', 'stop', 'stop']);
		expect(reasons.slice(1)).toEqual([
			expect.stringMatching(/^Rows 1 and 2 have the same External ID inv-1/),
			expect.stringMatching(/^The amount 1.234 AUD .* Rows 1 and 3 have the same External ID inv-1/),
		]);
	});

	it.each<[string, Partial<PaymentRequest>, string[]]>([
		['account', {}, ['check', SAME]],
		['account, without amounts', { amount: undefined }, ['check', SAME]],
		['account in another currency', { currency: 'USD' }, ['pay', '']],
		['account with another amount', { amount: '11' }, ['pay', '']],
	])('that pay the same %s', async (_what, about, expected) => {
		const first = { destination: 'account', ...('amount' in about && about.amount === undefined ? about : {}) };
		const { verdicts, reasons } = await preview([first, { destination: 'account', ...about }]);
		expect([verdicts[1], reasons[1]]).toEqual(expected);
		expect(verdicts[0]).toBe('pay');
	});

	it('say how often, from the first one', async () => {
		const { reasons } = await preview([
			{},
			{ destination: 'there' },
			{ destination: 'there' },
			{ destination: 'there' },
		]);
		const told = SAME.replace('1', '2');
		expect(reasons).toEqual(['', '', told, told]);
	});

	it('may have one External ID in two lists, and be paid twice on purpose', async () => {
		const one = { externalId: 'employee-7', list: 'wages' };
		const { verdicts } = await preview([one, { ...one, list: 'bonus' }, { ...one, list: '' }]);
		expect(verdicts).toEqual(['pay', 'pay', 'pay']);
		const { reasons } = await preview([one, { ...one, list: 'bonus', destination: 'account 0' }]);
		expect(reasons).toEqual(['', SAME]);
	});

	it('are compared although the first of them is refused', async () => {
		const forbidden = () => {
			throw new GuardBreach({ message: 'No', description: '', details: refusedBy('maxPerRun') });
		};
		const client = { ...payouts(), guard: { assertEach: forbidden } as unknown as WriteGuard };
		const { reasons } = await preview([{}, { destination: 'account 0' }], { client });
		expect(reasons).toEqual(['No.', `No. ${SAME}`]);
	});
});

describe('a payment that was made before', () => {
	it('is found under its key, and shown', async () => {
		const { rows, totals } = await preview([{}, {}], { client: payouts({ key: 'inv-0' }) });
		expect(rows[0]).toMatchObject({
			verdict: 'paid_before',
			reasons: 'The payment inv-0 exists already. It is found and not sent again.',
		});
		expect(totals).toMatchObject([{ verdict: 'pay', payee: '1 payee', amount: '10.00' }]);
	});

	it('is found however long ago that was', async () => {
		const client = payouts({ key: 'inv-0', at: NOW - 500 * DAY });
		expect((await preview([{}], { client })).verdicts).toEqual(['paid_before']);
	});

	it.each<[string, Paid, string]>([
		['in another spelling', { key: 'INV-0', in: 'inv-0' }, 'The service has a payment under the External ID INV-0'],
		['with other facts', { key: 'inv-0', to: 'elsewhere' }, 'The External ID inv-0 belongs to another payment'],
		['several times', { key: 'inv-0', times: 2 }, 'The payment inv-0 exists 2 times'],
	])('is refused as Create refuses it where it is there %s', async (_how, paid, reason) => {
		const { verdicts, reasons } = await preview([{}], { client: payouts(paid) });
		expect(verdicts).toEqual(['stop']);
		expect(reasons[0]).toContain(reason);
	});

	it('is looked for in its own list, and not in others', async () => {
		const client = payouts({ key: 'inv-0', in: 'wages' });
		expect((await preview([{}], { client })).verdicts).toEqual(['pay']);
		expect((await preview([{ list: 'bonus' }], { client })).verdicts).toEqual(['pay']);
		client.asked.length = 0;
		expect((await preview([{ list: 'wages' }, { list: 'wages' }], { client })).verdicts).toEqual([
			'paid_before',
			'pay',
		]);
		expect(client.asked.filter((key) => key !== undefined)).toEqual(['wages']);
	});

	it('is not looked for where no list shows it, or where the row cannot be read', async () => {
		const client = payouts();
		expect((await preview([{}], { client, canLookUp: false })).verdicts).toEqual(['pay']);
		await preview([{ ends: (item) => item.refusal('Amount is empty') }], { client });
		expect(client.asked).toEqual([]);
	});

	it('stops the preview where the service does not tell', async () => {
		const read = async () => await Promise.reject<never>(down);
		await expect(preview([{}], { client: { read } })).rejects.toBe(down);
	});

	it('may be one under another External ID, whose outcome is unclear', async () => {
		const runs = openRuns(n8n(), payouts());
		const other = requestOf(new ItemCall(runs[0], 0), { externalId: 'inv-9' });
		const { externalId, list, facts, settleTime } = other;
		thisProcess.set(other, { externalId, list, facts, settleTime, at: NOW, execution: 'other' }, true);
		const { verdicts, reasons } = await preview([{}, {}], { runs });
		expect(verdicts).toEqual(['stop', 'pay']);
		expect(reasons[0]).toMatch(/^The same payment may have been made under the External ID inv-9/);
	});

	describe.each([
		['can', true],
		['cannot', false],
	])('by this process, where the service %s be asked,', (_can, canLookUp) => {
		/** @param record that it was answered with; undefined where its outcome is unclear */
		const sent = async (record: IDataObject | undefined, at: number) => {
			const runs = openRuns(n8n(), payouts());
			const payment = requestOf(new ItemCall(runs[0], 0), {});
			const { externalId, list, facts, settleTime } = payment;
			thisProcess.set(payment, { externalId, list, facts, settleTime, at, record, execution: 'other' }, canLookUp);
			return await preview([{}], { runs, canLookUp });
		};

		it('exists, although the service does not show it yet', async () => {
			expect((await sent({ uuid: 'u0', status: 'created' }, NOW)).verdicts).toEqual(['paid_before']);
		});

		it('is in doubt, or stops where the service cannot be asked, while its outcome is unknown', async () => {
			const { verdicts, reasons } = await sent(undefined, NOW - 1_000);
			expect(verdicts).toEqual([canLookUp ? 'check' : 'stop']);
			expect(reasons[0]).toMatch(/^It is unknown whether the payment inv-0 was made/);
			expect(reasons[0]).toContain(canLookUp ? 'it is looked for first' : 'The service cannot be asked for it.');
		});

		it(`${canLookUp ? 'is made anew' : 'stays unknown'} when it was not found for long enough`, async () => {
			expect((await sent(undefined, NOW - 60_000)).verdicts).toEqual([canLookUp ? 'pay' : 'stop']);
		});
	});
});

describe('the contacts that payments need', () => {
	/** The service has those of these rows; null where it refuses to tell. */
	function contacts(...rows: (number | null)[]) {
		const asked: [ServiceClient, string][] = [];
		const has = async (client: ServiceClient, email: string) => {
			asked.push([client, email]);
			return await Promise.resolve(rows.includes(null) ? null : rows.some((row) => email === `p${row}@example.com`));
		};
		return { asked, needs: ({ item: { index } }: PaymentRequest) => index > 0, has };
	}

	it('are asked for once, and only where they are needed', async () => {
		const known = contacts(1);
		const rows = [{}, {}, {}, { email: 'p2@example.com' }];
		const { verdicts, reasons, totals } = await preview(rows, { checks: { contacts: known } });
		expect(verdicts).toEqual(['pay', 'pay', 'check', 'check']);
		const told = expect.stringContaining('the service shows none with the email p2@example.com') as string;
		expect(reasons).toEqual(['', '', told, told]);
		expect(known.asked.map(([, email]) => email)).toEqual(['p1@example.com', 'p2@example.com']);
		expect(totals).toMatchObject([{ verdict: 'check' }]);
	});

	it('stop no payment where they cannot be checked, which is said once for all accounts', async () => {
		const runs = openRuns(n8n(), payouts(), payouts());
		const rows = [{}, {}, { run: 1, currency: 'USD' }];
		const { verdicts, totals } = await preview(rows, { runs, checks: { contacts: contacts(null) } });
		expect(verdicts).toEqual(['pay', 'pay', 'pay']);
		expect(totals.map(({ verdict }) => verdict)).toEqual(['check', 'check']);
		const told =
			'The contact of every payee could not be checked: the service does not show it. The method needs one for each email.';
		for (const { reasons } of totals) expect(reasons.split(told)).toHaveLength(2);
	});
});

describe('with several accounts', () => {
	it('each is asked about its own payments', async () => {
		const answers = [payouts({ key: 'inv-0' }), payouts({ key: 'inv-1', to: 'account 1', payee: 'Payee 1' })] as const;
		const runs = openRuns(n8n(), ...answers);
		const asked: [Run | undefined, string][] = [];
		const has = async (client: ServiceClient, email: string) => {
			asked.push([runs.find((run) => run.client === client), email]);
			return await Promise.resolve(true);
		};
		const checks = { contacts: { needs: () => true, has } };
		const { verdicts, reasons } = await preview([{}, { run: 1 }], { runs, checks });
		expect(verdicts).toEqual(['paid_before', 'paid_before']);
		const told = (key: string) => `The payment ${key} exists already. It is found and not sent again.`;
		expect(reasons).toEqual(['inv-0', 'inv-1'].map(told));
		expect(asked).toEqual([
			[runs[0], 'p0@example.com'],
			[runs[1], 'p1@example.com'],
		]);
		expect(answers[0].asked).not.toContain('inv-1');
	});
});

const UNKNOWN =
	'The balance in AUD could not be checked: the service does not show it. Look it up in the merchant dashboard.';

describe('the balance', () => {
	const withBalance = async (shown: unknown, rows: Asked[] = [{}]) =>
		await preview(rows, { checks: { balanceOf: async () => await Promise.resolve(shown) } });

	it.each<[unknown, string, string]>([
		['10.00', 'Balance: 10.00 AUD, afterwards 0.00 AUD.', 'pay'],
		[10, 'Balance: 10.00 AUD, afterwards 0.00 AUD.', 'pay'],
		['9.99', 'Balance: 9.99 AUD, afterwards -0.01 AUD.', 'stop'],
		[undefined, `${UNKNOWN} 1 row: 1 pay.`, 'check'],
		['plenty', `${UNKNOWN} 1 row: 1 pay.`, 'check'],
	])('of %p for a payment of 10', async (shown, told, verdict) => {
		const { totals } = await withBalance(shown);
		expect(totals).toMatchObject([{ verdict, amount: '10.00', reasons: expect.stringContaining(told) }]);
	});

	it('that is too small is named with its currency', async () => {
		const { totals, verdicts } = await withBalance('5', [{}, { currency: 'USD' }, { currency: 'USD' }]);
		expect(verdicts).toEqual(['pay', 'pay', 'pay']);
		for (const { reasons } of totals) {
			expect(reasons).toContain('The balance does not cover 10.00 AUD: 5.00 AUD is available.');
			expect(reasons).toContain('The balance does not cover 20.00 USD: 5.00 USD is available.');
		}
	});

	it('is asked for each currency, in the order of the alphabet', async () => {
		const asked: string[] = [];
		const balanceOf = async (_client: ServiceClient, currency: string) => await Promise.resolve(asked.push(currency));
		const rows = ['PHP', 'AUD', 'INR', 'AUD'].map((currency) => ({ currency, amount: '1' }));
		const { totals } = await preview(rows, { checks: { balanceOf } });
		expect(totals).toMatchObject([
			{ currency: 'AUD', payee: '2 payees' },
			{ currency: 'INR', payee: '1 payee' },
			{ currency: 'PHP', payee: '1 payee' },
		]);
		expect(asked).toEqual(['AUD', 'INR', 'PHP']);
	});

	it('is told to be unknown where the service refuses to show it, and ends the preview where it does not answer', async () => {
		const failing = (failure: Error) => ({ balanceOf: async () => await Promise.reject<never>(failure) });
		const { totals } = await preview([{}], { checks: failing(refused) });
		expect(totals).toMatchObject([{ verdict: 'check', reasons: `${UNKNOWN} 1 row: 1 pay.` }]);
		await expect(preview([{}], { checks: failing(down) })).rejects.toBe(down);
	});
});

describe('the guards of the credential', () => {
	/** A guard that fails so. */
	function guardOf({ each, together }: { each?: (key: string) => void; together?: Error } = {}) {
		const moves: { path: string; keys: string[] }[] = [];
		const guard = {
			assertEach: ([movement]: [{ key: string }]) => each?.(movement.key),
			assertTogether: async (moved: Moved) => {
				const named = ({ key, amount }: Movement) => `${key} ${amount}`;
				moves.push({ path: moved.path, keys: moved.moves.map(named) });
				return await (together ? Promise.reject(together) : Promise.resolve());
			},
		} as unknown as WriteGuard;
		return { moves, guard };
	}
	const forbidden = new GuardBreach({
		message: 'It is too much',
		description: 'Pay less.',
		details: refusedBy('maxPerRun'),
	});

	it.each([
		['check', 29_999],
		['pay', 30_000],
	])('hear “%s” %d ms after an unclear answer', async (verdict, later) => {
		const { guard, moves } = guardOf();
		const runs = openRuns(n8n(), { ...payouts(), guard });
		const payment = requestOf(new ItemCall(runs[0], 0), {});
		thisProcess.set(payment, { ...payment, at: now }, true);
		now += later;
		expect((await preview([{}, {}], { runs })).verdicts).toEqual([verdict, 'pay']);
		expect(moves).toMatchObject([{ keys: ['inv-0 10', 'inv-1 10'] }]);
	});

	it('let all else pass', async () => {
		const shown = preview([{}], { client: { ...payouts(), guard: guardOf().guard } });
		await expect(shown).resolves.toMatchObject({ verdicts: ['pay'], totals: [{ verdict: 'pay' }] });
	});

	it('forbid a row', async () => {
		const each = (key: string) => {
			if (key === 'inv-1') throw forbidden;
		};
		const { guard, moves } = guardOf({ each });
		const { verdicts, rows } = await preview([{}, {}, {}], { client: { ...payouts(), guard } });
		expect(verdicts).toEqual(['pay', 'stop', 'pay']);
		expect(rows[1]?.reasons).toBe('It is too much. Pay less.');
		expect(moves).toEqual([{ path: '/v2/payouts', keys: ['inv-0 10', 'inv-2 10'] }]);
	});

	it('refuse all of a list where they forbid it as a whole', async () => {
		const { guard } = guardOf({ together: forbidden });
		const { verdicts, totals } = await preview([{ list: 'wages' }, { list: 'wages' }], {
			client: { ...payouts(), guard },
		});
		expect(verdicts).toEqual(['stop', 'stop']);
		expect(totals).toMatchObject([{ verdict: 'stop', payee: '0 payees' }]);
	});

	it('forbid what is paid one by one together, by account', async () => {
		const accounts = [guardOf(), guardOf({ together: forbidden })] as const;
		const runs = openRuns(n8n(), ...accounts.map(({ guard }) => ({ ...payouts(), guard })));
		const { verdicts, totals } = await preview([{}, { run: 1, currency: 'USD' }, {}], { runs });
		expect(verdicts).toEqual(['pay', 'pay', 'pay']);
		expect(totals).toMatchObject(['AUD', 'USD'].map((currency) => ({ currency, verdict: 'stop' })));
		for (const { reasons } of totals) expect(reasons.split('It is too much. Pay less.')).toHaveLength(2);
		expect(accounts.map(({ moves }) => moves.map(({ keys }) => keys))).toEqual([
			[['inv-0 10', 'inv-2 10']],
			[['inv-1 10']],
		]);
	});

	it.each([
		['the service does not tell what they need to know', down],
		['anything else is wrong', new Error('A mistake')],
	])('leave the list without a verdict where %s', async (_why, together) => {
		const client = { ...payouts(), guard: guardOf({ together }).guard };
		await expect(preview([{}], { client })).rejects.toBe(together);
	});
});

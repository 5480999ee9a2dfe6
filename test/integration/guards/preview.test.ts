import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ServiceError, unprocessable } from '../../../emulator/engine/serviceError';
import * as wire from '../../../emulator/otherwise';
import { startProcess } from '../../sequences/n8nProcess';
import { BANK_ACCOUNT, chosen, form, operation, payout, QUICK } from '../action/orders';
import { agentWithTool } from '../engine/agentTool';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { ADA } from '../resources/ada';
import { goOn, run } from '../resources/resourceRun';

/** Lists of payouts that are checked before they are paid, in n8n's engine against the emulator. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const { batchMode: _mode, ...fields } = payout();
const preview = (changes: INodeParameters = {}): INodeParameters => ({
	...fields,
	operation: 'preview',
	lastName: '={{ $json.name ?? "Smith" }}',
	methodParameters: form({ ...BANK_ACCOUNT, account_number: '={{ $json.account ?? "12345678" }}' }),
	...changes,
});

async function previewed(items: IDataObject[], changes: INodeParameters = {}, guards: IDataObject = {}) {
	const options = { items, credentials: service.credentials('AUD', guards as never) };
	const { items: output, error } = await run(service, preview(changes), options);
	if (error) throw error;
	const rows = output.slice(0, -1).map(({ json }) => json as { verdict: string; reasons: { reason: string }[] });
	return { output, rows, verdicts: rows.map(({ verdict }) => verdict), summary: output.at(-1)?.json ?? {} };
}

const list = (...rows: IDataObject[]) =>
	rows.map((row, index) => ({ amount: 10, key: `inv-${index}`, account: `1000000${index}`, ...row }));

it('finds what is wrong with each row, and sends nothing', async () => {
	await run(service, payout({ methodParameters: form({ ...BANK_ACCOUNT, account_number: '10000003' }) }), {
		items: [{ amount: 10, key: 'inv-3' }],
	});
	const writes = service.writes();
	const { rows, verdicts, summary, output } = await previewed(
		list(
			{},
			{ amount: 'ten' },
			{ name: 'O’Brien!' },
			{},
			{ key: 'inv-0' },
			{ key: 'other', account: '10000000' },
			{ amount: 5_000_000 },
		),
	);
	expect(verdicts).toEqual(['pay', 'stop', 'stop', 'paid_before', 'stop', 'check', 'stop']);
	expect(rows.map(({ reasons }) => reasons.map(({ reason }) => reason).join())).toEqual([
		'',
		expect.stringContaining('Amount cannot be used'),
		expect.stringContaining('Last Name may hold letters'),
		'The payment inv-3 exists already',
		'The External ID inv-0 is used by item 0 too',
		'Item 0 pays the same amount to the same account',
		expect.stringMatching(/5000000|5,000,000/),
	]);
	expect(summary).toMatchObject({
		kind: 'summary',
		verdict: 'stop',
		...{ rows: 7, pay: 1, check: 1, paid_before: 1, stop: 4 },
		totals: [{ currency: 'AUD', payments: 2, amount: '20', is_covered: true }],
	});
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([...rows.map((_, item) => ({ item })), undefined]);
	expect(service.writes()).toBe(writes);
});

it('doubts an amount with more decimals than its currency has', async () => {
	const { verdicts, rows } = await previewed(list({ amount: '10.505' }, { amount: '10.500' }, { amount: '10.55' }));
	expect(verdicts).toEqual(['check', 'pay', 'pay']);
	expect(rows[0]?.reasons).toMatchObject([{ reason: 'The amount 10.505 has more decimals than AUD' }]);
});

it('doubts a BSB that has lost its leading zero', async () => {
	const bsb = { methodParameters: form({ ...BANK_ACCOUNT, bsb: '={{ $json.bsb }}' }) };
	const { verdicts, rows } = await previewed(list({ bsb: '062-000' }, { bsb: 62000, account: '2' }), bsb);
	expect(verdicts).toEqual(['pay', 'check']);
	expect(rows[1]?.reasons).toMatchObject([{ reason: 'BSB must have six digits, not “62000”' }]);
});

it('doubts a bank that the method does not list', async () => {
	const credentials = service.credentials('PHP');
	const method = { payoutMethodName: { __rl: true, mode: 'id', value: 'ph_bank_php' } };
	const bank = { account_number: '={{ $json.account }}', account_name: 'ADA', bank_code: '={{ $json.bank }}' };
	const items = list({ amount: 500, bank: 'EXMAPH2X' }, { amount: 500, bank: 'EXMAPH2Y' });
	const { items: output } = await run(service, preview({ ...method, methodParameters: form(bank) }), {
		items,
		credentials,
	});
	expect(output.slice(0, 2).map(({ json }) => [json.verdict, json.reasons])).toMatchObject([
		['pay', []],
		['check', [{ reason: 'ph_bank_php lists no bank EXMAPH2Y' }]],
	]);
});

it('says “pay” to a list that is then paid as it was previewed', async () => {
	const items = list({}, {}, {});
	const { verdicts, summary } = await previewed(items);
	expect(verdicts).toEqual(['pay', 'pay', 'pay']);
	expect(summary).toMatchObject({ verdict: 'pay', reasons: [] });
	const [total] = summary.totals as IDataObject[];
	expect(Number(total?.balance) - Number(total?.balance_after)).toBeCloseTo(30);
	const paid = await run(service, { ...preview(), operation: 'create', batchMode: 'allItems' }, { items });
	expect(paid.error).toBeUndefined();
	expect((await previewed(items)).verdicts).toEqual(['paid_before', 'paid_before', 'paid_before']);
});

it('knows what this process has paid before the service lists it', async () => {
	Object.assign(service.emulator.world.settings, { listLagMs: 3_600_000 });
	const items = list({}, {});
	await run(service, { ...preview(), operation: 'create', batchMode: 'allItems' }, { items });
	expect((await previewed([...items, { amount: 5, key: 'new', account: '20000000' }])).verdicts).toEqual([
		'paid_before',
		'paid_before',
		'pay',
	]);
});

it('tells a corrected account and a failed payment from one that exists', async () => {
	await run(service, { ...preview(), operation: 'create' }, { items: list({}) });
	const { rows } = await previewed([{ amount: 10, key: 'inv-0', account: '99999999' }]);
	expect(rows[0]).toMatchObject({
		verdict: 'stop',
		reasons: [{ reason: expect.stringContaining('belongs to another payment') }],
	});
});

describe('says what Create then does', () => {
	const inBatch = { externalId: '', additionalFields: { batchExternalId: 'payroll-3' } };

	/** Pays with another process of n8n, of which this one knows nothing. */
	const paidBefore = async (items: IDataObject[], changes: INodeParameters = {}) => {
		const parameters = { ...preview(), operation: 'create', ...changes };
		const { error } = await run(service, parameters, { items, nodeTypes: startProcess().nodeTypes });
		expect(error).toBeUndefined();
	};

	const pay = async (items: IDataObject[], changes: INodeParameters = {}) => {
		const parameters = { ...preview(), operation: 'create', batchMode: 'allItems', ...changes };
		const { items: output } = await run(service, parameters, { items, settings: goOn });
		return output.map(({ json }) => json.error ?? (json.idempotency as IDataObject).outcome);
	};

	/** What Create does with a row, as its verdict promises. That a row was paid before is no reason to stop. */
	const promised = ({ verdict, reasons }: { verdict: string; reasons: { reason: string }[] }) =>
		verdict === 'stop'
			? reasons.findLast(({ reason }) => !reason.endsWith('exists already'))?.reason
			: verdict === 'paid_before'
				? 'found'
				: 'created';

	const double = async (...changes: INodeParameters[]) => {
		for (const change of [{}, ...changes]) await paidBefore(list({}), { preventDuplicates: false, ...change });
	};
	it.each<[string, string, () => Promise<void>, IDataObject[], INodeParameters]>([
		[
			'a payee under a Batch External ID whose account was corrected',
			'has the same payee and amount',
			async () => await paidBefore(list({}), inBatch),
			list({ account: '99999999' }),
			inBatch,
		],
		[
			'such a payee with another amount',
			'created',
			async () => await paidBefore(list({}), inBatch),
			list({ account: '99999999', amount: 11 }),
			inBatch,
		],
		[
			'a payee who stands in the list with two accounts',
			'has the same payee and amount',
			async () => await Promise.resolve(),
			list({}, {}),
			inBatch,
		],
		[
			'a payee whose corrected account stands above the one that was paid',
			'has the same payee and amount',
			async () => await paidBefore(list({}), inBatch),
			list({ account: '99999999' }, { account: '10000000' }),
			inBatch,
		],
		[
			'a payee whose old account is to be paid another amount',
			'belongs to another payment',
			async () => await paidBefore(list({}), inBatch),
			list({ account: '99999999' }, { account: '10000000', amount: 20 }),
			inBatch,
		],
		[
			'a payee whose account was entered for somebody else, beside its owner',
			'has the same payee and amount',
			async () => await paidBefore(list({ name: 'Ann' }), inBatch),
			list({ name: 'Zoe', account: '10000000' }, { name: 'Ann', account: '99999999' }),
			inBatch,
		],
		['two payments under one key', 'exists 2 times', async () => await double({}), list({}), {}],
		[
			'two payments under one key, of which one is the one asked for',
			'found',
			async () => await double({ email: 'other@example.com' }),
			list({}),
			{},
		],
		[
			'a payment of this process that has failed since',
			'has ended without money',
			async () => {
				await pay(list({ account: '12390001' }));
				await service.advance(10_000);
			},
			list({ account: '12390001' }),
			{},
		],
		[
			'another spelling of the key',
			'differs from the one',
			async () => await paidBefore(list({ key: 'INV-0' }), { additionalFields: inBatch.additionalFields }),
			list({}),
			{ additionalFields: inBatch.additionalFields },
		],
	])('%s: “%s”', async (_what, expected, prepare, items, changes) => {
		await prepare();
		const { rows } = await previewed(items, changes);
		const outcomes = await pay(items, changes);
		expect(rows.map(promised)).toEqual(outcomes);
		expect(outcomes.at(-1)).toContain(expected);
	});

	it('a tool of an agent without an External ID', async () => {
		const parameters = preview({ amount: 10, methodParameters: form(BANK_ACCOUNT), lastName: 'Smith', externalId: '' });
		const agent = await agentWithTool(parameters, service.credentials('AUD'));
		expect(await agent.call({})).toContain('A tool of an AI agent needs an External ID for each payment');
	});
});

it('tells that the balance is too small', async () => {
	const million = Array.from({ length: 12 }, () => ({ amount: 1_000_000 }));
	const { summary } = await previewed(list(...million));
	expect(summary).toMatchObject({ verdict: 'stop', totals: [{ amount: '12000000', is_covered: false }] });
	expect(summary.reasons).toEqual([
		{ reason: expect.stringContaining('does not cover 12000000 AUD'), remedy: expect.any(String) },
	]);
});

it.each([
	[null, 'check'],
	['1,000.00', 'check'],
	[5.684341886080802e-14, 'stop'],
])('does not say “pay” to a balance that is shown as %p', async (available_balance, verdict) => {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			endpoint === 'v2.balances.detail' ? { ...(answer as object), available_balance } : answer,
		);
	const { summary } = await previewed(list({}));
	expect(summary.verdict).toBe(verdict);
	expect(summary.reasons).toHaveLength(1);
});

it('tells what the guards of the credential forbid, row by row and together', async () => {
	const guards = {
		maxPerPayment: 'AUD 20',
		maxPerRun: 'AUD 25',
		allowedDestinations: '062000 10000000\n062000 10000001\n062000 10000002',
	};
	const { verdicts, summary } = await previewed(list({ amount: 15 }, { amount: 21 }, { amount: 15 }, {}), {}, guards);
	expect(verdicts).toEqual(['pay', 'stop', 'pay', 'stop']);
	expect(summary.reasons).toEqual([
		{
			reason: '15 AUD is more than the credential allows',
			remedy: expect.stringContaining('15 AUD was sent in this run before'),
		},
	]);
});

it('works with a credential for reading only', async () => {
	const { verdicts } = await previewed(list({}), {}, { readOnly: true });
	expect(verdicts).toEqual(['pay']);
});

it('says nothing about a list that cannot be checked', async () => {
	service.fault({ endpoint: 'v2.payouts.list', fault: 'status', status: 500 });
	await expect(previewed(list({}), { options: { ...QUICK, timeLimit: 1 } })).rejects.toMatchObject({
		description: expect.stringContaining('Run the node again later'),
	});
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
			items: names.map((name) => ({ amount: 1000, key: '', email: `${name}@shop.test` })),
		},
	);

it('says what could not be checked where the service refuses to show contacts and balance', async () => {
	service.emulator.account('JPY').contacts.create({ ...ADA, email: 'ada0@shop.test' });
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
		if (endpoint === 'v2.contacts.detail') throw unprocessable({ email: 'is no filter' });
		if (endpoint === 'v2.balances.detail') throw new ServiceError(403, 'FORBIDDEN', 'Not for this account');
		return answer;
	});
	const { items, error } = await previewedInJapan('ada0');
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ verdict: 'pay', reasons: [] });
	expect(items[1]?.json).toMatchObject({
		verdict: 'check',
		totals: [{ currency: 'JPY', amount: '1000', balance: null, is_covered: null }],
		reasons: [
			{ reason: 'The contact of every payee could not be checked: the service does not show it' },
			{ reason: 'The balance in JPY could not be checked: the service does not show it' },
		],
	});
});

it('asks for the contacts that a method needs, each once', async () => {
	service.emulator.account('JPY').contacts.create({ ...ADA, email: 'ada0@shop.test' });
	const before = service.calls()['v2.contacts.detail'] ?? 0;
	const { items } = await previewedInJapan('ada0', 'nobody', 'nobody');
	expect(items.map(({ json }) => json.verdict)).toEqual(['pay', 'check', 'check', 'check']);
	expect(items[1]?.json.reasons).toMatchObject([
		{ reason: 'The method needs a contact, and the service shows none with the email nobody@shop.test' },
	]);
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
	expect(items.at(-1)?.json.totals).toMatchObject([{ currency: 'AUD', amount: '10' }]);
	expect(service.writes()).toBe(0);
});

import { MINUTE, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService({ openingBalance: '1000' });
});
afterEach(() => service.close());

const byPayid = (changes: object = {}) => ({
	payee: "Ada O'Byron",
	email: 'ada@shop.example',
	amount: 10,
	payid: 'ada@shop.example',
	payid_type: 'email',
	...changes,
});
const byAccount = (changes: object = {}) => ({
	payee: 'Ben Cook',
	email: 'ben@shop.example',
	amount: 20,
	bsb: '062-000',
	account_number: '12345678',
	...changes,
});

const create = (details: object[], changes: object = {}) =>
	service.call('v1.payouts.create', {
		payout_transaction_details: details,
		description: 'March wages',
		...service.target,
		...changes,
	});

const available = () => service.emulator.account('AUD').ledger.balances().available;
const heardStatuses = async (uuid: unknown) => (await service.heard(String(uuid))).map(({ status }) => status);

test('a batch progresses on the clock, each transaction for itself, and every step is notified', async () => {
	const { status, body } = await create([byPayid(), byPayid({ payid: 'unknown@shop.example', amount: 5.25 })]);
	expect(status).toBe(200);
	expect(body).toMatchObject({ status: 'created', total_amount: '15.25', scheduled_at: null });
	await service.advance(1_000);
	expect(available()).toBe(983_750_000n);
	await service.advance(1_000);
	expect(await heardStatuses(body['uuid'])).toEqual(['processing', 'completed']);
	expect((await service.heard(String(body['uuid']))).at(-1)).toMatchObject({
		payout_transactions: [
			{ status: 'settled', error_message: null },
			{ status: 'failed', error_message: 'PayID not found' },
		],
	});
	// The amount of a failed payout is returned with its fee.
	expect(available()).toBe(989_500_000n);
	expect(service.emulator.account('AUD').ledger.audit().balanced).toBe(true);
});

test.each<[string, object[], object, RegExp]>([
	[
		'both kinds of address in one transaction',
		[byPayid({ bsb: '062-000', account_number: '12345678' })],
		{},
		/payout_transaction_details\[0\]/,
	],
	[
		'a batch that mixes both kinds',
		[byPayid(), byAccount()],
		{},
		/payout_transaction_details\[1\].*same addressing method/,
	],
	['no address at all', [{ payee: 'Ada', email: 'ada@shop.example', amount: 1 }], {}, /payid/],
	['a PayID without its type', [byPayid({ payid_type: undefined })], {}, /payid_type/],
	['less than a cent', [byPayid({ amount: 0.009 })], {}, /at least 0.01 AUD/],
])('%s is refused', async (_case, details, changes, message) => {
	const { status, body } = await create(details, changes);
	expect(status).toBe(422);
	expect(body['message']).toMatch(message);
});

test('without funds a batch expires, or with is_retry waits until funds arrive', async () => {
	const [given, waiting] = [
		await create([byAccount({ amount: 1_500 })]),
		await create([byAccount({ amount: 1_500 })], { is_retry: true }),
	];
	await service.advance(1_000);
	expect(await heardStatuses(given.body['uuid'])).toEqual(['expired']);
	expect(await heardStatuses(waiting.body['uuid'])).toEqual([]);
	expect((await service.call('v1.deposits.simulate', { account_number: '100200', amount: '600.50' })).status).toBe(200);
	expect(service.emulator.account('AUD').ledger.balances().incoming).toBe(600_500_000n);
	await service.advance(2_000);
	expect(await heardStatuses(waiting.body['uuid'])).toEqual(['processing', 'completed']);
	expect(available()).toBe(100_000_000n);
});

test('with approvals nothing moves before the decision, and a rejected batch never does', async () => {
	await service.control('accounts', { currency: 'AUD', approvals: true });
	const [first, second] = [await create([byPayid()]), await create([byPayid()])];
	await service.advance(60 * MINUTE);
	expect(available()).toBe(1_000_000_000n);
	await service.control('approvals', { uuid: first.body['uuid'], decision: 'approve' });
	await service.control('approvals', { uuid: second.body['uuid'], decision: 'reject' });
	await service.advance(60 * MINUTE);
	expect(await heardStatuses(first.body['uuid'])).toEqual(['processing', 'completed']);
	expect(await heardStatuses(second.body['uuid'])).toEqual(['Rejected']);
	expect((await service.control('approvals', { uuid: second.body['uuid'], decision: 'approve' })).status).toBe(422);
});

function fileForm(name: string, content: string, changes: Record<string, string> = {}): FormData {
	const form = new FormData();
	form.set('file', new File([content], name));
	const fields = { description: 'March wages', scheduled_at: '2031-03-04T00:10:00', ...service.target, ...changes };
	for (const [field, value] of Object.entries(fields)) form.set(field, value);
	return form;
}

const upload = (name: string, content: string) =>
	service.request('v1.payouts.createFromFile', { form: fileForm(name, content) });

test('a CSV file becomes a batch', async () => {
	const rows = [
		'payee,email,amount,bsb,account_number,external_id',
		'Ada,ada@shop.example,10.10,062-000,12345678,w-1',
		'"Ben",ben@shop.example,20,062000,87654321,',
	];
	const { status, body } = await upload('wages.csv', rows.join('\n'));
	expect(status).toBe(200);
	expect(body).toMatchObject({
		status: 'scheduled',
		total_amount: '30.10',
		payout_transactions: [{ external_id: 'w-1' }, { external_id: null }],
	});
});

test.each<[string, string, string, RegExp]>([
	[
		'that mixes both kinds of address',
		'wages.csv',
		'payee,email,amount,payid,payid_type,bsb,account_number\nAda,a@b.example,1,ada@b.example,email,,\nBen,b@b.example,1,,,062000,12345678',
		/\[1\].*same addressing method/,
	],
	['without an amount column', 'wages.csv', 'payee,email\nAda,a@b.example', /lacks the columns amount/],
	[
		'with an amount that is none',
		'wages.csv',
		'payee,email,amount,bsb,account_number\nAda,a@b.example,ten,062000,12345678',
		/amount/,
	],
	['without rows', 'wages.csv', 'payee,email,amount\n', /no rows/],
	['with uneven rows', 'wages.csv', 'payee,email,amount\nAda,a@b.example,1,9,9', /cannot be read/],
	['that is a workbook', 'wages.xlsx', 'PK', /upload the same rows as \.csv/],
])('a file %s is refused', async (_case, name, content, message) => {
	const { status, body } = await upload(name, content);
	expect(status).toBe(422);
	expect(body['message']).toMatch(message);
});

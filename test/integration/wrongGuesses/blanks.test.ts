import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { unprocessable } from '../../../emulator/engine/serviceError';
import * as wire from '../../../emulator/otherwise';
import { without, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, checkoutLink, chosen, form, operation, payin, payout, QUICK } from '../action/orders';
import type { NodeRunOptions } from '../engine/execution';
import { processedDataOfFile } from '../engine/processedData';
import { startService } from '../engine/service';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';
import { answered, asked, listed, shown, type Change } from './differing';

/** Lists that show less than the details: a field empty or in words of their own, or fewer days at a time. */

const service = serviceOfFile({ start: new Date() });
const account = () => service.emulator.account('AUD');

/** Young processes need not wait where n8n keeps claims. */
processedDataOfFile();

/** Runs in a process that remembers nothing of the payments before. */
const anew = async (
	parameters: INodeParameters,
	items: IDataObject[],
	more: Partial<NodeRunOptions> = {},
	at = service,
) => await run(at, { ...parameters, options: AT_ONCE }, { items, nodeTypes: startProcess().nodeTypes, ...more });
const made = async (parameters: INodeParameters, ...keys: string[]) =>
	await anew(
		parameters,
		keys.map((key) => ({ amount: 50, key })),
	);

async function verdictOf(expected: IDataObject): Promise<unknown> {
	await service.advance(3_600_000);
	const now = service.emulator.world.clock.now().getTime();
	const [fromDate, toDate] = [now - 86_400_000, now + 60_000].map((time) => new Date(time).toISOString());
	const { items, error } = await run(service, operation('reconciliation', 'run', { fromDate, toDate }), {
		items: [expected],
	});
	expect(error).toBeUndefined();
	return items.find(({ json }) => json.external_id === expected.external_id)?.json.verdict;
}

/** Changes the records of a list that have a field. */
const listing = (list: string, mark: string, change: Fields) =>
	shown([list], (fields) => (mark in fields ? { ...fields, ...change } : fields));

const inAll =
	(change: Change): Change =>
	(batch) => ({ ...batch, payout_transactions: (batch.payout_transactions as Fields[]).map(change) });

/** A link that was paid by card. @returns its uuid */
async function paidByCard(key: string): Promise<string> {
	const uuid = String((await made(checkoutLink(), key)).items[0]?.json.uuid);
	const session = account().links.session(uuid);
	account().checkoutSessions.choose(session, 'au_card_aud');
	account().checkoutSessions.pay(session);
	return uuid;
}

const ORDER = [{ amount: 10, key: 'order-1' }];

describe('a list that shows every External ID as null', () => {
	it.each([
		['its payments', ['payee']],
		['its batches', ['payout_transactions']],
		['both', ['payee', 'payout_transactions']],
	])('payouts/all of %s: a payout whose answer was lost is found', async (_what, marks) => {
		shown(['v2.payouts.list'], (fields) =>
			marks.some((mark) => mark in fields) ? { ...fields, external_id: null } : fields,
		);
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
		const { error } = await anew(payout(), ORDER, { settings: { retryOnFail: true, maxTries: 3 } });
		expect(error).toBeUndefined();
		const again = await anew(payout(), ORDER);
		expect(again.items[0]?.json).toMatchObject({ outcome: 'found' });
		expect(service.calls()['v2.payouts.create']).toBe(1);
	});

	it('payouts/all: a list of payees is found again, however many payouts were made by hand since', async () => {
		const payees = Array.from({ length: 20 }, (_, at) => ({ amount: 10 + at, key: `order-${at}` }));
		const together = payout({ batchMode: 'allItems', batchExternalId: 'payroll-1' });
		listing('v2.payouts.list', 'payout_transactions', { external_id: null });
		const { payouts } = service.emulator.account('AUD');
		const create = jest.spyOn(payouts, 'create');
		await anew(together, payees);
		for (const [{ payout_transaction_details: paid, ...body }] of [...create.mock.calls])
			for (const payee of [...paid, ...paid])
				payouts.create({
					...{ ...body, external_id: undefined },
					payout_transaction_details: [{ ...payee, external_id: undefined }],
				});
		const { items } = await anew(together, payees);
		expect(items.map(({ json }) => json.outcome)).toEqual(payees.map(() => 'found'));
		expect(service.calls()['v2.payouts.create']).toBe(1);
	});

	it('payins/all: a payin is found', async () => {
		listing('v2.payins.list', 'payment_method', { external_id: null });
		await anew(payin(), ORDER);
		await anew(payin(), ORDER);
		expect(service.calls()['v2.payins.create']).toBe(1);
	});
});

it.each([
	...[
		{ payment_method: null },
		{ payment_method: 'bank_transfer' },
		{ email: '' },
		{ amount: null },
		{ currency: 'aud' },
	].map((change) => ['payin', change, payin(), 'payment_method'] as const),
	...[{ payout_method_name: null }, { currency: 'aud' }, { currency: null }].map(
		(change) => ['payout', change, payout(), 'payout_transactions'] as const,
	),
])('a %s is found although the list shows %j', async (kind, change, parameters, mark) => {
	listing(`v2.${kind}s.list`, mark, change);
	await anew(parameters, ORDER);
	const { items, error } = await anew(parameters, ORDER);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ outcome: 'found' });
});

it('Max per Day reads the list alone, also where payouts have no reference', async () => {
	listing('v2.payouts.list', 'payout_transactions', { external_id: null });
	for (const key of ['a', 'b', 'c']) await anew(payout(), [{ amount: 1, key }]);
	const before = service.calls()['v2.payouts.detail'] ?? 0;
	const credentials = service.credentials('AUD', { maxPerDay: 'AUD 100' } as never);
	const { error } = await anew(payout(), [{ amount: 1, key: 'd' }], { credentials });
	expect(error).toBeUndefined();
	expect((service.calls()['v2.payouts.detail'] ?? 0) - before).toBe(0);
});

it('a new static PayID that comes inside an object is shown without it', async () => {
	answered(['v1.staticPayid.create'], (answer) => ({ customer: answer }));
	const payid = operation('staticPayid', 'create', {
		...{ name: 'Ada Byron', email: 'ada@shop.example', prefixStaticPayid: 'ada.byron', notify: 'none' },
	});
	const { items, error } = await run(service, payid);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ name: 'Ada Byron', status: 'active' });
});

it('a payin goes without what its method demands for another type of user', async () => {
	const described = {
		user_type: 'string:Mandatory one of individual, business',
		registration_number: 'string:Mandatory for user_type business',
	};
	shown('everywhere', (fields) =>
		'payin_method_params' in fields && fields.payin_method_name === 'ug_bank_ugx'
			? { ...fields, payin_method_params: described }
			: fields,
	);
	const asked = { payinMethodName: chosen('ug_bank_ugx'), methodParameters: form({ user_type: 'individual' }) };
	const { items, error } = await run(service, payin(asked), {
		items: [{ amount: 20_000, key: 'u1' }],
		currency: 'UGX',
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ outcome: 'created' });
});

describe('a reconciliation finds', () => {
	const keyless =
		(shown: unknown): Change =>
		(record) => ({ ...record, external_id: shown });

	it.each([[null], ['']])('a payin whose external ID the list shows as %j', async (shown) => {
		const [item] = (await made(payin(), 'inv-1')).items;
		account().payins.simulate(String(item?.json.uuid), 'completed');
		listed('v2.payins.list', keyless(shown));
		expect(await verdictOf({ external_id: 'inv-1', amount: 50, kind: 'payin' })).toBe('matched');
	});

	it.each([[null], ['']])('a payout whose external IDs the list shows as %j', async (shown) => {
		await made(payout(), 'wage-1');
		listed('v2.payouts.list', (batch) => keyless(shown)(inAll(keyless(shown))(batch)));
		expect(await verdictOf({ external_id: 'wage-1', amount: 50, kind: 'payout' })).toBe('matched');
	});

	it.each([[null], [{}]])('a link whose metadata the list shows as %j', async (meta_data) => {
		await paidByCard('inv-1');
		listed('v3.links.list', (record) => ({ ...record, meta_data }));
		expect(await verdictOf({ external_id: 'inv-1', amount: 50, kind: 'payin' })).toBe('matched');
	});
});

const getMany = async (resource: string, filters: INodeParameters) =>
	await run(service, operation(resource, 'getAll', { returnAll: true, filters }));

describe('Checkout Link: Get Many', () => {
	it.each([[null], [{}]])('does not filter by External IDs in metadata that shows as %j', async (meta_data) => {
		await made(checkoutLink(), 'l-1');
		listed('v3.links.list', (record) => ({ ...record, meta_data }));
		const { error } = await getMany('checkoutLink', { externalId: 'l-1' });
		expect(error?.message).toContain('does not show the external ID of its links');
	});

	it('does not filter by a status that no link shows', async () => {
		await paidByCard('l-1');
		listed('v3.links.list', (record) => without(record, 'transaction_info', 'status'));
		const { error } = await getMany('checkoutLink', { status: 'received' });
		expect(error?.message).toContain('does not show the status of its links');
	});

	it('lets a link pass whose method shows as null: it was made for all of them', async () => {
		const uuid = await paidByCard('l-1');
		listed('v3.links.list', (record) => ({ ...record, payin_method_code: null }));
		const { items } = await getMany('checkoutLink', { payinMethodCode: 'au_card_aud' });
		expect(items.map(({ json }) => json.uuid)).toEqual([uuid]);
	});
});

it('a link is found again where its currency shows as null before anybody pays', async () => {
	const change: Change = (link) => ({ ...without(link, 'transaction_info'), currency: null, status: 'pending' });
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, asked, answer) => {
		const { records, ...envelope } = answer as { records: Fields[] };
		if (asked === 'v3.links.list') return { ...envelope, records: records.map(change) };
		return asked === 'v3.links.detail' ? change(answer as Fields) : answer;
	});
	await made(checkoutLink(), 'l-1');
	const { items, error } = await made(checkoutLink(), 'l-1');
	expect([error, items[0]?.json]).toMatchObject([undefined, { outcome: 'found', external_id: 'l-1' }]);
});

it.each([
	['payin', payin(), 'v2.payins.list'],
	['payout', payout(), 'v2.payouts.list'],
] as const)('%s: Get Many leaves out what only contains the External ID', async (resource, parameters, endpoint) => {
	await made(parameters, 'inv-1', 'inv-10');
	const whole = await run(service, operation(resource, 'getAll', { returnAll: true, options: { simplify: false } }));
	const records = whole.items.map(({ json }) => json);
	answered([endpoint], (answer) => ({ ...answer, total: 2, total_count: 2, records }));
	const { items } = await getMany(resource, { externalId: 'inv-1' });
	expect(items.map(({ json }) => json.external_id)).toEqual(['inv-1']);
});

it('the fields of the answer of a simulated deposit come through', async () => {
	answered(['v1.deposits.simulate'], () => ({ balance_id: 'B1' }));
	const deposit = operation('treasuryDeposit', 'simulate', { accountNumber: '7654321', amount: '5000' });
	const { items } = await run(service, deposit, { currency: 'JPY' });
	expect(items[0]?.json).toEqual({ balance_id: 'B1', account_number: '7654321', amount: '5000', simulated: true });
});

const FIELDS = ['uuid', 'external_id', 'amount', 'status', 'payee'];
const HIDDEN = FIELDS.flatMap((field): [string, string, Change][] => [
	[field, 'left out', (payment) => without(payment, field)],
	[field, 'null', (payment) => ({ ...payment, [field]: null })],
	...(field === 'external_id'
		? [[field, 'empty', (payment) => ({ ...payment, [field]: '' })] satisfies [string, string, Change]]
		: []),
]);

describe.each(HIDDEN)('where a list of payouts shows the %s of its payments %s', (_field, _how, change) => {
	it('each payment is found again', async () => {
		const [first] = (await made(payout(), 'a')).items;
		listed('v2.payouts.list', inAll(change));
		const { items, error } = await made(payout(), 'a');
		expect([error, items[0]?.json.uuid]).toEqual([undefined, first?.json.uuid]);
	});

	it('each payment of a batch is reconciled', async () => {
		const two = [
			{ key: 'a', amount: 50 },
			{ key: 'b', amount: 30 },
		];
		await anew(payout({ batchMode: 'allItems', batchExternalId: 'run-1' }), two);
		listed('v2.payouts.list', inAll(change));
		expect(await verdictOf({ external_id: 'b', amount: 30, kind: 'payout' })).toBe('matched');
	});

	it('Max per Day counts each payment once', async () => {
		const credentials = service.credentials('AUD', { maxPerDay: 'AUD 100' } as never);
		listed('v2.payouts.list', inAll(change));
		const now = Date.now();
		expect((await anew(payout(), [{ key: 'a', amount: 50 }], { credentials })).error).toBeUndefined();
		// What was sent is then counted by the list.
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 60_000);
		expect((await anew(payout(), [{ key: 'b', amount: 40 }], { credentials })).error).toBeUndefined();
		clock.mockReturnValue(now + 120_000);
		const { error } = await anew(payout(), [{ key: 'c', amount: 20 }], { credentials });
		expect(error?.message).toBe('20.00 AUD is more than the credential allows');
	});
});

it.each([null, [], ''])('a batch whose payments the list shows as %j is read whole', async (payments) => {
	await made(payout(), 'a');
	listed('v2.payouts.list', (batch) => ({ ...batch, payout_transactions: payments }));
	expect(await verdictOf({ external_id: 'a', amount: 50, kind: 'payout' })).toBe('matched');
});

it('a payment of an unknown status is read whole where its message is left out', async () => {
	await made(payout(), 'a');
	await service.advance(3_600_000);
	const failed = (payment: Fields): Fields => ({ ...payment, status: 'declined', error_message: 'Account closed' });
	const differ = inAll((payment) => without(failed(payment), 'error_message'));
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, asked, answer) => {
		if (asked === 'v2.payouts.detail') return inAll(failed)(answer as Fields);
		const { records, ...envelope } = answer as { records: Fields[] };
		return asked === 'v2.payouts.list' ? { ...envelope, records: records.map(differ) } : answer;
	});
	const { error } = await made(payout(), 'a');
	expect(error?.message).toContain('has ended without money');
});

// The specification says of payouts that a list covers one year at most, and nothing of payins.
describe('where the service lists no more than 90 days of payins', () => {
	beforeEach(() =>
		asked(['v2.payins.list'], (request) => {
			const { from_date: from, to_date: to } = request.query as Record<string, string>;
			if (Date.parse(to ?? '') - Date.parse(from ?? '') <= 90 * 86_400_000) return request;
			throw unprocessable({ from_date: 'the period must not be longer than 90 days' });
		}),
	);

	it('a payin is made, and found by another process', async () => {
		expect((await anew(payin(), ORDER)).items[0]?.json).toMatchObject({ outcome: 'created' });
		// A list that refuses periods ends at this very second, by the clock of the service.
		await service.advance(5_000);
		expect((await anew(payin(), ORDER)).items[0]?.json).toMatchObject({ outcome: 'found' });
	});

	it('one of half a year ago is found', async () => {
		const older = await startService({ start: new Date(Date.now() - 180 * 86_400_000) });
		const pay = async () => await anew(payin(), ORDER, {}, older);
		await pay();
		const { payins } = older.emulator.account('AUD');
		for (const { uuid } of payins.payments().payins) payins.simulate(uuid, 'completed');
		await older.advance(180 * 86_400_000 - 60_000);
		expect((await pay()).items[0]?.json).toMatchObject({ outcome: 'found' });
		await older.close();
	});

	it('one is found after its answer was lost', async () => {
		service.fault({ endpoint: 'v2.payins.create', fault: 'reset', when: 'after', nth: 1 });
		const patient = payin({ options: { ...QUICK, settleSeconds: 3 } });
		const { items } = await run(service, patient, { items: ORDER, nodeTypes: startProcess().nodeTypes });
		expect(items[0]?.json).toMatchObject({ outcome: 'created' });
	});
});

it('a list that is refused for another reason is told', async () => {
	asked(['v2.payins.list'], () => {
		throw unprocessable({ external_id: 'is not welcome' });
	});
	expect((await anew(payin(), ORDER)).error?.message).toContain('is not welcome');
});

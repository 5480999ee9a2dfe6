import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { batch, form, QUICK } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startProcess } from '../../sequences/n8nProcess';
import { startService, type Service } from '../engine/service';
import { atCall } from './atCall';
import { eachOnce, keysOf, outcomes, paidKeys, wages } from './payroll';

/** All items in few requests: the node finds what is already paid and sends only the rest. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const goOn = { onError: 'continueRegularOutput' as const };

/** Chunks of two. An unclear send counts as unknown after the first look-up that finds nothing. */
const chunks = (changes: INodeParameters = {}, additionalFields: IDataObject = {}) =>
	batch({
		options: { requestTimeout: 5, timeLimit: 10, settleSeconds: 0, concurrency: 1 },
		additionalFields: { maxPerBatch: 2, ...additionalFields } as INodeParameters,
		...changes,
	});

const toAccount = (account: string) => form({ bsb: '062000', account_name: 'Nathan Smith', account_number: account });

const payroll = (changes: INodeParameters = {}) => chunks(changes, { batchExternalId: 'payroll-3' });

const pay = async (items: IDataObject[], options: Partial<NodeRunOptions> = {}) =>
	await runNode({ credentials: service.credentials(), parameters: chunks(), items, ...options });

const sent = () => service.calls()['v2.payouts.create'] ?? 0;

const fail = (nth: number, when: 'before' | 'after' = 'before') =>
	service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, nth, when });

describe('a run that was sent in part', () => {
	it('sends only the missing chunks when the execution is retried', async () => {
		fail(2);
		const run = await pay(wages(6));
		expect(run.status).toBe('error');
		expect(run.error?.description).toContain('Already made before the node stopped (2): wage-0, wage-1.');
		expect(paidKeys(service)).toEqual(['wage-0', 'wage-1']);
		const again = await run.retry();
		expect(outcomes(again)).toEqual(Array(6).fill('created'));
		expect(paidKeys(service)).toEqual(eachOnce(wages(6)));
		expect(sent()).toBe(4);
	});

	it('sends only the missing chunks when n8n repeats the node', async () => {
		fail(2);
		const run = await pay(wages(6), { settings: { retryOnFail: true, maxTries: 2 } });
		expect(outcomes(run)).toEqual(Array(6).fill('created'));
		expect(paidKeys(service)).toEqual(eachOnce(wages(6)));
		expect(sent()).toBe(4);
	});

	it('cuts chunks that never left anew, so that a corrected item is sent as it now is', async () => {
		fail(1);
		const run = await pay(wages(4));
		expect(run.status).toBe('error');
		const corrected = chunks({
			paymentDescription: '={{ $json.key === "wage-3" ? "Bonus of March" : "March wages" }}',
		});
		const again = await run.retry({ parameters: corrected });
		expect(outcomes(again)).toEqual(Array(4).fill('created'));
		const [first, second, third, fourth] = again.items.map(({ json }) => (json.batch as IDataObject).uuid);
		expect(second).toBe(first);
		expect(new Set([first, third, fourth]).size).toBe(3);
	});

	it('sends only the missing chunks when it is started anew under the reference of the batch', async () => {
		fail(2);
		await pay(wages(6), { parameters: payroll() });
		const again = await pay(wages(6), { parameters: payroll() });
		expect(outcomes(again)).toEqual(['found', 'found', 'created', 'created', 'created', 'created']);
		expect(paidKeys(service)).toEqual(eachOnce(wages(6)));
		expect(sent()).toBe(4);
	});

	it('finds the chunks behind one that failed, although the list has changed since', async () => {
		fail(1);
		const run = await pay(wages(6), { parameters: payroll(), settings: goOn });
		expect(outcomes(run)).toEqual(['unknown', 'unknown', 'created', 'created', 'created', 'created']);
		// Without the first payee, every chunk has different members.
		const again = await pay(wages(5, 1), { parameters: payroll() });
		expect(outcomes(again)).toEqual(['created', 'found', 'found', 'found', 'found']);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(5, 1)));
	});

	it('finds who was paid when the chunks are cut to another size', async () => {
		fail(2);
		await pay(wages(7), { parameters: payroll(), settings: goOn });
		const again = await pay(wages(7), { parameters: chunks({}, { batchExternalId: 'payroll-3', maxPerBatch: 3 }) });
		expect(outcomes(again)).toEqual(['found', 'found', 'created', 'created', 'found', 'found', 'found']);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(7)));
	});
});

describe('an item whose payment is unknown, and that asks for another one when the execution is retried', () => {
	/** Another External ID and another amount than before. */
	const others = chunks({ externalId: '={{ "new-" + $json.key }}', amount: '99' });

	it('stops where the first one was made', async () => {
		service.emulator.world.settings.listLagMs = 60_000;
		fail(1, 'after');
		const run = await pay(wages(2));
		expect(run.error?.message).toContain('It is unknown whether the payment wage-0 was made');
		await service.advance(61_000);
		const again = await run.retry({ parameters: others, settings: goOn });
		expect(outcomes(again)).toEqual([0, 1].map((index) => `The external ID wage-${index} belongs to another payment`));
		expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
	});

	it('is sent as it is now asked for where the first one was not made', async () => {
		fail(1);
		const run = await pay(wages(2));
		expect(outcomes(await run.retry({ parameters: others, settings: goOn }))).toEqual(['created', 'created']);
		expect(paidKeys(service)).toEqual(['new-wage-0', 'new-wage-1']);
	});
});

describe('a chunk whose outcome is unknown', () => {
	it('is unknown for all of its items and for no other', async () => {
		fail(2);
		const run = await pay(wages(6), { settings: goOn });
		expect(outcomes(run)).toEqual(['created', 'created', 'unknown', 'unknown', 'created', 'created']);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(wages(6).map((_, item) => ({ item })));
		expect(paidKeys(service)).toHaveLength(4);
	});

	it('is found when the service has it after all', async () => {
		fail(2, 'after');
		const run = await pay(wages(6), { settings: goOn });
		expect(outcomes(run)).toEqual(['created', 'created', 'found', 'found', 'created', 'created']);
		expect(paidKeys(service)).toEqual(eachOnce(wages(6)));
	});

	it('does not stand in the way of the chunk after it, under one reference', async () => {
		service.emulator.world.settings.listLagMs = 60_000;
		fail(1, 'after');
		const run = await pay(wages(4), { parameters: payroll(), settings: goOn });
		expect(outcomes(run)).toEqual(['unknown', 'unknown', 'created', 'created']);
		await service.advance(61_000);
		const again = await pay(wages(4), { parameters: payroll() });
		expect(outcomes(again)).toEqual(Array(4).fill('found'));
		expect(paidKeys(service)).toEqual(eachOnce(wages(4)));
	});
});

describe('a refused chunk', () => {
	it('leaves the others paid, and is paid alone once it is corrected', async () => {
		const items = wages(4);
		const unknownPayee = { account: '062000' };
		const parameters = payroll({
			payoutMethodName: { __rl: true, mode: 'id', value: 'au_payid_npp_aud' },
			methodParameters: form({ pay_id: '={{ $json.payId }}', pay_id_type: 'EMAIL' }),
		});
		const withPayIds = items.map((item, index) => ({
			...item,
			...unknownPayee,
			payId: index === 0 ? 'no address' : `payee${index}@shop.test`,
		}));
		const run = await pay(withPayIds, { parameters, settings: goOn });
		expect(outcomes(run).slice(2)).toEqual(['created', 'created']);
		expect(outcomes(run)[0]).toContain('refused');
		const corrected = withPayIds.map((item) => ({ ...item, payId: item.payId.replace(' ', '@') }));
		const again = await pay(corrected, { parameters, settings: goOn });
		expect(outcomes(again)).toEqual(['created', 'created', 'found', 'found']);
		expect(paidKeys(service).sort()).toEqual(eachOnce(items));
	});
});

describe('several groups under one reference', () => {
	it('are found whatever became of the other group', async () => {
		const items = wages(4).map((item, index) => ({ ...item, why: index < 2 ? 'Wages of March' : 'Bonus of March' }));
		const parameters = payroll({ paymentDescription: '={{ $json.why }}' });
		await pay(items, { parameters });
		const again = await pay(items.slice(2), { parameters });
		expect(outcomes(again)).toEqual(['found', 'found']);
		expect(paidKeys(service).sort()).toEqual(eachOnce(items));
	});

	it('are found under another description', async () => {
		await pay(wages(2), { parameters: payroll({ paymentDescription: 'Wages, sent on Monday' }) });
		const again = await pay(wages(2), { parameters: payroll({ paymentDescription: 'Wages, sent on Tuesday' }) });
		expect(outcomes(again)).toEqual(['found', 'found']);
	});
});

describe('payees without a reference of their own', () => {
	const nameless = (items: IDataObject[]) => items.map(({ key: _, ...item }) => item);
	const parameters = payroll({ externalId: '', methodParameters: toAccount('={{ $json.account }}') });

	it('are recognised by a new execution under the reference of the batch', async () => {
		const first = await pay(nameless(wages(4)), { parameters });
		const again = await pay(nameless(wages(5)).reverse(), { parameters });
		expect(outcomes(again)).toEqual(['created', 'found', 'found', 'found', 'found']);
		expect(keysOf(again).reverse().slice(0, 4)).toEqual(keysOf(first));
		expect(paidKeys(service)).toHaveLength(5);
	});

	it('are recognised when one of them is sent by itself', async () => {
		await pay(nameless(wages(3)), { parameters });
		const again = await pay(nameless(wages(2, 2)), { parameters: { ...parameters, batchMode: 'perItem' } });
		expect(outcomes(again)).toEqual(['found', 'created']);
	});

	it.each([
		['all in one request', 'allItems'],
		['one by one', 'perItem'],
	])('must be told apart when one account is to be paid twice, %s', async (_, batchMode) => {
		const items = [...nameless(wages(2)), ...nameless(wages(1))];
		const run = await pay(items, { parameters: { ...parameters, batchMode }, settings: goOn });
		expect(outcomes(run).slice(0, 2)).toEqual(['created', 'created']);
		expect(outcomes(run)[2]).toContain('Whether this is a repeat or a second payment cannot be told');
		expect(paidKeys(service)).toHaveLength(2);
	});

	it.each([
		['name', { name: 'Payee 1x' }, 'belongs to another payment'],
		['amount', { amount: '99' }, 'belongs to another payment'],
		['account', { account: '99999999' }, 'Whether this is a repeat or a second payment cannot be told'],
	])('are not paid again when their %s is corrected', async (_, correction, said) => {
		await pay(nameless(wages(3)), { parameters });
		const corrected = nameless(wages(3)).map((item, index) => (index === 1 ? { ...item, ...correction } : item));
		const again = await pay(corrected, { parameters, settings: goOn });
		expect(outcomes(again)).toEqual(['found', expect.stringContaining(said), 'found']);
		expect(paidKeys(service)).toHaveLength(3);
	});

	const oneByOne = (concurrency: number) => ({ batchMode: 'perItem', options: { ...QUICK, concurrency } });
	const OLD = { ...wages(1)[0], amount: '10', account: '11111111' };
	const NEW = { ...OLD, account: '22222222' };
	const both: [string, IDataObject[]][] = [
		['above the old one', [NEW, OLD]],
		['beside the old one with another amount', [{ ...OLD, amount: '20' }, NEW]],
		['above the old one with another amount', [NEW, { ...OLD, amount: '20' }]],
	];
	it.each(
		both.flatMap(([where, list]) => [
			[where, 'all in one request', list, {}] as const,
			[where, 'one by one', list, oneByOne(1)] as const,
			[where, 'one beside the other', list, oneByOne(16)] as const,
		]),
	)('are not paid again to a corrected account that stands %s, %s', async (_where, _mode, list, changes) => {
		await pay(nameless([OLD]), { parameters });
		const again = await pay(nameless(list), { parameters: { ...parameters, ...changes }, settings: goOn });
		expect(outcomes(again)[list.indexOf(NEW)]).toContain('has the same payee and amount');
		expect(paidKeys(service)).toHaveLength(1);
	});

	const ann = { name: 'Ann', email: 'ann@x.com', amount: '10' };
	const zoe = { name: 'Zoe', email: 'zoe@x.com', amount: '10' };
	const mailed = { ...parameters, email: '={{ $json.email }}' };
	const mixed = { ...mailed, externalId: '={{ $json.key ?? "" }}' };
	const reassigned: [string, IDataObject[], IDataObject[], INodeParameters][] = [
		[
			'whose account was entered for somebody else, beside its owner',
			[{ ...ann, account: '11111111' }],
			[
				{ ...zoe, account: '11111111' },
				{ ...ann, account: '22222222' },
			],
			mailed,
		],
		[
			'whose accounts had slipped by one row',
			[0, 1, 2].map((i) => ({ ...ann, name: `P ${i}`, email: `p${i}@x.com`, account: `1000000${i + 1}` })),
			[0, 1, 2].map((i) => ({ ...ann, name: `P ${i}`, email: `p${i}@x.com`, account: `1000000${i}` })),
			mailed,
		],
		[
			'beside the corrected account of their payment with an External ID',
			[{ ...ann, account: '11111111', key: 'inv-1' }],
			[
				{ ...ann, account: '22222222', key: 'inv-1' },
				{ ...ann, account: '22222222' },
			],
			mixed,
		],
	];
	it.each(
		reassigned.flatMap(([which, old, list, form]) => [
			[which, 'all in one request', old, list, form] as const,
			[which, 'one beside the other', old, list, { ...form, ...oneByOne(16) }] as const,
		]),
	)('are not paid again %s, %s', async (_which, _mode, old, list, changes) => {
		await pay(old, { parameters: changes });
		await pay(list, { parameters: changes, settings: goOn });
		expect(paidKeys(service)).toHaveLength(old.length);
	});

	it.each([
		['one', 1, 'allItems'],
		['one', 1, 'perItem'],
		['two of one email and amount', 2, 'allItems'],
		['two of one email and amount', 2, 'perItem'],
	])(
		'are paid, %s (%d), when a request is lost and a remark changes with every try, %s',
		async (_who, count, batchMode) => {
			const everyTry = form({
				...{ bsb: '062000', account_name: '=Nathan {{ Math.random() }}' },
				account_number: '={{ $json.account }}',
			});
			const one = {
				batchMode,
				methodParameters: everyTry,
				additionalFields: { maxPerBatch: 1, batchExternalId: 'payroll-3' },
			};
			fail(count);
			const run = await pay(
				nameless(wages(count)).map((item) => ({ ...item, amount: '10' })),
				{ parameters: { ...parameters, ...one }, settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } },
			);
			expect(outcomes(run)).toEqual(Array(count).fill('created'));
			expect(paidKeys(service)).toHaveLength(count);
		},
	);

	it('are paid when their account is corrected after the service has refused it', async () => {
		const withBsb = {
			...parameters,
			methodParameters: form({ bsb: '={{ $json.bsb }}', account_name: 'Nathan Smith', account_number: '12345678' }),
		};
		const [bob] = nameless(wages(1));
		const refused = await pay([{ ...bob, bsb: '06200' }], { parameters: withBsb });
		expect(refused.error?.description).toContain('Nothing was paid.');
		expect(sent()).toBe(1);
		expect(outcomes(await pay([{ ...bob, bsb: '062000' }], { parameters: withBsb }))).toEqual(['created']);
	});

	it('are not paid again when what is known of the batch does not show the first payment', async () => {
		const [bob, other] = nameless(wages(2));
		const ended: Promise<unknown>[] = [];
		// The run has asked for the payments of the batch. While it pays the other one, another execution pays Bob.
		service.fault({ endpoint: 'v2.payouts.create', fault: 'slow', delayMs: 1500, nth: 1, when: 'after' });
		atCall(service, 'handled', 1, () => ended.push(pay([{ ...bob }], { parameters })), 'v2.payouts.create');
		const oneByOne = { ...parameters, batchMode: 'perItem' };
		const run = await pay([{ ...other }, { ...bob, account: '99999999' }], { parameters: oneByOne, settings: goOn });
		await Promise.all(ended);
		expect(outcomes(run)).toEqual(['created', expect.stringContaining('has the same payee and amount')]);
	});

	it('may share an email and an amount when both are in the list', async () => {
		const family = nameless(wages(2)).map((item) => ({ ...item, amount: '10' }));
		await pay(family.slice(0, 1), { parameters });
		expect(outcomes(await pay(family, { parameters }))).toEqual(['found', 'created']);
	});

	it.each([
		['all in one request', 'allItems'],
		['one by one', 'perItem'],
	])('must be told apart when a payee is there twice with two accounts, %s', async (_, batchMode) => {
		const twice = nameless(wages(2)).map((item) => ({ ...item, name: 'Twin', amount: '10' }));
		const run = await pay(twice, { parameters: { ...parameters, batchMode }, settings: goOn });
		expect(outcomes(run)).toEqual(['created', expect.stringContaining('has the same payee and amount')]);
	});
});

describe('a bad item', () => {
	const items = () => wages(4).map((item, index) => (index === 1 ? { ...item, amount: '1.250,50' } : item));

	it('stops everything before anything is sent', async () => {
		const run = await pay(items());
		expect(run.error?.message).toContain('can be read in more than one way');
		expect(service.writes()).toBe(0);
	});

	it('is left out when the node goes on, and paid alone once it is corrected', async () => {
		const run = await pay(items(), { settings: goOn });
		expect(outcomes(run).map((outcome) => outcome.slice(0, 7))).toEqual(['created', 'Amount ', 'created', 'created']);
		const again = await pay(wages(4), { settings: goOn });
		expect(outcomes(again)).toEqual(['found', 'created', 'found', 'found']);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(4)));
	});
});

describe('a completed batch with failed transactions', () => {
	const items = () => wages(4).map((item, index) => (index === 2 ? { ...item, account: '12390001' } : item));
	const parameters = (changes: INodeParameters = {}) =>
		payroll({ methodParameters: toAccount('={{ $json.account }}'), ...changes });

	const payAndFail = async () => {
		await pay(items(), { parameters: parameters() });
		await service.advance(10_000);
	};

	it('is a failure of those payees alone', async () => {
		await payAndFail();
		const run = await pay(items(), { parameters: parameters(), settings: goOn });
		expect(outcomes(run)).toEqual([
			'found',
			'found',
			expect.stringContaining('has ended without money: failed'),
			'found',
		]);
		expect(paidKeys(service)).toHaveLength(4);
	});

	it('tells each item what became of its own payment where the record is asked for', async () => {
		await payAndFail();
		const run = await pay(items(), {
			parameters: parameters({ options: { settleSeconds: 0, returnEnded: true } as INodeParameters }),
		});
		expect(run.items.map(({ json, pairedItem }) => ({ ...json, pairedItem }))).toMatchObject(
			['settled', 'settled', 'failed', 'settled'].map((status, item) => ({
				status,
				external_id: `wage-${item}`,
				error_message: status === 'failed' ? 'Account not found' : null,
				batch: { status: 'completed' },
				pairedItem: { item },
			})),
		);
	});

	it('stays with what was paid under a reference when the account is corrected', async () => {
		await payAndFail();
		const corrected = items().map((item, index) => (index === 2 ? { ...item, account: '12345678' } : item));
		const run = await pay(corrected, { parameters: parameters(), settings: goOn });
		expect(outcomes(run)[2]).toContain('belongs to another payment');
	});
});

describe('own references without one of the batch', () => {
	it.each([
		['with one more', (items: IDataObject[]) => [...wages(1, 9), ...items]],
		['with one less', (items: IDataObject[]) => items.slice(1)],
		['in another order', (items: IDataObject[]) => [...items].reverse()],
	])('are found again in the list %s', async (_, change) => {
		await pay(wages(5));
		const again = await pay(change(wages(5)));
		expect(outcomes(again).filter((outcome) => outcome === 'created')).toHaveLength(
			change(wages(5)).length > 5 ? 1 : 0,
		);
		expect(new Set(paidKeys(service)).size).toBe(paidKeys(service).length);
	});

	it.each([
		['one by one first', 'perItem', 'allItems'],
		['all together first', 'allItems', 'perItem'],
	])('are found again in the other mode: %s', async (_, first, later) => {
		await pay(wages(5), { parameters: chunks({ batchMode: first }) });
		const again = await pay(wages(6).reverse(), { parameters: chunks({ batchMode: later }) });
		expect(outcomes(again)).toEqual(['created', ...Array(5).fill('found')]);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(6)));
	});

	it('are other payments under a Batch External ID', async () => {
		await pay(wages(2));
		expect(outcomes(await pay(wages(2), { parameters: payroll() }))).toEqual(['created', 'created']);
	});

	it('are found after more than a year', async () => {
		const old = await startService({ start: new Date(Date.now() - 400 * 86_400_000) });
		const year = { credentials: old.credentials(), items: wages(3) };
		await runNode({ ...year, parameters: chunks() });
		await runNode({ ...year, items: wages(1, 9), parameters: chunks({ batchMode: 'perItem' }) });
		await old.advance(400 * 86_400_000 - 60_000);
		// A new process, because this one remembers what it looked up and sent.
		const { nodeTypes } = startProcess();
		const again = await runNode({
			...year,
			items: [...wages(4), ...wages(1, 9)],
			parameters: chunks(),
			nodeTypes,
		});
		expect(outcomes(again)).toEqual(['found', 'found', 'found', 'created', 'found']);
		await old.close();
	});
});

/** More than are looked for one by one: then everything is read, several pages at a time. */
describe('a long list with own references', () => {
	const alone = () => chunks({ batchMode: 'perItem' });

	it('is found again, whoever was paid alone or with others, and nobody else is', async () => {
		await pay(wages(25), { parameters: alone() });
		await pay(wages(5, 25));
		const again = await pay(wages(40).reverse());
		expect(outcomes(again)).toEqual([...Array<string>(10).fill('created'), ...Array<string>(30).fill('found')]);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(40)));
	});

	it('is found again after more than a year', async () => {
		const old = await startService({ start: new Date(Date.now() - 400 * 86_400_000) });
		const year = { credentials: old.credentials(), parameters: chunks() };
		await runNode({ ...year, parameters: alone(), items: wages(25) });
		await runNode({ ...year, items: wages(5, 25) });
		await old.advance(400 * 86_400_000 - 60_000);
		const { nodeTypes } = startProcess();
		const again = await runNode({ ...year, items: wages(31), nodeTypes });
		expect(outcomes(again)).toEqual([...Array<string>(30).fill('found'), 'created']);
		await old.close();
	});

	it('is found again although others are paid while the pages are read', async () => {
		await pay(wages(45), { parameters: alone() });
		const { payouts } = service.emulator.account('AUD');
		const { list, create } = payouts;
		const made = jest.spyOn(payouts, 'create');
		await pay(wages(1, 90), { parameters: alone() });
		const [[another]] = made.mock.calls as [Parameters<typeof create>];
		made.mockRestore();
		let grows = 2;
		const listed = jest.spyOn(payouts, 'list').mockImplementation((query) => {
			if (query.page === 2 && grows-- > 0) create({ ...another, external_id: `another-${grows}` });
			return list(query);
		});
		const again = await pay(wages(46));
		expect(outcomes(again)).toEqual([...Array<string>(45).fill('found'), 'created']);
		expect(grows).toBeLessThan(0);
		listed.mockRestore();
	});

	it('is asked for once where everything is one page', async () => {
		await pay(wages(1, 90));
		const before = service.calls()['v2.payouts.list'] ?? 0;
		const run = await pay(wages(20), { parameters: chunks({}, { maxPerBatch: 20 }) });
		expect(outcomes(run)).toEqual(Array(20).fill('created'));
		// Before the payments, and once more to see whether another process has made them, too.
		expect(service.calls()['v2.payouts.list']).toBe(before + 2);
	});

	it('goes out in requests of the size that an expression gives as text', async () => {
		const run = await pay(wages(3), { parameters: chunks({}, { maxPerBatch: '={{ "1" }}' }) });
		expect(outcomes(run)).toEqual(['created', 'created', 'created']);
		expect(sent()).toBe(3);
	});

	it('is not paid where the service cannot tell', async () => {
		service.fault({ endpoint: 'v2.payouts.list', fault: 'status', status: 500 });
		const impatient = chunks({ options: { requestTimeout: 1, timeLimit: 1, settleSeconds: 0 } });
		const run = await pay(wages(20), { parameters: impatient, settings: goOn });
		for (const outcome of outcomes(run)) expect(outcome).toContain('The payment service failed with status 500');
		expect(run.items).toHaveLength(20);
		expect(paidKeys(service)).toEqual([]);
	});
});

/** The answer differs from what the service accepted. The sequences cover bodies that are no batch at all. */
describe('an answer that does not say what was sent', () => {
	type Batch = ReturnType<ReturnType<typeof account>['payouts']['create']>;
	const account = () => service.emulator.account('AUD');

	/** Spoils the answer to the second request. */
	const answering = (spoil: (batch: Batch) => Batch) => {
		const { payouts } = account();
		const { create } = payouts;
		let calls = 0;
		jest.spyOn(payouts, 'create').mockImplementation((body) => {
			const batch = create(body);
			return ++calls === 2 ? spoil(batch) : batch;
		});
	};

	it('with nothing that names it hides no chunk, and is looked up', async () => {
		answering((batch) => ({ ...batch, uuid: '' }));
		const run = await pay(wages(6), { settings: goOn });
		expect(outcomes(run)).toEqual(['created', 'created', 'found', 'found', 'created', 'created']);
		expect(paidKeys(service)).toEqual(eachOnce(wages(6)));
	});

	it.each<[string, (batch: Batch) => Batch]>([
		['without transactions', (batch) => ({ ...batch, transactions: [] })],
		['with one transaction too few', (batch) => ({ ...batch, transactions: batch.transactions.slice(1) })],
		['with one too many', (batch) => ({ ...batch, transactions: [...batch.transactions, ...batch.transactions] })],
		[
			'with other external IDs',
			(batch) => ({ ...batch, transactions: batch.transactions.map((each) => ({ ...each, externalId: 'other' })) }),
		],
		[
			'with other amounts',
			(batch) => ({
				...batch,
				transactions: batch.transactions.map((each) => ({ ...each, amount: each.amount + 1n })),
			}),
		],
	])('%s hides no chunk, and counts as created once a look-up has told it', async (_, spoil) => {
		answering(spoil);
		const run = await pay(wages(6), { settings: goOn });
		expect(outcomes(run)).toEqual(Array(6).fill('created'));
		expect(paidKeys(service)).toEqual(eachOnce(wages(6)));
	});

	it('leaves unknown who is not in the records either', async () => {
		const { payouts } = account();
		const { create } = payouts;
		jest.spyOn(payouts, 'create').mockImplementation((body) => {
			const [, ...others] = body.payout_transaction_details;
			return create({ ...body, payout_transaction_details: others as typeof body.payout_transaction_details });
		});
		const run = await pay(wages(2), { settings: goOn });
		expect(outcomes(run)).toEqual(['unknown', 'created']);
	});
});

it.each([
	['in a batch of its own', chunks()],
	['under the same Batch External ID', payroll()],
])('who was paid by another process while a long list is sent is found: %s', async (_, parameters) => {
	const { now } = Date;
	const others: Promise<unknown>[] = [];
	service.fault({ endpoint: 'v2.payouts.create', fault: 'slow', delayMs: 1500, nth: 1, when: 'after' });
	const { nodeTypes } = startProcess();
	const another = async () => await pay(wages(1, 2), { parameters, nodeTypes });
	atCall(
		service,
		'handled',
		1,
		() => {
			others.push(another());
			jest.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
		},
		'v2.payouts.create',
	);
	const run = await pay(wages(4), { parameters, settings: goOn });
	await Promise.all(others);
	jest.restoreAllMocks();
	expect(outcomes(run)).toEqual(['created', 'created', 'found', 'created']);
	expect(paidKeys(service).sort()).toEqual(eachOnce(wages(4)));
});

it.each([2, 20])(
	'who was paid under a Batch External ID like the own External ID is another payment: %i payees',
	async (payees) => {
		const items = wages(payees).map((item, index) => ({ ...item, key: `00${index + 1}` }));
		await pay(items, { parameters: chunks({}, { batchExternalId: '1' }) });
		const run = await pay(items, { parameters: chunks({}, { maxPerBatch: 50 }) });
		expect(new Set(outcomes(run))).toEqual(new Set(['created']));
	},
);

it.each<[how: string, changes: INodeParameters, payees: number, most: number]>([
	// Two older years, the batches with several payees before and after the first minute, and each payee.
	['one by one', { batchMode: 'perItem' }, 5, 9],
	['in many requests', {}, 60, 50],
])('a long run %s asks little more than a short one', async (_, changes, payees, most) => {
	const { now } = Date;
	let ahead = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
	atCall(service, 'handled', 1, () => (ahead = 61_000), 'v2.payouts.create');
	const before = service.calls()['v2.payouts.list'] ?? 0;
	const run = await pay(wages(payees), { parameters: chunks(changes, { maxPerBatch: 1 }) });
	jest.restoreAllMocks();
	expect(new Set(outcomes(run))).toEqual(new Set(['created']));
	expect((service.calls()['v2.payouts.list'] ?? 0) - before).toBeLessThanOrEqual(most);
});

it('the detail of a batch is read once in a run where its total includes fees', async () => {
	await pay(wages(6), { parameters: payroll() });
	const read: unknown[] = [];
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, endpoint, answer) => {
		if (endpoint === 'v2.payouts.detail') read.push((answer as { uuid: string }).uuid);
		return everywhere(answer, (fields) => ('total_amount' in fields ? { ...fields, total_amount: '99.90' } : fields));
	});
	const run = await pay(wages(10), { parameters: payroll() });
	jest.restoreAllMocks();
	expect(outcomes(run)).toEqual([...wages(6).map(() => 'found'), ...wages(4).map(() => 'created')]);
	expect(read).toHaveLength(5);
	expect(new Set(read).size).toBe(5);
});

it('duplicates of an item are looked for since it was looked up, however long the run', async () => {
	const { now } = Date;
	const began = now();
	let ahead = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
	const later = () => {
		ahead = 1_200_000;
		void service.advance(ahead);
	};
	atCall(service, 'handled', 1, later, 'v2.payouts.create');
	const list = jest.spyOn(service.emulator.account('AUD').payouts, 'list');
	const options = { settleSeconds: 0, concurrency: 1, detectDuplicates: true };
	const run = await pay(wages(2), { parameters: chunks({ batchMode: 'perItem', options }) });
	const from = list.mock.lastCall?.[0].from ?? 0;
	jest.restoreAllMocks();
	expect(outcomes(run)).toEqual(['created', 'created']);
	expect(from).toBeGreaterThan(began + 600_000);
});

it.each([3, -3])('who was paid by another process is found where the clock of n8n is %i hours fast', async (hours) => {
	const { now } = Date;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
	const { nodeTypes } = startProcess();
	await pay(wages(2), { nodeTypes });
	await service.advance(600_000);
	await pay(wages(2, 2), { nodeTypes: startProcess().nodeTypes });
	const run = await pay(wages(5), { nodeTypes });
	jest.restoreAllMocks();
	expect(outcomes(run)).toEqual(['found', 'found', 'found', 'found', 'created']);
	expect(paidKeys(service).sort()).toEqual(eachOnce(wages(5)));
});

describe('a payment that two processes made at once', () => {
	afterEach(() => jest.restoreAllMocks());

	/** Another process makes the same payment after this one has looked and before it sends. */
	const another = (key: string, batchKey: string) => {
		const { payouts } = service.emulator.account('AUD');
		const { create } = payouts;
		jest.spyOn(payouts, 'create').mockImplementationOnce((body) => {
			const details = body.payout_transaction_details.filter(({ external_id }) => external_id === key);
			create({
				...body,
				external_id: batchKey,
				payout_transaction_details: details as typeof body.payout_transaction_details,
			});
			return create(body);
		});
	};

	it.each([
		['in a list too', 'n8n-batch', chunks()],
		['alone', 'wage-1', chunks()],
		['under the same reference', 'payroll-3', payroll()],
	])('is told with both identifiers: the other paid it %s', async (_, batchKey, parameters) => {
		another('wage-1', batchKey);
		const run = await pay(wages(2), { parameters, settings: goOn });
		const both = paidUuids('wage-1');
		expect(both).toHaveLength(2);
		expect(outcomes(run)).toEqual(['created', 'paid_twice']);
		for (const uuid of both) expect(JSON.stringify(run.items[1]?.json)).toContain(uuid);
	});

	it('is told with the number of others that exist more than once, where one message stops the run', async () => {
		const { payouts } = service.emulator.account('AUD');
		const { create } = payouts;
		jest.spyOn(payouts, 'create').mockImplementationOnce((body) => {
			create(body);
			return create(body);
		});
		const run = await pay(wages(3));
		expect(run.error?.message).toContain('The payment wage-0 exists 2 times, and so do others of this run: 1');
	});

	describe('where the service lists it late', () => {
		const patient = { requestTimeout: 5, timeLimit: 10, settleSeconds: 2, concurrency: 1 };
		const notes = (run: { items: { json: IDataObject }[] }) =>
			run.items.map(({ json }) => (json.idempotency as IDataObject | undefined)?.note);
		const untold = expect.stringContaining('could not be told');

		it('is told once the service lists it', async () => {
			const { settings } = service.emulator.world;
			Object.assign(settings, { listLagMs: 3_600_000 });
			const listed = () => Object.assign(settings, { listLagMs: 0 });
			atCall(
				service,
				'answered',
				1,
				() => atCall(service, 'answered', 1, listed, 'v2.payouts.list'),
				'v2.payouts.create',
			);
			another('wage-1', 'n8n-batch');
			const run = await pay(wages(2), { parameters: chunks({ options: patient }), settings: goOn });
			expect(outcomes(run)).toEqual(['created', 'paid_twice']);
			expect(notes(run).slice(0, 1)).toEqual([undefined]);
		});

		it('is told as soon as the service lists the other one', async () => {
			another('wage-1', 'n8n-batch');
			let own: unknown;
			jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, endpoint, answer) => {
				const { uuid, records } = answer as { uuid?: string; records?: { uuid: string }[] };
				if (endpoint === 'v2.payouts.create') own = uuid;
				const others = records?.filter((each) => each.uuid !== own);
				return others ? { records: others, total_count: others.length, total_page: 1 } : answer;
			});
			const run = await pay(wages(2), { settings: goOn });
			expect(outcomes(run)).toEqual(['created', 'paid_twice']);
			expect(notes(run)[0]).toEqual(untold);
			for (const uuid of paidUuids('wage-1')) expect(JSON.stringify(run.items[1]?.json)).toContain(uuid);
		});

		it.each([
			['all in one request', 'allItems'],
			['one by one', 'perItem'],
		])('the item says that it could not be told, after Look for Record, %s', async (_, batchMode) => {
			Object.assign(service.emulator.world.settings, { listLagMs: 3_600_000 });
			const options = { ...patient, settleSeconds: 1, detectDuplicates: true };
			const run = await pay(wages(2), { parameters: chunks({ batchMode, options }), settings: goOn });
			expect(outcomes(run)).toEqual(['created', 'created']);
			expect(notes(run)).toEqual([untold, untold]);
		});

		describe('one by one', () => {
			const alone = chunks({ batchMode: 'perItem', options: { ...patient, detectDuplicates: true } });
			/** The service lists payments from this one on. */
			const listedFrom = (payment: number) => {
				const { settings } = service.emulator.world;
				Object.assign(settings, { listLagMs: 3_600_000 });
				atCall(service, 'answered', payment, () => Object.assign(settings, { listLagMs: 0 }), 'v2.payouts.create');
			};
			const listed = () => service.calls()['v2.payouts.list'] ?? 0;

			it('the others need not wait for it', async () => {
				listedFrom(4);
				const run = await pay(wages(4), { parameters: alone });
				expect(outcomes(run)).toEqual(wages(4).map(() => 'created'));
				expect(notes(run)).toEqual(wages(4).map(() => undefined));
			});

			it('it is looked for together with the others', async () => {
				const options = { ...patient, detectDuplicates: false };
				await pay(wages(10), { parameters: chunks({ batchMode: 'perItem', options }) });
				const without = listed();
				listedFrom(10);
				const run = await pay(wages(10, 10), { parameters: alone });
				expect(notes(run)).toEqual(wages(10).map(() => undefined));
				expect(listed() - 2 * without).toBeLessThan(10);
			});

			it('nobody else is paid once one exists twice', async () => {
				another('wage-0', 'n8n-batch');
				const run = await pay(wages(20), { parameters: alone });
				expect(run.error?.message).toContain('The payment wage-0 exists 2 times');
				expect(paidKeys(service).length).toBeLessThan(10);
			});
		});

		it('the item says that it could not be told where the service cannot be asked', async () => {
			jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, endpoint, answer) => {
				if (endpoint === 'v2.payouts.create')
					service.fault({ endpoint: 'v2.payouts.list', fault: 'status', status: 500 });
				return answer;
			});
			const options = { ...patient, timeLimit: 1 };
			const run = await pay(wages(2), { parameters: chunks({ options }), settings: goOn });
			expect(outcomes(run)).toEqual(['created', 'created']);
			expect(notes(run)).toEqual([untold, untold]);
		});
	});

	it('stays told when the execution is retried', async () => {
		another('wage-1', 'n8n-batch');
		const run = await pay(wages(2));
		expect(run.error?.message).toContain('The payment wage-1 exists 2 times');
		const again = await run.retry({ settings: goOn });
		expect(outcomes(again)).toEqual(['created', 'paid_twice']);
		expect(paidUuids('wage-1')).toHaveLength(2);
	});

	it.each([
		['in a list, unless told not to', 'allItems', false, 'created'],
		['alone, where asked for', 'perItem', true, 'paid_twice'],
		['alone', 'perItem', undefined, 'created'],
	])('is looked for %s', async (_, batchMode, detectDuplicates, said) => {
		another('wage-0', 'n8n-batch');
		const options = { settleSeconds: 0, ...(detectDuplicates !== undefined && { detectDuplicates }) };
		const run = await pay(wages(1), {
			parameters: chunks({ batchMode, options: options as INodeParameters }),
			settings: goOn,
		});
		expect(outcomes(run)).toEqual([said]);
	});
});

const paidUuids = (key: string) =>
	service.emulator
		.account('AUD')
		.payouts.payments()
		.payouts.filter(({ external_id }) => external_id === key)
		.map(({ uuid }) => uuid);

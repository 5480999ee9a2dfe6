import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { batch, form } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { eachOnce, keysOf, outcomes, paidKeys, wages } from './payroll';

/** All items in few requests: what is already paid is found, only what is missing is sent. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const goOn = { onError: 'continueRegularOutput' as const };

/** Chunks of two, unknown after the first look-up that finds nothing. */
const chunks = (changes: INodeParameters = {}, additionalFields: IDataObject = {}) =>
	batch({
		options: { requestTimeout: 5, timeLimit: 10, settleSeconds: 0 },
		additionalFields: { maxPerBatch: 2, ...additionalFields } as INodeParameters,
		...changes,
	});

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
		const corrected = chunks({ description: '={{ $json.key === "wage-3" ? "Bonus of March" : "March wages" }}' });
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
		// The first payee is taken off the list, so that all chunks are cut anew.
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
		const parameters = payroll({ description: '={{ $json.why }}' });
		await pay(items, { parameters });
		const again = await pay(items.slice(2), { parameters });
		expect(outcomes(again)).toEqual(['found', 'found']);
		expect(paidKeys(service).sort()).toEqual(eachOnce(items));
	});

	it('are found under another description', async () => {
		await pay(wages(2), { parameters: payroll({ description: 'Wages, sent on Monday' }) });
		const again = await pay(wages(2), { parameters: payroll({ description: 'Wages, sent on Tuesday' }) });
		expect(outcomes(again)).toEqual(['found', 'found']);
	});
});

describe('payees without a reference of their own', () => {
	const nameless = (items: IDataObject[]) => items.map(({ amount, name }) => ({ amount, name }));
	const parameters = payroll({ externalId: '' });

	it('are recognised by a new execution under the reference of the batch', async () => {
		const first = await pay(nameless(wages(4)), { parameters });
		const again = await pay(nameless(wages(5)).reverse(), { parameters });
		expect(outcomes(again)).toEqual(['created', 'found', 'found', 'found', 'found']);
		expect(keysOf(again).reverse().slice(0, 4)).toEqual(keysOf(first));
		expect(paidKeys(service)).toHaveLength(5);
	});

	it('must be told apart when one of them is to be paid twice', async () => {
		const run = await pay([...nameless(wages(2)), ...nameless(wages(1))], { parameters });
		expect(run.error?.message).toContain('is used by item 0 too');
		expect(paidKeys(service)).toEqual([]);
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
	it('tells each item what became of its own payment', async () => {
		const items = wages(4).map((item, index) => ({ ...item, account: index === 2 ? '12390001' : '12345678' }));
		const parameters = chunks(
			{
				methodParameters: form({
					bsb: '062000',
					account_name: 'Nathan Smith',
					account_number: '={{ $json.account }}',
				}),
			},
			{ maxPerBatch: 4, batchExternalId: 'payroll-3' },
		);
		await pay(items, { parameters });
		await service.advance(10_000);
		const run = await pay(items, { parameters });
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
});

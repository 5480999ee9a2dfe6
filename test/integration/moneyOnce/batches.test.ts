import type { IDataObject } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { chosen, form } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { goOn } from '../resources/resourceRun';
import { atCall } from './atCall';
import { chunks, eachOnce, outcomes, paidKeys, wages } from './payroll';

/** All items in few requests: the node finds what is already paid and sends only the rest. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const toAccount = (account: string) => form({ bsb: '062000', account_name: 'Nathan Smith', account_number: account });

const pay = async (items: IDataObject[], options: Partial<NodeRunOptions> = {}) =>
	await runNode({ credentials: service.credentials(), parameters: chunks(), items, ...options });

const fail = (nth: number, when: 'before' | 'after' = 'before') =>
	service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, nth, when });

const repeated = (outcome: string, times: number) => Array<string>(times).fill(outcome);

describe('a run that was sent in part', () => {
	it('says what was made before the node stopped', async () => {
		fail(2);
		const { error } = await pay(wages(6));
		expect(error?.message).toContain('It is unknown whether the payment wage-2 was made');
		expect(error?.description).toContain('Already made before the node stopped (2): wage-0, wage-1.');
		expect(error?.description).toContain('What became of others is not certain (1): wage-3.');
	});

	it('sends those that never left as their items now are', async () => {
		fail(1);
		const failed = await pay(wages(4));
		const corrected = chunks({
			paymentDescription: '={{ $json.key === "wage-3" ? "Bonus of March" : "March wages" }}',
		});
		const again = await failed.retry({ parameters: corrected });
		expect(outcomes(again)).toEqual(repeated('created', 4));
		const [first, second, third, fourth] = again.items.map(({ json }) => json.batch_uuid);
		expect(second).toBe(first);
		expect(new Set([first, third, fourth]).size).toBe(3);
	});

	it('finds the requests behind one that failed, although the list or their size has changed since', async () => {
		fail(1);
		expect(outcomes(await pay(wages(7), { settings: goOn }))).toEqual([
			...repeated('unknown', 2),
			...repeated('created', 5),
		]);
		const parameters = chunks({ additionalFields: { maxPerBatch: 3 } });
		// Without the first payee, every request has different members.
		const again = await pay(wages(6, 1), { parameters });
		expect(outcomes(again)).toEqual(['created', ...repeated('found', 5)]);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(6, 1)));
	});
});

describe('a request whose outcome is unknown', () => {
	it('does not stand in the way of the one after it', async () => {
		service.emulator.world.settings.listLagMs = 60_000;
		fail(1, 'after');
		const run = await pay(wages(4), { settings: goOn });
		expect(outcomes(run)).toEqual(['unknown', 'unknown', 'created', 'created']);
		await service.advance(61_000);
		expect(outcomes(await pay(wages(4)))).toEqual(repeated('found', 4));
		expect(paidKeys(service)).toEqual(eachOnce(wages(4)));
	});
});

it('a refused request leaves the others paid, and is paid alone once it is corrected', async () => {
	const parameters = chunks({
		payoutMethodName: chosen('au_payid_npp_aud'),
		methodParameters: form({ pay_id: '={{ $json.payId }}', pay_id_type: 'EMAIL' }),
	});
	const items = wages(4).map((item, index) => ({
		...item,
		payId: index === 0 ? 'no address' : `payee${index}@shop.test`,
	}));
	const refused = expect.stringContaining('refused');
	expect(outcomes(await pay(items, { parameters, settings: goOn }))).toEqual([refused, refused, 'created', 'created']);
	const corrected = items.map((item) => ({ ...item, payId: item.payId.replace(' ', '@') }));
	expect(outcomes(await pay(corrected, { parameters }))).toEqual(['created', 'created', 'found', 'found']);
	expect(paidKeys(service).sort()).toEqual(eachOnce(items));
});

describe('a completed batch with failed transactions', () => {
	const items = wages(4).map((item, index) => ({ ...item, account: index === 2 ? '12390001' : item.account }));
	const parameters = chunks({ methodParameters: toAccount('={{ $json.account }}') });
	beforeEach(async () => {
		await pay(items, { parameters });
		await service.advance(10_000);
	});

	it('is a failure of those payees alone', async () => {
		const { items: told } = await pay(items, { parameters, settings: goOn });
		const ended = 'The payment wage-2 was made before and has ended without money: failed';
		expect(outcomes({ items: told })).toEqual(['found', 'found', ended, 'found']);
		expect(told[2]?.json).toMatchObject({
			remedy: expect.stringContaining('use another External ID') as string,
		});
		expect(paidKeys(service)).toHaveLength(4);
	});
});

/** The answer differs from what the service accepted. The sequences cover bodies that are no batch at all. */
describe('an answer that does not say what was sent', () => {
	const payouts = () => service.emulator.account('AUD').payouts;
	type Batch = ReturnType<ReturnType<typeof payouts>['create']>;

	/** Spoils the answer to the second request. */
	const answering = (spoil: (batch: Batch) => Batch) => {
		const { create } = payouts();
		let calls = 0;
		jest.spyOn(payouts(), 'create').mockImplementation((body) => {
			const batch = create(body);
			return ++calls === 2 ? spoil(batch) : batch;
		});
	};

	it.each<[string, (batch: Batch) => Batch]>([
		['with nothing that names it', (batch) => ({ ...batch, uuid: '' })],
		['without transactions', (batch) => ({ ...batch, transactions: [] })],
		['with one transaction too few', (batch) => ({ ...batch, transactions: batch.transactions.slice(1) })],
		['with one too many', (batch) => ({ ...batch, transactions: [...batch.transactions, ...batch.transactions] })],
		[
			'with other External IDs',
			(batch) => ({ ...batch, transactions: batch.transactions.map((each) => ({ ...each, externalId: 'other' })) }),
		],
		[
			'with other amounts',
			(batch) => ({
				...batch,
				transactions: batch.transactions.map((each) => ({ ...each, amount: each.amount + 1n })),
			}),
		],
	])('%s hides no payment, and counts as made once a look-up has told it', async (_, spoil) => {
		answering(spoil);
		await pay(wages(6), { settings: goOn });
		jest.restoreAllMocks();
		expect(outcomes(await pay(wages(6)))).toEqual(repeated('found', 6));
		expect(paidKeys(service)).toEqual(eachOnce(wages(6)));
	});
});

it('who was paid by another process while a long list is sent is found', async () => {
	const { now } = Date;
	const { nodeTypes } = startProcess();
	let ahead = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
	let other: Promise<unknown> = Promise.resolve();
	service.fault({ endpoint: 'v2.payouts.create', fault: 'slow', delayMs: 1500, nth: 1, when: 'after' });
	const meanwhile = () => {
		other = pay(wages(1, 2), { nodeTypes });
		ahead = 61_000;
	};
	atCall(service, 'handled', 1, meanwhile, 'v2.payouts.create');
	const run = await pay(wages(4), { settings: goOn });
	await other;
	expect(outcomes(run)).toEqual(['created', 'created', 'found', 'created']);
	expect(paidKeys(service).sort()).toEqual(eachOnce(wages(4)));
});

it('the detail of a batch is read once in a run where its total includes fees', async () => {
	await pay(wages(6));
	const read: unknown[] = [];
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, endpoint, answer) => {
		if (endpoint === 'v2.payouts.detail') read.push((answer as { uuid: string }).uuid);
		return everywhere(answer, (fields) => ('total_amount' in fields ? { ...fields, total_amount: '99.90' } : fields));
	});
	const run = await pay(wages(10));
	expect(outcomes(run)).toEqual([...repeated('found', 6), ...repeated('created', 4)]);
	expect(read).toHaveLength(new Set(read).size);
});

/** n8n’s clock is wrong. */
const setAhead = (hours: number) => {
	const { now } = Date;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
};

it.each([3, -3])('who was paid by another process is found where the clock of n8n is %i hours fast', async (hours) => {
	setAhead(hours);
	const { nodeTypes } = startProcess();
	await pay(wages(2), { nodeTypes });
	await service.advance(600_000);
	await pay(wages(2, 2), { nodeTypes: startProcess().nodeTypes });
	expect(outcomes(await pay(wages(5), { nodeTypes }))).toEqual(['found', 'found', 'found', 'found', 'created']);
	expect(paidKeys(service).sort()).toEqual(eachOnce(wages(5)));
});

it('who was paid by another process after the clock was set right is found', async () => {
	const [first, second] = [startProcess(), startProcess()];
	setAhead(1);
	await pay(wages(2, 3), { nodeTypes: second.nodeTypes });
	jest.restoreAllMocks();
	await pay(wages(3), { nodeTypes: first.nodeTypes });
	expect(outcomes(await pay(wages(3), { nodeTypes: second.nodeTypes }))).toEqual(['found', 'found', 'found']);
	expect(paidKeys(service).sort()).toEqual(eachOnce(wages(5)));
});

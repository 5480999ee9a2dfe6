import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { freshSince, lookAhead, sharedIn } from '../../../nodes/MultiCurrencyPayments/money/sharedInRun';
import type { ItemCall } from '../../../nodes/MultiCurrencyPayments/form/itemCall';
import type { Run } from '../../../nodes/MultiCurrencyPayments/form/run';
import { payoutPeriods } from '../../../nodes/service/payouts';
import { PayoutRecords } from './payoutRecords';

afterEach(() => jest.restoreAllMocks());

describe('what the items of a run share', () => {
	const { client } = new PayoutRecords();
	const run = {} as Run;

	it('is the same for all of them, and another for another run', () => {
		const shared = sharedIn(run, client);
		expect(sharedIn(run, client)).toBe(shared);
		expect(sharedIn({} as Run, client)).not.toBe(shared);
	});

	it('counts since the first of them, or for half a minute', () => {
		let now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const shared = sharedIn({} as Run, client);
		const began = now;
		expect(freshSince(shared)).toBe(began);
		now += 30_000;
		expect(freshSince(shared)).toBe(began);
		now += 1;
		expect(freshSince(shared)).toBe(began + 1);
	});
});

describe('while a list is read', () => {
	const found = (() => ({})) as unknown as BatchKind<PaymentRequest>['found'];

	/** @returns how often the service was asked ahead */
	async function askedFor(values: Record<string, unknown>, kind: Partial<BatchKind<PaymentRequest>> = { found }) {
		const records = new PayoutRecords();
		await payoutPeriods(records.client);
		records.requests();
		const { externalId = 'invoice-1', batchExternalId, ...others } = values;
		const text = (name: string) => {
			if (externalId instanceof Error) throw externalId;
			return name === 'externalId' ? externalId : '';
		};
		const item = {
			run: {} as Run,
			client: records.client,
			index: 0,
			options: {},
			additionalFields: { batchExternalId },
			n8n: { getExecutionCancelSignal: () => undefined, getInputData: () => [] },
			text,
			value: (name: string) => others[name] ?? '',
			refusal: (message: string) => new Error(message),
		} as unknown as ItemCall;
		lookAhead(kind as BatchKind<PaymentRequest>, item);
		await new Promise(setImmediate);
		const { lists } = records.requests();
		expect(lists.every(({ key }) => key === undefined)).toBe(true);
		return lists.length;
	}

	it('earlier payments are asked for ahead where its items have External IDs', async () => {
		expect(await askedFor({})).toBe(1);
		expect(await askedFor({ preventDuplicates: true })).toBe(1);
	});

	it.each<[string, Record<string, unknown>]>([
		['its first item has no External ID', { externalId: '' }],
		['it has a Batch External ID', { batchExternalId: 'payroll' }],
		['Prevent Duplicates is off', { preventDuplicates: 'false' }],
		['an expression of its first item fails', { externalId: new Error('no such field') }],
		['a value of its first item is none', { preventDuplicates: 'perhaps' }],
	])('nothing is asked where %s', async (_, values) => {
		expect(await askedFor(values)).toBe(0);
	});

	it('nothing is asked where the service cannot be asked', async () => {
		expect(await askedFor({}, { found: null })).toBe(0);
	});
});

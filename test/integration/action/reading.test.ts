import * as methods from '../../../nodes/service/methods';
import type { IBinaryData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { parse } from 'csv-parse/sync';
import { ServiceError } from '../../../emulator/engine/serviceError';
import { seedHistory } from '../../../emulator/seeding';
import { ACTION, nodeTypes } from '../engine/nodeTypes';
import { serviceOfFile } from '../engine/serviceOfFile';
import { answered } from '../wrongGuesses/differing';
import { chosen, operation } from './orders';
import { run as execute } from '../resources/resourceRun';

const service = serviceOfFile({ openingBalance: '0' });

async function run(parameters: INodeParameters, items: IDataObject[] = [{}], currency = 'AUD') {
	const execution = await execute(service, parameters, { currency, items });
	expect(execution.error).toBeUndefined();
	return execution;
}

async function records(...given: Parameters<typeof run>) {
	return (await run(...given)).items.map(({ json }) => json);
}

/** A file in n8n's binary data (kept in memory here). */
const contentOf = (file: IBinaryData | undefined) => Buffer.from(file?.data ?? '', 'base64').toString('utf8');

describe('methods', () => {
	it('are listed as the account has them', async () => {
		expect(await records(operation('payinMethod', 'getAll'))).toEqual([
			{ currency: 'AUD', payin_method_name: 'au_payid_npp_aud' },
			{ currency: 'AUD', payin_method_name: 'au_bank_aud' },
		]);
	});

	it('are listed all, however many they are', async () => {
		const many = Array.from({ length: 120 }, (_, index) => ({
			currency: 'AUD',
			payout_method_name: `method_${index}`,
		}));
		jest.spyOn(methods, 'readMethods').mockResolvedValue(many);
		expect(await records(operation('payoutMethod', 'getAll'))).toEqual(many);
		jest.restoreAllMocks();
	});

	it('are read with what they ask for', async () => {
		expect(
			await records(operation('payinMethod', 'get', { payinMethodName: chosen('th_qrpay_thb') }), [{}], 'THB'),
		).toMatchObject([
			{
				payin_method_name: 'th_qrpay_thb',
				payin_method_params: { account_number: 'string:Mandatory account the customer pays from' },
				banks: [{}, {}, {}],
			},
		]);
		const names = operation('payoutMethod', 'get', {
			payoutMethodName: { __rl: true, mode: 'id', value: '={{ $json.name }}' },
		});
		const answers = await run(names, [{ name: 'au_bank_aud' }, { name: 'au_payid_npp_aud' }]);
		expect(answers.items).toMatchObject([
			{ json: { payout_method_name: 'au_bank_aud' }, pairedItem: { item: 0 } },
			{ json: { payout_method_name: 'au_payid_npp_aud' }, pairedItem: { item: 1 } },
		]);
	});

	it('that name branches list them', async () => {
		const branches = await records(
			operation('payoutMethod', 'getBranchCodes', { payoutMethodName: chosen('vn_bank_vnd'), swiftCode: 'EXMAVN2X' }),
			[{}],
			'VND',
		);
		expect(branches).toHaveLength(5);
		expect(branches[0]).toEqual({ code: 'VN65001', name: 'Head Office' });
	});
});

describe('the balance', () => {
	it('history tells of whose account it is', async () => {
		const at = new Date();
		seedHistory(service.emulator.account('AUD'), {
			count: 2,
			from: at.getTime() - 9_000,
			to: at.getTime() - 1_000,
			seed: 7,
		});
		Object.assign(service.emulator.world.settings, { accountType: 'dedicated' });
		const history = operation('balance', 'getHistory', {
			returnAll: true,
			fromDate: new Date(at.getTime() - 10_000).toISOString(),
		});
		expect(await records(history)).toMatchObject([{ account_type: 'dedicated' }, { account_type: 'dedicated' }]);
	});

	it('is read in the currency of each item', async () => {
		const { items } = await run(operation('balance', 'get', { currency: '={{ $json.currency }}' }), [
			{ currency: 'aud' },
			{ currency: 'AUD' },
		]);
		expect(items).toMatchObject([
			{ json: { currency: 'AUD', available_balance: 0 }, pairedItem: { item: 0 } },
			{ json: { currency: 'AUD' }, pairedItem: { item: 1 } },
		]);
	});

	it('is read in the currency of the account when the item names none', async () => {
		expect(await records(operation('balance', 'get', { currency: '' }), [{}], 'JPY')).toMatchObject([
			{ currency: 'JPY' },
		]);
	});

	it.each([
		[['v2.payins.methods'], { items: [{ json: { currency: 'JPY' } }], error: undefined }],
		[['v2.payouts.methods'], { items: [{ json: { currency: 'JPY' } }], error: undefined }],
		[
			['v2.payins.methods', 'v2.payouts.methods', 'v3.methods'],
			{ items: [], error: { message: 'The account of App ID names no currency' } },
		],
	])('is read in the currency that others name where the account may not ask for %j', async (refused, outcome) => {
		answered(refused, () => {
			throw new ServiceError(403, 'FORBIDDEN', 'Not for this account');
		});
		const { items, error } = await execute(service, operation('balance', 'get', { currency: '' }), { currency: 'JPY' });
		jest.restoreAllMocks();
		expect({ items, error: error && { message: error.message } }).toMatchObject(outcome);
	});

	it('asks for a currency where the account names several', async () => {
		const read = jest.spyOn(methods, 'readMethods').mockResolvedValue([{ currency: 'AUD' }, { currency: 'USD' }]);
		const parameters = operation('balance', 'get', { currency: '' });
		const { error } = await execute(service, parameters);
		read.mockRestore();
		expect(error?.message).toMatch(/^The account has several currencies: AUD, USD/);
		expect(error?.description).toBe('Fill in Currency.');
	});
});

describe('the balance history', () => {
	const from = new Date('2026-01-01T00:00:00Z');
	const to = new Date('2026-03-01T00:00:00Z');
	const period = { fromDate: from.toISOString(), toDate: to.toISOString() };
	const seed = (count: number) =>
		seedHistory(service.emulator.account('AUD'), { count, from: from.getTime(), to: to.getTime(), seed: 7 });
	const history = (changes: INodeParameters = {}) =>
		operation('balance', 'getHistory', { returnAll: true, ...period, ...changes });

	it.each(['={{ null }}', '={{ "" }}'])('is read up to the usual limit where it is %s', async (limit) => {
		seed(60);
		expect(await records(history({ returnAll: false, limit }))).toHaveLength(50);
	});

	it.each([
		['all', 'all'],
		[0, '0'],
		[2.5, '2.5'],
	])('is not read up to a limit of %s', async (limit, shown) => {
		const { error } = await execute(service, history({ returnAll: false, limit }), { items: [{}] });
		expect(error?.message).toBe(`Limit must be a whole number from 1 on, not ${shown}`);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
	});

	it.each(['xlsx', '={{ "xml" }}'])('is not read where Output is %s', async (output) => {
		const { error } = await execute(service, history({ output }), { items: [{}] });
		expect(error?.message).toBe('Output must be items or csv or ndjson');
		expect(service.calls()).toEqual({});
	});

	it.each([0, 100, 101])('of %i entries is read exactly, newest first', async (count) => {
		if (count > 0) seed(count);
		const entries = await records(history({ options: { pageSize: 100, parallelWindows: 1 } }));
		expect(entries).toHaveLength(count);
		expect(new Set(entries.map(({ id }) => id)).size).toBe(count);
		const times = entries.map(({ created_at }) => Date.parse(String(created_at)));
		expect(times).toEqual([...times].sort((a, b) => b - a));
		expect(service.calls()['v2.balances.history']).toBe(Math.max(1, Math.ceil(count / 100)));
	});

	it.each([
		['pageSize', 'Page Size', 'all'],
		['pageSize', 'Page Size', 0],
		['parallelWindows', 'Parts Read at Once', 2.5],
		['parallelWindows', 'Parts Read at Once', '4 parts'],
	])('refuses an option that it cannot read: %s', async (name, label, value) => {
		const { error } = await execute(service, history({ options: { [name]: value } }));
		expect(error?.message).toBe(`${label} must be a whole number from 1 on, not ${value}`);
		expect(service.calls()['v2.balances.history']).toBeUndefined();
	});

	it('is the same in several windows at once', async () => {
		const parallelWindows = 3;
		seed(1000);
		const all = await records(history());
		expect(await records(history({ options: { parallelWindows, pageSize: 50 } }))).toEqual(all);
		expect(
			await records(history({ options: { parallelWindows, pageSize: 50 }, returnAll: false, limit: 333 })),
		).toEqual(all.slice(0, 333));
	});

	it('is written as NDJSON lines, as the records came', async () => {
		seed(150);
		const entries = await records(history());
		const { items } = await run(history({ output: 'ndjson', binaryPropertyName: 'file' }));
		expect(items).toMatchObject([
			{
				json: { entries: 150, account_type: 'aggregated' },
				binary: { file: { fileName: 'balance-history.ndjson', mimeType: 'application/x-ndjson' } },
				pairedItem: { item: 0 },
			},
		]);
		const lines = contentOf(items[0]?.binary?.file).trimEnd().split('\n');
		expect(lines.map((line) => ({ ...(JSON.parse(line) as object), account_type: 'aggregated' }))).toEqual(entries);
	});

	it('is written as CSV, with nested fields by their dotted names', async () => {
		seed(150);
		const entries = await records(history());
		const { items } = await run(history({ output: 'csv', binaryPropertyName: 'data' }));
		expect(items[0]?.binary?.data).toMatchObject({ fileName: 'balance-history.csv', mimeType: 'text/csv' });
		const rows = parse(contentOf(items[0]?.binary?.data), { columns: true }) as Record<string, string>[];
		expect(Object.keys(rows[0] ?? {})).toContain('balance_detail.fees');
		expect(rows.map((row) => [row.id, Number(row['balance_detail.fees'])])).toEqual(
			entries.map((entry) => [entry.id, (entry.balance_detail as IDataObject).fees]),
		);
	});
});

describe('settlement reports', () => {
	const pay = async (currency: string) => {
		seedHistory(service.emulator.account(currency), {
			count: 300,
			from: Date.now() - 20 * 86_400_000,
			to: Date.now() - 86_400_000,
			seed: 3,
		});
		service.emulator.account(currency).settlements.closeCurrent('daily');
	};

	it('are listed newest first, by frequency and period', async () => {
		await pay('AUD');
		const all = await records(operation('settlementReport', 'getAll', { returnAll: true }));
		const ends = all.map(({ period_end }) => String(period_end));
		expect(ends).toEqual([...ends].sort().reverse());
		expect(all.length).toBeGreaterThan(15);
		expect(await records(operation('settlementReport', 'getAll', { limit: 3 }))).toHaveLength(3);
		const monthly = await records(
			operation('settlementReport', 'getAll', { returnAll: true, filters: { reportFrequency: 'monthly' } }),
		);
		expect(monthly.map(({ report_frequency }) => report_frequency).filter((each) => each !== 'monthly')).toEqual([]);
		expect(await records(operation('settlementReport', 'getAll', { filters: { toDate: '2020-01-01' } }))).toEqual([]);
	});

	it.each(['daily', 'monthly'] as const)('are offered and asked for by their frequency: %s', async (frequency) => {
		const { settlements } = service.emulator.account('AUD');
		const { id } = settlements.closeCurrent(frequency);
		const list = jest.spyOn(settlements, 'list');
		const [listed] = await records(
			operation('settlementReport', 'getAll', { filters: { reportFrequency: frequency } }),
		);
		const download = { reportId: chosen('latest'), reportFrequency: frequency };
		const [downloaded] = await records(operation('settlementReport', 'download', download));
		expect([listed?.id, downloaded?.id]).toEqual([id, id]);
		expect(list.mock.calls.map(([filter]) => filter.frequency)).toEqual([frequency, frequency]);
		const fields = nodeTypes
			.getByNameAndVersion(ACTION)
			.description.properties.flatMap((property) => [property, ...(property.options ?? [])])
			.filter(({ name }) => name === 'reportFrequency');
		expect(fields).toHaveLength(2);
		for (const field of fields)
			expect('options' in field && field.options).toContainEqual(expect.objectContaining({ value: frequency }));
	});

	it('are downloaded without the credential, with their name, and add up to their summary', async () => {
		await pay('AUD');
		const { items } = await run(
			operation('settlementReport', 'download', { reportId: chosen('latest'), binaryPropertyName: 'report' }),
		);
		const [{ json, binary }] = items as [INodeExecutionData];
		expect(binary?.report).toMatchObject({ fileName: json.file_name, mimeType: 'text/csv' });
		const rows = parse(contentOf(binary?.report), { columns: true }) as Record<string, string>[];
		expect(rows).toHaveLength((json.summary as { settlement_count: number }).settlement_count);
		expect(service.emulator.account('AUD').settlements.fileRequests).toEqual({
			served: 1,
			refused: 0,
			withCredentials: 0,
		});
		expect(json).not.toHaveProperty('file_url');
	});
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sumAmounts } from '../../../core/money';
import fc from '../../seeded';
import { BANK_ACCOUNT, chosen, form } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { goOn } from '../resources/resourceRun';
import { list, one, outcomes, paidKeys, wages } from './payroll';

/** What is wrong with a list is told row by row, and all of it at once. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const SHEET: INodeParameters = {
	email: '={{ $json.email }}',
	paymentDescription: '={{ $json.purpose }}',
	methodParameters: form({ ...BANK_ACCOUNT, bsb: '={{ $json.bsb }}', account_number: '={{ $json.account }}' }),
};

const sheet = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		...{ key: `P-${String(index + 1).padStart(2, '0')}`, amount: `${index + 10}.50`, name: `Payee ${index}` },
		...{ email: `p${index}@payees.example`, bsb: '062000', account: `1234${5000 + index}`, purpose: 'March wages' },
	}));

/** Eight mistakes of eight kinds, and what is said of each. */
const MISTAKES: [number, IDataObject, string][] = [
	[1, { email: 'ben.payees.example' }, 'Row 2 (P-02): Email must be an email address, not “ben.payees.example”'],
	[2, { bsb: '62000' }, 'Row 3 (P-03): The method parameter bsb must have six digits, not “62000”'],
	[3, { amount: '' }, 'Row 4 (P-04): Amount is empty'],
	[4, { amount: '1.250,50' }, 'Row 5 (P-05): Amount cannot be used: "1.250,50" can be read in more than one way'],
	[5, { key: 'P-01' }, 'Rows 1 and 6 have the same External ID P-01'],
	[6, { key: '' }, 'Row 7 has no External ID'],
	[7, { name: 'O’Brien' }, 'Row 8 (P-08): Last Name may hold letters, digits and single spaces only, not “O’Brien”'],
	[8, { purpose: 'pay' }, 'Row 9 (P-09): Description must have at least 5 characters, not 3'],
];

const faulty = (): IDataObject[] => {
	const changes = new Map(MISTAKES.map(([row, change]) => [row, change]));
	return sheet(11).map((row, index) => ({ ...row, ...changes.get(index) }));
};

const run = async (parameters: INodeParameters, items: IDataObject[], settings = {}) =>
	await runNode({ credentials: service.credentials(), parameters, items, settings });

it('a sheet with eight mistakes of eight kinds is told whole in one run, and clean in the second', async () => {
	const first = await run(list(SHEET), faulty());
	expect(first.error?.message).toBe('8 of 11 payees cannot be paid; nothing was sent');
	const lines = first.error?.description?.split('<br>') ?? [];
	for (const [index, [, , says]] of MISTAKES.entries()) expect(lines[index]).toContain(says);
	expect(lines).toHaveLength(MISTAKES.length);
	expect(service.writes()).toBe(0);
	const second = await run(list(SHEET), sheet(11));
	expect(second.error).toBeUndefined();
	expect(paidKeys(service).sort()).toEqual(sheet(11).map(({ key }) => key));
});

it('counts rows that fail alike, and names the only one that fails', async () => {
	const without = (...rows: number[]) =>
		sheet(5).map((row, index) => (rows.includes(index) ? { ...row, email: '' } : row));
	const two = await run(list(SHEET), without(1, 3));
	expect(two.error?.message).toBe('2 of 5 payees cannot be paid; nothing was sent: Email is empty');
	expect(two.error?.description?.split('<br>')).toEqual([
		'Row 2 (P-02): Email is empty. Fill in Email.',
		'Row 4 (P-04): Email is empty. Fill in Email.',
	]);
	const alone = await run(list(SHEET), without(3));
	expect(alone.error?.message).toBe('Email is empty');
	expect(alone.error?.description).toBe('Row 4 (P-04). Nothing was sent. Fill in Email.');
});

it('Preview says of each row what Create says of it', async () => {
	const { items: previewed } = await run(list({ ...SHEET, operation: 'preview' }), faulty());
	const { items: paid } = await run(list(SHEET), faulty(), goOn);
	for (const [row, { json }] of previewed.slice(0, 11).entries()) {
		const { error } = paid[row]?.json ?? {};
		expect([row, json.verdict]).toEqual([row, error === undefined ? 'pay' : 'stop']);
		if (error !== undefined) expect(json.reasons).toContain(error);
	}
});

it.each([
	['one by one', one],
	['in a list', list],
])('rows that all have one fixed External ID stop before anybody is paid %s', async (_how, parameters) => {
	for (const settings of [{}, goOn]) {
		const { error, items } = await run(parameters({ ...SHEET, externalId: 'wages' }), sheet(3), settings);
		const told = 'All 3 rows have the External ID wages: drag the column that differs';
		expect(error?.message ?? new Set(items.map(({ json }) => json.error))).toEqual(error ? told : new Set([told]));
	}
	expect(service.writes()).toBe(0);
});

it('a row without an External ID stops those before it, too', async () => {
	const rows = sheet(12).map((row, index) => (index === 9 ? { ...row, key: '' } : row));
	const { error } = await run(one(SHEET), rows);
	expect(error?.message).toBe('Row 10 has no External ID');
	expect(error?.description).toBe(
		'Nothing was sent. Map a column such as the invoice number; without one, combine some: {{ $json.email }}-2031-03.',
	);
	expect(service.writes()).toBe(0);
});

it('a refusal of the service is told of the row that it names, and of no other', async () => {
	const parameters = list({
		...SHEET,
		payoutMethodName: { __rl: true, mode: 'id', value: 'au_payid_npp_aud' },
		methodParameters: form({ pay_id: '={{ $json.email }}', pay_id_type: '={{ $json.kind }}' }),
	});
	const rows = sheet(4).map((row, index) => ({ ...row, kind: index === 2 ? 'PHONE' : 'EMAIL' }));
	const { items } = await run(parameters, rows, goOn);
	const because = 'Not sent: the request was refused because of row 3 (P-03)';
	expect(items.map(({ json }) => json.error)).toEqual([
		because,
		because,
		'The payment service refused this: PayID: is no PayID of type PHONE',
		because,
	]);
	const { error } = await run(parameters, rows);
	expect(error?.message).toBe('The payment service refused this: PayID: is no PayID of type PHONE');
	expect(paidKeys(service)).toEqual([]);
});

it('what comes out maps to a sheet without a dot in an expression', async () => {
	const { items: created } = await run(list(SHEET), sheet(2));
	const { items: found } = await run(list(SHEET), sheet(2));
	const { items: failed } = await run(list(SHEET), faulty(), goOn);
	const { items: previewed } = await run(list({ ...SHEET, operation: 'preview' }), faulty());
	const columns = [created, found, previewed].map((rows) => new Set(rows.map(({ json }) => Object.keys(json).join())));
	expect(columns.map(({ size }) => size)).toEqual([1, 1, 1]);
	expect(columns[0]).toEqual(columns[1]);
	for (const { json } of [...created, ...found, ...failed, ...previewed])
		expect(Object.values(json).filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
	expect(found[0]?.json).toMatchObject({ external_id: 'P-01', outcome: 'found', amount: '10.50', currency: 'AUD' });
});

/** Amounts, followed all the way into the service's books. */
const payAmounts = async (amounts: unknown[], parameters: INodeParameters, currency = 'AUD') =>
	await runNode({
		credentials: service.credentials(currency),
		parameters,
		items: wages(amounts.length).map((item, index) => ({ ...item, amount: amounts[index] })) as IDataObject[],
	});

const booked = (currency = 'AUD') =>
	service.emulator
		.account(currency)
		.payouts.payments()
		.payouts.map(({ amount }) => amount);

describe('currencies without decimals', () => {
	const dong: INodeParameters = {
		payoutMethodName: chosen('vn_bank_vnd'),
		methodParameters: form({ account_number: '99', account_name: 'N', bank_code: 'EXMAVN2X' }),
	};

	it.each([
		['by itself', one(dong)],
		['in a list', list(dong)],
	])('tell of each payee %s when the service booked another amount than was asked for', async (_how, parameters) => {
		const run = await payAmounts(['150000.4', '150000'], parameters, 'VND');
		expect(run.items.map(({ json }) => json.note)).toEqual([
			'The service has rounded the amount: 150000.4 VND was asked for.',
			null,
		]);
		expect(booked('VND')).toEqual(['150000.0', '150000.0']);
		expect(outcomes(await payAmounts(['150000.4', '150000'], parameters, 'VND'))).toEqual(['found', 'found']);
	});
});

it('pays in one request exactly what was asked for, to the cent, and recognises it', async () => {
	const cents = fc.integer({ min: 200, max: 9_999_999 }).map((units) => (units / 100).toFixed(2));
	await fc.assert(
		fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 12 }), async (amounts) => {
			await service.reset();
			expect(outcomes(await payAmounts(amounts, list()))).toEqual(amounts.map(() => 'created'));
			expect(outcomes(await payAmounts(amounts, list()))).toEqual(amounts.map(() => 'found'));
			expect(sumAmounts(booked())).toBe(sumAmounts(amounts));
			expect(booked()).toHaveLength(amounts.length);
		}),
		{ numRuns: 12 },
	);
});

it('Preview stops where Create refuses the address of notifications, and doubts a time that is over', async () => {
	const notified = { notify: 'custom', endpointUrl: 'http://shop.example/x', authorizationHeader: 'secret' };
	const preview = async (parameters: INodeParameters) =>
		(await run(list({ ...SHEET, operation: 'preview', ...parameters }), sheet(1))).items[0]?.json;
	const refused = await run(list({ ...SHEET, ...notified }), sheet(1));
	expect(await preview(notified)).toMatchObject({
		verdict: 'stop',
		reasons: expect.stringContaining(String(refused.error?.message)),
	});
	expect(await preview({ additionalFields: { scheduledAt: '2020-01-01' } })).toMatchObject({
		verdict: 'check',
		reasons: expect.stringContaining('Scheduled At lies in the past'),
	});
});

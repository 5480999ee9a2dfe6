import type { IDataObject, INodeParameters } from 'n8n-workflow';
import fc from '../../seeded';
import { sumAmounts } from '../../../core/money';
import { chosen, form } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { goOn } from '../resources/resourceRun';
import { list, one, outcomes, paidKeys, wages } from './payroll';

/** Amounts as they come from spreadsheets, followed all the way into the service's books. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const pay = async (amounts: unknown[], parameters: INodeParameters = one(), currency = 'AUD') =>
	await runNode({
		credentials: service.credentials(currency),
		parameters,
		items: wages(amounts.length).map((item, index) => ({ ...item, amount: amounts[index] })) as IDataObject[],
		settings: goOn,
	});

const booked = (currency = 'AUD') =>
	service.emulator
		.account(currency)
		.payouts.payments()
		.payouts.map(({ amount }) => amount);

it.each([
	['1250.50', '1250.5'],
	[' 12.5 ', '12.5'],
	['007.10', '7.1'],
	[80, '80.0'],
	[19.99, '19.99'],
	['1.10', '1.1'],
	['99999.99', '99999.99'],
])('takes %p for what it says', async (amount, inTheBooks) => {
	const run = await pay([amount]);
	expect(outcomes(run)).toEqual(['created']);
	expect(booked()).toEqual([inTheBooks]);
});

it.each([
	['1.250,50', 'can be read in more than one way'],
	['1,250.50', 'can be read in more than one way'],
	['1 250', 'can be read in more than one way'],
	['1,5', 'can be read in more than one way'],
	["1'250", 'can be read in more than one way'],
	['', 'is empty'],
	['0', 'must be more than zero'],
	['-5', 'must be a positive number'],
	['1e3', 'must be a positive number'],
	['AUD 5', 'must be a positive number'],
	['12.50 AUD', 'must be a positive number'],
	[true, 'must be a positive number'],
	['1234567890123.456', 'more than 15 digits'],
])('refuses %p with the reason, and sends the others', async (amount, reason) => {
	const run = await pay([amount, '20']);
	expect(outcomes(run)[0]).toMatch(/^Amount (cannot be used: |is empty)/);
	expect(outcomes(run)[0]).toContain(reason);
	expect(outcomes(run)[1]).toBe('created');
	expect(paidKeys(service)).toEqual(['wage-1']);
});

it('finds a payment again whose amount is written in another way', async () => {
	await pay(['1250.50', '80', 3]);
	const again = await pay([1250.5, '80.00', '3.0']);
	expect(outcomes(again)).toEqual(['found', 'found', 'found']);
	expect(paidKeys(service)).toHaveLength(3);
});

describe('currencies without decimals', () => {
	const dong: INodeParameters = {
		payoutMethodName: chosen('vn_bank_vnd'),
		methodParameters: form({ account_number: '99', account_name: 'N', bank_code: 'EXMAVN2X' }),
	};

	it.each([
		['by itself', one(dong)],
		['in a list', list(dong)],
	])('tell of each payee %s when the service booked another amount than was asked for', async (_how, parameters) => {
		const run = await pay(['150000.4', '150000'], parameters, 'VND');
		expect(run.items.map(({ json }) => json.note)).toEqual([
			'The service has rounded the amount: 150000.4 VND was asked for.',
			null,
		]);
		expect(booked('VND')).toEqual(['150000.0', '150000.0']);
		expect(outcomes(await pay(['150000.4', '150000'], parameters, 'VND'))).toEqual(['found', 'found']);
	});
});

it('pays in one request exactly what was asked for, to the cent, and recognises it', async () => {
	const cents = fc.integer({ min: 200, max: 9_999_999 }).map((units) => (units / 100).toFixed(2));
	await fc.assert(
		fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 12 }), async (amounts) => {
			await service.reset();
			expect(outcomes(await pay(amounts, list()))).toEqual(amounts.map(() => 'created'));
			expect(outcomes(await pay(amounts, list()))).toEqual(amounts.map(() => 'found'));
			expect(sumAmounts(booked())).toBe(sumAmounts(amounts));
			expect(booked()).toHaveLength(amounts.length);
		}),
		{ numRuns: 12 },
	);
});

import { externalIdOf, listOf } from '../../../nodes/MultiCurrencyPayments/money/externalId';
import { itemOf, n8nWith } from './items';

const of = (parameters: object) => itemOf(n8nWith({ parameters: { ...parameters } }));

it.each<[unknown, string]>([
	['INV-7', 'INV-7'],
	['  INV-7 ', 'INV-7'],
	[7, '7'],
	['007', '007'],
	[1.5, '1.5'],
	['Cafe\u0301-7', 'Caf\u00e9-7'],
	['Nullarbor', 'Nullarbor'],
	['INV-0042', 'INV-0042'],
	['\ufeffINV-7', 'INV-7'],
])('the External ID %j names a payment as %j', (externalId, name) => {
	expect(externalIdOf(of({ externalId }))).toBe(name);
});

const MISSING = {
	message: 'External ID is missing',
	description:
		'Give this payment a reference of its own, such as an invoice number. The node makes one payment per External ID; to pay once more, use another one.',
};

it.each([undefined, null, '', '  ', '\t\n'])('an External ID that is %j is missing', (externalId) => {
	expect(() => externalIdOf(of({ externalId }))).toThrow(expect.objectContaining(MISSING));
});

it.each<[string, unknown, string]>([
	['an object', { id: 7 }, 'External ID must be text, not an object'],
	['a list', ['INV-7'], 'External ID must be text, not a list'],
	[
		'a number that has lost digits',
		12345678901234567890,
		'External ID must be text, not the number 12345678901234567000',
	],
	['no number', NaN, 'External ID must be text, not the number NaN'],
	['a text cut within a character', 'INV-\ud83d', 'External ID is cut within a character'],
	['no value', 'INV-undefined', 'External ID INV-undefined holds “undefined”, which stands for no value'],
	['a switch', true, 'External ID true holds “true”, which stands for no value'],
	['a text with a hidden character', 'INV-1\u200b', 'External ID holds a character that nobody sees (U+200B)'],
	['a text with a line break', 'INV\n1', 'External ID holds a character that nobody sees (U+000A)'],
	['what a sheet has shortened', '1,23457E+11', 'External ID 1,23457E+11 has lost digits in a spreadsheet'],
])('%s could stand for several payments, or for none', (_, externalId, message) => {
	expect(() => externalIdOf(of({ externalId }))).toThrow(message);
});

describe('the reference of a list', () => {
	it.each(['allItems', 'AllItems', 'ALLITEMS'])('names it, in the batch mode %s', (batchMode) => {
		expect(listOf(of({ batchMode, batchExternalId: ' payroll-2031-03 ' }))).toBe('payroll-2031-03');
	});

	it.each(['perItem', '', undefined])('is none one by one, whatever the form holds (batch mode %j)', (batchMode) => {
		expect(listOf(of({ batchMode, batchExternalId: 'payroll-2031-03' }))).toBe('');
		expect(listOf(of({ batchMode }))).toBe('');
	});

	it.each([undefined, '', '  '])('is missing where it is %j', (batchExternalId) => {
		expect(() => listOf(of({ batchMode: 'allItems', batchExternalId }))).toThrow(
			expect.objectContaining({
				message: 'Batch External ID is missing',
				description:
					'Give this list a reference of its own, such as payroll-2031-03. The node makes one payment per list and External ID; to pay once more, use another one.',
			}),
		);
	});

	it('is refused under its own name where it stands for no value', () => {
		const item = of({ batchMode: 'allItems', batchExternalId: 'payroll-null' });
		expect(() => listOf(item)).toThrow('Batch External ID payroll-null holds “null”, which stands for no value');
	});

	it.each([
		['a batch mode', { batchMode: 'all' }, 'Batch Mode must be perItem or allItems'],
		[
			'a size of requests',
			{ batchMode: 'allItems', additionalFields: { maxPerBatch: 'many' } },
			'Max per Batch must be a whole number from 1 on, not many',
		],
	])('is not read where %s cannot be read', (_, about, message) => {
		expect(() => listOf(of({ batchExternalId: 'payroll', ...about }))).toThrow(message);
	});

	it('is refused under its own name where it is no text', () => {
		const item = of({ batchMode: 'allItems', batchExternalId: { month: 3 } });
		expect(() => listOf(item)).toThrow('Batch External ID must be text, not an object');
	});
});

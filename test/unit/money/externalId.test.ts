import { attemptNow } from '../../../core/attempt';
import { externalIdOf, itemsWithoutOwnId, listOf } from '../../../nodes/MultiCurrencyPayments/money/externalId';
import { ItemCall } from '../../../nodes/MultiCurrencyPayments/run/itemCall';
import { itemOf, n8nWith, openRuns } from './items';

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

/** An item whose key an expression makes of its fields. */
function made(expression: string, key: string, json: object, name = 'externalId') {
	const parameters = { batchMode: 'allItems' };
	const n8n = n8nWith({ parameters });
	Object.assign(n8n.getInputData()[0] ?? {}, { json });
	n8n.getNodeParameter = ((asked: string, _item: number, absent: unknown, options?: { rawExpressions?: boolean }) => {
		if (asked !== name) return (parameters as Record<string, unknown>)[asked] ?? absent;
		return options?.rawExpressions ? expression : key;
	}) as typeof n8n.getNodeParameter;
	return itemOf(n8n);
}

const BOM = { '\ufeffreference': 'INV-7', month: '2031-03' };
const CURE =
	' The item has no field “reference”, but one called “U+FEFF reference”, with a character in its name that nobody sees. Switch on Exclude Byte Order Mark (BOM) in the options of the node that reads the file.';

describe('an expression that misses a field which another one looks like', () => {
	it.each([
		['=INV {{ $json.reference }}', 'INV'],
		['=wages{{ $json.reference }}', 'wages'],
		['=wages{{ $json.reference }}{{ $json.month }}', 'wages2031-03'],
	])('%s gives %j, which lacks a part', (expression, key) => {
		expect(() => externalIdOf(made(expression, key, BOM))).toThrow(
			expect.objectContaining({
				message: `External ID ${key} lacks what one of its fields should give`,
				description: `Correct the expression.${CURE}`,
			}),
		);
	});

	it.each([
		['=INV-{{ $json.reference }}', 'INV-'],
		['={{ "INV-" + $json.reference }}', 'INV-undefined'],
		['={{ String($json.reference) }}', 'undefined'],
		['={{ $json.reference }}-2031-03', '-2031-03'],
		['={{ "INV\u200b" + $json.reference }}', 'INV\u200b'],
	])('%s gives %j, which is refused with the likely cause', (expression, key) => {
		expect(() => externalIdOf(made(expression, key, BOM))).toThrow(
			expect.objectContaining({ description: expect.stringContaining(CURE) }),
		);
	});

	it('is refused for a list under its name', () => {
		const item = made('=payroll{{ $json.reference }}', 'payroll', BOM, 'batchExternalId');
		expect(() => listOf(item)).toThrow('Batch External ID payroll lacks what one of its fields should give');
	});

	it.each<[string, string, object]>([
		['=INV {{ $json.reference }}', 'INV 7', { reference: 7, Reference: 8 }],
		['=INV {{ $json.reference ?? $json.Reference }}', 'INV 7', { Reference: 7 }],
		['={{ $json.reference || "INV-7" }}', 'INV-7', { ref: 7 }],
		["={{ $('Read').item.json.Reference }}", 'INV-7', { reference: 'x' }],
		['={{ $json.reference ?? Object.values($json)[0] }}', 'INV-7', BOM],
		['=INV-{{ $json.month }}', 'INV-2031-03', BOM],
	])('is none in %s, which gives %j', (expression, key, json) => {
		expect(externalIdOf(made(expression, key, json))).toBe(key);
	});
});

/** Rows of one run whose External IDs an expression gives. */
function rowsOf(externalIds: readonly (string | undefined)[], expression?: string): ItemCall[] {
	const n8n = n8nWith({ items: externalIds.length });
	for (const [row, item] of n8n.getInputData().entries())
		item.json = externalIds[row] ? { invoice: externalIds[row] } : { Invoice: 'INV-8' };
	n8n.getNodeParameter = ((name: string, item: number, absent: unknown, options?: { rawExpressions?: boolean }) => {
		if (name !== 'externalId') return absent;
		return options?.rawExpressions ? (expression ?? externalIds[0]) : externalIds[item];
	}) as typeof n8n.getNodeParameter;
	const [run] = openRuns(n8n, {});
	return externalIds.map((_, row) => new ItemCall(run, row));
}

describe('several rows', () => {
	it('are not paid by one External ID that is typed', () => {
		const rows = rowsOf(['INV-7', 'INV-7', 'INV-7']);
		for (const row of rows)
			expect(() => externalIdOf(row)).toThrow(
				expect.objectContaining({
					message: 'All 3 rows have the External ID INV-7: drag the column that differs',
					description: 'One External ID is one payment, such as the invoice number of each row.',
				}),
			);
		expect(itemsWithoutOwnId(rows, false).map(({ item }) => item)).toEqual([0, 1, 2]);
	});

	it('may share one where something else tells them apart', () => {
		const rows = rowsOf(['INV-7', 'INV-7']);
		expect(rows.map((row) => externalIdOf(row, true))).toEqual(['INV-7', 'INV-7']);
		expect(itemsWithoutOwnId(rows, true)).toEqual([]);
	});

	it('have their own by an expression, and the one without is named', () => {
		const rows = rowsOf(['INV-7', undefined, 'INV-9'], '={{ $json.invoice }}');
		const without = itemsWithoutOwnId(rows, false);
		expect(without).toEqual([{ item: 1, failure: expect.any(Error) }]);
		expect(without[0]?.failure).toMatchObject({
			message: 'Row 2 has no External ID',
			description:
				'Map a column such as the invoice number; without one, combine some: {{ $json.email }}-2031-03. The item has no field “invoice”, but one called “Invoice”: map it anew.',
		});
	});
});

it.each([
	['externalId', externalIdOf],
	['batchExternalId', listOf],
])('a refusal tells that it is about %s', (field, read) => {
	const item = of({ batchMode: 'allItems' });
	const done = attemptNow(() => read(item));
	expect('failure' in done && item.fieldOf(done.failure)).toBe(field);
});

it('the cause is told where External ID is empty for the only row', () => {
	const item = made('={{ $json.reference }}', '', BOM);
	expect(() => externalIdOf(item)).toThrow(
		expect.objectContaining({ message: MISSING.message, description: `${MISSING.description}${CURE}` }),
	);
});

describe('the reference of a list', () => {
	it('is told with the cause where it is empty', () => {
		const item = made('={{ $json.reference }}', '', BOM, 'batchExternalId');
		expect(() => listOf(item)).toThrow(
			expect.objectContaining({
				message: 'Batch External ID is missing',
				description: expect.stringContaining(CURE),
			}),
		);
	});

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

import { isBlankRow } from '../../../../core/text/blankRow';

it.each([
	{ external_id: '', amount: '' },
	{ external_id: null, amount: undefined },
	{ external_id: ' ', amount: '\u00A0', name: '\u200B\uFEFF' },
	{ row_number: 12, external_id: '', amount: '', paid: false, total: 0 },
	{ external_id: '', amount: '', paid: 'FALSE' },
	{ row_number: 12 },
])('%j is a blank row', (row) => {
	expect(isBlankRow(row)).toBe(true);
});

it.each([
	{},
	{ external_id: 'inv-1', amount: '' },
	{ external_id: '', amount: 5 },
	{ reference: '0042', betrag: '' },
	{ external_id: '', amount: '0' },
	{ external_id: '', amount: '', paid: true },
	{ external_id: '', lines: [] },
])('%j is none', (row) => {
	expect(isBlankRow(row)).toBe(false);
});

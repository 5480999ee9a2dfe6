import { faultOfReference } from '../../../../core/payments/reference';

const SOUND = [
	...[
		'INV-0042',
		'0042',
		'007',
		'7',
		'0',
		'1.5',
		'INV-2031-077',
		'2031-03-04',
		'payroll-2031-03',
		'#1001',
		'Order #77',
		'A/12',
		'7-0-0',
	],
	...[
		'wages-2031-03-ben',
		'Jennifer Null',
		'Nullarbor',
		'nullarbor-7',
		'Nullarbor-undefinedly',
		'Undefinedson',
		'annulled-3',
	],
	...[
		'Nan Chen',
		'Nanette',
		'nancy-7',
		'True North 12',
		'trueNorth',
		'Falsetto-1',
		'None-such'.toLowerCase().replace('-', ''),
		'Infinity-Ltd-3',
	],
	...['NA-1001', 'N-A-1', 'Nil Kumar', 'unknowns-1', 'TBDC-4', 'canonical', 'INVOICE-NULLABLE'],
	...['Müller-3', 'José', 'Иванов-7', 'สมชาย', '王小明-3', 'ناصر 7', 'नमस्ते-1', 'Ægir–12', '🎉', 'O’Null-3'],
	...[
		'V1StGXR8_Z5jdHi6B-',
		'_Z5jdHi6B-myT',
		'550e8400-e29b-41d4-a716-446655440000',
		'5E12',
		'1E-05',
		'Acme Ltd.',
		'acme--7',
		'C#',
	],
];

it.each(SOUND)('%j may name a payment', (reference) => {
	expect(faultOfReference(reference)).toBeUndefined();
});

it.each([
	['INV-undefined', 'undefined'],
	['undefined', 'undefined'],
	['UNDEFINED', 'UNDEFINED'],
	['undefined-2031-03', 'undefined'],
	['INV_undefined_7', 'undefined'],
	['INV undefined', 'undefined'],
	['INVundefined', 'undefined'],
	['orderundefined', 'undefined'],
	['undefined2031', 'undefined'],
	['INV–null', 'null'],
	['INV/NULL', 'NULL'],
	['INVnull', 'null'],
	['2031null', 'null'],
	['Null', 'Null'],
	['INV-NaN', 'NaN'],
	['INVNaN', 'NaN'],
	['payroll.nan', 'nan'],
	['INV-None', 'None'],
	['INV-true', 'true'],
	['FALSE', 'FALSE'],
	['True', 'True'],
	['INV-N/A', 'N/A'],
	['n/a', 'n/a'],
	['INV-[object Object]', '[object Object]'],
	['Invalid DateTime', 'Invalid DateTime'],
	['wages-Invalid Date', 'Invalid Date'],
	['<NA>', '<NA>'],
	['unknown', 'unknown'],
	['INV-TBD', 'TBD'],
	['not provided', 'not provided'],
	['Infinity', 'Infinity'],
	['nil', 'nil'],
	['WAHR', 'WAHR'],
])('%j stands for no value: it holds %j', (reference, word) => {
	expect(faultOfReference(reference)?.message).toBe(`holds “${word}”, which stands for no value`);
});

it.each([
	['INV-{{ $json.reference }}', 'holds an expression that was not evaluated'],
	['${reference}', 'holds an expression that was not evaluated'],
	['$json.reference', 'holds an expression that was not evaluated'],
	['-', 'has neither a letter nor a digit'],
	['???', 'has neither a letter nor a digit'],
	['INV-', 'has a separator with nothing on one side of it'],
	['INV-2031-', 'has a separator with nothing on one side of it'],
	['_2031', 'has a separator with nothing on one side of it'],
	['Order #', 'has a separator with nothing on one side of it'],
	['INV-#N/A', 'holds #N/A, the error of a spreadsheet'],
	['#REF!', 'holds #REF!, the error of a spreadsheet'],
	['2031 #WERT!', 'holds #WERT!, the error of a spreadsheet'],
	['1.23457E+11', 'has lost digits in a spreadsheet'],
	['INV-1,2E+11', 'has lost digits in a spreadsheet'],
	['20310042.0', 'was made a number by a spreadsheet: “20310042.0”'],
	['=INV-7', 'begins as a formula of a spreadsheet does: “=INV-7”'],
])('%j names nothing: it %s', (reference, why) => {
	expect(faultOfReference(reference)?.message).toBe(why);
});

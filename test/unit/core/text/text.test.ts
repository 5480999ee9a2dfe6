import { alikeIn, rowsInWords } from '../../../../core/text/alike';
import { isBlankRow } from '../../../../core/text/blankRow';
import { likelyFieldIn, likelyOwnFieldIn } from '../../../../core/text/likelyField';
import { flagIn, isOn } from '../../../../core/text/values';
import { v2MethodNames } from '../../../../contract/methods';
import { labelOfKey, labelOfMethod, withSeparators } from '../../../../core/text/words';

const rows = (...reasons: string[]) => reasons.map((reason, index) => ({ row: index + 1, reason }));
const told = (...reasons: string[]) =>
	alikeIn(rows(...reasons), (reason) => reason).map((alike) => `${rowsInWords(alike.rows)}: ${alike.text}`);

it('names the first three rows, and counts the others', () => {
	expect(told('a', 'b', 'a', 'a', 'b', 'a', 'a')).toEqual(['5 rows (1, 3, 4 and 2 more): a']);
	expect(told('a', 'b', 'a', 'b', 'a', 'b', 'a', 'b')).toHaveLength(2);
});

it('leaves few rows to themselves', () => {
	expect(told('a', 'a', 'a', 'b')).toEqual([]);
	expect(told()).toEqual([]);
});

it.each<[what: string, reasonOf: (row: number) => string, text: string]>([
	['in quotes', (row) => `BSB must have six digits, not “6200${row}”`, 'BSB must have six digits, not “…”'],
	['in straight quotes', (row) => `Amount cannot be used: "${row},"`, 'Amount cannot be used: "…"'],
	['by the key', (row) => `External ID K-${row} holds “null”`, 'External ID … holds “null”'],
	['by the row', (row) => `Row ${row} has no External ID`, 'these have no External ID'],
	['nowhere', () => 'Email is “n/a”, no value', 'Email is “n/a”, no value'],
])('takes reasons for the same that differ %s', (_what, reasonOf, text) => {
	const failures = [1, 2, 3, 4].map((row) => ({ row, reason: reasonOf(row), key: `K-${row}` }));
	expect(alikeIn(failures, (reason) => reason)).toMatchObject([{ reason: reasonOf(1), text, rows: [1, 2, 3, 4] }]);
});

it('keeps reasons apart that differ in what is wrong', () => {
	expect(told(...[1, 2, 3, 4].map((line) => `Line ${line} is missing`))).toEqual([]);
	expect(told('a “b', 'a “b', 'a “c', 'a “c')).toEqual([]);
});

it.each([
	{ external_id: '', amount: '' },
	{ external_id: null, amount: undefined },
	{ external_id: ' ', amount: '\u00A0', name: '\u200B\uFEFF' },
	{ row_number: 12, external_id: '', amount: '', paid: false, total: 0 },
	{ external_id: '', amount: '', paid: 'FALSE' },
	{ row_number: 12 },
	...['0', '0.00', '0,00', '-0.0', '.00', '0.', ' 0 ', '-', ' – ', '\u2212'].map((amount) => ({
		external_id: '',
		amount,
	})),
	...['false', 'False', 'FALSCH', 'Faux', 'falso'].map((paid) => ({ external_id: '', paid })),
	{ external_id: '', tags: [] },
	{ external_id: '', tags: ['', null] },
])('%j is a blank row', (row) => {
	expect(isBlankRow(row)).toBe(true);
});

it.each([
	{},
	{ external_id: 'inv-1', amount: '' },
	{ external_id: '', amount: 5 },
	{ reference: '0042', betrag: '' },
	{ external_id: 'inv-1', amount: '0.00', paid: 'false', tags: [] },
	{ external_id: '', amount: '', paid: true },
	...['0000', '00', '0.01', '-1', '0-0', 'INV-', '0 EUR', 'no', '--'].map((reference) => ({ reference, amount: '' })),
	{ external_id: '', lines: [{}] },
	{ external_id: '', tags: ['', 'a'] },
])('%j is none', (row) => {
	expect(isBlankRow(row)).toBe(false);
});

const BOM = { '\ufeffreference': 'INV-7', amount: 5 };

it.each<[expression: string, json: object, there?: string, hidden?: string]>([
	['={{ $json.reference }}', BOM, '\ufeffreference', 'U+FEFF'],
	['={{ $json["reference"] }}', BOM, '\ufeffreference', 'U+FEFF'],
	["={{ $('Read').item.json.reference }}", BOM, '\ufeffreference', 'U+FEFF'],
	['={{ $json?.reference ?? "" }}', BOM, '\ufeffreference', 'U+FEFF'],
	['={{ $json.amount }}{{ $json.reference.trim() }}', BOM, '\ufeffreference', 'U+FEFF'],
	['={{ $json.reference }}', { Reference: 1 }, 'Reference'],
	['={{ $json.reference }}', { 'reference ': 1 }, 'reference '],
	["={{ $json['Invoice No'] }}", { 'invoice\u00a0no': 1 }, 'invoice\u00a0no'],
	['={{ $json.external_id }}', { 'External ID': 1 }, 'External ID'],
	['={{ $json.body.reference }}', { body: { REFERENCE: 1 } }, 'REFERENCE'],
	['={{ $json.größe }}', { 'gro\u0308\u00dfe': 1 }, 'gro\u0308\u00dfe'],
	['={{ $json.rows[0].reference }}', { rows: [BOM] }, '\ufeffreference', 'U+FEFF'],
	['={{ $json["rows"]?.[1].reference }}', { rows: [{}, { Reference: 1 }] }, 'Reference'],
	['={{ $json.reference }}', { 'reference\u00a0': 1 }, 'reference\u00a0'],
	['={{ $json.rows[2].reference }}', { rows: [BOM] }],
	['={{ $json.reference ?? $json.Reference }}', { Reference: '' }],
	['={{ $json.Reference || $json["reference"] }}', { reference: 'INV-7' }],
	['={{ $json.reference }}', { reference: '', '\ufeffreference': 1 }],
	['={{ $json.reference }}', { ref: 1 }],
	['={{ $json.amount.reference }}', BOM],
	['={{ $now }}', BOM],
	['INV-7', BOM],
])('%s of %j means its likely field', (expression, json, ...[there, hidden]) => {
	const likely = likelyFieldIn(expression, json);
	if (there === undefined) return expect(likely).toBeUndefined();
	expect(likely).toEqual({ asked: expect.any(String), there, hidden });
	expect(expression).toContain(likely?.asked);
});

it.each<[expression: string, isLikely: boolean]>([
	['=INV {{ $json.reference }}', true],
	['={{ "INV-" + String($json.reference) }}', true],
	['={{ $json.reference }}-{{ $json.amount }}', true],
	['={{ $input.item.json.reference }}', true],
	['={{ $json?.["reference"].trim() }}', true],
	["={{ $('Read').item.json.reference }}", false],
	["={{ $node['Read'].json.reference }}", false],
	['={{ $json.reference ?? Object.values($json)[0] }}', false],
	['={{ $json.reference ?? $json[Object.keys($json)[0]] }}', false],
	['={{ $json.reference ?? $json.values()[0] }}', false],
	['={{ $json.amount }}', false],
	['=INV-7', false],
])('%s surely reads a likely field of its item: %p', (expression, isLikely) => {
	expect(likelyOwnFieldIn(expression, BOM) !== undefined).toBe(isLikely);
});

// Switches, which an expression may give in words.
it.each<[unknown, boolean | undefined]>([
	[true, true],
	['true', true],
	[' TRUE ', true],
	[1, true],
	['1', true],
	[false, false],
	['False', false],
	[0, false],
	['', false],
	['  ', false],
	[undefined, false],
	[null, false],
	['yes', undefined],
	[2, undefined],
	[['true'], undefined],
	[{}, undefined],
])('%p says %p', (value, says) => {
	expect(flagIn(value)).toBe(says);
	expect(isOn(value)).toBe(says === true);
});

it.each([
	['bsb', 'BSB'],
	['account_number', 'Account Number'],
	['pay_id', 'PayID'],
	['pay_id_type', 'PayID Type'],
	['dob', 'Date of birth'],
	['ip_address', 'IP Address'],
	['swift_code', 'SWIFT Code'],
	['callbackUrl', 'Callback URL'],
	['__', '__'],
	['constructor', 'Constructor'],
	['errors.to_string', 'Errors To String'],
])('%s is labelled %s', (key, label) => {
	expect(labelOfKey(key)).toBe(label);
});

it.each([
	['au_bank_aud', 'AUD', 'Bank transfer, AUD (au_bank_aud)'],
	['au_payid_npp_aud', 'AUD', 'PayID, AUD (au_payid_npp_aud)'],
	['my_ewallet_wallet2_myr', 'MYR', 'E-wallet 2, MYR (my_ewallet_wallet2_myr)'],
	['ci_mobile_money_xof', 'XOF', 'Mobile money, XOF (ci_mobile_money_xof)'],
	['usdc_bank', 'USDC', 'Bank transfer, USDC (usdc_bank)'],
	['xx_of_tomorrow_xxx', 'XXX', 'xx_of_tomorrow_xxx, XXX'],
])('the method %s is called in words', (name, currency, words) => {
	expect(labelOfMethod(name, currency)).toBe(words);
});

it('every method of the specification has words, and no two the same', () => {
	const labels = v2MethodNames.map((name) => labelOfMethod(name, 'XXX'));
	expect(labels.filter((label) => !label.includes('('))).toEqual(['vn_<qr_scheme>_vnd, XXX']);
	expect(new Set(labels).size).toBe(v2MethodNames.length);
});

it.each([
	['1000000', '1,000,000'],
	['999', '999'],
	['1234.5', '1,234.5'],
	['-1000', '-1,000'],
	['many', 'many'],
])('%s reads %s', (number, words) => {
	expect(withSeparators(number)).toBe(words);
});

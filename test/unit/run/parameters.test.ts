import { whyEmpty } from '../../../nodes/MultiCurrencyPayments/run/parameters';
import { n8nWith } from '../money/items';

/** Why a parameter is empty for an item with these fields. */
const why = (parameter: unknown, json: object, part?: string) => {
	const n8n = n8nWith({ parameters: { field: parameter as never } });
	Object.assign(n8n.getInputData()[0] ?? {}, { json });
	return whyEmpty(n8n, 0, 'field', part);
};

const BYTE_ORDER_MARK =
	' The item has no field “reference”, but one called “U+FEFF reference”, with a character in its name that nobody sees. Switch on Exclude Byte Order Mark (BOM) in the options of the node that reads the file.';

it.each<[string, unknown, object, string]>([
	['a byte order mark', '={{ $json.reference }}', { '\ufeffreference': 'INV-7' }, BYTE_ORDER_MARK],
	[
		'another hidden character',
		'={{ $json.reference }}',
		{ 'reference\u200b': 'INV-7' },
		' The item has no field “reference”, but one called “reference U+200B”, with a character in its name that nobody sees. Rename it, or map it anew.',
	],
	[
		'another case',
		{ __rl: true, mode: 'id', value: '={{ $json.reference }}' },
		{ Reference: 'INV-7' },
		' The item has no field “reference”, but one called “Reference”: map it anew.',
	],
	[
		'a blank that looks like none',
		'={{ $json.reference }}',
		{ 'reference\u00a0': 'INV-7' },
		' The item has no field “reference”, but one called “reference U+00A0”: map it anew.',
	],
	[
		'another case in a list',
		'={{ $json.rows[0].reference }}',
		{ rows: [{ Reference: 'INV-7' }] },
		' The item has no field “reference”, but one called “Reference”: map it anew.',
	],
	['no such field', '={{ $json.reference }}', { ref: 'INV-7' }, ''],
	['an empty field', '={{ $json.reference }}', { reference: '' }, ''],
	['no expression', '', { reference: 'INV-7' }, ''],
])('is empty because of %s', (_what, parameter, json, sentence) => {
	expect(why(parameter, json)).toBe(sentence);
});

it('tells of one method parameter, mapped by hand or by its name', () => {
	const json = { '\ufeffbsb': '062000' };
	const sentence = BYTE_ORDER_MARK.replaceAll('reference', 'bsb');
	expect(why({ mappingMode: 'defineBelow', value: { bsb: '={{ $json.bsb }}' } }, json, 'bsb')).toBe(sentence);
	expect(why({ mappingMode: 'autoMapInputData', value: null }, json, 'bsb')).toBe(sentence);
	expect(why({ mappingMode: 'defineBelow', value: { bsb: '' } }, json, 'bsb')).toBe('');
});

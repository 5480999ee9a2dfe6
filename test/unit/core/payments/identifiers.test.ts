import {
	damageTo,
	doubtAbout,
	faultOf,
	faultOfBsb,
	faultOfEmail,
	hiddenCharacterIn,
	inPlainSight,
} from '../../../../core/payments/identifiers';

/** What people really have, in several scripts and with what looks like damage. */
const SOUND = [
	...[
		'12345678',
		'00123',
		'0042',
		'000000000000',
		'4111 1111 1111 1111',
		'123456789012345678',
		'062-000',
		'1E5',
		'5e12',
	],
	...[
		'GB29 NWBK 6016 1331 9268 19',
		'DE02E00000000012',
		'BNZA',
		'NULLGB2L',
		'NATAAU33025',
		'30.111.222',
		'123.456.789-09',
	],
	...[
		'ada@shop.test',
		'null@shop.test',
		'undefined.smith@shop.test',
		'o’hara@shop.test',
		'josé@correo.test',
		'used@例え.jp',
	],
	...[
		'+61412345678',
		'0412 345 678',
		'(02) 9999-0000',
		'٠٤١٢٣٤٥٦',
		'สมชาย-01',
		'Иванов-7',
		'王小明',
		'नमस्ते',
		'#1001',
		'A/12',
		'N/12',
	],
	...[
		'12 345 678',
		'1234 5678 9012',
		'51 824 753 556',
		'+61 412 345 678',
		'00 123 456',
		'INV-0042',
		'A#12',
		'ANZ 12 345 678',
	],
	...[
		'NA',
		'TBC',
		'none_99',
		'true.north',
		'user_7',
		'casa.perro.sol',
		"'s-Hertogenbosch",
		'****5678',
		'1.E11',
		'12.345.678',
	],
	...['ref 12 345.00', '12 345.005', 'ref 1 2345.00', '1 2345.005', '1$,234,567', '1 AUD,234,567', "O'7 Bakery"],
	...['Müller & Söhne GmbH 12', '2031-03-04', 'V1StGXR8_Z5jdHi6B-', '550e8400-e29b-41d4-a716-446655440000', '[7]'],
];

it.each(SOUND)('%j may be what was typed', (text) => {
	expect(faultOf(text)).toBeUndefined();
	expect(hiddenCharacterIn(text)).toBeUndefined();
});

it.each([
	['1.23457E+11', 'has lost digits'],
	['1,23457E+11', 'has lost digits'],
	['1,23457e+11', 'has lost digits'],
	['1.23457E11', 'has lost digits'],
	['5E+13', 'has lost digits'],
	['+6,14123E+10', 'has lost digits'],
	['12.3e+12', 'has lost digits'],
	['1٫5E+10', 'has lost digits'],
	['  9.88801E+14 ', 'has lost digits'],
	['12345678.0', 'was made a number'],
	['12345678,00', 'was made a number'],
	['12,345,678', 'was made a number'],
	['12,345,678.00', 'was made a number'],
	['12.345.678,00', 'was made a number'],
	['１．２３E+11', 'has lost digits'],
	['#N/A', 'holds #N/A, the error'],
	['#NV', 'holds #NV, the error'],
	['#REF!', 'holds #REF!, the error'],
	['#BEZUG!', 'holds #BEZUG!, the error'],
	['#NOMBRE?', 'holds #NOMBRE?, the error'],
	['#DIV/0!', 'holds #DIV/0!, the error'],
	['#######', 'holds #######, the error'],
	['Err:502', 'holds Err:502, the error'],
	['="00123"', 'begins as a formula'],
	["'+61-412345678", 'begins as a formula'],
	["'(02) 9999-0000", 'begins as a formula'],
	['1.E+11', 'has lost digits'],
	['1.23457 E+11', 'has lost digits'],
	['.12E+12', 'has lost digits'],
	['−1.2E+11', 'has lost digits'],
	['١٫٢٣E+١١', 'has lost digits'],
	['+61412345678.0', 'was made a number'],
	['12’345’678.00', 'was made a number'],
	["12'345'678", 'was made a number'],
	['1,23,45,678.00', 'was made a number'],
	['1,23,45,678', 'was made a number'],
	['12 345 678,00', 'was made a number'],
	['12\u202f345\u202f678,00', 'was made a number'],
	['51 824 753 556,00', 'was made a number'],
	['#¡REF!', 'holds #¡REF!, the error'],
	['#¿NOMBRE?', 'holds #¿NOMBRE?, the error'],
	['#YOK', 'holds #YOK, the error'],
	['123#N/A', 'holds #N/A, the error'],
	['Fehler:502', 'holds Fehler:502, the error'],
	['’00123', 'begins as a formula'],
])('%j is what a spreadsheet has made of something', (text, what) => {
	expect(damageTo(text)?.message).toContain(what);
	expect(faultOf(text)?.message).toContain(what);
	expect(faultOf(text)?.description).not.toBe('');
});

it.each(['undefined', 'null', 'NULL', 'NaN', 'None', 'n/a', 'TRUE', '[object Object]', 'Invalid DateTime'])(
	'%j stands for no account',
	(text) => {
		expect(faultOf(text)?.message).toBe(`is “${text}”, which stands for no value`);
	},
);

it.each([
	'$12,345,678.00',
	'A$12,345,678',
	'12,345,678 AUD',
	'12,345,678€',
	'12,345,678 €',
	'-12 345.5',
	'+1 234 567,89',
	'1 2345.0',
	'12 34 5,00',
	'AUD 12 345,50',
	'12 345.00',
	'61 412 345 678.0',
	'€ 1.234,50',
])('%j is an amount and no account', (text) => {
	expect(faultOf(text)?.message).toBe(`was made a number by a spreadsheet: “${text}”`);
});

it.each([
	...[
		'undefined12345678',
		'062000undefined',
		'+61undefined',
		'undefined-undefined',
		'062-null',
		'N.A.',
		'TBD',
		'unknown',
	].map((text) => [text, /(?:is|holds) “\S+”, which stands for no value/] as const),
	...['WAHR', 'ＮＵＬＬ', '(none)', 'not provided'].map((text) => [text, 'which stands for no value'] as const),
	...['{{ $json.account }}', '${account}', '$json.account', "$('Read').item.json.bsb", '{account_number}'].map(
		(text) => [text, 'holds an expression that was not evaluated'] as const,
	),
	...['-', '—', '???'].map((text) => [text, 'has neither a letter nor a digit'] as const),
])('%j stands for no account', (text, message) => {
	expect(faultOf(text)?.message).toMatch(message);
});

it.each([
	['{{ $json.email }}', 'holds an expression that was not evaluated'],
	['${user}@shop.test', 'holds an expression that was not evaluated'],
	['ada at shop.test', 'must be an email address, not “ada at shop.test”'],
	['undefined', 'is “undefined”, which stands for no value'],
	['ada@bob@shop.test', 'must be an email address, not “ada@bob@shop.test”'],
	['ada@shop.test or bob', 'must be an email address, not “ada@shop.test or bob”'],
	['@shop.test', 'must be an email address, not “@shop.test”'],
	['ada@', 'must be an email address, not “ada@”'],
])('%j is no email address', (email, message) => {
	expect(faultOfEmail(email)?.message).toBe(message);
});

it.each(['ada@shop.test', ' ada@shop.test '])('%j is an email address', (email) => {
	expect(faultOfEmail(email)).toBeUndefined();
});

it.each(['062-000', '062000', '062 000', ' 062-000 '])('%j is a BSB', (bsb) => {
	expect(faultOfBsb(bsb)).toBeUndefined();
});

it.each([
	...['62-000', '62000', '0062-000', '062-0000', '062_000', 'abc-def', '062-def', 'abc-000'].map(
		(bsb) => [bsb, `must have six digits, not “${bsb}”`] as const,
	),
	['undefined', 'is “undefined”, which stands for no value'] as const,
])('%j is no BSB: it %s', (bsb, message) => {
	expect(faultOfBsb(bsb)?.message).toBe(message);
});

it.each([
	['12345678\u200b', 'U+200B'],
	['ada\u00ad@shop.test', 'U+00AD'],
	['+61\u202a412345678', 'U+202A'],
	['123\u200d456', 'U+200D'],
	['123\ufe0f456', 'U+FE0F'],
	['1234\t5678', 'U+0009'],
	['1234\u2028', 'U+2028'],
	['1234\u3164', 'U+3164'],
	['1234\u{e0041}', 'U+E0041'],
])('%j holds a character that nobody sees', (text, code) => {
	expect(hiddenCharacterIn(text)).toBe(code);
});

it('an identifier that ends with one is refused by its name', () => {
	expect(faultOf('12345678\u2060')?.message).toBe('holds a character that nobody sees (U+2060)');
	expect(faultOf('\ufeff12345678')?.message).toBe('holds a character that nobody sees (U+FEFF)');
	expect(faultOf('12345678\n')?.message).toBe('holds a character that nobody sees (U+000A)');
});

it('shows what nobody sees', () => {
	expect(inPlainSight('\ufeffreference')).toBe('U+FEFF reference');
	expect(inPlainSight('reference\u00a0')).toBe('reference U+00A0');
	expect(inPlainSight('invoice\u00a0no')).toBe('invoice U+00A0 no');
	expect(inPlainSight('reference ')).toBe('reference U+0020');
	expect(inPlainSight('Größe 7')).toBe('Größe 7');
});

it.each<[unknown, boolean]>([
	[12345678, true],
	['12345678', false],
	['00123', false],
	// Sixteen digits end in a zero often enough.
	['4111111111111110', false],
	['622202123456789000', true],
	[' 622202123456789000 ', true],
	['622202123456789012', false],
	['6222021234567890012', false],
	['DE622202123456789000', false],
	[undefined, false],
	[null, false],
	[true, false],
])('whether %j is the identifier that was typed is in doubt: %p', (identifier, isDoubtful) => {
	expect(doubtAbout(identifier) !== undefined).toBe(isDoubtful);
});

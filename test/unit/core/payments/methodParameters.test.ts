import fc from '../../../seeded';
import { romajiPattern, ugBankPaymentReasons } from '../../../../contract';
import {
	damagedIdentifiers,
	doubtfulIdentifiers,
	bankKeysIn,
	missingParameters,
	parseMethodParameter,
	parseMethodParameters,
	refusedParameters,
	ROMAJI,
	typedParameters,
	unlistedBank,
	unlistedChoices,
	UG_BANK_PAYMENT_REASONS,
} from '../../../../core/payments/methodParameters';

it('a value that is none of those which its parameter names is told with them', () => {
	const known = { type: 'string', required: true, description: '' };
	const parameters = [
		{ ...known, key: 'pay_id_type', choices: ['EMAIL', 'PHONE'] },
		{ ...known, key: 'pay_id', choices: [] },
	];
	const told = (values: Record<string, unknown>) => unlistedChoices(values, parameters);
	expect(told({ pay_id_type: 'nonsense', pay_id: 'x' })).toEqual([
		'pay_id_type is “nonsense”, and the method names EMAIL, PHONE',
	]);
	expect([told({ pay_id_type: 'EMAIL' }), told({ pay_id_type: '' }), told({})]).toEqual([[], [], []]);
});

describe('a bank that the method does not list', () => {
	const banks = [
		{ code: 'EXMAPH2X', name: 'First' },
		{ code: 7, name: 'Seventh' },
	];

	const asks = (keys: object) =>
		parseMethodParameters(Object.fromEntries(Object.keys(keys).map((key) => [key, 'string'])));

	it.each<[string, unknown, Record<string, unknown>, string | undefined]>([
		['another one', banks, { bank_code: 'EXMAPH2Y' }, 'EXMAPH2Y'],
		['a listed one', banks, { bank_code: 'EXMAPH2X' }, undefined],
		['a SWIFT code where banks have other codes', banks, { bank_code: '', swift_code: 'EXMAPH2Y' }, undefined],
		['another SWIFT code where banks have no other', banks, { swift_code: 'EXMAPH2Y' }, 'EXMAPH2Y'],
		['a listed number', banks, { swift_code: '7' }, undefined],
		['none given', banks, { bank_code: '', account_number: '1' }, undefined],
		['none listed', [], { bank_code: 'EXMAPH2Y' }, undefined],
		['no list', undefined, { bank_code: 'EXMAPH2Y' }, undefined],
		['banks without codes', [...banks, { name: 'Third' }], { bank_code: 'EXMAPH2Y' }, undefined],
		['no banks at all', [null], { bank_code: 'EXMAPH2Y' }, undefined],
	])('%s', (_what, listed, values, unlisted) => expect(unlistedBank(listed, values, asks(values))).toBe(unlisted));

	it('is none of the choices that a parameter lists itself', () => {
		const asked = parseMethodParameters({
			network: 'string:Mandatory network, one of MTN, Airtel',
			bank_code: 'string',
		});
		expect(bankKeysIn(asked)).toEqual(['bank_code']);
		const own = parseMethodParameters({ bank_code: 'string:Mandatory, one of A, B', swift_code: 'string' });
		expect(bankKeysIn(own)).toEqual([]);
		expect(unlistedBank(banks, { network: 'MTN', bank_code: 'EXMAPH2X' }, asked)).toBeUndefined();
	});
});

describe('what the specification rules out', () => {
	const asked = parseMethodParameters({
		tax_number: 'integer:Mandatory tax number',
		account_number: 'string:Mandatory account',
		document_date: 'string:Optional date',
		note: 'string:Optional note',
	});

	it('says what the contract says', () => {
		expect(UG_BANK_PAYMENT_REASONS).toEqual(ugBankPaymentReasons);
		expect([ROMAJI.source, ROMAJI.flags]).toEqual([romajiPattern.source, romajiPattern.flags]);
	});

	it('a payin has no list of reasons', () => {
		expect(refusedParameters('payin', 'ug_bank_ugx', asked, { payment_reason: 'rent' })).toEqual([]);
	});

	it.each<[string, string, Record<string, unknown>, string[]]>([
		['a reason of the list', 'ug_bank_ugx', { payment_reason: 'school-fees' }, []],
		['another reason', 'ug_bank_ugx', { payment_reason: 'rent' }, ['payment_reason']],
		['another reason of another method', 'ke_bank_kes', { payment_reason: 'rent' }, []],
		[
			'an account number that has lost digits',
			'id_bank_idr',
			{ account_number: Number('9888012345678901') },
			['account_number'],
		],
		[
			'an address whose number has lost digits',
			'us_bank_usd',
			{ payee_address: { units: [Number('9888012345678901')] } },
			['payee_address'],
		],
		[
			'an account number that a spreadsheet has shortened',
			'id_bank_idr',
			{ account_number: '9.88801E+14' },
			['account_number'],
		],
		['an account number with a letter', 'id_bank_idr', { account_number: '98880E14' }, []],
		['an account number as a number', 'id_bank_idr', { account_number: 988801234567890 }, []],
		['a fraction', 'id_bank_idr', { rate: 0.1 }, []],
		['romaji', 'jp_bank_jpy', { transliterate: true, first_name: 'Shōhei', last_name: "Ota-Ken'ichi" }, []],
		[
			'romaji with other signs',
			'jp_bank_jpy',
			{ transliterate: true, first_name: 'Ken’ichi 2.', last_name: 'Ōta Jr., B' },
			[],
		],
		['kana to be transliterated', 'jp_bank_jpy', { transliterate: true, first_name: 'タロウ' }, ['first_name']],
		[
			'two names',
			'jp_bank_jpy',
			{ transliterate: true, first_name: '太郎', last_name: '山田' },
			['first_name', 'last_name'],
		],
		['kana as it is', 'jp_bank_jpy', { first_name: 'タロウ' }, []],
		['kana of another method', 'us_pay_usd', { transliterate: true, first_name: 'タロウ' }, []],
		['an integer with leading zeros', 'ar_bank_ars', { tax_number: '0020123456789' }, []],
		['a long integer as text', 'ar_bank_ars', { tax_number: '12345678901234567890' }, []],
		['a long integer as number', 'ar_bank_ars', { tax_number: 12345678901234567890 }, ['tax_number']],
		['a switch as an account', 'xx', { account_number: true }, ['account_number']],
		['a list as an account', 'xx', { account_number: ['12345678'] }, ['account_number']],
		['an object as an account', 'xx', { account_number: { number: '1' } }, ['account_number']],
		['a list as a tax number', 'xx', { tax_number: ['1'] }, ['tax_number']],
		['a list of what a sheet has shortened', 'xx', { iban: ['1.23457E+11'] }, ['iban']],
		[
			'a list of accounts where nothing forbids it',
			'xx',
			{ ibans: ['DE02'], bank: { code: 'X' }, save_card: true },
			[],
		],
		['a date-time', 'xx', { document_date: { toJSON: () => '2031-03-04' } }, []],
		['a switch beside the accounts', 'xx', { note: true }, []],
		['an account that is null', 'xx', { account_number: null }, []],
		['an email that is none', 'xx', { customer_email: 'ada at shop.test' }, ['customer_email']],
		['an email, or none', 'xx', { email: 'ada@shop.test', customer_email: '' }, []],
		['the country of Namibia', 'xx', { country_code: 'NA', bank_code: 'TBC' }, []],
		['a fraction as integer', 'ar_bank_ars', { tax_number: 1.5 }, ['tax_number']],
	])('%s', (_case, method, values, keys) => {
		const kind = method === 'jp_bank_jpy' ? 'payin' : 'payout';
		const refused = refusedParameters(kind, method, asked, values);
		expect(refused.map((sentence) => sentence.split(' ')[0])).toEqual(keys);
	});
});

describe('the types that the service names', () => {
	it.each<[string, string, unknown]>([
		['boolean', 'true', true],
		['bool', ' FALSE ', false],
		['boolean', 'yes', 'yes'],
		['boolean', true, true],
		['number', '1250.50', 1250.5],
		['decimal', ' -3 ', -3],
		['float', '0.25', 0.25],
		['number', '007', '007'],
		['number', '123456789012345', 123456789012345],
		['number', '1234567890123456', '1234567890123456'],
		['number', '12345678901234.56', '12345678901234.56'],
		['number', '1,250', '1,250'],
		['integer', '0020', '0020'],
		['integer', '20', '20'],
		['object', '{"city":"Sydney"}', { city: 'Sydney' }],
		['json', ' [1] ', [1]],
		['array', '["a","b"]', ['a', 'b']],
		['array', 'a, b', 'a, b'],
		['object', '{"city"', '{"city"'],
		['object', 'null', 'null'],
		['object', '7', '7'],
		['string', 'true', 'true'],
		['string', 12345678, '12345678'],
		['text', 0.5, '0.5'],
		['string', 2 ** 53, 2 ** 53],
		['string', true, true],
		['integer', 20, 20],
		['date', '2031-03-04', '2031-03-04'],
	] as [string, string, unknown][])('%s of %j is %j', (type, value, typed) => {
		expect(typedParameters([parseMethodParameter('key', `${type}:Optional`)], { key: value })).toEqual({ key: typed });
	});

	it('leave alone what the service does not list', () => {
		expect(typedParameters([], { extra: ' true' })).toEqual({ extra: ' true' });
		const kinds = [parseMethodParameter('kind', 'string:Mandatory one of EMAIL, PHONE')];
		expect(typedParameters(kinds, { kind: ' email' })).toEqual({ kind: 'EMAIL' });
		expect(typedParameters(kinds, { kind: 'mail' })).toEqual({ kind: 'mail' });
		const units = [parseMethodParameter('unit', 'string:Mandatory one of M, m')];
		expect(typedParameters([parseMethodParameter('iban', 'text:Optional')], { iban: ' DE12 34 ' })).toEqual({
			iban: 'DE12 34',
		});
		for (const unit of ['M', 'm']) expect(typedParameters(units, { unit })).toEqual({ unit });
	});
});

describe('reading a parameter of a method', () => {
	it.each<[unknown, Partial<ReturnType<typeof parseMethodParameter>>]>([
		['string:Mandatory account of the payee', { type: 'string', required: true, description: 'account of the payee' }],
		['string:Optional text for the payee', { type: 'string', required: false, description: 'text for the payee' }],
		['Integer : Required, tax number', { type: 'integer', required: true, description: 'tax number' }],
		['boolean:OPTIONAL', { type: 'boolean', required: false, description: '' }],
		['date:mandatory - date of birth', { type: 'date', required: true, description: 'date of birth' }],
		[':Mandatory account', { type: '', required: true, description: 'account' }],
		[
			'string:Mandatory: first line\nsecond line',
			{ type: 'string', required: true, description: 'first line\nsecond line' },
		],
		[
			'string:Mandatory if user_type is business: its number',
			{ type: 'string', required: false, description: 'if user_type is business: its number' },
		],
		['array of string:Mandatory tags', { type: 'array', required: true, description: 'tags' }],
		[
			'string:Mandatory name, when user_type is business',
			{ type: 'string', required: false, description: 'name, when user_type is business' },
		],
		['string:Mandatory digits only', { type: 'string', required: true, description: 'digits only' }],
		['string:Mandatory (when asked)', { type: 'string', required: false, description: '(when asked)' }],
		['string:Mandatory only for companies', { type: 'string', required: false, description: 'only for companies' }],
		['string:Mandatory iffy account', { type: 'string', required: true, description: 'iffy account' }],
		[' string:Mandatory account ', { type: 'string', required: true, description: 'account' }],
		['account of the payee', { type: '', required: false, description: 'account of the payee' }],
		['string:Mandatoryaccount', { type: '', required: false, description: 'string:Mandatoryaccount' }],
		['a text:Mandatory account', { type: 'a text', required: true, description: 'account' }],
		['string (6 digits):Mandatory BSB', { type: 'string (6 digits)', required: true, description: 'BSB' }],
		[
			'string:Mandatory Only digits, six of them',
			{ type: 'string', required: true, description: 'Only digits, six of them' },
		],
		['string:Mandatory for business', { type: 'string', required: false, description: 'for business' }],
		['string:Mandatory Where applicable', { type: 'string', required: false, description: 'Where applicable' }],
		['', { type: '', required: false, description: '' }],
		[null, { type: '', required: false, description: '' }],
		[{ type: 'string' }, { type: '', required: false, description: '' }],
	])('%j', (described, expected) => {
		expect(parseMethodParameter('key', described)).toEqual({ key: 'key', choices: [], ...expected });
	});

	it.each([
		'for businesses',
		'for individuals',
		'for a company',
		'for registered businesses only',
		'For user_type business',
		'number, for organisations',
		'business only',
		'(business)',
		'except for individuals',
		'(businesses only)',
		'above 300,000,000 VND',
	])('is not mandatory for everybody: %s', (description) => {
		expect(parseMethodParameter('number', `string:Mandatory ${description}`).required).toBe(false);
	});

	it.each(['name of the person or company', 'one of individual, business', 'number for tax, of the business'])(
		'is mandatory for everybody: %s',
		(description) => {
			expect(parseMethodParameter('name', `string:Mandatory ${description}`).required).toBe(true);
		},
	);

	it('is not mandatory where it is for a value of another parameter', () => {
		const described = {
			user_type: 'string:Mandatory',
			tax_number: 'string:Mandatory For user_type=2',
			user_types: 'string:Mandatory for user_typed',
		};
		expect(parseMethodParameters(described).map(({ required }) => required)).toEqual([true, false, true]);
	});

	it.each<[string, string[]]>([
		['kind of PayID, one of EMAIL, PHONE, ABN', ['EMAIL', 'PHONE', 'ABN']],
		['one of individual or business', ['individual', 'business']],
		['One of: a, b or c.', ['a', 'b', 'c']],
		['one of a, b, or c', ['a', 'b', 'c']],
		['(one of school-fees, other) why', ['school-fees', 'other']],
		['one of a,b; default a', ['a', 'b']],
		['one of passport, id_card', ['passport', 'id_card']],
		['one of the banks listed below, see there', []],
		['one of many', []],
		['someone of a, b', []],
		['one off a, b', []],
		['any of a, b', []],
		['At least one of email or phone', []],
		['one of savings, current, etc', []],
		['one of .', []],
		['any one of a, b', ['a', 'b']],
		['exactly one of key or other_key', []],
	])('“%s” offers %j', (description, choices) => {
		const parameter = parseMethodParameter('key', `string:Mandatory ${description}`, ['key', 'other_key']);
		expect(parameter).toMatchObject({ choices, description });
	});

	it('finds again what was described', () => {
		const word = fc
			.stringMatching(/^[a-z][a-z0-9_]{0,9}$/)
			.filter((each) => !/^(or|if|when|unless|depending)$/.test(each));
		fc.assert(
			fc.property(
				word,
				fc.boolean(),
				fc.uniqueArray(word, { minLength: 2, maxLength: 5 }),
				(type, required, choices) => {
					const description = `what it is, one of ${choices.join(', ')}`;
					expect(parseMethodParameter('key', `${type}:${required ? 'Mandatory' : 'Optional'} ${description}`)).toEqual({
						key: 'key',
						type,
						required,
						description,
						choices,
					});
				},
			),
		);
	});
});

describe('the parameters of a method', () => {
	it('come in the order of the service', () => {
		expect(
			parseMethodParameters({ bsb: 'string:Mandatory x', note: 'string:Optional y' }).map(({ key, required }) => [
				key,
				required,
			]),
		).toEqual([
			['bsb', true],
			['note', false],
		]);
	});

	it.each([null, undefined, 'string', 5, ['a']])('are none in %j', (described) => {
		expect(parseMethodParameters(described)).toEqual([]);
	});

	it('are missing when they are mandatory and blank', () => {
		const parameters = parseMethodParameters(
			Object.fromEntries(
				['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => [
					key,
					`string:${key === 'g' ? 'Optional' : 'Mandatory'} ${key}`,
				]),
			),
		);
		expect(missingParameters(parameters, { a: '', b: '  ', c: null, d: 0, e: false, f: 'x' })).toEqual(['a', 'b', 'c']);
		expect(missingParameters(parameters, {})).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
		expect(missingParameters([], {})).toEqual([]);
	});
});

describe('identifiers among values', () => {
	it('are what was typed, at any depth, or are named', () => {
		expect(
			damagedIdentifiers({
				billing_details: {
					phone: '6,14123E+10',
					email: 'ada@shop.test',
					first_name: 'null',
					address: 'Flat 1\n12 Road',
				},
				accounts: [{ iban: 'DE02\u200b1234' }],
				items: [{ id: 'tea-1', quantity: '1,200' }],
				account_number: 12345678,
				pay_id_type: 'none',
				is_business: true,
			}),
		).toEqual(['phone has lost digits in a spreadsheet', 'iban holds a character that nobody sees (U+200B)']);
	});

	it('are in doubt where they are numbers', () => {
		expect(doubtfulIdentifiers({ account_number: 12345678, amount: 5, bsb: '062000' })).toEqual([
			'account_number is a number and not a text: zeros that it began with would be lost',
		]);
	});
});

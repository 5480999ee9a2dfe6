import fc from '../../../seeded';
import {
	decides,
	destinationOf,
	endedAs,
	endOfRecord,
	foldedKey,
	isIdentifier,
	isOtherSpelling,
	isOtherWord,
	isPaidAs,
	isShownAs,
	isUnderWayAs,
	lookOf,
	mayBeKey,
	parameterFacts,
	payerFacts,
	recordsUnder,
	shownParameterFacts,
} from '../../../../core/payments/match';

describe('a value of a record', () => {
	it.each<[asked: unknown, shown: unknown, same: boolean]>([
		['12345678', '12345678', true],
		['12345678', 12345678, true],
		['062-000', '062000', true],
		['12345678', '****5678', true],
		['12345678', '••5678', true],
		['12345678', '12****78', true],
		['12345678', 'XXXX5678', true],
		['12345678', '********', true],
		['12345678', '****5679', false],
		['12345678', '13****78', false],
		['12345678', '1234567', false],
		['12345678', '123456789', false],
		// Too short to hold both ends.
		['1278', '127****278', false],
		['ada@bank.test', 'a**@bank.test', true],
		['ada@bank.test', 'b**@bank.test', false],
		// In a bank code, an X is a letter, not a mask.
		['DEUTDEFF500', 'DEUTDEFFXXX', false],
		['EXMAVN2X', 'EYMAVN2X', false],
		['62ABC', '62XXX', false],
		['A62', 'X62', false],
		// One X among digits is no mask, several are.
		['12345678', '1234567x', false],
		['+12345678', '+xx345678', true],
		// Every piece that shows stands in its place, behind the one before, without sharing a digit with it.
		['12345678', '*1*8', true],
		['12345678', '1**45**8', true],
		['12345678', '1*9*8', false],
		['12345678', '1*5*4*8', false],
		['12345678', '1*23*345*8', false],
		['12', '1*2', true],
		// Objects are the same in any order of their names, lists in their order alone.
		[{ a: 1, b: { c: 2, d: null } }, { b: { d: null, c: 2 }, a: 1 }, true],
		[{ b: 1, a: 2, c: 3 }, { c: 3, b: 1, a: 2 }, true],
		[{ a: 1 }, { a: 2 }, false],
		[['a', 'b'], ['b', 'a'], false],
		[null, '', true],
		[null, 'null', false],
	])('asked as %p and shown as %p: %p', (asked, shown, same) => {
		expect(isShownAs(asked, shown)).toBe(same);
	});

	it('is the one asked for wherever it is masked, and another where a digit that shows differs', () => {
		const digits = fc.stringMatching(/^\d{4,16}$/);
		fc.assert(
			fc.property(digits, fc.nat(15), fc.nat(15), (number, a, b) => {
				const [from, to] = [a % number.length, b % number.length].sort((x, y) => x - y) as [number, number];
				const masked = number.slice(0, from) + '*'.repeat(to - from) + number.slice(to);
				expect(isShownAs(number, masked)).toBe(true);
				const other = `${masked.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
				expect(isShownAs(number, other)).toBe(false);
			}),
		);
	});
});

it('shows parameters as they were asked for where they are the same, and leaves out what a record does not show', () => {
	const asked = { account_number: '12345678', bsb: '062-000', account_name: 'Ada', toString: 'x' };
	expect(shownParameterFacts(asked, { account_number: '****5678', bsb: '083000', account_name: null })).toEqual({
		account_number: '12345678',
		bsb: '083000',
	});
	expect(shownParameterFacts(asked, undefined)).toEqual({});
	expect(shownParameterFacts(asked, null)).toEqual({});
});

it('tells a destination by its numbers, not by names and notes, in whatever order and spelling', () => {
	const one = destinationOf({
		bsb: '062-000',
		account_number: '1234 5678',
		account_name: 'Ada Byron',
		purpose: 'wages',
	});
	expect(one).toBe(destinationOf({ account_name: 'A. Byron', account_number: '12345678', bsb: '062000' }));
	expect(one).not.toBe(destinationOf({ account_number: '12345679', bsb: '062000' }));
	expect(destinationOf({ account_name: 'Ada' })).toBe('');
	expect(destinationOf({ payid: 'ada@bank.test', bank_code: 'BDO' })).toBe('bank_code=bdo payid=ada@bank.test');
	expect(destinationOf({ x: '1' })).toBe('');
});

it('takes who is asked to pay for a fact of a payin, and nothing that may change from one try to the next', () => {
	const parameters = {
		phone_number: '+254 700 000 001',
		account_name: 'Ada',
		account_type: 'savings',
		pay_id: 'Ada@bank.test',
		ip_address: '203.0.113.7',
		user_id: 7,
		bank_code: 'BDO',
		callback_url: 'https://shop.test/return?account=1',
		account_url: 'https://shop.test/1',
		customer_ip: '203.0.113.7',
		user_agent: 'Browser',
	};
	const payer = { phone_number: '254700000001', pay_id: 'ada@bank.test', user_id: '7' };
	expect(payerFacts(parameters)).toEqual(payer);
});

it('takes what may say where the money goes for a fact that decides, and any other parameter for a detail', () => {
	expect(parameterFacts({ account_number: 12, account_name: 'Ada', colour: 'red', bank: { b: 1, a: 2 } })).toEqual({
		account_number: '12',
		account_name: 'Ada',
		'colour (detail)': 'red',
		bank: '{"a":2,"b":1}',
	});
	expect(['bank', 'amount', 'payee', 'account_name', 'colour (detail)'].filter(decides)).toEqual(['bank', 'amount']);
});

it.each<[transaction: unknown, batch: unknown, ended: string | null]>([
	['created', 'created', null],
	['settled', 'completed', null],
	['failed', 'completed', 'failed'],
	['created', 'Rejected', 'rejected'],
	['processing', 'expired', 'expired'],
	['settled', 'failed', null],
	[undefined, undefined, null],
])('a transaction that is %p in a batch that is %p ended as %p', (transaction, batch, ended) => {
	expect(endedAs(transaction, batch)).toBe(ended);
});

it.each<[status: string, batch: string | undefined, message: string | null, ended: string | null]>([
	['declined', 'completed', 'Account not found', 'declined'],
	['declined', 'processing', 'Account not found', 'declined'],
	['declined', 'completed', null, null],
	['processing', 'completed', 'Account not found', 'failed'],
	['completed', 'completed', 'Account not found', 'failed'],
	['', 'completed', 'Account not found', 'failed'],
	['', 'processing', 'Account not found', null],
	['processing', 'processing', 'The bank asks for more time', null],
	['settled', undefined, 'Paid on the second attempt', null],
	['created', undefined, 'The bank asks for more time', null],
	['initiated', undefined, 'The bank asks for more time', null],
	['pending', undefined, 'The bank asks for more time', null],
	['scheduled', undefined, 'The bank asks for more time', null],
	['Waiting', undefined, 'The bank asks for more time', null],
])(
	'a transaction that is %p in a batch that is %p with the message %p ended as %p',
	(status, batch, message, ended) => {
		expect(endedAs(status, batch, message)).toBe(ended);
	},
);

it('reads the end of a record from its own status, its message and its batch', () => {
	expect(endOfRecord({ status: 'processing', batch: { status: 'expired' } })).toBe('expired');
	expect(endOfRecord({ status: 'declined', error_message: 'Account not found' })).toBe('declined');
	expect(endOfRecord({ status: 'processing' })).toBeNull();
});

it('knows which words for a status mean paid, and which it does not know', () => {
	const words = ['created', 'Processing', 'failed', 'Canceled', 'settled', 'SUCCEEDED', 'on_hold', ''];
	expect(words.filter(isUnderWayAs)).toEqual(['created', 'Processing']);
	expect(words.filter(isPaidAs)).toEqual(['settled', 'SUCCEEDED']);
	expect(words.filter(isOtherWord)).toEqual(['on_hold', '']);
});

describe('the spelling of a key', () => {
	it.each<[key: string, shown: unknown, isOther: boolean]>([
		['INV-7', 'INV-7', false],
		['INV-7', 'inv-7 ', true],
		['INV-7', 'inv-8', false],
		['7', 7, false],
		['007', 7, true],
		['7.50', 7.5, true],
		['008', 7, false],
		['a7', 7, false],
		['7a', 7, false],
		['7.', 7, false],
		['', undefined, false],
		['null', null, false],
		// A number of more digits than a number can hold was cut.
		['12345678901234567890', '12345678901234567000', true],
		['12345678901234567890', '12345678901234567891', false],
	])('%j shown as %j: %p', (key, shown, isOther) => {
		expect(isOtherSpelling(key, shown)).toBe(isOther);
		if (isOther && typeof shown === 'number') expect(foldedKey(key)).toBe(foldedKey(shown));
	});

	it('is this key or another spelling of it where it may be the key', () => {
		const shown = ['INV-7', 'inv-7', 'INV-8', 7, undefined, null];
		expect(shown.filter((each) => mayBeKey('INV-7', each))).toEqual(['INV-7', 'inv-7']);
		expect(shown.filter((each) => mayBeKey('7', each))).toEqual([7]);
	});

	it('makes no difference for the words by which keys are looked for', () => {
		expect([' INV-7', '007', '7.50', '12', '7.5.1', 'v7', undefined].map(foldedKey)).toEqual([
			'inv-7',
			'7',
			'7.5',
			'12',
			'7.5.1',
			'v7',
			'',
		]);
	});
});

describe('keys that look the same', () => {
	it.each([
		['INV-1', 'inv-1'],
		['INV-1', 'INV–1'],
		['INV-1', 'INV−1'],
		['INV-1', 'ＩＮＶ－１'],
		['INV-1', 'INV-1\u200b'],
		['INV-1', '\ufeffINV-1'],
		['INV-1', 'INV\u00ad-1'],
		['INV 1', 'INV\u00a01'],
		['INV 1', 'INV  1'],
		['INV-A', 'INV-А'],
		['Café', 'Cafe\u0301'],
		['Straße 7', 'STRASSE 7'],
		['O’Hara', "o'hara"],
		['"7"', '“7”'],
		['カナ-1', 'ｶﾅ-1'],
		['ΟΔΟΣ', 'οδος'],
		['O´Brien', "O'Brien"],
		['O\u1ffdBrien', 'O´Brien'],
		['O＇Brien', 'Oʹbrien'],
		['INV/1', 'INV∕1'],
		['INV/1', 'inv⁄1'],
		['INV:1', 'INV∶1'],
		['INV：1', 'INV꞉1'],
		['INV-1', 'INV\u02d71'],
		['INV-1', 'INV─1'],
		['İZMİR', 'izmir'],
		['I\u0307zmir-7', 'IZMIR-7'],
	])('%j and %j', (one, other) => {
		expect(lookOf(one)).toBe(lookOf(other));
		expect(isOtherSpelling(one, other)).toBe(true);
	});

	it.each([
		['INV-1', 'INV-10'],
		['007', '7'],
		['INV-0042', 'INV-42'],
		['José', 'Jose'],
		['INV-O', 'INV-0'],
		['INV-l', 'INV-1'],
		['A/1', 'A-1'],
		['INV 1', 'INV1'],
		['уул', 'үүл'],
		['Иванов', 'Иванова'],
		['नमक', 'नमकी'],
		['王小明', '王小朋'],
		['٣', '3'],
		['A:1', 'A/1'],
		['カー', 'カ'],
		['カー', 'カ-'],
		['é', 'e´'],
		['Åse', 'Ase'],
		['½', '12'],
	])('unlike %j and %j', (one, other) => {
		expect(lookOf(one)).not.toBe(lookOf(other));
		expect(isOtherSpelling(one, other)).toBe(false);
	});
});

describe('identifiers among parameters', () => {
	it.each([
		'account_number',
		'bsb',
		'iban',
		'pay_id',
		'phone',
		'email',
		'wallet_address',
		'user_id',
		'bank_code',
		'cpf',
	])('%s is one', (name) => {
		expect(isIdentifier(name)).toBe(true);
	});

	it.each(['account_name', 'pay_id_type', 'address', 'city', 'description', 'payment_reason', 'gender'])(
		'%s is none',
		(name) => {
			expect(isIdentifier(name)).toBe(false);
		},
	);
});

describe('the records under a key', () => {
	const under = (key: string, ...keys: unknown[]) => recordsUnder(keys, key, (shown) => shown);

	it('have exactly this key where any has', () => {
		expect(under('INV-7', 'inv-7', 'INV-7', 'INV-8', 'INV-7')).toEqual(['INV-7', 'INV-7']);
	});

	it('may show it as a number', () => {
		expect(under('7', 7, '7', 8)).toEqual([7, '7']);
		expect(under('007', 7, 8)).toEqual([7]);
	});

	it.each([
		['in another case', 'INV-7', 'inv-7'],
		['without outer spaces', ' INV-7', 'INV-7'],
		['in another form of Unicode', 'Caf\u00e9', 'Cafe\u0301'],
	])('may have it %s', (_, key, shown) => {
		expect(under(key, shown, undefined, null, 'INV-70')).toEqual([shown]);
	});
});

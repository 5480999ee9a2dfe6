import fc from '../../seeded';
import {
	amountAsJsonNumber,
	AmountError,
	bookable,
	compareAmounts,
	isBookedAs,
	isFinerThan,
	parseAmount,
	readDecimal,
	readLimit,
	subtractAmounts,
	sumAmounts,
} from '../../../core/money';

const SCALE = 6;

/** A decimal text of up to six decimals, with the whole number of millionths it stands for. */
const decimal = (least: bigint, most: bigint) =>
	fc
		.record({
			units: fc.bigInt(least, most),
			scale: fc.integer({ min: 0, max: SCALE }),
			zeros: fc.integer({ min: 0, max: 3 }),
		})
		.map(({ units, scale, zeros }) => {
			const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
			const fraction = digits.slice(digits.length - scale) + '0'.repeat(zeros);
			const whole = digits.slice(0, digits.length - scale);
			return {
				text: `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`,
				millionths: units * 10n ** BigInt(SCALE - scale),
			};
		});

const positive = decimal(1n, 999_999_999_999n);
const signed = decimal(-999_999_999_999n, 999_999_999_999n);

describe('parsing an amount', () => {
	it.each<[unknown, string]>([
		['1250.50', '1250.5'],
		[' 1250.50\n', '1250.5'],
		['\u00a012', '12'],
		['007.10', '7.1'],
		['100', '100'],
		['1000000', '1000000'],
		['0.10', '0.1'],
		['0.000001', '0.000001'],
		[12.5, '12.5'],
		[97, '97'],
		[0.07, '0.07'],
		['123456789012345', '123456789012345'],
		['1.23456789012345', '1.23456789012345'],
	])('%j is %s', (written, canonical) => {
		expect(parseAmount(written)).toBe(canonical);
	});

	const ambiguous =
		'can be read in more than one way; write it with a dot before the decimals and nothing between the thousands, like 1250.50';
	it.each<[unknown, string]>([
		['1.250,50', `"1.250,50" ${ambiguous}`],
		['1,250.50', `"1,250.50" ${ambiguous}`],
		['1250,50', `"1250,50" ${ambiguous}`],
		['1 250', `"1 250" ${ambiguous}`],
		['1\u202f250', `"1\u202f250" ${ambiguous}`],
		['1\u00a0250', `"1\u00a0250" ${ambiguous}`],
		["1'250", `"1'250" ${ambiguous}`],
		['12.', `"12." ${ambiguous}`],
		['.5', `".5" ${ambiguous}`],
		['1.2.3', `"1.2.3" ${ambiguous}`],
		['', 'it must be a positive number, not empty'],
		['  ', 'it must be a positive number, not "  "'],
		[undefined, 'it must be a positive number, not empty'],
		[null, 'it must be a positive number, not empty'],
		[true, 'it must be a positive number, not "true"'],
		[[5], 'it must be a positive number, not a list'],
		[{ amount: 5 }, 'it must be a positive number, not an object'],
		[-5, 'it must be a positive number, not -5'],
		[Number.NaN, 'it must be a positive number, not NaN'],
		[Infinity, 'it must be a positive number, not Infinity'],
		[1e21, 'it must be a positive number, not 1e+21'],
		[1e-7, 'it must be a positive number, not 1e-7'],
		['-5', 'it must be a positive number such as 1250.50, not "-5"'],
		['+5', 'it must be a positive number such as 1250.50, not "+5"'],
		['1e3', 'it must be a positive number such as 1250.50, not "1e3"'],
		['AUD 5', 'it must be a positive number such as 1250.50, not "AUD 5"'],
		['5 AUD', 'it must be a positive number such as 1250.50, not "5 AUD"'],
		['$5', 'it must be a positive number such as 1250.50, not "$5"'],
		['٥', 'it must be a positive number such as 1250.50, not "٥"'],
		['five', 'it must be a positive number such as 1250.50, not "five"'],
		['x'.repeat(60), `it must be a positive number such as 1250.50, not "${'x'.repeat(40)}"`],
		['0', 'it must be more than zero, not "0"'],
		['0.00', 'it must be more than zero, not "0.00"'],
		[0, 'it must be more than zero, not "0"'],
		['1234567890123456', '"1234567890123456" has more than 15 digits; round it'],
		['1.234567890123456', '"1.234567890123456" has more than 15 digits; round it'],
		[0.1 + 0.2, '"0.30000000000000004" has more than 15 digits; round it'],
		[`1${'0'.repeat(400)}`, `"1${'0'.repeat(39)}" has more than 15 digits; round it`],
		['9'.repeat(1_000_000), `"${'9'.repeat(40)}" has more than 15 digits; round it`],
		['1.5'.padEnd(41, '0'), `"${'1.5'.padEnd(40, '0')}" has more than 15 digits; round it`],
		[`0.${'0'.repeat(400)}1`, `"0.${'0'.repeat(38)}" has more than 15 digits; round it`],
		[`${'7'.repeat(40)} AUD`, `"${'7'.repeat(40)}" has more than 15 digits; round it`],
		[`AUD ${'7'.repeat(40)}`, `it must be a positive number such as 1250.50, not "AUD ${'7'.repeat(36)}"`],
		[`${'7'.repeat(36)} AUD.`, `it must be a positive number such as 1250.50, not "${'7'.repeat(36)} AUD"`],
	])('%j is refused', (written, reason) => {
		expect(() => parseAmount(written)).toThrow(new AmountError(reason));
	});

	it('takes a text of forty characters, zeros and spaces among them', () => {
		expect(parseAmount('1.5'.padEnd(40, '0'))).toBe('1.5');
		expect(parseAmount('1.5'.padStart(400))).toBe('1.5');
	});

	it('keeps the value of every plain decimal, and is the same when it is read again', () => {
		fc.assert(
			fc.property(positive, ({ text, millionths }) => {
				const canonical = parseAmount(text);
				expect(canonical).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
				expect(compareAmounts(canonical, text)).toBe(0);
				expect(toMillionths(canonical)).toBe(millionths);
				expect(parseAmount(canonical)).toBe(canonical);
			}),
		);
	});

	it('gives a JSON number that is read back as the very amount', () => {
		fc.assert(
			fc.property(positive, ({ text }) => {
				const canonical = parseAmount(text);
				expect(JSON.stringify(amountAsJsonNumber(canonical))).toBe(canonical);
			}),
		);
	});

	it('never takes a text for an amount that is not digits with at most one dot', () => {
		fc.assert(
			fc.property(
				fc.string().filter((text) => !/^\d+(\.\d+)?$/.test(text.trim())),
				(text) => {
					expect(() => parseAmount(text)).toThrow(AmountError);
				},
			),
		);
	});
});

function toMillionths(canonical: string): bigint {
	const [whole = '', fraction = ''] = canonical.split('.');
	return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

describe('reading a decimal of the service', () => {
	it.each<[unknown, string | null]>([
		['80.0', '80'],
		['-12.50', '-12.5'],
		['-0.50', '-0.5'],
		['-0', '0'],
		['0.0', '0'],
		[' 5 ', '5'],
		[97.5, '97.5'],
		[-3, '-3'],
		[0, '0'],
		['', null],
		['5.', null],
		['.5', null],
		['+5', null],
		['--5', null],
		['1,000', null],
		['5 AUD', null],
		['x5', null],
		[1e21, null],
		[Number.NaN, null],
		[null, null],
		[undefined, null],
		[true, null],
		[['5'], null],
	])('%j is %j', (written, read) => {
		expect(readDecimal(written)).toBe(read);
	});
});

describe('comparing', () => {
	it.each<[string, string, -1 | 0 | 1]>([
		['1', '1.00', 0],
		['1.1', '1.09', 1],
		['1.09', '1.1', -1],
		['10', '9.99', 1],
		['-1', '1', -1],
		['-1', '-1.5', 1],
		['0.1', '0.10', 0],
		['9007199254740993', '9007199254740992', 1],
	])('%s and %s: %i', (a, b, order) => {
		expect(compareAmounts(a, b)).toBe(order);
	});

	it('orders decimals as their values are ordered', () => {
		fc.assert(
			fc.property(signed, signed, (a, b) => {
				const order = a.millionths < b.millionths ? -1 : a.millionths > b.millionths ? 1 : 0;
				expect(compareAmounts(a.text, b.text)).toBe(order);
				expect(compareAmounts(b.text, a.text) + order).toBe(0);
			}),
		);
	});
});

describe('adding', () => {
	it.each<[string[], string]>([
		[[], '0'],
		[['0.1', '0.2'], '0.3'],
		[['1.05', '2.95'], '4'],
		[['12'], '12'],
		[['-1.5', '1'], '-0.5'],
		[['100', '0.001'], '100.001'],
		[['9007199254740992', '1'], '9007199254740993'],
	])('%j is %s', (amounts, sum) => {
		expect(sumAmounts(amounts)).toBe(sum);
	});

	it('loses nothing, whatever the order and the grouping', () => {
		fc.assert(
			fc.property(fc.array(signed), fc.array(signed), (first, second) => {
				const texts = (part: typeof first) => part.map(({ text }) => text);
				const exact = [...first, ...second].reduce((sum, { millionths }) => sum + millionths, 0n);
				const sum = sumAmounts([...texts(first), ...texts(second)]);
				expect(
					compareAmounts(
						sum,
						`${exact}`.replace(/^(-?)(\d+)$/, (_, sign, digits: string) => {
							const padded = digits.padStart(SCALE + 1, '0');
							return `${sign}${padded.slice(0, -SCALE)}.${padded.slice(-SCALE)}`;
						}),
					),
				).toBe(0);
				expect(sum).toBe(sumAmounts([...texts(second), ...texts(first)].reverse()));
				expect(sum).toBe(sumAmounts([sumAmounts(texts(first)), sumAmounts(texts(second))]));
			}),
		);
	});
});

describe('what the service books for what was asked', () => {
	it.each<[string, string, string, boolean]>([
		['12.5', '12.50', 'AUD', true],
		['12.5', '12', 'AUD', false],
		['12.5', '12.51', 'AUD', false],
		['100.4', '100', 'VND', true],
		['100.4', '101', 'VND', true],
		['100.4', '100.0', 'vnd', true],
		['100.4', '99', 'VND', false],
		['100.4', '102', 'VND', false],
		['99.75', '100', 'JPY', true],
		['99.75', '99.00', 'XAF', true],
		['100', '101', 'KRW', false],
		['100', '99', 'XOF', false],
		['100', '100', 'VND', true],
		['100.4', '100.5', 'VND', false],
		['100.04', '100.4', 'VND', false],
		['33333.3333', '33333.33', 'INR', true],
		['33333.3333', '33333.34', 'INR', true],
		['33333.3333', '33333.3333', 'INR', true],
		['33333.3333', '33333.333', 'INR', false],
		['33333.3333', '33333.32', 'INR', false],
		['0.123456', '0.12', 'USDC', false],
	])('%s booked as %s %s: %s', (asked, booked, currency, agrees) => {
		expect(isBookedAs(asked, booked, currency)).toBe(agrees);
	});

	it('takes any rounding to a whole unit, and nothing else, where units are whole', () => {
		fc.assert(
			fc.property(positive, fc.bigInt(-3n, 3n), ({ text, millionths }, away) => {
				const one = 10n ** BigInt(SCALE);
				const booked = millionths / one + away;
				const distance = booked * one - millionths;
				expect(isBookedAs(text, booked.toString(), 'JPY')).toBe(distance > -one && distance < one);
			}),
		);
	});

	it('may be the whole units around it, where units are whole', () => {
		expect(bookable('9999.6', 'jpy')).toEqual({ least: '9999', most: '10000' });
		expect(bookable('10000', 'JPY')).toEqual({ least: '10000', most: '10000' });
		expect(bookable('10000.00', 'VND')).toEqual({ least: '10000', most: '10000' });
		expect(bookable('0.4', 'XAF')).toEqual({ least: '0', most: '1' });
		expect(bookable('9999.6', 'AUD')).toEqual({ least: '9999.6', most: '9999.6' });
	});

	it('may be the cents around it, where it is finer than they', () => {
		expect(bookable('33333.3333', 'INR')).toEqual({ least: '33333.33', most: '33333.34' });
		expect(bookable('33333.330', 'INR')).toEqual({ least: '33333.33', most: '33333.33' });
		expect(bookable('0.0000001', 'usdc')).toEqual({ least: '0', most: '0.000001' });
	});

	it('knows the currencies without decimals', () => {
		const isRounded = (currency: string) => isBookedAs('0.5', '1', currency);
		expect(['VND', 'JPY', 'XAF', 'KRW', 'XOF', 'jpy'].filter((currency) => !isRounded(currency))).toEqual([]);
		expect(['AUD', 'IDR', 'USD', 'USDC', ''].filter(isRounded)).toEqual([]);
	});
});

it.each<[unknown, string | null]>([
	[0.1 + 0.2, '0.3'],
	[-1e-13, '0'],
	[5.684341886080802e-14, '0'],
	[10_000_078.000_000_002, '10000078'],
	[1e-7, '0.0000001'],
	[-0.5, '-0.5'],
	[99_999_999_999.99, '99999999999.99'],
	['0.30000000000000004', '0.30000000000000004'],
	[NaN, null],
	[Infinity, null],
])('the number %p of the service is read as %p', (written, read) => expect(readDecimal(written)).toBe(read));

it.each<[string, string[], string]>([
	['10', [], '10'],
	['10', ['0.25', '3'], '6.75'],
	['0.3', ['0.1', '0.2'], '0'],
	['10.505', ['10'], '0.505'],
	['1', ['2.5'], '-1.5'],
])('%s minus %j is %s', (from, amounts, left) => expect(subtractAmounts(from, amounts)).toBe(left));

it.each<[unknown, string | null]>([
	['10.50', '10.5'],
	[0.01, '0.01'],
	['0', null],
	['0.00', null],
	['-1', null],
	['none', null],
	[null, null],
])('%j limits amounts as %j', (written, limit) => expect(readLimit(written)).toBe(limit));

describe('decimals that people write', () => {
	it.each<[string, string, boolean]>([
		['10.55', 'AUD', false],
		['10.505', 'AUD', true],
		['1250', 'JPY', false],
		['1250.5', 'JPY', true],
		['0.000001', 'USDC', false],
		['0.0000001', 'USDC', true],
	])('%s %s: more than that is %s', (amount, currency, isFiner) => expect(isFinerThan(amount, currency)).toBe(isFiner));
});

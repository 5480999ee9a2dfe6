/**
 * Amounts as exact decimals. Nothing here passes through binary floating point: an amount is its decimal text,
 * and is added or compared as whole units of the finest scale involved.
 */

/** Why a value is not an amount. The message can be shown to the user. */
export class AmountError extends Error {}

/**
 * Most digits an amount may have. A JSON number carries 15 of them unchanged; with more, the service could read another
 * amount than the one written down, or none at all.
 */
const MAX_DIGITS = 15;

/** Longest text that is parsed: a text of a million digits would take minutes. */
const LONGEST_TEXT = 40;

const PLAIN_DECIMAL = /^\d+(\.\d+)?$/;

interface Decimal {
	units: bigint;
	scale: number;
}

/**
 * The canonical text of an amount in the currency's base unit: digits, at most one dot, no superfluous zeros
 * ("1250.5"). Accepts a number, or a text as a spreadsheet writes it ("1250.50").
 * @throws {AmountError} when it is not a positive number or can be read in more than one way ("1.250,50")
 */
export function parseAmount(value: unknown): string {
	const text = amountText(value);
	const canonical = render(toDecimal(text));
	if (canonical === '0') throw new AmountError(`it must be more than zero, not ${quoted(value)}`);
	if (canonical.replace('.', '').length > MAX_DIGITS) {
		throw tooManyDigits(value);
	}
	return canonical;
}

function amountText(value: unknown): string {
	if (typeof value === 'number') {
		const text = String(value);
		if (!PLAIN_DECIMAL.test(text)) throw new AmountError(`it must be a positive number, not ${text}`);
		return text;
	}
	if (typeof value !== 'string' || value.trim() === '') {
		throw new AmountError(`it must be a positive number, not ${quoted(value)}`);
	}
	const text = value.trim();
	if (text.length > LONGEST_TEXT) {
		if (/^[\d.]+$/.test(text.slice(0, LONGEST_TEXT))) throw tooManyDigits(value);
		throw new AmountError(`it must be a positive number such as 1250.50, not ${quoted(value)}`);
	}
	if (PLAIN_DECIMAL.test(text)) return text;
	if (/^[\d.,' \u00a0\u202f]+$/.test(text)) {
		throw new AmountError(
			`${quoted(value)} can be read in more than one way; write it with a dot before the decimals and nothing between the thousands, like 1250.50`,
		);
	}
	throw new AmountError(`it must be a positive number such as 1250.50, not ${quoted(value)}`);
}

function tooManyDigits(value: unknown): AmountError {
	return new AmountError(`${quoted(value)} has more than ${MAX_DIGITS} digits; round it`);
}

function quoted(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	if (typeof value === 'object') return `${Array.isArray(value) ? 'a list' : 'an object'}`;
	return `"${String(value).slice(0, 40)}"`;
}

/**
 * An amount as the JSON number that the service's create endpoints take (specification: "v2: create payin").
 * Exact for what {@link parseAmount} lets through: at most 15 digits survive the trip unchanged.
 */
export function amountAsJsonNumber(canonical: string): number {
	return Number(canonical);
}

/** Digits of a number below one, which are more than money has. JavaScript writes smaller ones with an exponent. */
const FINEST = 12;

/**
 * A decimal as the service writes it ("80.0", "-12.50", 97.5): strings and numbers, signed. A number is taken without the noise
 * that a service leaves in it when it reckons in binary floating point (0.30000000000000004, 5.7e-14).
 * @returns its canonical text, or null when it is no plain decimal
 */
export function readDecimal(value: unknown): string | null {
	if (typeof value !== 'string' && typeof value !== 'number') return null;
	const isFraction = typeof value === 'number' && !Number.isInteger(value);
	const exact = isFraction ? Number(value.toPrecision(MAX_DIGITS)) : value;
	const text = isFraction && Math.abs(value) < 1 ? Number(exact).toFixed(FINEST) : String(exact).trim();
	return /^-?\d+(\.\d+)?$/.test(text) ? render(toDecimal(text)) : null;
}

/** An amount that limits others, as the service writes it; null where it writes none, 0 or less: that would forbid everything. */
export function readLimit(value: unknown): string | null {
	const limit = readDecimal(value);
	return limit !== null && compareAmounts(limit, '0') > 0 ? limit : null;
}

/** −1, 0 or 1 as `a` is less than, equal to or more than `b`. Both are decimal texts. */
export function compareAmounts(a: string, b: string): -1 | 0 | 1 {
	const [x, y] = aligned(toDecimal(a), toDecimal(b));
	return x < y ? -1 : x > y ? 1 : 0;
}

/** The exact sum of decimal texts; "0" for none. */
export function sumAmounts(amounts: Iterable<string>): string {
	let sum: Decimal = { units: 0n, scale: 0 };
	for (const amount of amounts) {
		const next = toDecimal(amount);
		const scale = Math.max(sum.scale, next.scale);
		sum = { units: atScale(sum, scale) + atScale(next, scale), scale };
	}
	return render(sum);
}

/** A decimal text minus others, exactly. */
export function subtractAmounts(from: string, amounts: Iterable<string>): string {
	const taken = toDecimal(sumAmounts(amounts));
	const [x, y] = aligned(toDecimal(from), taken);
	return render({ units: x - y, scale: Math.max(toDecimal(from).scale, taken.scale) });
}

/**
 * Whether the service would book `asked` as `booked` in a currency: equal, or rounded to the decimals of the currency. The
 * specification shows that some are rounded to whole units ("Amount rounding"), but not in which direction.
 */
export function isBookedAs(asked: string, booked: string, currency: string): boolean {
	const { least, most } = bookable(asked, currency);
	return [asked, least, most].some((each) => compareAmounts(each, booked) === 0);
}

/** The least and the most that the service may book for `asked`: what is around it where it has too many decimals. {@link isBookedAs} */
export function bookable(asked: string, currency: string): { least: string; most: string } {
	const { units, scale } = toDecimal(asked);
	const decimals = decimalsOf(currency);
	if (scale <= decimals) return { least: asked, most: asked };
	const one = 10n ** BigInt(scale - decimals);
	const least = units / one;
	const most = units % one === 0n ? least : least + 1n;
	return { least: render({ units: least, scale: decimals }), most: render({ units: most, scale: decimals }) };
}

/** Currencies with other than two decimals: five whose amounts are rounded to whole units, and a digital one. */
const DECIMALS: ReadonlyMap<string, number> = new Map([
	...['VND', 'JPY', 'XAF', 'KRW', 'XOF'].map((currency) => [currency, 0] as const),
	['USDC', 6],
]);

/** A record may not show its currency. */
const decimalsOf = (currency: unknown): number => DECIMALS.get(String(currency).toUpperCase()) ?? 2;

/**
 * An amount with the decimals of its currency, as people write it: "80.00". One with more keeps them. Two where the currency is
 * not known: most have as many. Null where a record shows no decimal.
 */
export function inCurrency(amount: unknown, currency: unknown): string | null {
	const exact = readDecimal(amount);
	if (exact === null) return null;
	const [whole = '', fraction = ''] = exact.split('.');
	const decimals = fraction.padEnd(decimalsOf(currency), '0');
	return decimals === '' ? whole : `${whole}.${decimals}`;
}

/** The same with the name of its currency, for a message: "80.00 AUD". */
export const moneyInWords = (amount: string, currency: string): string =>
	`${inCurrency(amount, currency) ?? amount} ${currency}`;

/** Whether an amount has more decimals than people write in its currency, which is more likely a slip than meant. */
export function isFinerThan(amount: string, currency: string): boolean {
	return toDecimal(amount).scale > decimalsOf(currency);
}

function toDecimal(text: string): Decimal {
	const [whole = '0', fraction = ''] = text.split('.');
	return { units: BigInt(whole + fraction), scale: fraction.length };
}

function atScale(value: Decimal, scale: number): bigint {
	return value.units * 10n ** BigInt(scale - value.scale);
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
	const scale = Math.max(a.scale, b.scale);
	return [atScale(a, scale), atScale(b, scale)];
}

function render({ units, scale }: Decimal): string {
	const sign = units < 0n ? '-' : '';
	const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
	const whole = digits.slice(0, digits.length - scale);
	const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
	return sign + whole + (fraction ? `.${fraction}` : '');
}

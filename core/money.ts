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
	return new AmountError(`${quoted(value)} has more than ${MAX_DIGITS} digits`);
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
 * Whether the service would book `asked` as `booked` in a currency: equal, or, where it rounds to whole units
 * (specification: "Amount rounding"), less than one unit apart. The specification does not show in which direction it
 * rounds.
 */
export function isBookedAs(asked: string, booked: string, currency: string): boolean {
	if (compareAmounts(asked, booked) === 0) return true;
	if (!isZeroDecimal(currency)) return false;
	const [x, y] = aligned(toDecimal(asked), toDecimal(booked));
	const one = 10n ** BigInt(Math.max(toDecimal(asked).scale, toDecimal(booked).scale));
	const apart = x > y ? x - y : y - x;
	return toDecimal(render(toDecimal(booked))).scale === 0 && apart < one;
}

/**
 * The least and the most that the service may book for `asked`: the whole units around it where it rounds, otherwise
 * `asked` itself. {@link isBookedAs}
 */
export function bookable(asked: string, currency: string): { least: string; most: string } {
	if (!isZeroDecimal(currency)) return { least: asked, most: asked };
	const { units, scale } = toDecimal(asked);
	const one = 10n ** BigInt(scale);
	const whole = units / one;
	return { least: String(whole), most: String(units % one === 0n ? whole : whole + 1n) };
}

/** Currencies whose amounts the service rounds to whole units (specification: "Amount rounding"). */
const ZERO_DECIMAL_CURRENCIES: ReadonlySet<string> = new Set(['VND', 'JPY', 'XAF', 'KRW', 'XOF']);

/** Whether the service rounds amounts of this currency to whole units. */
export function isZeroDecimal(currency: string): boolean {
	return ZERO_DECIMAL_CURRENCIES.has(currency.toUpperCase());
}

/** Decimals that people write in a currency; others have two. */
const DECIMALS: ReadonlyMap<string, number> = new Map([['USDC', 6]]);

/** Whether an amount has more decimals than people write in its currency, which is more likely a slip than meant. */
export function isFinerThan(amount: string, currency: string): boolean {
	return toDecimal(amount).scale > (isZeroDecimal(currency) ? 0 : (DECIMALS.get(currency) ?? 2));
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

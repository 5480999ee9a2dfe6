import { ServiceError } from '../engine/serviceError';
import { currencyRules } from './currencies';

/**
 * An amount in millionths of the currency's base unit. The scale is finer than any currency needs, because the service
 * rounds only five currencies and processes all others as submitted (section "Amount rounding").
 */
export type Money = bigint;

const SCALE_DIGITS = 6;
const SCALE = 10n ** BigInt(SCALE_DIGITS);

/** The text is not an amount: not a decimal, or finer than a millionth. Answered with 422 for the field `amount`. */
export class AmountError extends ServiceError {
	constructor(readonly problem: string) {
		super(422, 'UNPROCESSABLE_ENTITY', '', { amount: problem });
	}
}

const decimalText = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * Reads a JSON number by its decimal text (or a decimal string), never by its binary value.
 * @throws AmountError when it is not a decimal or has more than six decimals.
 */
export function parseMoney(amount: number | string): Money {
	const match = decimalText.exec(typeof amount === 'number' ? String(amount) : amount.trim());
	if (!match) throw new AmountError('is not a number');
	const [, sign = '', whole = '0', fraction = '', exponent = '0'] = match;
	const shift = Number(exponent) - fraction.length + SCALE_DIGITS;
	const digits = BigInt(whole + fraction);
	if (shift < 0 && digits % 10n ** BigInt(-shift) !== 0n)
		throw new AmountError(`has more than ${SCALE_DIGITS} decimals`);
	const value = shift < 0 ? digits / 10n ** BigInt(-shift) : digits * 10n ** BigInt(shift);
	return sign === '-' ? -value : value;
}

/** Rounds half away from zero, to `decimals` of the base unit. */
export function roundMoney(value: Money, decimals: number): Money {
	const unit = 10n ** BigInt(SCALE_DIGITS - decimals);
	const half = value < 0n ? -unit / 2n : unit / 2n;
	return ((value + half) / unit) * unit;
}

/** A submitted amount as the service processes it: rounded for zero-decimal currencies, otherwise unchanged. */
export function acceptAmount(amount: number | string, currency: string): Money {
	const { rounded, decimals } = currencyRules(currency);
	const value = parseMoney(amount);
	return rounded ? roundMoney(value, decimals) : value;
}

/** Decimal string in the base unit with at least `minimumDecimals` decimals and no more than the value needs. */
export function formatMoney(value: Money, minimumDecimals = 1): string {
	const magnitude = value < 0n ? -value : value;
	const fraction = (magnitude % SCALE)
		.toString()
		.padStart(SCALE_DIGITS, '0')
		.replace(/0+$/, '')
		.padEnd(minimumDecimals, '0');
	return `${value < 0n ? '-' : ''}${magnitude / SCALE}${fraction === '' ? '' : `.${fraction}`}`;
}

/** An amount as a JSON number: the double whose shortest decimal text is the amount. */
export const moneyNumber = (value: Money): number => Number(formatMoney(value, 0));

/** Share of an amount in basis points, rounded to the smallest unit of the currency. */
export const shareOf = (value: Money, basisPoints: number, currency: string): Money =>
	roundMoney((value * BigInt(basisPoints)) / 10_000n, currencyRules(currency).decimals);

/** An amount of the Card and Cashback APIs, which count in the smallest unit of the currency. */
export const fromSmallestUnit = (amount: number, currency: string): Money =>
	parseMoney(amount) / 10n ** BigInt(currencyRules(currency).decimals);

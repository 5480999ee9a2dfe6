import { readDecimal, sumAmounts } from '../core/money';

/** The canonical text of an amount, however n8n or the service writes it. Throws when the value is not an amount. */
export function amountOf(value: unknown): string {
	const amount = readDecimal(value);
	if (amount === null) throw new Error(`${JSON.stringify(value)} is not an amount.`);
	return amount;
}

/** The exact sum of amounts. */
export const sumOf = (values: Iterable<unknown>): string => sumAmounts([...values].map(amountOf));

/** The signed amount; money out is negative. */
export function signed(direction: unknown, value: unknown): string {
	const amount = amountOf(value);
	if (direction === 'money_in') return amount;
	if (direction !== 'money_out') throw new Error(`${JSON.stringify(direction)} is neither money_in nor money_out.`);
	return amount === '0' ? amount : `-${amount}`;
}

/** An amount for display, such as `31,210.50 AUD`. */
export function inWords(amount: string, currency: string): string {
	const [whole, decimals = ''] = amount.split('.');
	return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals.padEnd(2, '0')} ${currency}`;
}

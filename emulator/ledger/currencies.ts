import { zeroDecimalCurrencies } from '../../contract/currencies';

/** How the service writes and rounds amounts of a currency. */
export interface CurrencyRules {
	symbol: string;
	/** Decimals of fees, and of amounts as people write them. */
	decimals: number;
	/** Submitted amounts are rounded to `decimals`, not processed as submitted (section "Amount rounding"). */
	rounded: boolean;
}

const symbols: Readonly<Record<string, string>> = {
	AUD: '$',
	NZD: '$',
	HKD: '$',
	CAD: '$',
	USD: '$',
	ARS: '$',
	IDR: 'Rp',
	INR: '₹',
	JPY: '¥',
	KHR: '៛',
	KRW: '₩',
	MYR: 'RM',
	PHP: '₱',
	THB: '฿',
	VND: '₫',
	BWP: 'P',
	GHS: '₵',
	KES: 'KSh',
	MWK: 'MK',
	NGN: '₦',
	TZS: 'TSh',
	XAF: 'FCFA',
	XOF: 'CFA',
	ZAR: 'R',
	BRL: 'R$',
	USDC: 'USDC',
	UGX: 'USh',
};

const unusualDecimals: Readonly<Record<string, number>> = { UGX: 0, USDC: 6 };

/** The rules of an ISO 4217 code or USDC; an unknown code has two decimals. */
export function currencyRules(currency: string): CurrencyRules {
	const rounded = (zeroDecimalCurrencies as readonly string[]).includes(currency);
	return { symbol: symbols[currency] ?? currency, decimals: rounded ? 0 : (unusualDecimals[currency] ?? 2), rounded };
}

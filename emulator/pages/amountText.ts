import { currencyRules } from '../ledger/currencies';
import { formatMoney, type Money } from '../ledger/money';

/** An amount for display, such as "1,234.50", with the currency's usual decimals or more where the value has more. */
export function amountText(value: Money, currency: string): string {
	const [whole = '', fraction] = formatMoney(value, currencyRules(currency).decimals).split('.');
	const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
	return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

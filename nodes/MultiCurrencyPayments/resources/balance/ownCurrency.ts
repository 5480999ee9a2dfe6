import { readMethods } from '../../../service/methods';
import type { ItemCall } from '../../form/itemCall';

/** The currencies of the account, which its methods name. */
export async function currenciesOf(item: ItemCall): Promise<string[]> {
	const methods = [...(await readMethods(item.client, 'payin')), ...(await readMethods(item.client, 'payout'))];
	return [...new Set(methods.flatMap(({ currency }) => currency ?? []))];
}

/** The only currency of the account. @throws NodeOperationError when its methods name none, or several */
export async function ownCurrency(item: ItemCall): Promise<string> {
	const currencies = await currenciesOf(item);
	const [currency] = currencies;
	if (currency !== undefined && currencies.length === 1) return currency;
	throw item.refusal(
		currencies.length === 0
			? 'The account names no currency'
			: `The account has several currencies: ${currencies.join(', ')}`,
		'Fill in Currency.',
	);
}

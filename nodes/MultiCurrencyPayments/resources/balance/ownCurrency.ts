import { attempt } from '../../../../core/attempt';
import { readMethods } from '../../../service/methods';
import type { ItemCall } from '../../form/itemCall';

/** The currencies of the account, which its methods name. */
export async function currenciesOf(item: ItemCall): Promise<string[]> {
	const methods = await methodsOf(item);
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

/** Those of both kinds. An account that may not ask for one kind has those of the other. @throws {ServiceFailure} when none is told */
async function methodsOf({ client }: ItemCall): Promise<Record<string, string>[]> {
	const payin = await attempt(async () => await readMethods(client, 'payin'));
	const payout = await attempt(async () => await readMethods(client, 'payout'));
	const methods = [payin, payout].flatMap((asked) => ('value' in asked ? asked.value : []));
	for (const asked of [payin, payout]) if (methods.length === 0 && 'failure' in asked) throw asked.failure;
	return methods;
}

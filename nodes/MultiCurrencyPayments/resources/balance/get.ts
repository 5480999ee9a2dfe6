import type { Balance } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import { readMethods } from '../../../service/methods';
import { currencyField, readOptions } from '../../form/fields';
import type { ItemCall } from '../../form/itemCall';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get balance',
	description:
		'Read the balance of a currency: available, incoming, outgoing, reserve and withdrawable. Moves no money.',
	properties: [currencyField('the currency of the account'), readOptions],
	async execute(item) {
		const currency = item.text('currency').toUpperCase() || (await ownCurrency(item));
		return asItems(
			await item.client.read<Balance>({ method: 'GET', path: '/v2/balances/detail', query: { currency } }),
		);
	},
};

/** The currency of the account, which its methods name. @throws NodeOperationError when they name none, or several */
async function ownCurrency(item: ItemCall): Promise<string> {
	const methods = await methodsOf(item);
	const currencies = [...new Set(methods.map(({ currency }) => currency))];
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

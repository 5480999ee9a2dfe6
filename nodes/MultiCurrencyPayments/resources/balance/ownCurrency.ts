import { attempt } from '../../../../core/attempt';
import { askOnce } from '../../../service/askOnce';
import { readCheckoutMethods } from '../../../service/checkoutLinks';
import type { ServiceClient } from '../../../service/client';
import { isRefused } from '../../../service/failure';
import { readMethods } from '../../../service/methods';
import type { ItemCall } from '../../run/itemCall';
import type { Run } from '../../run/run';

/** The currencies of the accounts, asked for once per run. */
const currenciesOfRuns = new WeakMap<Run, Promise<string[]>>();

/**
 * The currencies of the account, which its methods name where the credential does not.
 * @returns none where the service refuses to tell
 * @throws {ServiceFailure} when none is told, and a list could not be read for another reason
 */
export async function currenciesOf({ run, client }: ItemCall): Promise<string[]> {
	const { currency } = run.credential;
	return currency === '' ? await askOnce(currenciesOfRuns, run, async () => await askFor(client)) : [currency];
}

/** Where the lists of v2 name none, the hosted page is asked: v2 does not offer every currency (specification: "Supported v2 currencies"). */
async function askFor(client: ServiceClient): Promise<string[]> {
	const currencies = new Set<string>();
	const failures: unknown[] = [];
	const ask = async (list: () => Promise<readonly { currency?: string }[]>) => {
		const asked = await attempt(list);
		if ('failure' in asked) failures.push(asked.failure);
		else for (const { currency } of asked.value) if (currency) currencies.add(currency);
	};
	for (const kind of ['payin', 'payout'] as const) await ask(async () => await readMethods(client, kind));
	if (currencies.size === 0) await ask(async () => (await readCheckoutMethods(client)).records);
	for (const failure of failures) if (currencies.size === 0 && !isRefused(failure)) throw failure;
	return [...currencies];
}

/** The same, where they are needed. @throws NodeOperationError when there is none */
export async function namedCurrencies(item: ItemCall): Promise<string[]> {
	const currencies = await currenciesOf(item);
	if (currencies.length > 0) return currencies;
	throw item.refusal(
		'The account of App ID names no currency',
		'Fill in Currency, or a line for this account under Accounts in the credential.',
	);
}

/** The only currency of the account. @throws NodeOperationError when its methods name none, or several */
export async function ownCurrency(item: ItemCall): Promise<string> {
	const [currency = '', ...others] = await namedCurrencies(item);
	if (others.length === 0) return currency;
	const all = [currency, ...others].join(', ');
	throw item.refusal(`The account has several currencies: ${all}`, 'Fill in Currency.');
}

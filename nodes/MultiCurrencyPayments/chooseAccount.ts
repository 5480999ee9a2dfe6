import { attempt } from '../../core/attempt';
import { askOnce } from '../service/askOnce';
import type { ServiceClient } from '../service/client';
import { isRefused, isUnauthorised } from '../service/failure';
import type { MethodKind } from '../service/methods';
import type { ItemCall } from './run/itemCall';
import type { Run } from './run/run';
import { madeHere } from './money/madeHere';
import type { Resource } from './operation';
import { currenciesOf } from './resources/balance/ownCurrency';

/**
 * Chooses among the accounts of the credential for the items of a run: by the currency that an item names, else by that of
 * its method, else the account that knows its record. Otherwise it is the account of the field App ID.
 */
export class AccountChoice {
	/** By kind and name. */
	private readonly ofMethods = new Map<string, Promise<Run>>();

	constructor(
		private readonly main: Run,
		private readonly resource: Resource,
	) {}

	/** @throws NodeOperationError where no account has the currency or the method */
	async for(item: ItemCall): Promise<Run> {
		const { value: resource, currency: fixed, read } = this.resource;
		const stated = item.text('currency') || item.added('currency') || fixed;
		const currency = item.parsedText(item.options.currency, 'Account Currency') || stated;
		// What is reconciled by a currency is read without it.
		const isStated = currency === stated && resource !== 'reconciliation';
		if (currency) return await this.holding(item, currency.toUpperCase(), isStated);
		for (const kind of ['payin', 'payout'] as const) {
			const method = item.text(`${kind}MethodName`);
			const ask = async () => await this.askForMethod(item, kind, method);
			if (method !== '') return await askOnce(this.ofMethods, `${kind} ${method}`, ask);
		}
		const uuid = item.text('uuid');
		if (uuid === '' || !read) return this.main;
		// The uuid may be that of one payment of a batch, by which the service cannot be asked.
		const maker = this.main.accounts.find((run) => madeHere(run, resource, uuid));
		if (maker) return maker;
		return (await this.firstThat(item, async (client) => await read(client, uuid)))?.run ?? this.main;
	}

	/** @param isStated whether the request states the currency: the service refuses it to an account of another one */
	private async holding(item: ItemCall, currency: string, isStated: boolean): Promise<Run> {
		const named = this.named(currency);
		if (named) return named;
		const asked = await attempt(() => currenciesOf(item));
		// An account that has v1 alone may be unknown to the lists.
		if ('failure' in asked && !(isStated && isUnauthorised(asked.failure))) throw asked.failure;
		const own = 'value' in asked ? asked.value : [];
		// Each of the others names another currency. So where nothing tells that of this account, no other can be meant.
		if (own.includes(currency) || (isStated && own.length === 0)) return this.main;
		const others = this.main.accounts.flatMap((run) => run.credential.currency || []);
		const held = [...new Set([...own, ...others])].sort();
		throw item.refusal(
			`The credential holds no account for ${currency}`,
			`It holds accounts for ${held.join(', ')}. Correct the currency, or add the account to Accounts in the credential.`,
		);
	}

	private named(currency: string): Run | undefined {
		return this.main.accounts.find((run) => run.credential.currency === currency);
	}

	private async askForMethod(item: ItemCall, kind: MethodKind, name: string): Promise<Run> {
		const found = await this.firstThat(
			item,
			async (client, run) => await run.method(kind, name, () => client),
			// Most names end with the currency, which saves asking the others.
			(run) => name.toUpperCase().endsWith(`_${run.credential.currency}`),
		);
		// An account whose line names another currency is not meant, nor is that of App ID then: it does not have the method.
		const own = found?.run === this.main ? this.main : undefined;
		const run = found && (this.named(found.value.currency.toUpperCase()) ?? own);
		if (run) return run;
		throw item.refusal(
			`No account of the credential has the ${kind} method ${name}`,
			'Choose the method from the list, or add the account of its currency to Accounts in the credential.',
		);
	}

	/** Asks the accounts in turn, first those that are likely. @throws {ServiceFailure} where none knows, and one cannot be asked */
	private async firstThat<T>(
		item: ItemCall,
		ask: (client: ServiceClient, run: Run) => Promise<T>,
		isLikely: (run: Run) => boolean = () => false,
	): Promise<{ run: Run; value: T } | undefined> {
		const { accounts } = this.main;
		const failures: unknown[] = [];
		for (const run of new Set([...accounts.filter(isLikely), ...accounts])) {
			const asked = await attempt(() => ask(item.clientOf(run), run));
			if ('value' in asked) return { run, value: asked.value };
			if (!isRefused(asked.failure)) failures.push(asked.failure);
		}
		if (failures.length > 0) throw failures[0];
		return undefined;
	}
}

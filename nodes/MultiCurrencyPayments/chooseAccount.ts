import { attempt } from '../../core/attempt';
import type { ServiceClient } from '../service/client';
import { isRefused } from '../service/failure';
import type { MethodKind } from '../service/methods';
import type { ItemCall } from './form/itemCall';
import { asText } from './form/itemCall';
import type { Run } from './form/run';
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
	private ofMain: Promise<string[]> | undefined;

	constructor(
		private readonly main: Run,
		private readonly resource: Resource,
	) {}

	/** @throws NodeOperationError where no account has the currency or the method */
	async for(item: ItemCall): Promise<Run> {
		const { value: resource, currency: fixed, read } = this.resource;
		const currency = asText(item.collection('options').currency) || item.text('currency') || fixed;
		if (currency) return await this.holding(item, currency.toUpperCase());
		for (const kind of ['payin', 'payout'] as const) {
			const method = item.text(`${kind}MethodName`);
			if (method !== '') return await this.offering(item, kind, method);
		}
		const uuid = item.text('uuid');
		if (uuid === '' || !read) return this.main;
		// The uuid may be that of one payment of a batch, by which the service cannot be asked.
		const maker = this.main.accounts.find((run) => madeHere(run, resource, uuid));
		if (maker) return maker;
		return (await this.firstThat(item, async (client) => await read(client, uuid)))?.run ?? this.main;
	}

	private async holding(item: ItemCall, currency: string): Promise<Run> {
		const { accounts, credential } = this.main;
		const named = accounts.find((run) => run.credential.currency === currency);
		if (named) return named;
		if (credential.currency === '' && (await this.currenciesOfMain(item)).includes(currency)) return this.main;
		const others = accounts.map((run) => run.credential.currency).filter((each) => each !== '');
		const held = [...new Set([...(await this.currenciesOfMain(item)), ...others])].sort();
		throw item.refusal(
			`The credential holds no account for ${currency}`,
			`It holds accounts for ${held.join(', ')}. Correct the currency, or add the account to Accounts in the credential.`,
		);
	}

	/** Where the credential does not name it, the methods of the account do. */
	private async currenciesOfMain(item: ItemCall): Promise<string[]> {
		const { currency } = this.main.credential;
		if (currency !== '') return [currency];
		const asked = (this.ofMain ??= currenciesOf(item));
		// A failed look-up must not decide for the items after it.
		asked.catch(() => (this.ofMain = undefined));
		return await asked;
	}

	/** The account of the currency of a method, asked for once per run. */
	private async offering(item: ItemCall, kind: MethodKind, name: string): Promise<Run> {
		const place = `${kind} ${name}`;
		const asked = this.ofMethods.get(place) ?? this.askForMethod(item, kind, name);
		this.ofMethods.set(place, asked);
		asked.catch(() => this.ofMethods.delete(place));
		return await asked;
	}

	private async askForMethod(item: ItemCall, kind: MethodKind, name: string): Promise<Run> {
		const found = await this.firstThat(
			item,
			async (client, run) => await run.method(kind, name, () => client),
			// Most names end with the currency, which saves asking the others.
			(run) => name.toUpperCase().endsWith(`_${run.credential.currency}`),
		);
		if (!found) {
			throw item.refusal(
				`No account of the credential has the ${kind} method ${name}`,
				'Choose the method from the list, or add the account of its currency to Accounts in the credential.',
			);
		}
		const currency = found.value.currency.toUpperCase();
		const isNamed = this.main.accounts.some((run) => run.credential.currency === currency);
		return found.run === this.main && !isNamed ? this.main : await this.holding(item, currency);
	}

	/** Asks the accounts in turn, first those that are likely. @throws {ServiceFailure} where none knows, and one cannot be asked */
	private async firstThat<T>(
		item: ItemCall,
		ask: (client: ServiceClient, run: Run) => Promise<T>,
		isLikely: (run: Run) => boolean = () => false,
	): Promise<{ run: Run; value: T } | undefined> {
		const { accounts } = this.main;
		const failures: unknown[] = [];
		for (const run of [...accounts.filter(isLikely), ...accounts.filter((each) => !isLikely(each))]) {
			const asked = await attempt(async () => await ask(item.clientOf(run), run));
			if ('value' in asked) return { run, value: asked.value };
			if (!isRefused(asked.failure)) failures.push(asked.failure);
		}
		if (failures.length > 0) throw failures[0];
		return undefined;
	}
}

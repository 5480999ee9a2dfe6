import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import type { PayinMethodRecord, PayoutMethodRecord } from '../../../contract';
import { keepNewest } from '../../../core/keepNewest';
import { rawCredential } from '../../n8n/rawCredential';
import { accountKey, CREDENTIAL_TYPE, readAccounts, type PaymentsCredential } from '../../service/credential';
import { askOnce } from '../../service/askOnce';
import { readMethod, type MethodKind } from '../../service/methods';
import { ServiceClient, type WriteGuard } from '../../service/client';
import { processClock, TimeSlice } from '../../service/time';
import { Parameters } from './parameters';

/** For how long a method counts, in milliseconds. */
const METHODS_COUNT = 300_000;

/** The methods that this process has read, by period, account and name. */
const methods = new Map<string, PayinMethodRecord | PayoutMethodRecord>();
const MOST_METHODS = 500;

/** What all items of one run of the action node share that use the same account. */
export class Run {
	/** The order in which the items begin to send; undefined where they are handled together. */
	order: { turn(item: number): Promise<void> } | undefined;

	private readonly texts = new Map<string, string>();
	private readonly asking = new Map<string, Promise<PayinMethodRecord | PayoutMethodRecord>>();

	private constructor(
		readonly n8n: IExecuteFunctions,
		/** The items of all accounts share them, so that each parameter is analysed once. */
		readonly parameters: Parameters,
		readonly client: ServiceClient,
		/** The runs of all accounts of the credential, this one included, first that of the field App ID. */
		readonly accounts: Run[],
	) {}

	/** @returns the run of the account of the field App ID */
	static async open(
		n8n: IExecuteFunctions,
		guardOf: (credential: PaymentsCredential, main: PaymentsCredential) => WriteGuard,
	): Promise<Run> {
		// At once: n8n reads the credential from its database each time.
		const [credentials, isSame] = await Promise.all([readAccounts(n8n), isSameForAll(n8n)]);
		if (!isSame) await assertOneAccount(n8n, credentials);
		const [main] = credentials;
		const accounts: Run[] = [];
		const parameters = new Parameters(n8n);
		const open = (credential: PaymentsCredential) =>
			new Run(n8n, parameters, new ServiceClient(n8n, credential, guardOf(credential, main)), accounts);
		const first = open(main);
		accounts.push(first, ...credentials.slice(1).map(open));
		return first;
	}

	get credential(): PaymentsCredential {
		return this.client.credential;
	}

	/** A text that is the same for all items, made once under each name. */
	once(name: string, make: () => string): string {
		const text = this.texts.get(name) ?? make();
		this.texts.set(name, text);
		return text;
	}

	/** A payin or payout method, asked for once in five minutes: a loop runs the node for each of its items. @param clientOf the client with the time limits of the item that asks first */
	async method(
		kind: MethodKind,
		name: string,
		clientOf: () => ServiceClient,
	): Promise<PayinMethodRecord | PayoutMethodRecord> {
		const period = Math.floor(processClock.now() / METHODS_COUNT);
		const key = `${period} ${accountKey(this.credential)} ${kind} ${name}`;
		const known = methods.get(key);
		if (known) return known;
		return await askOnce(this.asking, key, async () => {
			const method = await readMethod(clientOf(), kind, name);
			methods.set(key, method);
			keepNewest(methods, MOST_METHODS);
			return method;
		});
	}
}

/** Values of the credential may refer to the item, but a run uses one account. @throws NodeOperationError naming the first item of another */
async function assertOneAccount(n8n: IExecuteFunctions, accounts: readonly PaymentsCredential[]): Promise<void> {
	const items = n8n.getInputData().length;
	const values = JSON.stringify(accounts);
	const slice = new TimeSlice();
	for (let item = 1; item < items; item++) {
		if (slice.isOver) await slice.giveWay();
		if (JSON.stringify(await readAccounts(n8n, item)) === values) continue;
		throw new NodeOperationError(
			n8n.getNode(),
			'The credential has other values for this item than for the first one',
			{
				itemIndex: item,
				description:
					'All items of a run use one account. Put the node behind Loop Over Items with a batch size of 1, so that each run has one item.',
			},
		);
	}
}

/** Expressions that do not depend on the item, as JSON. */
const SECRETS = /"=\{\{ *\$(?:secrets|vars)(?:\.\w+|\['[^'\\]+'\])+ *\}\}"/g;

/**
 * Whether no value of the credential as it is stored can depend on the item. If n8n does not tell, it may: then it has to
 * be evaluated for every item, and n8n reads the credential from its database each time.
 */
async function isSameForAll(n8n: IExecuteFunctions): Promise<boolean> {
	if (n8n.getInputData().length < 2) return true;
	const stored = await rawCredential(n8n, CREDENTIAL_TYPE);
	return stored !== undefined && !JSON.stringify(stored).replace(SECRETS, '""').includes('"=');
}

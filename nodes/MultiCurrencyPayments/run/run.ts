import type { IExecuteFunctions } from 'n8n-workflow';
import type { PayinMethodRecord, PayoutMethodRecord } from '../../../contract';
import { readAccounts, type PaymentsCredential } from '../../service/credential';
import { askOnce } from '../../service/askOnce';
import { readMethod, type MethodKind } from '../../service/methods';
import { ServiceClient, type WriteGuard } from '../../service/client';
import type { ItemOrder } from './itemOrder';
import { assertOneAccount, isSameForAll } from './oneAccount';

/** What all items of one run of the action node share that use the same account. */
export class Run {
	/** The order in which the items begin to send; undefined where they are handled together. */
	order: ItemOrder | undefined;

	private readonly methods = new Map<string, Promise<PayinMethodRecord | PayoutMethodRecord>>();

	private constructor(
		readonly n8n: IExecuteFunctions,
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
		const open = (credential: PaymentsCredential) =>
			new Run(n8n, new ServiceClient(n8n, credential, guardOf(credential, main)), accounts);
		const first = open(main);
		accounts.push(first, ...credentials.slice(1).map(open));
		return first;
	}

	get credential(): PaymentsCredential {
		return this.client.credential;
	}

	/**
	 * The record of a payin or payout method, asked for once per run.
	 * @param clientOf gives the client with the time limits of the item that asks first
	 */
	async method(
		kind: MethodKind,
		name: string,
		clientOf: () => ServiceClient,
	): Promise<PayinMethodRecord | PayoutMethodRecord> {
		return await askOnce(this.methods, `${kind} ${name}`, async () => await readMethod(clientOf(), kind, name));
	}
}

import { NodeOperationError, type ICredentialDataDecryptedObject, type INode, type JsonObject } from 'n8n-workflow';
import { AccountsError, accountsOf, type Account } from '../../core/accounts';
import { GuardError, GUARD_FIELDS, guardsOf } from '../../core/payments/guards';
import { serviceAddress, ServiceAddressError } from '../../core/service/serviceAddress';

export const CREDENTIAL_TYPE = 'multiCurrencyPaymentsApi';

/** One account of the credential as the nodes use it, checked. */
export interface PaymentsCredential {
	environment: 'sandbox' | 'production';
	/** Without trailing slash; ends with /api. */
	baseUrl: string;
	/** In capital letters; empty where the credential does not name it. */
	currency: string;
	appId: string;
	secretKey: string;
	/** Key of the derived Authorization values: the notification secret, or the secret key when there is none. */
	notificationSecret: string;
	/** The fields that hold its guards; see core/payments/guards. */
	guards: Readonly<Record<string, unknown>>;
}

/** Names an account in what this process remembers. */
export const accountKey = ({ baseUrl, appId }: Pick<PaymentsCredential, 'baseUrl' | 'appId'>): string =>
	`${baseUrl} ${appId}`;

/** Names a list of an account in what this process remembers. */
export const listKey = (credential: PaymentsCredential, path: string): string => `${accountKey(credential)} ${path}`;

/** The part of a node context that gives access to its credential. */
interface CredentialSource {
	getCredentials<T extends object = ICredentialDataDecryptedObject>(type: string, item?: number): Promise<T>;
	getNode(): INode;
}

/** What n8n has last read of the credential of a run, and when, by `performance.now()`. */
const lastRead = new WeakMap<CredentialSource, { at: number; stored: ICredentialDataDecryptedObject }>();

/** For how long that counts, in milliseconds: to look it up in n8n's database costs as much as a request. */
const MOMENT = 250;

/** What the credential holds, or held a moment ago. */
export async function recentCredential(context: CredentialSource): Promise<ICredentialDataDecryptedObject> {
	const at = performance.now();
	const last = lastRead.get(context);
	if (last && at - last.at < MOMENT) return last.stored;
	const stored = await context.getCredentials(CREDENTIAL_TYPE);
	lastRead.set(context, { at, stored });
	return stored;
}

/**
 * Reads and checks the credential. n8n decrypts it at every read, so read it once per execution.
 * @param item the item for which its expressions are evaluated, by default the first one
 * @returns its accounts, first the one of the field App ID
 * @throws NodeOperationError naming the field that is missing or wrong, before anything is sent
 */
export async function readAccounts(
	context: CredentialSource,
	item?: number,
): Promise<[PaymentsCredential, ...PaymentsCredential[]]> {
	const stored =
		item === undefined ? await recentCredential(context) : await context.getCredentials(CREDENTIAL_TYPE, item);
	const text = (name: string) => (typeof stored[name] === 'string' ? stored[name].trim() : '');
	const node = context.getNode();
	for (const [name, label] of Object.entries({ appId: 'App ID', secretKey: 'Secret Key' })) {
		if (text(name) !== '') continue;
		throw new NodeOperationError(node, `The credential has no ${label}`, {
			description: `Open the credential of this node and fill in ${label}, as the merchant dashboard shows it.`,
		});
	}
	const environment = stored.environment === 'production' ? 'production' : 'sandbox';
	const baseUrl = checked(node, ServiceAddressError, 'the base URL.', () => serviceAddress(stored.baseUrl));
	const guards = Object.fromEntries(Object.keys(GUARD_FIELDS).map((name) => [name, stored[name] ?? '']));
	checked(node, GuardError, 'the line. Until then it sends nothing.', () => guardsOf(guards));
	const [main, ...further] = checked(node, AccountsError, 'Accounts. Until then it sends nothing.', () =>
		accountsOf(stored),
	);
	const credentialOf = (account: Account): PaymentsCredential => {
		const notificationSecret = text('notificationSecret') || account.secretKey;
		return { environment, baseUrl, guards, ...account, notificationSecret };
	};
	return [credentialOf(main), ...further.map(credentialOf)];
}

/** What a field of the credential says. @throws NodeOperationError with the remedy, where it cannot be read */
function checked<T>(node: INode, Unreadable: new (...values: never[]) => Error, remedy: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof Unreadable)) throw new NodeOperationError(node, error as JsonObject & Error);
		const description = `Open the credential of this node and correct ${remedy}`;
		throw new NodeOperationError(node, error.message, { description });
	}
}

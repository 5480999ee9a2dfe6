import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';
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

/** The first account, which is the one of the field App ID; see {@link readAccounts}. */
export async function readCredential(context: CredentialSource): Promise<PaymentsCredential> {
	const [main] = await readAccounts(context);
	return main;
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
	for (const [name, label] of [
		['appId', 'App ID'],
		['secretKey', 'Secret Key'],
	] as const) {
		if (text(name) === '') {
			throw new NodeOperationError(context.getNode(), `The credential has no ${label}`, {
				description: `Open the credential of this node and fill in ${label}, as the merchant dashboard shows it.`,
			});
		}
	}
	const shared = {
		environment: stored.environment === 'production' ? ('production' as const) : ('sandbox' as const),
		baseUrl: checkedAddress(context.getNode(), stored.baseUrl),
		guards: checkedGuards(context.getNode(), stored),
	};
	const credentialOf = (account: Account): PaymentsCredential => ({
		...shared,
		...account,
		notificationSecret: text('notificationSecret') || account.secretKey,
	});
	const [main, ...further] = checkedAccounts(context.getNode(), stored);
	return [credentialOf(main), ...further.map(credentialOf)];
}

/** What a field of the credential says. @throws NodeOperationError with the remedy, where it cannot be read */
function checked<T>(node: INode, Unreadable: new (...values: never[]) => Error, remedy: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof Unreadable)) throw new NodeOperationError(node, error as JsonObject & Error);
		throw new NodeOperationError(node, error.message, {
			description: `Open the credential of this node and correct ${remedy}`,
		});
	}
}

const checkedAccounts = (node: INode, stored: IDataObject): [Account, ...Account[]] =>
	checked(node, AccountsError, 'Accounts. Until then it sends nothing.', () => accountsOf(stored));

function checkedGuards(node: INode, stored: IDataObject): PaymentsCredential['guards'] {
	const guards = Object.fromEntries(Object.keys(GUARD_FIELDS).map((name) => [name, stored[name] ?? '']));
	checked(node, GuardError, 'the line. Until then it sends nothing.', () => guardsOf(guards));
	return guards;
}

const checkedAddress = (node: INode, written: unknown): string =>
	checked(node, ServiceAddressError, 'the base URL.', () => serviceAddress(written));

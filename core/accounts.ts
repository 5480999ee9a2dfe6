/**
 * The accounts of a credential. The service gives an app-id and a secret-key for each site or currency (specification:
 * "Authentication"), so one credential may hold several accounts, of different currencies.
 */

/** One account. */
export interface Account {
	/** In capital letters; empty where the credential does not name it. */
	currency: string;
	appId: string;
	secretKey: string;
}

/** Why the accounts of a credential cannot be read. The message can be shown to the user: it quotes no value. */
export class AccountsError extends Error {}

type Values = Readonly<Record<string, unknown>>;

/**
 * The account of `appId` and `secretKey`, then those of the field `accounts`: triples `CURRENCY app-id secret-key` separated
 * by white space. A triple with that same app-id names its currency.
 * @throws {AccountsError}
 */
export function accountsOf({ appId, secretKey, accounts }: Values): [Account, ...Account[]] {
	const main = { currency: '', appId: trimmed(appId), secretKey: trimmed(secretKey) };
	const triples = triplesIn(accounts);
	for (const [index, { currency, appId: id }] of triples.entries()) {
		for (const earlier of triples.slice(0, index)) {
			if (earlier.currency === currency) throw unreadable(`${currency} has two accounts`);
			if (earlier.appId === id) throw unreadable(`${earlier.currency} and ${currency} have the same app ID`);
		}
	}
	const named = triples.find((triple) => triple.appId === main.appId);
	if (named && named.secretKey !== main.secretKey) {
		throw unreadable(`${named.currency} has the App ID of the credential and another secret key`);
	}
	return [named ?? main, ...triples.filter((triple) => triple !== named)];
}

function triplesIn(written: unknown): Account[] {
	if ((written ?? '') !== '' && typeof written !== 'string') throw unreadable('the value is no text');
	const words = String(written ?? '')
		.split(/\s/)
		.filter((word) => word !== '');
	return Array.from({ length: Math.ceil(words.length / 3) }, (_, index) => {
		const [currency = '', appId, secretKey] = words.slice(index * 3, index * 3 + 3);
		if (!/^[a-z]{3,5}$/i.test(currency)) throw unreadable(`account ${index + 1} does not begin with a currency`);
		if (appId === undefined || secretKey === undefined) throw unreadable(`account ${index + 1} is not complete`);
		return { currency: currency.toUpperCase(), appId, secretKey };
	});
}

const trimmed = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

const unreadable = (why: string): AccountsError =>
	new AccountsError(`Accounts cannot be read: ${why}. Write each account like USD app-id secret-key`);

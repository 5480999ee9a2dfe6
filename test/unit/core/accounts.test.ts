import { accountsOf, AccountsError } from '../../../core/accounts';

/** The accounts of a credential, from its fields. */

const own = { appId: 'app-main', secretKey: 'secret-main' };
const main = { currency: '', ...own };
const eur = { currency: 'EUR', appId: 'app-eur', secretKey: 'secret-eur' };
const php = { currency: 'PHP', appId: 'app-php', secretKey: 'secret-php' };
const read = (accounts: unknown) => accountsOf({ ...own, accounts });

it.each([
	['absent', undefined],
	['null', null],
	['empty', ''],
	['white space', ' \r\n\t '],
])('without further accounts there is the one of App ID: %s', (_how, accounts) => {
	expect(read(accounts)).toEqual([main]);
});

it.each([
	['a line each', 'EUR app-eur secret-eur\nPHP app-php secret-php'],
	[
		'lines of Windows, blank ones and indentation',
		'\r\n  EUR app-eur secret-eur\r\n\r\n\tPHP\tapp-php  secret-php\r\n',
	],
	['one line, as a password field may keep it', 'EUR app-eur secret-eur PHP app-php secret-php'],
	['small letters', 'eur app-eur secret-eur php app-php secret-php'],
])('reads triples: %s', (_how, accounts) => {
	expect(read(accounts)).toEqual([main, eur, php]);
});

it('a triple may be of a currency of four letters', () => {
	const usdc = { currency: 'USDC', appId: 'app-usdc', secretKey: 'secret-usdc' };
	expect(read('EUR app-eur secret-eur USDC app-usdc secret-usdc')).toEqual([main, eur, usdc]);
});

it('what is no text is no key, so that nobody can derive what follows from it', () => {
	expect(accountsOf({ appId: undefined, secretKey: null })).toEqual([{ currency: '', appId: '', secretKey: '' }]);
});

it('an App ID may come as a number from an expression', () => {
	expect(accountsOf({ appId: 4711, secretKey: ' secret ' })).toEqual([
		{ currency: '', appId: '4711', secretKey: 'secret' },
	]);
});

it('a triple with the App ID of the credential names its currency', () => {
	expect(read('EUR app-eur secret-eur AUD app-main secret-main')).toEqual([{ ...main, currency: 'AUD' }, eur]);
});

it.each([
	['a triple without a secret key', 'EUR app-eur secret-eur PHP app-php', 'account 2 is not complete'],
	['a currency alone', 'EUR', 'account 1 is not complete'],
	[
		'a word too many',
		'EUR app-eur secret-eur secret-php PHP app-php secret-php',
		'account 2 does not begin with a currency',
	],
	['another order', 'app-eur EUR secret-eur', 'account 1 does not begin with a currency'],
	['a currency twice', 'EUR app-eur secret-eur eur app-php secret-php', 'EUR has two accounts'],
	['an account twice', 'EUR app-eur secret-eur EUR app-eur secret-eur', 'EUR has two accounts'],
	['an app ID twice', 'EUR app-eur secret-eur PHP app-eur secret-php', 'EUR and PHP have the same app ID'],
	['the App ID with another key', 'AUD app-main secret-eur', 'AUD has the App ID of the credential and another secret'],
	['no text', ['EUR'], 'the value is no text'],
])('refuses %s, and quotes no value', (_what, accounts, message) => {
	const reading = () => read(accounts);
	expect(reading).toThrow(AccountsError);
	expect(reading).toThrow(message);
	expect(reading).not.toThrow(/secret-(eur|php|main)/);
	expect(reading).not.toThrow(/app-(eur|php|main)/);
});

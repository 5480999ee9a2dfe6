import { existsSync, readFileSync } from 'node:fs';
import { accountsOf } from '../core/accounts';
import { isPrivate, serviceAddress } from '../core/service/serviceAddress';
import type { Access } from './service';

/** Why the run cannot begin. The message quotes no key. */
export class SettingsError extends Error {}

/** What the command line gives. */
export interface Given {
	baseUrl?: string;
	appId?: string;
	secretKey?: string;
	webhookSecretKey?: string;
	account?: string[];
	keys?: string;
	prefix: string;
	notify?: string;
	listen?: number;
	readOnly: boolean;
}

/** Names in the file of --keys; the environment has them with SANDBOX_ before. */
const NAMES = {
	baseUrl: 'BASE_URL',
	appId: 'APP_ID',
	secretKey: 'SECRET_KEY',
	webhookSecretKey: 'WEBHOOK_SECRET_KEY',
	accounts: 'ACCOUNTS',
} as const;

/** Lines `NAME=value`; others are ignored. @throws {SettingsError} */
function fileOf(path: string | undefined): Readonly<Record<string, string | undefined>> {
	if (path === undefined) return {};
	if (!existsSync(path))
		throw new SettingsError(`There is no file ${path}. --keys names a file with lines such as APP_ID=…`);
	const lines = readFileSync(path, 'utf8').split(/\r?\n/);
	return Object.fromEntries(
		lines.flatMap((line) => {
			const [, name, value] = /^\s*(?:export\s+)?([A-Z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
			return name === undefined || value === undefined ? [] : [[name, value.replace(/^(["'])(.*)\1$/, '$2')]];
		}),
	);
}

/** What a run works with, checked. */
export interface Settings {
	host: string;
	accesses: Access[];
	webhookSecretKey: string;
	notify?: string;
	/** Where notifications arrive on this machine. */
	port?: number;
}

/** Flags count before the file, and the file before the environment. @throws {SettingsError} */
export function settingsOf(given: Given, environment: Readonly<Record<string, string | undefined>>): Settings {
	const file = fileOf(given.keys);
	const read = (name: keyof typeof NAMES, flag?: string) =>
		(flag ?? file[NAMES[name]] ?? environment[`SANDBOX_${NAMES[name]}`] ?? '').trim();
	const values = {
		appId: read('appId', given.appId),
		secretKey: read('secretKey', given.secretKey),
		accounts: read('accounts', given.account?.join('\n')),
	};
	const address = serviceAddress(read('baseUrl', given.baseUrl));
	for (const [flag, value] of [
		['--app-id', values.appId],
		['--secret-key', values.secretKey],
	] as const)
		if (value === '')
			throw new SettingsError(
				`${flag} is missing. Keys come from flags, from the file of --keys or from the environment.`,
			);
	const { host, hostname } = new URL(address);
	if (!given.readOnly && !isSandbox(hostname))
		throw new SettingsError(
			`Nothing in ${host} says that it is a sandbox, so nothing is made there. --read-only reads alone.`,
		);
	if (!/^[a-z0-9][a-z0-9-]{2,29}$/.test(given.prefix))
		throw new SettingsError('--prefix takes 3 to 30 lower-case letters, digits and hyphens.');
	const accesses = accountsOf(values).map((account) => ({ ...account, baseUrl: address }));
	return { host, accesses, webhookSecretKey: read('webhookSecretKey', given.webhookSecretKey), ...notifying(given) };
}

function notifying({ notify, listen }: Given): Pick<Settings, 'notify' | 'port'> {
	if (notify === undefined) return {};
	if (!URL.canParse(notify)) throw new SettingsError('--notify takes an address such as https://hooks.example.com/');
	const { hostname, port } = new URL(notify);
	if (listen !== undefined) return { notify, port: listen };
	if (!isPrivate(hostname))
		throw new SettingsError('--listen is missing: the port of this machine to which the address of --notify leads.');
	return { notify, port: Number(port) };
}

/** Whether a host says of itself that it is no production, or stands on this machine or in its network. */
export const isSandbox = (hostname: string): boolean =>
	isPrivate(hostname) ||
	hostname
		.split(/[^a-z0-9]+/i)
		.some((part) => /^(sandbox|sbx|test|testing|uat|staging|stage|stg|demo|dev)\d*$/i.test(part));

import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../emulator/server';
import { startN8n, type N8nOptions, type RunningN8n } from '../../runtime/n8n';
import { N8nClient } from '../../runtime/n8nClient';
import { installPackage, packPackage } from '../../runtime/packedPackage';
import { ServiceAccount } from './serviceAccount';

export const CREDENTIAL_TYPE = 'multiCurrencyPaymentsApi';
export const OWNER = {
	email: 'owner@example.com',
	password: 'End-to-end-1',
	firstName: 'Olive',
	lastName: 'Owner',
};

/** A credential as a node names it. */
export interface NamedCredential {
	id: string;
	name: string;
}

/** A real n8n with the packed package in it, and the service it talks to. */
export interface Stage {
	/** Everything of this run; removed at its end. */
	readonly folder: string;
	readonly emulator: Emulator;
	/** The merchant's account that the credential belongs to. */
	readonly account: ServiceAccount;
	/** The n8n that runs now; another one after a restart, at the same address. */
	readonly n8n: RunningN8n;
	readonly client: N8nClient;
	readonly credential: NamedCredential;
	/** Saves a credential that differs from the working one in these fields. */
	credentialWith(name: string, changes: Record<string, unknown>): Promise<NamedCredential>;
	/** Ends n8n at once, as a power cut would. */
	killN8n(): Promise<void>;
	/** Ends n8n in order. */
	stopN8n(): Promise<void>;
	/** Starts n8n again on what it has kept. */
	startN8n(env?: Record<string, string>): Promise<void>;
	close(): Promise<void>;
}

/** The service lives in the past, so that tests can move its time forward without leading into the future. */
const HEAD_START_MS = 6 * 3_600_000;

/** The test runner says `test`, with which n8n does not start. */
const NOT_UNDER_TEST = { NODE_ENV: 'production' };

/** How long a notification may take on a machine that has a lot to do, in milliseconds. */
const PATIENT_SERVICE = { notificationTimeoutMs: 120_000, notificationConcurrency: 50 };

/** Builds and packs the package, installs it into a fresh n8n as a user would, starts both sides and sets up owner and credential. */
export async function openStage(): Promise<Stage> {
	const folder = mkdtempSync(join(tmpdir(), 'multi-currency-payments-e2e-'));
	const undo: (() => Promise<void> | void)[] = [
		() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 }),
	];
	const close = async () => {
		for (const step of undo.splice(0).reverse()) await step();
	};
	try {
		const emulator = await startEmulator({
			seed: randomInt(2 ** 32),
			start: new Date(Date.now() - HEAD_START_MS),
			...PATIENT_SERVICE,
		});
		undo.push(() => emulator.close());
		const userFolder = join(folder, 'n8n');
		await installPackage(userFolder, await packPackage(join(folder, 'package')));
		const options: N8nOptions = { userFolder, env: NOT_UNDER_TEST };
		let n8n = await startN8n(options);
		undo.push(() => n8n.stop());
		const { port } = n8n;
		const client = await N8nClient.connect(n8n.url, OWNER);
		const account = new ServiceAccount(emulator, 'AUD');
		const values = {
			environment: 'sandbox',
			baseUrl: emulator.apiUrl,
			appId: account.appId,
			secretKey: account.secretKey,
			webhookSecretKey: account.webhookSecretKey,
		};
		const credentialWith = async (name: string, changes: Record<string, unknown>) => ({
			id: await client.saveCredential({ name, type: CREDENTIAL_TYPE, data: { ...values, ...changes } }),
			name,
		});
		const credential = await credentialWith('Payment service', {});
		return {
			folder,
			emulator,
			account,
			get n8n() {
				return n8n;
			},
			client,
			credential,
			credentialWith,
			killN8n: async () => await n8n.kill(),
			stopN8n: async () => await n8n.stop(),
			async startN8n(env = {}) {
				n8n = await startN8n({ ...options, port, env: { ...NOT_UNDER_TEST, ...env } });
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

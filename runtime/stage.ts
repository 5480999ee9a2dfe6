import { join } from 'node:path';
import type { Emulator } from '../emulator/server';
import { installCurrentPackage } from './currentPackage';
import { PATIENT_SERVICE, startEmulatorInPast } from './emulator';
import { Lifetime } from './lifetime';
import { startN8n, type RunningN8n } from './n8n';
import { N8nClient } from './n8nClient';
import { accountsField, savePaymentCredential, type NamedCredential } from './paymentCredential';
import { ServiceAccount } from './serviceAccount';

/** A real n8n with the packed package in it, and the service it talks to. */
export interface Stage {
	readonly emulator: Emulator;
	/** The merchant's account that the credential belongs to. */
	readonly account: ServiceAccount;
	/** Accounts of other currencies. */
	readonly furtherAccounts: readonly ServiceAccount[];
	/** The running n8n. After a restart it is another process at the same address. */
	readonly n8n: RunningN8n;
	readonly client: N8nClient;
	/** Where n8n keeps everything. */
	readonly userFolder: string;
	readonly credential: NamedCredential;
	/** The credential that holds the further accounts as well. */
	readonly severalAccounts: NamedCredential;
	/** Saves a credential that differs from the working one in these fields. */
	credentialWith(name: string, changes: Record<string, unknown>): Promise<NamedCredential>;
	/** Ends n8n at once, as a power cut would. */
	killN8n(): Promise<void>;
	/** Shuts n8n down gracefully. */
	stopN8n(): Promise<void>;
	/** Starts n8n again with its stored data. */
	startN8n(env?: Record<string, string>): Promise<void>;
	close(): Promise<void>;
}

/** More than any test moves the service's time forward. */
const HEAD_START_MS = 12 * 3_600_000;

const FURTHER_CURRENCIES = ['INR', 'PHP'];

/**
 * Starts an emulator and a fresh n8n in which the package is installed as a user would, and sets up owner and credential.
 * @param alwaysEnv further environment variables of n8n, at every start
 */
export async function openStage(alwaysEnv: Record<string, string> = {}): Promise<Stage> {
	const lifetime = new Lifetime();
	try {
		const folder = lifetime.temporaryFolder('multi-currency-payments-e2e-');
		const emulator = await startEmulatorInPast(HEAD_START_MS, { ...PATIENT_SERVICE, notificationConcurrency: 50 });
		lifetime.defer(() => emulator.close());
		const userFolder = join(folder, 'n8n');
		await installCurrentPackage({ userFolder, packageFolder: join(folder, 'package') });
		let n8n = await startN8n({ userFolder, env: alwaysEnv });
		lifetime.defer(() => n8n.stop());
		const { port } = n8n;
		const client = await N8nClient.connect(n8n.url);
		const account = new ServiceAccount(emulator, 'AUD');
		const furtherAccounts = FURTHER_CURRENCIES.map((currency) => new ServiceAccount(emulator, currency));
		const credentialWith = async (name: string, changes: Record<string, unknown>) =>
			await savePaymentCredential(client, name, emulator.apiUrl, account, changes);
		return {
			emulator,
			account,
			furtherAccounts,
			get n8n() {
				return n8n;
			},
			client,
			userFolder,
			credential: await credentialWith('Payment service', {}),
			severalAccounts: await credentialWith('Several accounts', { accounts: accountsField(furtherAccounts) }),
			credentialWith,
			killN8n: async () => await n8n.kill(),
			stopN8n: async () => await n8n.stop(),
			async startN8n(env) {
				n8n = await startN8n({ userFolder, port, env: { ...alwaysEnv, ...env } });
			},
			close: async () => await lifetime.end(),
		};
	} catch (error) {
		// Report the first failure, not those that follow from it.
		await lifetime.end().catch(console.error);
		throw error;
	}
}

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { startEmulator, type EmulatorOptions, type Emulator } from '../../../emulator/server';
import type { FaultRequest } from '../../../emulator/engine/faults';
import { endpoints, type EndpointId } from '../../../contract/endpoints';

/** The emulated payment service for tests of the nodes. Its clock is frozen a minute in the past; only `advance` moves it. */
export interface Service {
	readonly emulator: Emulator;
	/** A complete credential of the account that holds a currency. */
	credentials(currency?: string, changes?: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject;
	/** Requests that arrived, by endpoint. */
	calls(): Partial<Record<EndpointId | 'unknown path', number>>;
	/** Number of requests that could have changed anything. */
	writes(): number;
	fault(rule: FaultRequest): void;
	/** Moves the service's time forward, in milliseconds, and runs everything due in it. */
	advance(milliseconds: number): Promise<void>;
	/**
	 * A new world without faults and with counters at zero. Its accounts are new too, so what this process remembers of
	 * earlier payments does not apply to them.
	 */
	reset(): Promise<void>;
	close(): Promise<void>;
}

/** Starts the emulator on a free port. */
export async function startService(options: EmulatorOptions = {}): Promise<Service> {
	const emulator = await startEmulator({
		start: new Date(Date.now() - 60_000),
		frozen: true,
		notificationRetries: 0,
		...options,
	});
	let seed = options.seed ?? 1;
	const counts = () => emulator.world.counters.counts();
	return {
		emulator,
		credentials: (currency = 'AUD', changes = {}) => {
			const { appId, secretKey } = emulator.account(currency);
			const { environment } = emulator.world.settings;
			return { environment, baseUrl: emulator.apiUrl, appId, secretKey, ...changes };
		},
		calls: () => Object.fromEntries(Object.entries(counts()).map(([endpoint, { calls }]) => [endpoint, calls])),
		writes: () =>
			Object.entries(counts())
				.filter(([endpoint]) => !(endpoint in endpoints) || endpoints[endpoint as EndpointId].method === 'POST')
				.reduce((sum, [, { calls }]) => sum + calls, 0),
		fault: (rule) => void emulator.world.faults.add(rule),
		advance: async (milliseconds) => {
			await emulator.world.clock.advance(milliseconds);
			await emulator.world.notifications.idle();
		},
		reset: async () => await emulator.reset({ seed: ++seed }),
		close: async () => await emulator.close(),
	};
}

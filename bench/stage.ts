import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { startEmulator, type Emulator } from '../emulator/server';
import { installCurrentPackage } from '../runtime/currentPackage';
import { failureOf } from '../runtime/executionOutput';
import type { Lifetime } from '../runtime/lifetime';
import { startN8n, type RunningN8n } from '../runtime/n8n';
import { N8nClient } from '../runtime/n8nClient';
import { savePaymentCredential, type NamedCredential } from '../runtime/paymentCredential';
import type { WorkflowDefinition } from '../runtime/n8nRecords';

export const CURRENCY = 'AUD';
/** The package of the least nodes. */
export const FLOOR = 'n8n-nodes-bench-floor';
export const floorFolder = join(__dirname, 'floor');
const DAY_MS = 86_400_000;

/** The stopwatch's readings of one run. */
export interface Measured {
	milliseconds: number;
	/** Processor time of n8n's main thread within that time. */
	busy: number;
	/** Longest hold of n8n's event loop, in milliseconds. */
	hold: number;
	/** Growth of n8n's process, in MiB. */
	growth: number;
	items: number;
	/** Number of entries that a file reports. */
	entries?: number;
}

/** The service, and n8n's credential for it. */
export interface Service {
	emulator: Emulator;
	credential: NamedCredential;
}

/** A service of the bench's own. */
export interface OwnService extends Service {
	/** Makes it forget what was paid. The credential stays valid. */
	renew: () => Promise<void>;
}

/** How many payouts a service has booked. */
export const paymentsOf = ({ emulator }: Service): number =>
	emulator.account(CURRENCY).payouts.payments().payouts.length;

/** A real n8n in which the package and the floor nodes are installed, and the services it talks to. */
export class Stage {
	private n8n: RunningN8n | undefined;
	private api: N8nClient | undefined;
	private services = 0;

	private constructor(
		private readonly lifetime: Lifetime,
		readonly userFolder: string,
		/** The package after packing and unpacking, as a user has it. */
		readonly packageFolder: string,
	) {}

	static async open(lifetime: Lifetime): Promise<Stage> {
		const folder = lifetime.temporaryFolder('multi-currency-payments-bench-');
		const userFolder = join(folder, 'n8n');
		await installCurrentPackage({ userFolder, packageFolder: join(folder, 'package') });
		const modules = join(userFolder, '.n8n', 'nodes', 'node_modules');
		cpSync(floorFolder, join(modules, FLOOR), { recursive: true });
		const stage = new Stage(lifetime, userFolder, join(modules, 'n8n-nodes-multi-currency-payments'));
		lifetime.defer(async () => await stage.n8n?.stop());
		return stage;
	}

	get client(): N8nClient {
		if (!this.api) throw new Error('n8n has not been started yet.');
		return this.api;
	}

	get url(): string {
		if (!this.n8n) throw new Error('n8n has not been started yet.');
		return this.n8n.url;
	}

	/** Starts n8n in place of the running one. */
	async restart(env: Record<string, string> = {}): Promise<void> {
		await this.n8n?.stop();
		this.n8n = await startN8n({
			userFolder: this.userFolder,
			env: { NODE_OPTIONS: '--expose-gc', ...env },
		});
		this.api = await N8nClient.connect(this.n8n.url);
	}

	/**
	 * A fresh service whose payments make no progress during a run.
	 * @param latency of each answer, in milliseconds
	 * @param listLagMs how late its lists show a new record
	 */
	async service(latency: number, listLagMs = 0): Promise<OwnService> {
		this.services += 1;
		const emulator = await startEmulator({
			seed: this.services,
			webhookSecretKey: null,
			notificationRetries: 0,
			payoutDelayMs: DAY_MS,
			listLagMs,
		});
		this.lifetime.defer(async () => await emulator.close());
		const delay = () => {
			if (latency > 0) emulator.world.faults.add({ endpoint: '*', fault: 'slow', delayMs: latency });
		};
		delay();
		const renew = async () => {
			await emulator.reset();
			delay();
		};
		const name = `Service ${this.services}`;
		const account = emulator.account(CURRENCY);
		return { emulator, renew, credential: await savePaymentCredential(this.client, name, emulator.apiUrl, account) };
	}

	/** Publishes a workflow that a webhook starts. Returns its id. */
	async publish(definition: WorkflowDefinition): Promise<string> {
		const id = await this.client.saveWorkflow(definition);
		await this.client.publish(id);
		return id;
	}

	/** Runs a published workflow made by {@link timed}. Throws n8n's message when it fails. */
	async run(workflowId: string, path: string): Promise<Measured> {
		const { statusCode, body } = await request(`${this.url}/webhook/${path}`, {
			method: 'POST',
			headersTimeout: 0,
			bodyTimeout: 0,
		});
		const text = await body.text();
		if (statusCode === 200) return JSON.parse(text) as Measured;
		const [failed] = (await this.client.executions({ workflowId, includeData: true })).slice(-1);
		throw new Error(`${path}: ${(failed && failureOf(failed)) ?? text.slice(0, 300)}`);
	}
}

import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../../emulator/server';
import { Lifetime } from '../../start/lifetime';
import { ServiceAccount } from '../e2e/serviceAccount';
import { CREDENTIAL_TYPE, OWNER } from '../e2e/stage';
import { N8nClient } from '../../runtime/n8nClient';
import { packPackage } from '../../runtime/packedPackage';
import { startBalancer } from './balancer';
import { copyKinds, deliverCopies, type CopiesResult } from './copies';
import { installedPrograms } from './programs';
import { startQueueMode } from './queueMode';
import { startPostgres, startRedis } from './services';
import { tableOf } from './table';

const CURRENCY = 'AUD';
/** The service lives in the past, so that its retry 15 minutes later does not lead into the future. */
const HEAD_START_MS = 3_600_000;

const started = Date.now();
const say = (text: string) =>
	console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${text}`);

/** Starts everything, delivers copies of events to both webhook processes, and counts what n8n made of them. */
async function prove(lifetime: Lifetime): Promise<CopiesResult[]> {
	const programs = await installedPrograms();
	const folder = mkdtempSync(join(tmpdir(), 'multi-currency-payments-queue-'));
	lifetime.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 }));

	say('PostgreSQL, Redis, the service emulator and a load balancer');
	const postgres = await startPostgres(programs, folder);
	lifetime.defer(() => postgres.stop());
	const redis = await startRedis(programs, folder);
	lifetime.defer(() => redis.stop());
	const emulator = await startEmulator({
		seed: randomInt(2 ** 32),
		start: new Date(Date.now() - HEAD_START_MS),
		notificationTimeoutMs: 120_000,
	});
	lifetime.defer(() => emulator.close());
	const balancer = await startBalancer();
	lifetime.defer(() => balancer.close());

	say('The package, built and packed');
	const tarball = await packPackage(join(folder, 'package'));
	say('n8n in queue mode: one main, two webhook processes, two workers (usually 1 to 2 minutes)');
	const queueMode = await startQueueMode({ folder, tarball, postgres, redis, webhookUrl: balancer.url });
	lifetime.defer(() => queueMode.stop());
	balancer.to(queueMode.webhooks.map(({ url }) => url));

	const client = await N8nClient.connect(queueMode.main.url, OWNER);
	const account = new ServiceAccount(emulator, CURRENCY);
	const { appId, secretKey, webhookSecretKey } = account;
	const name = 'Payment service';
	const data = { environment: 'sandbox', baseUrl: emulator.apiUrl, appId, secretKey, webhookSecretKey };
	const credential = { id: await client.saveCredential({ name, type: CREDENTIAL_TYPE, data }), name };

	const results: CopiesResult[] = [];
	for (const kind of copyKinds) {
		say(`Copies ${kind}`);
		results.push(
			await deliverCopies(kind, {
				client,
				account,
				emulator,
				balancer,
				n8nClock: queueMode.clock,
				credential,
			}),
		);
	}
	return results;
}

const lifetime = new Lifetime();
prove(lifetime)
	.then((results) => {
		const sound = results.every(({ isSound }) => isSound);
		process.exitCode = sound ? 0 : 1;
		console.log(`\n${tableOf(results)}\n`);
		const failed = results.filter(({ isSound }) => !isSound).length;
		console.log(`queue: ${results.length - failed} passed, ${failed} failed`);
	})
	.catch((error: unknown) => {
		console.error(`\n${error instanceof Error ? error.message : String(error)}\n\nqueue: 0 passed, 1 failed`);
		process.exitCode = 1;
	})
	.finally(() => lifetime.end())
	// Connections kept open by clients would hold the process for a while.
	.finally(() => process.exit());

import { join } from 'node:path';
import { PATIENT_SERVICE, startEmulatorInPast } from '../../runtime/emulator';
import type { Lifetime } from '../../runtime/lifetime';
import { N8nClient } from '../../runtime/n8nClient';
import { packPackage } from '../../runtime/packedPackage';
import { savePaymentCredential } from '../../runtime/paymentCredential';
import { runProgram, tally } from '../../runtime/program';
import { ServiceAccount } from '../../runtime/serviceAccount';
import { startBalancer } from './balancer';
import { pollBesideWebhooks } from './bothTriggers';
import { copyKinds, deliverCopies, type CopiesResult } from './copies';
import { killWorkers } from './killedWorker';
import { installedPrograms } from './programs';
import { startQueueMode } from './queueMode';
import { startPostgres, startRedis } from './services';
import { resultsTable } from './table';

/** More than the 15 minutes after which the service delivers again. */
const HEAD_START_MS = 3_600_000;

const started = Date.now();
const say = (text: string) =>
	console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${text}`);

/**
 * Starts everything, delivers copies of events to both webhook processes, and counts what n8n makes of them. Then kills the
 * workers, and finds what differs from what is documented.
 */
async function deliverAll(lifetime: Lifetime): Promise<{ results: CopiesResult[]; findings: string[] }> {
	const programs = await installedPrograms();
	const folder = lifetime.temporaryFolder('multi-currency-payments-queue-');

	say('PostgreSQL, Redis, the service emulator and a load balancer');
	const postgres = await startPostgres(programs, folder);
	lifetime.defer(() => postgres.stop());
	const redis = await startRedis(programs, folder);
	lifetime.defer(() => redis.stop());
	const emulator = await startEmulatorInPast(HEAD_START_MS, PATIENT_SERVICE);
	lifetime.defer(() => emulator.close());
	const balancer = await startBalancer();
	lifetime.defer(() => balancer.close());

	say('The package, built and packed');
	const tarball = await packPackage(join(folder, 'package'));
	say('n8n in queue mode: one main, two webhook processes, two workers (usually 1 to 2 minutes)');
	const queueMode = await startQueueMode({ folder, tarball, postgres, redis, webhookUrl: balancer.url });
	lifetime.defer(() => queueMode.stop());
	balancer.to(queueMode.webhooks.map(({ url }) => url));

	const client = await N8nClient.connect(queueMode.main.url);
	const account = new ServiceAccount(emulator, 'AUD');
	const credential = await savePaymentCredential(client, 'Payment service', emulator.apiUrl, account);

	const results: CopiesResult[] = [];
	const surroundings = { client, account, emulator, balancer, n8nClock: queueMode.clock, credential };
	for (const kind of copyKinds) {
		say(`Copies ${kind}`);
		results.push(await deliverCopies(kind, surroundings));
	}
	say('Events by webhook and by polling');
	results.push(await pollBesideWebhooks(surroundings));
	say('Workers killed while they pay and while an event runs (usually 3 minutes)');
	return { results, findings: await killWorkers(surroundings, queueMode) };
}

void runProgram(
	async (lifetime) => {
		const { results, findings } = await deliverAll(lifetime);
		const failed = results.filter(({ isSound }) => !isSound).length + Math.min(1, findings.length);
		process.exitCode = failed === 0 ? 0 : 1;
		console.log(`\n${resultsTable(results)}\n`);
		console.log(`Killed workers: ${findings.length === 0 ? 'as documented' : findings.join('; ')}\n`);
		console.log(tally('queue', results.length + 1 - failed, failed));
	},
	tally('queue', 0, 1),
);

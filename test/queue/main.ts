import { Command } from 'commander';
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
import { payOnTwoWorkers } from './claims';
import { copyKinds, deliverCopies, type CopiesResult } from './copies';
import { killWorkers } from './killedWorker';
import { installedPrograms } from './programs';
import { startQueueMode } from './queueMode';
import { startPostgres, startRedis } from './services';
import { resultsTable } from './table';

/** More than the 15 minutes after which the service delivers again. */
const HEAD_START_MS = 3_600_000;

const program = new Command('npm run test:queue --')
	.description('What holds in a real n8n in queue mode: events, payments and killed workers.')
	.option('--claims <runs>', 'only payments on two workers, this often', Number)
	.option('--events', 'only events')
	.parse();
const { claims: onlyClaims, events: onlyEvents = false } = program.opts<{ claims?: number; events?: boolean }>();

/** What was found. Of claims and kills: what is wrong, where they were tried. */
interface Findings {
	copies: CopiesResult[];
	claims?: string[];
	kills?: string[];
}

const started = Date.now();
const say = (text: string) =>
	console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${text}`);

/**
 * Starts everything, delivers copies of events to both webhook processes, and counts what n8n makes of them. Then pays on two
 * workers at once, and kills them.
 */
async function tryAll(lifetime: Lifetime): Promise<Findings> {
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

	const copies: CopiesResult[] = [];
	const surroundings = { client, account, emulator, balancer, n8nClock: queueMode.clock, credential };
	const payOnTwo = async (runs: number) => {
		say(`Payments on two workers at once, and on killed ones, ${runs} times (usually 3 minutes each time)`);
		return await payOnTwoWorkers(surroundings, queueMode, runs);
	};
	if (onlyClaims !== undefined) return { copies, claims: await payOnTwo(onlyClaims) };

	for (const kind of copyKinds) {
		say(`Copies ${kind}`);
		copies.push(await deliverCopies(kind, surroundings));
	}
	say('Events by webhook and by polling');
	copies.push(await pollBesideWebhooks(surroundings));
	say('The same, while the workers and the main process are killed');
	copies.push(
		await pollBesideWebhooks(surroundings, async () => {
			await queueMode.replaceWorkers(2);
			await queueMode.restartMain();
		}),
	);
	if (onlyEvents) return { copies };
	const claims = await payOnTwo(1);
	say('Workers killed while they pay and while an event runs (usually 3 minutes)');
	return { copies, claims, kills: await killWorkers(surroundings, queueMode) };
}

void runProgram(
	async (lifetime) => {
		const { copies, claims, kills } = await tryAll(lifetime);
		const wrongs = [claims, kills].flatMap((wrong) => (wrong ? [wrong.length > 0] : []));
		const failures = [...copies.map(({ isSound }) => !isSound), ...wrongs];
		const failed = failures.filter((isFailure) => isFailure).length;
		process.exitCode = failed === 0 ? 0 : 1;
		if (copies.length > 0) console.log(`\n${resultsTable(copies)}\n`);
		if (claims) console.log(`Payments on two workers: ${claims.join('; ') || 'each once'}\n`);
		if (kills) console.log(`Killed workers: ${kills.join('; ') || 'as documented'}\n`);
		console.log(tally('queue', failures.length - failed, failed));
	},
	tally('queue', 0, 1),
);

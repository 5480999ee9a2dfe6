import { cpSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { PATIENT_SERVICE, startEmulatorInPast } from '../../runtime/emulator';
import type { Lifetime } from '../../runtime/lifetime';
import { N8nClient } from '../../runtime/n8nClient';
import { packPackage } from '../../runtime/packedPackage';
import { savePaymentCredential } from '../../runtime/paymentCredential';
import { runProgram } from '../../runtime/program';
import { end, paymentsNode, workflow } from '../../runtime/workflows';
import { installedPrograms } from '../../test/queue/programs';
import { startQueueMode } from '../../test/queue/queueMode';
import { startPostgres, startRedis } from '../../test/queue/services';
import { deliveryOf } from '../deliveries';
import { payoutsOfCalls } from '../jobs';
import { CURRENCY, FLOOR, floorFolder } from '../stage';
import { executed, post, rateOf, type Rate } from './measure';
import { pageOf, type Measurement } from './page';

const DAY_MS = 86_400_000;
const LATENCY_MS = 20;
const PAYEES = 500;
const MOST_WEBHOOKS = 2;
const MOST_WORKERS = 4;
/** Number of concurrent deliveries and calls. */
const AT_ONCE = 32;

const SIZES = {
	full: { events: 1_000, runs: 20, repetitions: 3 },
	tiny: { events: 50, runs: 2, repetitions: 1 },
};

const program = new Command('scale')
	.description('How many payouts and events a second an n8n in queue mode takes, with more or fewer processes.')
	.option('--tiny', 'with sizes that say nothing about speed: only whether it works', false);

const started = Date.now();
const say = (text: string) =>
	console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${text}`);

const middleOf = <T extends { perSecond: number }>(all: readonly T[]): T => {
	const sorted = [...all].sort((a, b) => a.perSecond - b.perSecond);
	const middle = sorted[Math.floor(sorted.length / 2)];
	if (!middle) throw new Error('Nothing was measured.');
	return middle;
};

async function measureAll(lifetime: Lifetime): Promise<void> {
	const { tiny } = program.parse().opts<{ tiny: boolean }>();
	const { events, runs, repetitions } = tiny ? SIZES.tiny : SIZES.full;
	const programs = await installedPrograms();
	const folder = lifetime.temporaryFolder('multi-currency-payments-scale-');
	const postgres = await startPostgres(programs, folder);
	lifetime.defer(() => postgres.stop());
	const redis = await startRedis(programs, folder);
	lifetime.defer(() => redis.stop());
	const settings = { ...PATIENT_SERVICE, webhookSecretKey: null, notificationRetries: 0, payoutDelayMs: DAY_MS };
	const emulator = await startEmulatorInPast(0, settings);
	lifetime.defer(() => emulator.close());
	// What was paid before stands in the lists that later runs read.
	const renew = async () => {
		await emulator.reset();
		emulator.world.faults.add({ endpoint: '*', fault: 'slow', delayMs: LATENCY_MS });
	};

	say('The package, built and packed');
	const tarball = await packPackage(join(folder, 'package'));
	say(`n8n in queue mode: one main, ${MOST_WEBHOOKS} webhook processes, ${MOST_WORKERS} workers`);
	const queueMode = await startQueueMode({
		folder,
		tarball,
		postgres,
		redis,
		webhookUrl: 'http://127.0.0.1:9/',
		webhooks: MOST_WEBHOOKS,
		workers: MOST_WORKERS,
		prepare: (userFolder) =>
			cpSync(floorFolder, join(userFolder, '.n8n', 'nodes', 'node_modules', FLOOR), { recursive: true }),
	});
	lifetime.defer(() => queueMode.stop());
	const client = await N8nClient.connect(queueMode.main.url);
	const account = emulator.account(CURRENCY);
	const credential = await savePaymentCredential(client, 'Payment service', emulator.apiUrl, account);
	const service = { emulator, credential };
	const publish = async (definition: Parameters<N8nClient['saveWorkflow']>[0]) => {
		const id = await client.saveWorkflow(definition);
		await client.publish(id);
		return id;
	};
	const trigger = await publish(
		workflow('events', [paymentsNode('trigger', 'Trigger', credential, { path: 'events' }), end('End')]),
	);
	const payroll = await publish(payoutsOfCalls('payroll', service, PAYEES));

	const counts = { events: 0, runs: 0 };
	const postEvents = async (urls: readonly string[], count: number) => {
		const deliveries = Array.from({ length: count }, () => deliveryOf(account));
		counts.events += count;
		const accepted = await rateOf(count, async () => await post(urls, 'events', deliveries, AT_ONCE));
		return { accepted, rest: async () => await executed(programs, postgres, trigger, counts.events) };
	};
	const pay = async (urls: readonly string[], count: number) => {
		counts.runs += count;
		const calls = Array.from({ length: count }, () => ({ body: '', headers: {} }));
		await post(urls, 'payroll', calls, AT_ONCE);
		await executed(programs, postgres, payroll, counts.runs);
	};

	const measurements: Measurement[] = [];
	const all = queueMode.webhooks.map(({ url }) => url);
	await renew();
	await pay(all, MOST_WORKERS);
	for (let workers = MOST_WORKERS; workers >= 1; workers /= 2) {
		for (const worker of queueMode.workers.splice(workers)) await worker.stop();
		for (let webhooks = MOST_WEBHOOKS; webhooks >= 1; webhooks -= 1) {
			const urls = all.slice(0, webhooks);
			await renew();
			await (await postEvents(urls, 50)).rest();
			const rounds: Record<'accepted' | 'through' | 'payouts', Rate>[] = [];
			for (let repetition = 0; repetition < repetitions; repetition += 1) {
				let accepted = { perSecond: 0, busy: 0 };
				const through = await rateOf(events, async () => {
					const posted = await postEvents(urls, events);
					accepted = posted.accepted;
					await posted.rest();
				});
				const payouts = await rateOf(runs * PAYEES, async () => await pay(urls, runs));
				rounds.push({ accepted, through, payouts });
			}
			const [accepted, through, payouts] = (['accepted', 'through', 'payouts'] as const).map((what) =>
				middleOf(rounds.map((round) => round[what])),
			);
			if (!accepted || !through || !payouts) throw new Error('Three figures are measured.');
			measurements.push({ workers, webhooks, accepted, through, payouts });
			say(
				`${workers} workers, ${webhooks} webhook processes: ${accepted.perSecond.toFixed(0)} events accepted, ${through.perSecond.toFixed(0)} events executed, ${payouts.perSecond.toFixed(0)} payouts a second`,
			);
		}
	}
	const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`;
	const page = pageOf(measurements, { machine, date: new Date().toISOString().slice(0, 10), payees: PAYEES });
	if (tiny) console.log(page);
	else writeFileSync(join(__dirname, '..', '..', 'docs', 'scale.md'), page);
}

void runProgram(measureAll);

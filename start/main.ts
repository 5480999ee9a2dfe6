import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { Listr, PRESET_TIMER } from 'listr2';
import { startEmulator, type Emulator } from '../emulator/server';
import { startN8n, type RunningN8n } from '../test/runtime/n8n';
import { N8nClient } from '../test/runtime/n8nClient';
import { installedN8n } from '../test/runtime/installedN8n';
import { installCurrentPackage } from './currentPackage';
import { EmulatorControl } from './emulatorControl';
import { importExamples } from './exampleWorkflows';
import { pageHistory } from './history';
import { CURRENCY, type Finding, type Job } from './job';
import { Lifetime } from './lifetime';
import { takePayinAndRefund } from './payinAndRefund';
import { payPayees } from './payouts';
import { openPlace, type Place } from './place';
import { downloadSettlement, type DownloadedReport } from './settlement';
import { receiveStatusEvents, repeatDeliveries } from './statusEvents';
import { tableOf, verdictOf } from './verdict';

interface Options {
	once: boolean;
	reset: boolean;
	port?: number;
	emulatorPort: number;
}

/** What the steps hand on to each other. */
interface Story {
	emulator: Emulator;
	n8n: RunningN8n;
	job: Job;
	report: DownloadedReport;
	findings: Finding[];
}

/** The owner of a demonstration that nobody outside this machine can reach. */
const OWNER = { email: 'owner@example.com', password: 'Payments-demo-1', firstName: 'Demo', lastName: 'Owner' };
const CREDENTIAL_NAME = `Payment service emulator (${CURRENCY})`;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The service begins in the past, so that the 35 minutes which the refund waits do not lead into the future. */
const HEAD_START_MS = 40 * MINUTE_MS;
const PAST_ENTRIES = 2_500;

const PROGRESS = {
	rendererOptions: { timer: PRESET_TIMER, collapseErrors: false },
	fallbackRendererOptions: { timer: PRESET_TIMER },
	registerSignalListeners: false,
};

const program = new Command('npm start --')
	.description(
		'Shows the whole: a real n8n with this package, and a payment service that it talks to, on this machine alone.',
	)
	.option('--once', 'end after the run, with its verdict as exit status, and leave nothing behind', false)
	.option('--port <number>', 'port of n8n (left out: a free one)', portNumber)
	.option('--emulator-port <number>', 'port of the service emulator (left out: a free one)', portNumber, 0)
	.option('--reset', 'forget what earlier starts have kept', false);

function portNumber(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
		throw new InvalidArgumentError('It must be a whole number from 1 to 65535.');
	return port;
}

async function emulate(port: number, lifetime: Lifetime): Promise<Emulator> {
	const now = Date.now();
	// Another seed for every start: the trigger still remembers the events of payments with the same identifiers.
	const emulator = await startEmulator({ port, seed: randomInt(2 ** 32), start: new Date(now - HEAD_START_MS) });
	lifetime.defer(() => emulator.close());
	const control = new EmulatorControl(emulator.controlUrl);
	await control.seedHistory({
		currency: CURRENCY,
		count: PAST_ENTRIES,
		from: new Date(now - 60 * DAY_MS),
		to: new Date(now - HEAD_START_MS - MINUTE_MS),
	});
	return emulator;
}

async function prepareJob({ emulator, n8n }: Story): Promise<Job> {
	const control = new EmulatorControl(emulator.controlUrl);
	const client = await N8nClient.connect(n8n.url, OWNER);
	const { appId, secretKey, webhookSecretKey } = await control.account(CURRENCY);
	const data = {
		environment: 'sandbox',
		baseUrl: emulator.apiUrl,
		appId,
		secretKey,
		webhookSecretKey: webhookSecretKey ?? '',
	};
	const credential = {
		id: await client.saveCredential({ name: CREDENTIAL_NAME, type: 'multiCurrencyPaymentsApi', data }),
		name: CREDENTIAL_NAME,
	};
	const test = await client.testCredential(credential.id);
	if (test.status !== 'OK') throw new Error(`The credential does not work: ${test.message}`);
	const workflows = await importExamples(client, { credential, controlUrl: emulator.controlUrl });
	await client.publish(workflows['receive-status-events']);
	return { client, control, apiUrl: emulator.apiUrl, workflows, before: await client.newestExecution() };
}

function preparation({ port, emulatorPort }: Options, place: Place, lifetime: Lifetime) {
	return new Listr<Story>(
		[
			{
				title: 'Service emulator',
				async task(story, task) {
					story.emulator = await emulate(emulatorPort, lifetime);
					task.title = `Service emulator at ${story.emulator.url}`;
				},
			},
			{
				title: 'Package: build, pack and install into n8n as a user would (usually 15 seconds)',
				async task(_, task) {
					const isNew = await installCurrentPackage(place);
					task.title = isNew ? 'Package built, packed and installed into n8n' : 'Package in n8n is up to date';
				},
			},
			{
				title: 'n8n (usually 5 to 20 seconds; the first start takes longest)',
				async task(story, task) {
					story.n8n = await startN8n({ userFolder: place.userFolder, port });
					lifetime.defer(() => story.n8n.stop());
					task.title = `n8n at ${story.n8n.url}`;
				},
			},
			{
				title: 'Owner, credential and example workflows',
				async task(story, task) {
					story.job = await prepareJob(story);
					task.title = 'Owner set up, credential tested, example workflows imported, trigger published';
				},
			},
		],
		PROGRESS,
	);
}

function mainJob() {
	const step = (title: string, run: (story: Story) => Promise<Finding[]>) => ({
		title,
		async task(story: Story) {
			story.findings.push(...(await run(story)));
		},
	});
	return new Listr<Story>(
		[
			step('Pay 25 payees from a CSV as one batch', async ({ job }) => {
				await repeatDeliveries(job);
				return await payPayees(job);
			}),
			step('Take a payin and refund a part of it (the wait of 35 minutes is taken off the clock)', ({ job }) =>
				takePayinAndRefund(job),
			),
			step('Receive every status event once', ({ job }) => receiveStatusEvents(job)),
			step('Download the newest settlement report', async (story) => {
				const { findings, report } = await downloadSettlement(story.job);
				story.report = report;
				return findings;
			}),
			step('Page the balance history', async ({ job, report }) => {
				const findings = await pageHistory(job, report);
				// Whoever looks around now finds the service at the present moment.
				await job.control.moveClock(new Date());
				return findings;
			}),
		],
		PROGRESS,
	);
}

function invitation({ n8n, emulator }: Story): string {
	return [
		`  Editor    ${n8n.url}    log in with ${OWNER.email} and ${OWNER.password}`,
		`  Service   ${emulator.url}    payments, notifications and balances of the emulator`,
		'',
		'Both stay up until you press Ctrl+C. The next start takes seconds.',
	].join('\n');
}

async function run(options: Options, lifetime: Lifetime): Promise<void> {
	await installedN8n();
	const place = openPlace(options, lifetime);
	const story = { findings: [] as Finding[] } as Story;
	await preparation(options, place, lifetime)
		.run(story)
		.catch((cause: unknown) => Promise.reject(new Error('The start ended at the step above.', { cause })));
	try {
		await mainJob().run(story);
	} catch {
		// The step that failed has said why.
		story.findings.push({ what: 'The main job', n8n: 'ended at the step above', service: '', agrees: false });
	}
	process.exitCode = story.findings.every(({ agrees }) => agrees) ? 0 : 1;
	console.log(`\n${tableOf(story.findings)}\n\n${verdictOf(story.findings)}\n`);
	if (options.once) return;
	console.log(invitation(story));
	await lifetime.untilStopped();
}

const lifetime = new Lifetime();
run(program.parse().opts<Options>(), lifetime)
	.catch((error: unknown) => {
		console.error(`\n${error instanceof Error ? error.message : String(error)}\n\nstart: 0 passed, 1 failed`);
		process.exitCode = 1;
	})
	.finally(() => lifetime.end())
	// Connections kept open by the clients of both servers would hold the process for a while.
	.finally(() => process.exit());

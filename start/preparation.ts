import { randomInt } from 'node:crypto';
import { Listr } from 'listr2';
import { startEmulator, type Emulator } from '../emulator/server';
import { startN8n } from '../runtime/n8n';
import { N8nClient } from '../runtime/n8nClient';
import { installCurrentPackage } from './currentPackage';
import { EmulatorControl } from './emulatorControl';
import { importExamples } from './exampleWorkflows';
import { CURRENCY, type Job } from './job';
import type { Lifetime } from './lifetime';
import type { Place } from './place';
import { PROGRESS, type Story } from './story';

/** The owner of a demonstration that nobody outside this machine can reach. */
export const OWNER = { email: 'owner@example.com', password: 'Payments-demo-1', firstName: 'Demo', lastName: 'Owner' };

const CREDENTIAL_NAME = `Payment service emulator (${CURRENCY})`;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The service begins in the past, so that the 35 minutes which the refund waits do not lead into the future. */
const HEAD_START_MS = 40 * MINUTE_MS;
const PAST_ENTRIES = 2_500;

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

/** The steps until n8n and the service are there, with everything set up. What they start ends with `lifetime`. */
export function preparation(
	{ port, emulatorPort }: { port?: number; emulatorPort: number },
	place: Place,
	lifetime: Lifetime,
) {
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

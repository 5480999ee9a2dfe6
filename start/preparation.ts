import { Listr } from 'listr2';
import type { Emulator } from '../emulator/server';
import type { Place } from '../runtime/currentPackage';
import { startEmulatorInPast } from '../runtime/emulator';
import { EmulatorControl } from '../runtime/emulatorControl';
import { importExamples } from '../runtime/exampleWorkflows';
import type { Lifetime } from '../runtime/lifetime';
import { Mailbox, saveMailAccount } from '../runtime/mailbox';
import { filesFolder } from '../runtime/n8n';
import { N8nClient } from '../runtime/n8nClient';
import { accountsField, savePaymentCredential } from '../runtime/paymentCredential';
import { installation } from './installation';
import { CURRENCY, type Job } from './job';
import { showMails } from './mailPage';
import { PROGRESS, type Story } from './story';

const CREDENTIAL_NAME = `Payment service emulator (${CURRENCY})`;
/** Of the example that pays in several currencies. */
const FURTHER_CURRENCIES = ['INR', 'PHP'];
/** Who may open the form of the example with a refund. */
export const FORM_ACCOUNT = { user: 'support', password: 'support' };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** More than the 35 minutes that the refund waits. */
const HEAD_START_MS = 40 * MINUTE_MS;
const PAST_ENTRIES = 2_500;

async function emulate(port: number, lifetime: Lifetime): Promise<Emulator> {
	const emulator = await startEmulatorInPast(HEAD_START_MS, { port });
	lifetime.defer(() => emulator.close());
	const control = new EmulatorControl(emulator.controlUrl);
	const now = Date.now();
	await control.seedHistory({
		currency: CURRENCY,
		count: PAST_ENTRIES,
		from: new Date(now - 60 * DAY_MS),
		to: new Date(now - HEAD_START_MS - MINUTE_MS),
	});
	return emulator;
}

/** A mail server for the examples, and a page that shows what they mail. */
async function openMailbox(port: number, lifetime: Lifetime): Promise<Story['mail']> {
	const mailbox = new Mailbox();
	const smtpPort = await mailbox.listen();
	lifetime.defer(async () => await mailbox.close());
	const { url, close } = await showMails(mailbox, port);
	lifetime.defer(close);
	return { smtpPort, url };
}

/** For the form of an example, which nobody else is to open. */
async function saveFormAccount(client: N8nClient) {
	const settings = { name: 'Form', type: 'httpBasicAuth', data: FORM_ACCOUNT };
	return { httpBasicAuth: { name: settings.name, id: await client.saveCredential(settings) } };
}

async function prepareJob({ emulator, n8n, mail }: Story, { userFolder }: Place): Promise<Job> {
	const control = new EmulatorControl(emulator.controlUrl);
	const client = await N8nClient.connect(n8n.url);
	const account = await control.account(CURRENCY);
	const credential = await savePaymentCredential(client, CREDENTIAL_NAME, emulator.apiUrl, account);
	const test = await client.testCredential(credential.id);
	if (test.status !== 'OK') throw new Error(`The credential does not work: ${test.message}`);
	const further = await Promise.all(FURTHER_CURRENCIES.map(async (currency) => await control.account(currency)));
	const name = `Payment service emulator (${[CURRENCY, ...FURTHER_CURRENCIES].join(', ')})`;
	const severalAccounts = await savePaymentCredential(client, name, emulator.apiUrl, account, {
		accounts: accountsField(further),
	});
	const { controlUrl, apiUrl } = emulator;
	const folder = filesFolder(userFolder);
	const accounts = {
		...(await saveMailAccount(client, mail.smtpPort)),
		'n8n-nodes-base.formTrigger': await saveFormAccount(client),
	};
	const workflows = await importExamples(client, { credential, severalAccounts, controlUrl, apiUrl, folder, accounts });
	await client.publish(workflows['receive-status-events']);
	return { client, control, apiUrl, workflows, before: await client.newestExecution() };
}

/** The steps that start n8n and the service and set up everything. What they start ends with `lifetime`. */
export function preparation(
	{
		port,
		emulatorPort,
		mailPort,
		n8n: version,
	}: { port?: number; emulatorPort: number; mailPort: number; n8n?: string },
	place: Place,
	lifetime: Lifetime,
) {
	return new Listr<Story>(
		[
			{
				title: 'Service emulator',
				async task(story, task) {
					story.emulator = await emulate(emulatorPort, lifetime);
					story.mail = await openMailbox(mailPort, lifetime);
					task.title = `Service emulator at ${story.emulator.url}`;
				},
			},
			...installation<Story>({ port, n8n: version }, place, lifetime),
			{
				title: 'Owner, credential and example workflows',
				async task(story, task) {
					story.job = await prepareJob(story, place);
					task.title = 'Owner set up, credential tested, example workflows imported, trigger published';
				},
			},
		],
		PROGRESS,
	);
}

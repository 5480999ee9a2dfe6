import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import getPort from 'get-port';
import { installedN8n } from '../runtime/installedN8n';
import type { Lifetime } from '../runtime/lifetime';
import { OWNER } from '../runtime/n8nSession';
import { runProgram, tally, untilStopped } from '../runtime/program';
import type { Finding } from './job';
import { mainJob } from './mainJob';
import { showMonth } from './month/show';
import { openPlace } from './place';
import { FORM_ACCOUNT, preparation } from './preparation';
import type { Story } from './story';
import { verdictOn } from './verdict';

const HOST = '127.0.0.1';

/** Those of the demonstration, apart from the usual ones of an n8n of one's own. */
const USUAL_PORTS = { n8n: 5690, emulator: 7090, mail: 7091 };

interface Options {
	once: boolean;
	month: boolean;
	reset: boolean;
	n8n?: string;
	port?: number;
	emulatorPort?: number;
}

const program = new Command('npm start --')
	.description(
		'Shows everything on this machine alone: a real n8n with this package, and a payment service that it talks to.',
	)
	.option('--once', 'end after the run, with its verdict as exit status, and leave nothing behind', false)
	.option('--month', 'show a month instead: 500 payees in five currencies, paid, disturbed and reconciled', false)
	.option('--port <number>', 'port of n8n (left out: 5690, or a free one)', portNumber)
	.option('--emulator-port <number>', 'port of the service emulator (left out: 7090, or a free one)', portNumber)
	.addOption(
		new Option('--n8n <version>', 'another version of n8n than usual').choices(
			readdirSync(join(__dirname, '..', 'runtime', 'versions')),
		),
	)
	.option('--reset', 'forget what earlier starts have kept', false);

function portNumber(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
		throw new InvalidArgumentError('It must be a whole number from 1 to 65535.');
	return port;
}

/** The same ports at every start, so that credentials and tabs that are kept still work. A run that keeps nothing takes any. */
async function addresses({
	once,
	port,
	emulatorPort,
}: Options): Promise<{ port?: number; emulatorPort: number; mailPort: number }> {
	if (once) return { port, emulatorPort: emulatorPort ?? 0, mailPort: 0 };
	return {
		port: port ?? (await getPort({ port: USUAL_PORTS.n8n, host: HOST })),
		emulatorPort: emulatorPort ?? (await getPort({ port: USUAL_PORTS.emulator, host: HOST })),
		mailPort: await getPort({ port: USUAL_PORTS.mail, host: HOST }),
	};
}

function invitation({ n8n, emulator, mail }: Story): string {
	return [
		`  Editor    ${n8n.url}/home/workflows    log in with ${OWNER.email} and ${OWNER.password}`,
		`  Service   ${emulator.url}    the emulator: here you are the payer, the bank, the approver and the clock`,
		`  Mails     ${mail.url}    what the examples mail; the form of example 11 takes ${FORM_ACCOUNT.user} and ${FORM_ACCOUNT.password}`,
		'',
		'All stay up until you press Ctrl+C. The next start takes about a minute. Your workflows and credentials are kept until then;',
		'payments, the clock of the emulator and your changes to the examples are not.',
	].join('\n');
}

async function run(options: Options, lifetime: Lifetime): Promise<void> {
	await installedN8n(options.n8n);
	const place = openPlace(options, lifetime);
	if (options.month) return await showMonth({ ...options, ...(await addresses(options)) }, place, lifetime);
	const story = { findings: [] as Finding[] } as Story;
	await preparation({ ...options, ...(await addresses(options)) }, place, lifetime)
		.run(story)
		.catch((cause: unknown) => Promise.reject(new Error('The start ended at the step above.', { cause })));
	try {
		await mainJob().run(story);
	} catch {
		// The step has already shown the reason.
		story.findings.push({ what: 'The main job', n8n: 'ended at the step above', service: '', agrees: false });
	}
	process.exitCode = story.findings.every(({ agrees }) => agrees) ? 0 : 1;
	console.log(`\n${verdictOn(story.findings)}\n`);
	if (options.once) return;
	console.log(invitation(story));
	await untilStopped();
}

void runProgram((lifetime) => run(program.parse().opts<Options>(), lifetime), tally('start', 0, 1));

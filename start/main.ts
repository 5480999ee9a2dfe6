import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { installedN8n } from '../runtime/installedN8n';
import type { Lifetime } from '../runtime/lifetime';
import { OWNER } from '../runtime/n8nSession';
import { runProgram, tally, untilStopped } from '../runtime/program';
import type { Finding } from './job';
import { mainJob } from './mainJob';
import { openPlace } from './place';
import { preparation } from './preparation';
import type { Story } from './story';
import { verdictOn } from './verdict';

interface Options {
	once: boolean;
	reset: boolean;
	n8n?: string;
	port?: number;
	emulatorPort: number;
}

const program = new Command('npm start --')
	.description(
		'Shows everything on this machine alone: a real n8n with this package, and a payment service that it talks to.',
	)
	.option('--once', 'end after the run, with its verdict as exit status, and leave nothing behind', false)
	.option('--port <number>', 'port of n8n (left out: a free one)', portNumber)
	.option('--emulator-port <number>', 'port of the service emulator (left out: a free one)', portNumber, 0)
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

function invitation({ n8n, emulator }: Story): string {
	return [
		`  Editor    ${n8n.url}/home/workflows    log in with ${OWNER.email} and ${OWNER.password}`,
		`  Service   ${emulator.url}    payments, notifications and balances of the emulator`,
		'',
		'Both stay up until you press Ctrl+C. The next start takes seconds.',
	].join('\n');
}

async function run(options: Options, lifetime: Lifetime): Promise<void> {
	await installedN8n(options.n8n);
	const place = openPlace(options, lifetime);
	const story = { findings: [] as Finding[] } as Story;
	await preparation(options, place, lifetime)
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

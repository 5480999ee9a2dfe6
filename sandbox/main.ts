import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError } from 'commander';
import { attemptNow } from '../core/attempt';
import { isObject } from '../core/objects';
import type { Lifetime } from '../runtime/lifetime';
import { runProgram } from '../runtime/program';
import { check } from './check';
import { Journal } from './journal';
import { planFor } from './plan';
import { listenForMails } from './receiver';
import { judge, leftOf, pageOf, problemsOf, screenOf, Secrets, tallyOf, type Report } from './report';
import { Run } from './run';
import { Service, USUAL_WAITING } from './service';
import { settingsOf, type Given } from './settings';

interface Options extends Given {
	out: string;
	minutes: number;
	patience: number;
	yesHost?: string;
}

const wholeNumber = (least: number, most: number) => (text: string) => {
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < least || value > most)
		throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
	return value;
};

const program = new Command('npm run check:sandbox --')
	.description(
		'Tries on a sandbox account what docs/assumptions.md assumes of the payment service, and reports what is so.',
	)
	.option('--base-url <address>', 'address of the sandbox, which ends with /api')
	.option('--app-id <id>', 'App ID of an account')
	.option('--secret-key <key>', 'its Secret Key; the users of this machine see flags, but not the file of --keys')
	.option('--account <line...>', 'further accounts, each as "CURRENCY app-id secret-key"')
	.option('--webhook-secret-key <key>', 'Webhook Secret Key of the merchant, which signs notifications')
	.option('--keys <file>', 'file with lines BASE_URL=…, APP_ID=…, SECRET_KEY=…, WEBHOOK_SECRET_KEY=…, ACCOUNTS=…')
	.option('--notify <address>', 'public address that leads to this machine, for notifications')
	.option('--listen <port>', 'port of this machine to which that address leads', wholeNumber(1, 65_535))
	.option('--prefix <text>', 'how External IDs begin; a new one makes everything anew', 'sandbox-check')
	.option('--read-only', 'make nothing, only read; the only way that production is let in', false)
	.option('--yes-host <host>', 'the host, for runs that nobody watches; otherwise it has to be typed')
	.option('--minutes <number>', 'the longest time of the run', wholeNumber(1, 60), 10)
	.option('--patience <seconds>', 'how long a record or a notification may take to come', wholeNumber(1, 600), 30)
	.option('--out <folder>', 'where sandbox-report.json and sandbox-report.md go', '.');

/** What earlier runs have left in the folder; undefined where there is nothing to read. */
function earlierReport(path: string): Report | undefined {
	if (!existsSync(path)) return undefined;
	const parsed = attemptNow(() => JSON.parse(readFileSync(path, 'utf8')) as unknown);
	if ('value' in parsed && isObject(parsed.value) && Array.isArray(parsed.value.created))
		return parsed.value as unknown as Report;
	throw new Error(`${path} cannot be read. It says what earlier runs have made: move it away to begin anew.`);
}

/** Replaces a file as a whole, so that it is never half written. */
function write(path: string, text: string): void {
	writeFileSync(`${path}.new`, text);
	renameSync(`${path}.new`, path);
}

async function confirmHost(host: string, given: string | undefined): Promise<void> {
	if (given === undefined && !process.stdin.isTTY) throw new Error(`Nobody can be asked here: add --yes-host ${host}`);
	const typed = given ?? (await ask(`Type the host to begin (${host}): `));
	if (typed.trim() !== host) throw new Error(`That is not ${host}: nothing was sent.`);
}

async function ask(question: string): Promise<string> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return await terminal.question(question);
	} finally {
		terminal.close();
	}
}

async function run(options: Options, lifetime: Lifetime): Promise<void> {
	const settings = settingsOf(options, process.env);
	const { host, accesses, webhookSecretKey, notify, port } = settings;
	const { prefix, readOnly, minutes, out } = options;
	const secrets = new Secrets([webhookSecretKey, ...accesses.flatMap(({ appId, secretKey }) => [secretKey, appId])]);
	console.log(`${planFor({ host, accounts: accesses.length, prefix, readOnly, minutes, notify })}\n`);
	await confirmHost(host, options.yesHost);

	mkdirSync(out, { recursive: true });
	const [data, page] = [join(out, 'sandbox-report.json'), join(out, 'sandbox-report.md')];
	const before = earlierReport(data);
	const earlier = before?.host === host && before.prefix === prefix ? before : undefined;
	const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string };
	const reportOf = (findings: Report['findings'], problems: string[]): Report => ({
		...{ version, date: new Date().toISOString(), host, prefix, readOnly },
		...{ currencies: accesses.map(({ currency }) => currency), findings, created: journal.all, problems },
	});
	const save = (report: Report) => write(data, `${JSON.stringify(report, null, '\t')}\n`);
	const journal = new Journal(before?.created ?? [], host, prefix, () => save(reportOf(earlier?.findings ?? [], [])));
	journal.save();

	const receiver = port === undefined ? undefined : await listenForMails(port);
	if (receiver) lifetime.defer(() => receiver.close());
	const stop = new AbortController();
	const waiting = { ...USUAL_WAITING, settle: options.patience * 1_000 };
	const services = accesses.map((access) => new Service(access, waiting, stop.signal, readOnly));
	for (const service of services) service.deadline = Date.now() + minutes * 60_000;
	const say = (text: string) => console.log(`  ${secrets.without(text)} …`);
	const seen = new Run(services, { prefix, notify, settle: waiting.settle, readOnly, journal, webhookSecretKey, say });
	const done = check(seen, receiver).then(() => {
		const report = reportOf(judge(seen, earlier, secrets), problemsOf(seen));
		save(report);
		write(page, pageOf(report));
		show(report, [data, page]);
		process.exitCode = report.findings.some(({ verdict }) => verdict === 'refuted') ? 1 : 0;
	});
	lifetime.defer(() => {
		stop.abort();
		return done;
	});
	await done;
}

function show(report: Report, files: readonly string[]): void {
	console.log(`\n${screenOf(report)}\n\n${tallyOf(report.findings)}`);
	const left = leftOf(report);
	if (left.length > 0) console.log(`\nLeft at the service:\n${left.map((line) => `  ${line}`).join('\n')}`);
	if (report.problems.length > 0) console.log(`\nProblems:\n${report.problems.map((line) => `  ${line}`).join('\n')}`);
	console.log(
		`\nWritten: ${files.join(', ')}. The page holds no keys, names or account numbers: paste it into an issue.`,
	);
}

void runProgram((lifetime) => run(program.parse().opts<Options>(), lifetime));

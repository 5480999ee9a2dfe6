import { Command, InvalidArgumentError, Option } from 'commander';
import { guesses } from './otherwise';
import { startEmulator, type Emulator } from './server';

function wholeNumber(max: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (!/^\d+$/.test(text) || value > max)
			throw new InvalidArgumentError(`It must be a whole number from 0 to ${max}.`);
		return value;
	};
}

function moment(text: string): Date {
	const date = new Date(text);
	if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('It must be a time such as 2031-03-04T05:06:07Z.');
	return date;
}

interface Options {
	port: number;
	host: string;
	seed: number;
	start?: Date;
	frozen: boolean;
	environment: 'sandbox' | 'production';
	approvals: boolean;
	payoutDelay: number;
	wrongGuesses: boolean;
	allAccounts: boolean;
}

const program = new Command('emulator')
	.description('The payment service of the interface specification, over real HTTP, on this machine.')
	.option('-p, --port <number>', 'port to listen on; 0 takes a free one', wholeNumber(65_535), 8080)
	.option('--host <address>', 'address to listen on', '127.0.0.1')
	.option('--seed <number>', 'credentials, ids and chance follow from it', wholeNumber(4_294_967_295), 1)
	.option('--start <time>', 'virtual time at the start (default: now)', moment)
	.option('--frozen', 'time moves only when it is told to', false)
	.addOption(
		new Option('--environment <name>', 'sandbox-only operations answer 404 in production')
			.choices(['sandbox', 'production'])
			.default('sandbox'),
	)
	.option('--approvals', 'payouts wait for a decision', false)
	.option('--payout-delay <milliseconds>', 'time per step of a payout', wholeNumber(86_400_000), 1_000)
	.option('--wrong-guesses', 'every name and shape that the specification does not show is another one', false)
	.option('--all-accounts', 'print the credentials of every currency', false);

function print(emulator: Emulator, { allAccounts }: Options): void {
	const accounts = [...emulator.world.accounts.values()];
	const shown = allAccounts ? accounts : accounts.slice(0, 1);
	const rows: [string, string][] = [
		['Overview', `${emulator.url}/`],
		['Base URL', emulator.apiUrl],
		['Control', `${emulator.controlUrl}/health`],
		...shown.flatMap(({ currency, appId, secretKey }): [string, string][] => [
			[`${currency} App ID`, appId],
			[`${currency} Secret Key`, secretKey],
		]),
		['Webhook Secret Key', accounts[0]?.webhookSecretKey ?? '(notifications are not signed)'],
	];
	const width = Math.max(...rows.map(([name]) => name.length));
	console.log('The service emulator is running.\n');
	for (const [name, value] of rows) console.log(`  ${name.padEnd(width)}  ${value}`);
	if (!allAccounts)
		console.log(
			`\nCredentials of the other ${accounts.length - 1} currencies: ${emulator.controlUrl}/accounts or --all-accounts`,
		);
	console.log('Stop it with Ctrl+C.');
}

async function run(): Promise<void> {
	const options = program.parse().opts<Options>();
	const { port, host, seed, start, frozen, environment, approvals, payoutDelay, wrongGuesses } = options;
	const emulator = await startEmulator({
		port,
		host,
		seed,
		start,
		frozen,
		environment,
		approvals,
		payoutDelayMs: payoutDelay,
		wrongGuesses: wrongGuesses ? guesses : [],
	});
	print(emulator, options);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void emulator.close());
}

run().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});

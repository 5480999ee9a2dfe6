import { startEmulator, type EmulatorOptions, type Emulator } from '../../../emulator/server';
import { check } from '../../../sandbox/check';
import { Journal } from '../../../sandbox/journal';
import { listenForMails } from '../../../sandbox/receiver';
import { judge, Secrets, type Judged } from '../../../sandbox/report';
import { Run } from '../../../sandbox/run';
import { Service } from '../../../sandbox/service';

/** Currencies whose accounts show, together, everything that a probe can see. */
export const CURRENCIES = ['AUD', 'THB', 'VND', 'JPY', 'TZS', 'GHS'];

/** An emulator whose payouts wait to be simulated, with a settlement report and an entry of today. */
export async function preparedEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const emulator = await startEmulator({
		payoutDelayMs: 60_000,
		refundDelayMs: 10,
		latePayCodeDelayMs: 10,
		...options,
	});
	emulator.account('AUD').settlements.closeCurrent('daily');
	return emulator;
}

/** The services of a run against an emulator. */
export function servicesOf(emulator: Emulator, currencies = CURRENCIES, timeLimit = 3_000): Service[] {
	const waiting = { requestTimeout: 2_000, timeLimit, outage: 300, settle: 5_000 };
	return currencies.map((currency) => {
		const { appId, secretKey } = emulator.account(currency);
		const access = { baseUrl: emulator.apiUrl, currency, appId, secretKey };
		return new Service(access, waiting, new AbortController().signal, false);
	});
}

/** A whole run, with notifications. */
export async function ran(
	emulator: Emulator,
	{
		currencies = CURRENCIES,
		journal = new Journal([], 'here', 'check', () => undefined),
		settle = 5_000,
		timeLimit = 3_000,
	} = {},
): Promise<{ run: Run; judged: Judged[] }> {
	const receiver = await listenForMails(0);
	try {
		const run = new Run(servicesOf(emulator, currencies, timeLimit), {
			prefix: 'check',
			notify: `http://127.0.0.1:${receiver.port}/`,
			settle,
			readOnly: false,
			journal,
			webhookSecretKey: emulator.account('AUD').webhookSecretKey ?? '',
			say: () => undefined,
		});
		await check(run, receiver);
		return { run, judged: judge(run, undefined, new Secrets([])) };
	} finally {
		await receiver.close();
	}
}

/** The ids of the probes with a verdict. */
export const withVerdict = (judged: readonly Judged[], verdict: Judged['verdict']): string[] =>
	judged.filter((each) => each.verdict === verdict).map(({ id }) => id);

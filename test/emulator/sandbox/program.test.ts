import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import type { Emulator } from '../../../emulator/server';
import { preparedEmulator } from './running';

const TOP = join(__dirname, '../../..');

interface Ended {
	status: number | null;
	text: string;
}

const program = (options: readonly string[], environment: Record<string, string> = {}): Promise<Ended> =>
	new Promise((resolve) => {
		const child = spawn(process.execPath, ['--import', 'tsx', join(TOP, 'sandbox/main.ts'), ...options], {
			cwd: TOP,
			env: { ...process.env, ...environment },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let text = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (text += String(piece)));
		child.on('close', (status) => resolve({ status, text }));
	});

describe('npm run check:sandbox', () => {
	let emulator: Emulator;
	let folder: string;
	beforeEach(async () => {
		emulator = await preparedEmulator();
		folder = mkdtempSync(join(tmpdir(), 'sandbox-check-'));
	});
	afterEach(async () => {
		await emulator.close();
		rmSync(folder, { recursive: true });
	});

	const keys = () => {
		const { appId, secretKey } = emulator.account('AUD');
		return ['--base-url', emulator.apiUrl, '--app-id', appId, '--secret-key', secretKey];
	};
	const unattended = () => ['--yes-host', new URL(emulator.apiUrl).host, '--out', folder, '--patience', '3'];
	const written = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

	it('reports without a secret, and the next run makes nothing twice', async () => {
		const further = ['JPY', 'VND', 'THB'].map((currency) => emulator.account(currency));
		const file = join(folder, 'keys');
		const { appId, secretKey, webhookSecretKey } = emulator.account('AUD');
		const accounts = further.map((each) => `${each.currency} ${each.appId} ${each.secretKey}`).join(' ');
		writeFileSync(
			file,
			`APP_ID=${appId}\nSECRET_KEY='${secretKey}'\nWEBHOOK_SECRET_KEY=${webhookSecretKey}\nACCOUNTS=${accounts}\n`,
		);
		const options = ['--keys', file, ...unattended(), '--notify', `http://127.0.0.1:${await getPort()}/`];
		const environment = { SANDBOX_BASE_URL: emulator.apiUrl };
		const first = await program(options, environment);
		expect(first).toMatchObject({ status: 0 });
		expect(first.text).toMatch(/confirmed +audBankPayin/);
		expect(first.text).toMatch(/\d\d confirmed, 0 refuted, \d+ unknown, \d+ not tried/);
		const payments = () => ['AUD', 'JPY', 'VND', 'THB'].map((each) => emulator.account(each).payouts.payments());
		const before = payments();
		const second = await program(options, environment);
		expect(second).toMatchObject({ status: 0 });
		expect(payments()).toEqual(before);

		rmSync(file);
		const texts = [first.text, second.text, ...written()];
		const codes = emulator.account('VND').payins.payments().payins;
		expect(codes.length).toBeGreaterThan(0);
		const secrets = [
			...[emulator.account('AUD'), ...further].flatMap((each) => [each.appId, each.secretKey]),
			...[webhookSecretKey ?? 'no key', 'mcp2.', 'Sandbox Check', '123456789', 'access_token', 'Bearer'],
		];
		for (const text of texts) {
			expect(text.length).toBeGreaterThan(1_000);
			for (const secret of secrets) expect(text).not.toContain(secret);
			expect(text).not.toMatch(/\d{7,}/);
			expect(text).not.toMatch(/^\s+at .*:\d+:\d+/m);
		}
	});

	it('reads only, if asked, and production is let in no other way', async () => {
		expect(await program([...keys(), ...unattended(), '--read-only'])).toMatchObject({ status: 0 });
		const made = [
			'v2.payins.create',
			'v2.payouts.create',
			'v3.links.create',
			'v2.contacts.create',
			'v1.payouts.create',
		];
		expect(made.map((endpoint) => emulator.world.counters.counts()[endpoint])).toEqual(made.map(() => undefined));
		const production = ['--base-url', 'https://payments.example.com/api', ...keys().slice(2)];
		const refused = await program([...production, ...unattended()]);
		expect(refused.status).toBe(1);
		expect(refused.text).toContain('--read-only reads alone');
	});

	it.each([
		['nobody can type the host', [], 'Nobody can be asked here: add --yes-host'],
		['another host is named', ['--yes-host', 'sandbox.example.com'], 'nothing was sent'],
		['the address is none', ['--base-url', 'http://sandbox.example.com/api'], 'must start with https'],
	])('ends before anything is sent where %s', async (_why, options, message) => {
		const ended = await program([...keys(), '--out', folder, ...options]);
		expect(ended.status).toBe(1);
		expect(ended.text).toContain(message);
		expect(ended.text).not.toMatch(/^\s+at /m);
		expect(readdirSync(folder)).toEqual([]);
	});

	it('ends where a report of earlier runs cannot be read, because it says what they have made', async () => {
		writeFileSync(join(folder, 'sandbox-report.json'), '{');
		const ended = await program([...keys(), ...unattended()]);
		expect(ended.status).toBe(1);
		expect(ended.text).toContain('It says what earlier runs have made');
	});
});

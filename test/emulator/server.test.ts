import { spawn } from 'child_process';
import { once } from 'events';
import { join } from 'path';
import { startEmulator } from '../../emulator/server';

describe('the overview page', () => {
	it('shows balances, payments, deliveries, requests, faults and the clock, and never the headers of notifications', async () => {
		const emulator = await startEmulator({ frozen: true, start: new Date('2031-03-04T05:06:07Z') });
		try {
			const { appId, secretKey } = emulator.account('VND');
			const created = await fetch(`${emulator.apiUrl}/v2/payins`, {
				method: 'POST',
				headers: { 'app-id': appId, 'secret-key': secretKey, 'content-type': 'application/json' },
				body: JSON.stringify({
					payin_method_name: 'vn_qr_vnd',
					payin_method_params: {},
					amount: 150_000,
					currency: 'VND',
					name: 'Ada Byron',
					email: 'ada@shop.example',
					description: 'Order 77',
					external_id: '<b>ord-77</b>',
					gst: false,
					webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'Bearer of the merchant' },
				}),
			});
			expect(created.status).toBe(200);
			const { uuid } = (await created.json()) as { uuid: string };
			emulator.world.faults.add({ id: 'storm', endpoint: 'v2.payouts.create', fault: 'reset', when: 'after' });

			const answer = await fetch(emulator.url);
			const page = await answer.text();
			expect(answer.headers.get('content-type')).toContain('text/html');
			for (const shown of [
				'2031-03-04 05:06:07',
				'frozen',
				uuid,
				'pending',
				'150000',
				'VND',
				'&lt;b&gt;ord-77&lt;/b&gt;',
				'v2.payins.create',
				'storm',
				'after the effect',
				'+15 minutes',
			]) {
				expect(page).toContain(shown);
			}
			for (const hidden of ['Bearer of the merchant', '<b>ord-77</b>']) expect(page).not.toContain(hidden);
		} finally {
			await emulator.close();
		}
	});
});

describe('starting and stopping', () => {
	it('says in a sentence that the port is taken', async () => {
		const first = await startEmulator({ frozen: true });
		try {
			const port = Number(new URL(first.url).port);
			await expect(startEmulator({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken by another program`);
		} finally {
			await first.close();
		}
	});

	it('stops once, however often it is asked, and answers no more', async () => {
		const emulator = await startEmulator();
		await Promise.all([emulator.close(), emulator.close()]);
		await expect(fetch(emulator.url)).rejects.toThrow();
	});

	it('gives the same credentials for a seed, others for another', async () => {
		const credentialsOf = async (seed: number): Promise<string[]> => {
			const emulator = await startEmulator({ seed, frozen: true });
			await emulator.close();
			return [...emulator.world.accounts.values()].flatMap(({ appId, secretKey }) => [appId, secretKey]);
		};
		expect(await credentialsOf(7)).toEqual(await credentialsOf(7));
		expect(await credentialsOf(7)).not.toEqual(await credentialsOf(8));
	});
});

describe('the command', () => {
	const root = join(__dirname, '..', '..');

	function run(...options: string[]) {
		const child = spawn(process.execPath, ['--import', 'tsx', 'emulator/main.ts', ...options], {
			cwd: root,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const output = { text: '' };
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (chunk: string) => (output.text += chunk));
		return { child, output, ended: once(child, 'close') as Promise<[number | null]> };
	}

	it('prints addresses and credentials that work, and ends cleanly on Ctrl+C', async () => {
		const { child, output, ended } = run('--port', '0', '--seed', '7', '--frozen');
		try {
			while (!output.text.includes('Ctrl+C')) await Promise.race([once(child.stdout, 'data'), ended]);
			const value = (name: string): string => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(output.text)?.[1] ?? '';
			const answer = await fetch(`${value('Base URL')}/v2/balances/detail?currency=AUD`, {
				headers: { 'app-id': value('AUD App ID'), 'secret-key': value('AUD Secret Key') },
			});
			expect(answer.status).toBe(200);
			await answer.text();
		} finally {
			child.kill('SIGINT');
		}
		expect(await ended).toEqual([0, null]);
	}, 30_000);

	it('refuses an option that makes no sense, in one sentence', async () => {
		const { output, ended } = run('--port', 'eighty');
		expect((await ended)[0]).toBe(1);
		expect(output.text).toContain('It must be a whole number from 0 to 65535.');
	}, 30_000);
});

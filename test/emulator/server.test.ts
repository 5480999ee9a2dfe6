import { spawn } from 'child_process';
import { once } from 'events';
import { join } from 'path';
import { startEmulator } from '../../emulator/server';

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

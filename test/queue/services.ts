import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../runtime/freePort';
import { startProcess, type StartedProcess } from '../../runtime/startedProcess';
import { run, type Programs } from './programs';

/** A database or a queue of its own, on a free port of the loopback address. */
export interface Service {
	readonly port: number;
	stop(): Promise<void>;
}

/** Who runs a program; nothing: whoever runs this one. */
interface User {
	uid?: number;
	gid?: number;
}

const READY_WITHIN_MS = 60_000;
const RUN_PROGRAM = join(__dirname, 'runProgram.cjs');

function start(
	program: { command: string; args: string[]; endWith: NodeJS.Signals } & User,
	folder: string,
	name: string,
): StartedProcess {
	return startProcess({
		command: RUN_PROGRAM,
		args: [JSON.stringify(program)],
		cwd: folder,
		env: process.env,
		logFile: join(folder, `${name}.log`),
		isScript: true,
	});
}

async function accepts(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}

async function untilReady(name: string, process: StartedProcess, isReady: () => Promise<boolean>): Promise<void> {
	const deadline = Date.now() + READY_WITHIN_MS;
	while (!(await isReady())) {
		if (!process.isRunning() || Date.now() > deadline) {
			await process.kill();
			throw new Error(`${name} did not start. The end of its log:\n${process.logTail()}`);
		}
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

/** PostgreSQL refuses to run as root: then it runs as the user of Debian's package. */
async function postgresUser(): Promise<User> {
	if (process.getuid?.() !== 0) return {};
	const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** A fresh PostgreSQL with a database called `n8n`, owned by a user of the same name who needs no password. */
export async function startPostgres({ postgres }: Programs, folder: string): Promise<Service> {
	const user = await postgresUser();
	const home = join(folder, 'postgres');
	mkdirSync(home);
	// Its user has to pass through the folders above.
	chmodSync(folder, 0o755);
	if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
	const data = join(home, 'data');
	await run(join(postgres, 'initdb'), ['-D', data, '-U', 'n8n', '--auth=trust', '--encoding=UTF8', '--no-sync'], {
		...user,
		cwd: home,
	});
	const port = await freePort();
	const settings = ['fsync=off', 'max_connections=200', `unix_socket_directories=${home}`];
	const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
	// SIGINT ends it without waiting for its clients.
	const server = start({ command: join(postgres, 'postgres'), args, endWith: 'SIGINT', ...user }, folder, 'postgres');
	const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n'];
	const succeeds = async (program: string, ...more: string[]) =>
		await run(join(postgres, program), [...address, ...more]).then(
			() => true,
			() => false,
		);
	await untilReady('PostgreSQL', server, async () => await succeeds('pg_isready'));
	await run(join(postgres, 'createdb'), [...address, 'n8n']);
	return { port, stop: async () => await server.stop() };
}

/** A fresh Redis that keeps nothing. */
export async function startRedis({ redis }: Programs, folder: string): Promise<Service> {
	const port = await freePort();
	const settings = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
	const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
	const server = start({ command: redis, args, endWith: 'SIGTERM' }, folder, 'redis');
	await untilReady('Redis', server, async () => await accepts(port));
	return { port, stop: async () => await server.stop() };
}

import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import getPort from 'get-port';
import { startProcess, untilReady, type StartedProcess } from '../../runtime/startedProcess';
import { run, type Programs } from './programs';

/** A database or a queue on a free port of the loopback address. */
export interface Service {
	readonly port: number;
	stop(): Promise<void>;
}

/** The user who runs a program. Default: the user of this process. */
interface User {
	uid?: number;
	gid?: number;
}

const HOST = '127.0.0.1';
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
		const socket = connect(port, HOST);
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}

/** PostgreSQL refuses to run as root. In that case it runs as the user of Debian's package. */
async function postgresUser(): Promise<User> {
	if (process.getuid?.() !== 0) return {};
	const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** Starts a fresh PostgreSQL with a database `n8n`, owned by a user of the same name without a password. */
export async function startPostgres({ postgres }: Programs, folder: string): Promise<Service> {
	const user = await postgresUser();
	const home = join(folder, 'postgres');
	mkdirSync(home);
	// PostgreSQL's user must be able to enter the parent folder.
	chmodSync(folder, 0o755);
	if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
	const data = join(home, 'data');
	await run(join(postgres, 'initdb'), ['-D', data, '-U', 'n8n', '--auth=trust', '--encoding=UTF8', '--no-sync'], {
		...user,
		cwd: home,
	});
	const port = await getPort({ host: HOST });
	const settings = ['fsync=off', 'max_connections=200', `unix_socket_directories=${home}`];
	const args = ['-D', data, '-h', HOST, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
	// SIGINT shuts it down without waiting for clients.
	const server = start({ command: join(postgres, 'postgres'), args, endWith: 'SIGINT', ...user }, folder, 'postgres');
	const address = ['-h', HOST, '-p', String(port), '-U', 'n8n'];
	const succeeds = async (program: string, ...more: string[]) =>
		await run(join(postgres, program), [...address, ...more]).then(
			() => true,
			() => false,
		);
	await untilReady('PostgreSQL', server, async () => await succeeds('pg_isready'), READY_WITHIN_MS);
	await run(join(postgres, 'createdb'), [...address, 'n8n']);
	return { port, stop: async () => await server.stop() };
}

/** Starts a Redis that stores nothing on disk. */
export async function startRedis({ redis }: Programs, folder: string): Promise<Service> {
	const port = await getPort({ host: HOST });
	const settings = { port: String(port), bind: HOST, save: '', appendonly: 'no', dir: folder };
	const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
	const server = start({ command: redis, args, endWith: 'SIGTERM' }, folder, 'redis');
	await untilReady('Redis', server, async () => await accepts(port), READY_WITHIN_MS);
	return { port, stop: async () => await server.stop() };
}

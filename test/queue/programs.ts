import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** Paths of the programs that queue mode needs in addition to n8n. */
export interface Programs {
	/** Folder of PostgreSQL's programs. */
	postgres: string;
	redis: string;
}

const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const ADVICE = 'Install PostgreSQL and Redis (Debian: apt-get install postgresql redis-server), then start again.';

function postgresFolder(): string | undefined {
	const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
	return versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(DEBIAN_POSTGRES, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'initdb')));
}

function inPath(name: string): string | undefined {
	const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/bin'];
	return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function found(): Programs | undefined {
	const postgres = postgresFolder();
	const redis = inPath('redis-server');
	return postgres && redis ? { postgres, redis } : undefined;
}

async function apt(...args: string[]): Promise<void> {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const installation = spawn('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
	const code = await new Promise((resolve) => installation.once('error', () => resolve(1)).once('exit', resolve));
	if (code !== 0) throw new Error(`apt-get ${args.join(' ')} failed. ${ADVICE}`);
}

/** Finds PostgreSQL and Redis. If they are missing, installs them when run as root on Debian, or throws with advice. */
export async function installedPrograms(): Promise<Programs> {
	const present = found();
	if (present) return present;
	if (process.getuid?.() !== 0 || !inPath('apt-get')) throw new Error(ADVICE);
	console.log('Installing PostgreSQL and Redis (Debian packages, about 60 MB, usually half a minute) …');
	await apt('update');
	await apt('install', '--yes', '--no-install-recommends', 'postgresql', 'redis-server');
	const installed = found();
	if (!installed) throw new Error(ADVICE);
	return installed;
}

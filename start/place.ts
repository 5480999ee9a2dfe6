import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../runtime/currentPackage';
import type { Lifetime } from '../runtime/lifetime';

const KEPT = join(__dirname, '..', '.cache', 'start');

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Claims the folder for this process, because two n8n processes would corrupt its database. */
function claim(folder: string, lifetime: Lifetime): void {
	const claimFile = join(folder, 'running');
	const owner = existsSync(claimFile) ? Number(readFileSync(claimFile, 'utf8')) : 0;
	if (owner > 0 && owner !== process.pid && isAlive(owner)) {
		throw new Error(
			`It is running already, as process ${owner}. Stop it first, or use "npm start -- --once", which keeps to itself.`,
		);
	}
	writeFileSync(claimFile, String(process.pid));
	lifetime.defer(() => rmSync(claimFile, { force: true }));
}

/**
 * The folders of the demonstration, never those of the user's own n8n. With `once` they are temporary; otherwise they are
 * kept in .cache/start, so that the next start is a short one. `reset` deletes what was kept.
 */
export function openPlace(
	{ once, reset, n8n }: { once: boolean; reset: boolean; n8n?: string },
	lifetime: Lifetime,
): Place {
	// An older n8n cannot read the database of a newer one.
	const kept = n8n === undefined ? KEPT : `${KEPT}-${n8n}`;
	const folder = once ? lifetime.temporaryFolder('multi-currency-payments-') : kept;
	if (!once) {
		mkdirSync(folder, { recursive: true });
		claim(folder, lifetime);
	}
	const place = { userFolder: join(folder, 'n8n'), packageFolder: join(folder, 'package') };
	if (reset) for (const one of Object.values(place)) rmSync(one, { recursive: true, force: true });
	return place;
}

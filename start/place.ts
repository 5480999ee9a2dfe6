import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lifetime } from './lifetime';

/** Where the demonstration keeps its things: never in the user's own n8n. */
export interface Place {
	/** n8n's user folder. */
	userFolder: string;
	/** Holds the packed package. */
	packageFolder: string;
}

const KEPT = join(__dirname, '..', '.cache', 'start');

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Two n8n on one database would spoil it. */
function claim(folder: string, lifetime: Lifetime): void {
	const claimFile = join(folder, 'running');
	const owner = existsSync(claimFile) ? Number(readFileSync(claimFile, 'utf8')) : 0;
	if (owner > 0 && owner !== process.pid && isAlive(owner)) {
		throw new Error(
			`It is running already, as process ${owner}. Stop that one first, or use "npm start -- --once", which keeps to itself.`,
		);
	}
	writeFileSync(claimFile, String(process.pid));
	lifetime.defer(() => rmSync(claimFile, { force: true }));
}

/**
 * Opens the place. With `once` it is a temporary folder that is removed at the end; otherwise it is kept in .cache/start,
 * so that the next start takes seconds. `reset` forgets what was kept.
 */
export function openPlace({ once, reset }: { once: boolean; reset: boolean }, lifetime: Lifetime): Place {
	let folder = KEPT;
	if (once) {
		folder = mkdtempSync(join(tmpdir(), 'multi-currency-payments-'));
		lifetime.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
	} else {
		mkdirSync(folder, { recursive: true });
		claim(folder, lifetime);
	}
	const place = { userFolder: join(folder, 'n8n'), packageFolder: join(folder, 'package') };
	if (reset) for (const one of Object.values(place)) rmSync(one, { recursive: true, force: true });
	return place;
}

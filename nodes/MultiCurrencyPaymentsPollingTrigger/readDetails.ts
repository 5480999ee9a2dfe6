import { asObject, asText } from '../../core/payload';
import type { DetailsRead } from './look';

/** Most details whose reading is remembered. A forgotten one is read once more. */
const MOST_DETAILS = 20_000;

/** Which details a polling trigger has read in this process, and when. */
export class ReadDetails implements DetailsRead {
	/** Least recently read first. Milliseconds since 1970. */
	private readonly times = new Map<string, number>();
	private readonly uuids = new Set<string>();

	readAt(state: string): number | undefined {
		return this.times.get(state);
	}

	wasRead(record: object): boolean {
		return this.uuids.has(uuidOf(record));
	}

	/** @param state of the record when it was read */
	note(state: string, record: object, now: number): void {
		this.times.delete(state);
		this.times.set(state, now);
		this.uuids.add(uuidOf(record));
		trim(this.times);
		trim(this.uuids);
	}

	forgetAll(): void {
		this.times.clear();
	}
}

function uuidOf(record: object): string {
	return asText(asObject(record)?.uuid) ?? '';
}

function trim(known: Map<string, unknown> | Set<string>): void {
	for (const oldest of known.keys()) {
		if (known.size <= MOST_DETAILS) break;
		known.delete(oldest);
	}
}

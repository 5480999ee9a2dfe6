import { keepNewest } from '../../core/keepNewest';

/** Most details whose reading is remembered. A forgotten one is read once more. */
const MOST_DETAILS = 20_000;

/** Which details a polling trigger has read in this process, and when. */
export class ReadDetails {
	/** Least recently read first. Milliseconds since 1970. */
	private readonly times = new Map<string, number>();

	/** @param state of the record when it was read */
	readAt(state: string): number | undefined {
		return this.times.get(state);
	}

	note(state: string, now: number): void {
		this.times.delete(state);
		this.times.set(state, now);
		keepNewest(this.times, MOST_DETAILS);
	}

	forgetAll(): void {
		this.times.clear();
	}
}

import type { PollState, Progress } from './watch';

/**
 * What an event is:
 * - `existing`: it was there when the trigger was published,
 * - `news`: it has come since,
 * - `unclear`: its record was found a second time in this poll. The next poll tells.
 */
export type Novelty = 'existing' | 'news' | 'unclear';

/**
 * Tells what existed when the trigger was published from what has come since. The first poll remembers everything that it
 * finds. Where it does not reach the end of a list, later polls read on or start over until one does:
 * - A record that an earlier poll found was watched since, so its new events are news.
 * - A record that is listed above those was created since, so it is news.
 * - Any other record is found for the first time, and taken to have been like that at publishing.
 */
export class FirstLook {
	/** Whether no look has reached the end of the list yet. */
	readonly isOpen: boolean;

	private readonly isFirstPoll: boolean;
	private readonly since: number | undefined;
	/** By record, the reading of this poll that found it. */
	private readonly found = new Map<string | null, number>();
	private hasPassedKnown = false;

	/**
	 * @param before how far the trigger had come when the poll began
	 * @param emitExisting whether what existed is wanted as well
	 */
	constructor(
		private readonly kind: string,
		before: Progress,
		private readonly state: PollState,
		emitExisting: boolean,
	) {
		this.isOpen = before.through === undefined && !emitExisting;
		this.isFirstPoll = this.isOpen && before.baseline === undefined;
		this.since = before.baseline ?? (this.isOpen ? state.now : undefined);
	}

	/** When the trigger was published; undefined until something was found. Milliseconds since 1970. */
	get baseline(): number | undefined {
		return this.isFirstPoll && this.found.size === 0 ? undefined : this.since;
	}

	/**
	 * To be called for every event in the order in which the records are read.
	 * @param record what tells its record from the others
	 * @param reading which reading of this poll found it: one reading of a record shows several events
	 * @param isOnward whether it was read onward from where an earlier poll had stopped, not from the newest page
	 */
	judge(record: string | null, reading: number, isOnward: boolean): Novelty {
		if (!this.isOpen) return 'news';
		const isKnown = this.state.hasSeen(this.markOf(record));
		this.hasPassedKnown ||= isKnown;
		if (isKnown || (!this.isFirstPoll && !isOnward && !this.hasPassedKnown)) return 'news';
		if (!this.found.has(record)) this.found.set(record, reading);
		return this.found.get(record) === reading ? 'existing' : 'unclear';
	}

	/** To be called at the end of the poll. @param isOver whether the first look is over for good */
	keep(isOver: boolean): void {
		if (!this.isOpen || isOver) return;
		// Oldest first, because the memory drops what came first.
		this.state.see([...this.found.keys()].reverse().map((record) => this.markOf(record)));
	}

	/** A mark belongs to one publishing: what changes while the workflow is not published is no news. */
	private markOf(record: string | null): string {
		return JSON.stringify(['found', this.kind, this.since, record]);
	}
}

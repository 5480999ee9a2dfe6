import type { Twins } from '../service/balances';

/** A look through one list that has not yet reached the end. Times in milliseconds since 1970. */
export interface OpenLook {
	startedAt: number;
	from: number;
	/** Where the next page starts; absent for the first one. */
	position?: string | number;
	/** What the next page may go on with, where its records need not differ from those before. */
	twins?: Twins;
	/** The end of the period that the service took: a position belongs to its period. */
	until?: number;
}

/** How far a list has been looked through. */
export interface Progress {
	/** When the last look that reached the end was begun. Absent until one has. */
	through?: number;
	/**
	 * The creation time from which that look read. Older records were never seen, or are forgotten, and would count as
	 * new.
	 */
	from?: number;
	look?: OpenLook;
	/** When the trigger was published, where what existed then is not wanted. */
	baseline?: number;
}

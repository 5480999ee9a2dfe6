import type { RequestCount } from '../service/client';

/**
 * Most requests of one poll for each list, including details. They suffice for 2,500 payins or 500 payouts. If there
 * are more, the next poll goes on.
 */
export const MOST_REQUESTS = 25;

/** What a poll may spend on one list. The client counts the requests, including repeats. */
export class Budget implements RequestCount {
	private requests = 0;

	/** @param endsAt when the poll has to stop, in milliseconds since 1970 */
	constructor(private readonly endsAt: number) {}

	add(): void {
		this.requests += 1;
	}

	get isTimeUp(): boolean {
		return Date.now() >= this.endsAt;
	}

	get isReached(): boolean {
		return this.requests >= MOST_REQUESTS || this.isTimeUp;
	}
}

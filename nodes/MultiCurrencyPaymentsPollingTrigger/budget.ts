import type { RequestCount } from '../service/client';

/**
 * Most requests of one poll for each list, including details. They suffice for 2,000 payins or 500 payouts. If there
 * are more, the next poll goes on.
 */
export const MOST_REQUESTS = 25;

/** What a poll may spend on one list. The client counts the requests, including repeats. */
export class Budget implements RequestCount {
	private requests = 0;

	/**
	 * @param endsAt when the poll has to stop, in milliseconds since 1970
	 * @param isFirstLook whether only the time counts
	 */
	constructor(
		private readonly endsAt: number,
		private readonly isFirstLook: boolean,
	) {}

	add(): void {
		this.requests += 1;
	}

	/** Whether no further request is made. One that failed is not repeated then, either. */
	get isReached(): boolean {
		return Date.now() >= this.endsAt || (!this.isFirstLook && this.requests >= MOST_REQUESTS);
	}
}

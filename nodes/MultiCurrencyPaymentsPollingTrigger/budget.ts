import type { RequestCount } from '../service/client';

/**
 * Most requests of one poll for each list, including details. They suffice for 2,000 payins or 500 payouts. If there
 * are more, the next poll goes on.
 */
export const MOST_REQUESTS = 25;

/**
 * How many of them are kept for details that may show more than the list. Otherwise a list that takes several polls
 * would leave none for what its first pages show.
 */
const KEPT_FOR_DETAILS = 5;

/** What a poll may spend on one list. The client counts the requests, including repeats. */
export class Budget implements RequestCount {
	private requests = 0;

	/**
	 * @param endsAt when the poll has to stop, in milliseconds since 1970
	 * @param readsMore whether the list has such details
	 * @param isFirstLook whether only the time counts
	 */
	constructor(
		private readonly endsAt: number,
		private readonly readsMore: boolean,
		private readonly isFirstLook: boolean,
	) {}

	add(): void {
		this.requests += 1;
	}

	private get isTimeUp(): boolean {
		return Date.now() >= this.endsAt;
	}

	/** Whether nothing is left for the list itself. */
	get isReachedForList(): boolean {
		return this.isOver(MOST_REQUESTS - (this.readsMore ? KEPT_FOR_DETAILS : 0));
	}

	/** Requests left for details that may show more than the list. */
	get leftForMore(): number {
		return this.isTimeUp ? 0 : Math.max(0, MOST_REQUESTS - this.requests);
	}

	/** Whether a request that failed is not repeated. */
	get isReached(): boolean {
		return this.isOver(MOST_REQUESTS);
	}

	private isOver(most: number): boolean {
		return this.isTimeUp || (!this.isFirstLook && this.requests >= most);
	}
}

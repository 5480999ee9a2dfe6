import { attempt } from '../../core/attempt';
import { asUtcTimestamp } from '../../core/dates';
import type { FetchPage } from '../../core/paging';
import type { ServiceClient } from './client';
import { ServiceFailure } from './failure';

const DAY = 86_400_000;

/** How far the clocks of n8n and the service may differ, in milliseconds. */
export const CLOCKS_DIFFER = 300_000;

/** A period, including both ends. */
export interface Period {
	from: Date;
	to: Date;
	/** When it is asked for. If it does not end before that, the service may find that it ends in the future. */
	asked?: Date;
}

/**
 * A period in the form of the v2 lists, in UTC. They take whole seconds, so the end is rounded up: rounding down would leave out what was
 * created in its last second.
 */
export function periodQuery({ from, to }: Period): { from_date: string; to_date: string } {
	return { from_date: asUtcTimestamp(from), to_date: asUtcTimestamp(endOf(to)) };
}

/** The end of a period in whole seconds. */
export const endOf = (to: Date): Date => new Date(Math.ceil(to.getTime() / 1000) * 1000);

/**
 * The period in which a key is looked for: almost the longest that the service lists (specification: "Payout list
 * period"). It ends tomorrow, because clocks differ.
 */
export function lookUpPeriod(now = Date.now()): Period {
	return aheadOf({ from: new Date(now - 363 * DAY), asked: new Date(now) });
}

/** A period that ends a day after it is asked for, because clocks differ. */
export function aheadOf({ from, asked }: { from: Date; asked: Date }): Period {
	return { from, to: new Date(asked.getTime() + DAY), asked };
}

/**
 * How far the service's clock is ahead of n8n's, in milliseconds, by account and list: for lists that refused a period
 * ending in the future. It is kept until n8n restarts.
 */
const clocks = new Map<string, number>();

/**
 * The pages of a list of a period. The specification does not say whether lists take a period that ends in the future. If
 * one is refused, the list is read until now by the service's own clock.
 * @param pagesOf the list of a period. A cursor is valid only for the dates it was given for
 */
export function pagesOfPeriod<T>(
	client: ServiceClient,
	path: string,
	period: Period,
	pagesOf: (period: Period) => FetchPage<T>,
): FetchPage<T> {
	const { asked } = period;
	if (asked === undefined || period.to < asked) return pagesOf(period);
	const until = (moment: number) => pagesOf(cut(period.from, moment));
	const list = `${client.credential.baseUrl} ${client.credential.appId} ${path}`;
	const ahead = clocks.get(list);
	let pages = ahead === undefined ? pagesOf(period) : until(asked.getTime() + ahead);
	return async (position) => {
		const outcome = await attempt(async () => await pages(position));
		if ('value' in outcome) return outcome.value;
		const now = timeOfRefusal(outcome.failure);
		if (now === null) throw outcome.failure;
		const refusedAt = Date.now();
		const nearer = until(now);
		const page = await nearer(position);
		clocks.set(list, now - refusedAt);
		pages = nearer;
		return page;
	};
}

/** A period until a moment in milliseconds since 1970, in whole seconds so that it does not end later. */
function cut(from: Date, moment: number): Period {
	const to = new Date(Math.floor(moment / 1000) * 1000);
	return { from: from < to ? from : to, to };
}

/** When a service refused values, by its own clock where it tells, in milliseconds since 1970; null for any other failure. */
function timeOfRefusal(failure: unknown): number | null {
	if (!(failure instanceof ServiceFailure) || ![400, 422].includes(failure.details.status ?? 0)) return null;
	const told = Date.parse(failure.details.date ?? '');
	return Number.isNaN(told) ? Date.now() : told;
}

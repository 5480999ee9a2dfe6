import { attempt } from '../../core/attempt';
import type { FetchPage } from '../../core/service/paging';
import type { ServiceClient } from './client';
import { listKey } from './credential';
import { ServiceFailure } from './failure';

/** How many records to ask for at a time where a list is read whole: few requests, none of them slow. */
export const LARGE_PAGE = 1000;

/** How many records to ask for at a time where no more than `limit` are wanted. */
export const pageSizeFor = (limit: number): number => Math.max(1, Math.min(LARGE_PAGE, Math.ceil(limit)));

/** The page size that lists have by default (specification: "Limits"). */
export const SMALLEST_PAGE = 20;

/** The sizes to try when the service refuses a larger one. */
const SMALLER_SIZES = [100, SMALLEST_PAGE];

/** The largest page size that the service took, by account and endpoint. It is the same until n8n restarts. */
const accepted = new Map<string, number>();

/**
 * The pages of a list whose endpoint takes a page size. The specification names no largest one, so a size that the
 * service refuses is followed by a smaller one, and later lists of this account begin with that.
 * @param most how many records a page should have at most
 * @param pagesOf the list with pages of a size; a cursor is valid only for the size it was given for
 */
export function sizedPages<T>(
	client: ServiceClient,
	path: string,
	most: number,
	pagesOf: (size: number) => FetchPage<T>,
): FetchPage<T> {
	const place = listKey(client.credential, path);
	let size = Math.min(most, accepted.get(place) ?? most);
	let pages = pagesOf(size);
	return async (position) => {
		for (;;) {
			const outcome = await attempt(() => pages(position));
			if ('value' in outcome) {
				if (size < most) accepted.set(place, size);
				return outcome.value;
			}
			const smaller = SMALLER_SIZES.find((each) => each < size);
			if (position !== undefined || smaller === undefined || !mayBeTooLarge(outcome.failure)) throw outcome.failure;
			size = smaller;
			pages = pagesOf(size);
		}
	};
}

/** Whether the size may be the reason for a refusal. Only a smaller one can show it. */
const mayBeTooLarge = (failure: unknown): boolean =>
	failure instanceof ServiceFailure && [400, 413, 422].includes(failure.details.status ?? 0);

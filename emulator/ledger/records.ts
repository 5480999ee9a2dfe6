import type { Period } from './history';

/** What is needed to find and list a record. */
export interface Filed {
	readonly uuid: string;
	readonly externalId: string | null;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
}

export interface ListQuery extends Period {
	externalId?: string;
	/** From 1. */
	page: number;
	size: number;
}

/** Index of the first record made at or after `at`. */
function firstSince(records: readonly Filed[], at: number): number {
	let low = 0;
	let high = records.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((records[middle]?.createdAt ?? Infinity) < at) low = middle + 1;
		else high = middle;
	}
	return low;
}

/**
 * Records in creation order. Look-up by uuid or external_id takes constant time. Several records may share an external_id,
 * because the service does not require unique ones.
 */
export function createRecordBook<T extends Filed>() {
	const inOrder: T[] = [];
	const byUuid = new Map<string, T>();
	const byExternalId = new Map<string, T[]>();

	return {
		add(record: T): void {
			inOrder.push(record);
			byUuid.set(record.uuid, record);
			if (record.externalId === null) return;
			const same = byExternalId.get(record.externalId);
			if (same) same.push(record);
			else byExternalId.set(record.externalId, [record]);
		},
		find: (uuid: string): T | undefined => byUuid.get(uuid),
		all: inOrder as readonly T[],
		/** One page, newest first. Both ends of the period are inclusive. */
		page({ from, to, externalId, page, size }: ListQuery): { total: number; records: T[] } {
			const chosen = externalId ? (byExternalId.get(externalId) ?? []) : inOrder;
			const begin = firstSince(chosen, from);
			const end = Math.max(begin, firstSince(chosen, to + 1));
			const last = end - (page - 1) * size;
			return {
				total: end - begin,
				records: chosen.slice(Math.max(begin, last - size), Math.max(begin, last)).reverse(),
			};
		},
		/** The newest records, at most `limit`. */
		newest: (limit: number): T[] => inOrder.slice(-limit).reverse(),
	};
}

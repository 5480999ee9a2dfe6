/** One page of records, counted from 1. */
export function pageOf<T>(records: readonly T[], { page, per_page }: { page: number; per_page: number }) {
	return {
		total: records.length,
		total_page: Math.ceil(records.length / per_page),
		records: records.slice((page - 1) * per_page, page * per_page),
	};
}

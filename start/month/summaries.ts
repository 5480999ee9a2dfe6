import type { IDataObject } from 'n8n-workflow';
import { sumOf } from '../amounts';

/** The reconciliation of one account. Amounts are decimal texts; money that left the account is negative. */
export interface Summary {
	/** How many expectations are matched. */
	matched: number;
	opening: string;
	/** What was added to the account. */
	topUps: string;
	/** The salaries without their fees. */
	salaries: string;
	fees: string;
	closing: string;
	/** The closing balance by the settlement report of the day; empty where there is none without a difference. */
	report: string;
	/** What the items explain of the balance's movement, and what they do not. */
	explained: string;
	unexplained: string;
}

interface Shown {
	currencies: { currency: string; opening_balance: string; closing_balance: string; unexplained: string }[];
	settlement_reports: {
		id: string;
		closing_balance: string;
		difference: string;
		differing_rows: number;
		unknown_rows: number;
	}[];
}

/** Adds up the items of a reconciliation that belong to one currency. Throws when it has no summary of it. */
export function summaryOf(items: readonly IDataObject[], currency: string): Summary {
	const shown = items
		.filter(({ kind }) => kind === 'summary')
		.map((item) => item as unknown as Shown)
		.find(({ currencies }) => currencies[0]?.currency === currency);
	const [account] = shown?.currencies ?? [];
	if (!shown || !account) throw new Error(`The reconciliation has no summary in ${currency}.`);
	const own = items.filter((item) => item.kind !== 'summary' && item.currency === currency);
	const matched = own.filter(({ verdict }) => verdict === 'matched');
	const added = own.filter(({ verdict }) => verdict === 'transfer');
	const report = shown.settlement_reports.find(
		({ difference, differing_rows, unknown_rows }) => difference === '0' && differing_rows === 0 && unknown_rows === 0,
	);
	return {
		matched: matched.length,
		opening: account.opening_balance,
		topUps: sumOf(added.map(({ net }) => net)),
		salaries: sumOf(matched.map(({ gross }) => gross)),
		fees: sumOf(own.map(({ fees }) => fees)),
		closing: account.closing_balance,
		report: report?.closing_balance ?? '',
		explained: sumOf(own.map(({ net }) => net)),
		unexplained: account.unexplained,
	};
}

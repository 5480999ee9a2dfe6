import type { PaymentEvent } from '../../core/events';
import { nameBalanceEntry, nameEvent, nameSettlementReport, needsDetail } from '../../core/events';
import type { FetchPage, Page } from '../../core/paging';
import { asObject, asText, canonicalInstant, sha256 } from '../../core/payload';
import { historyPages } from '../service/balances';
import type { ServiceClient } from '../service/client';
import type { Period } from '../service/lists';
import { PAGE_SIZE } from '../service/lists';
import { payinPages, readPayin } from '../service/payins';
import { payoutPages } from '../service/payouts';
import { reportPages } from '../service/settlements';

/** A list of the service in which changes are looked for. */
export interface PolledSource {
	/** The records created in a period, newest first. */
	pages(client: ServiceClient, period: Period): FetchPage<object>;
	name(record: object): PaymentEvent | null;
	/** Where the list shows too little of a record to name its event: how to read the rest. */
	detail?: {
		isNeeded(record: object): boolean;
		read(client: ServiceClient, record: object): Promise<object>;
		/** What to remember of a record whose detail was read in a look, so that the look reads it once. */
		fact(record: object, look: number): string;
	};
	/** Whether nothing has happened yet: notifications tell of changes, and creating a payment is none. */
	isBeginning?(event: PaymentEvent, record: object): boolean;
}

const payin: PolledSource = {
	pages: payinPages,
	name: nameEvent,
	detail: {
		isNeeded: needsDetail,
		read: async (client, record) => await readPayin(client, asText(asObject(record)?.uuid) ?? ''),
		fact(record, look) {
			const { uuid, status } = asObject(record) ?? {};
			// A payin whose whole amount went back has no further refund; every other one is read again in each look.
			return JSON.stringify(['detail', uuid, status, ...(status === 'return_received' ? [] : [look])]);
		},
	},
	isBeginning({ source, status }, record) {
		const asksFor3ds = asText(asObject(asObject(record)?.pay_code)?.['3ds_url']) !== null;
		return source !== 'payinCredentials' && status === 'pending' && !asksFor3ds;
	},
};

const payout: PolledSource = {
	pages: payoutPages,
	name: nameEvent,
	isBeginning: ({ status }, record) =>
		status === 'created' || (status === 'scheduled' && asText(asObject(record)?.scheduled_at) !== null),
};

const balanceEntry: PolledSource = {
	pages: (client, period) => historyPages(client, period, PAGE_SIZE),
	name: nameBalanceEntry,
};

const settlementReport: PolledSource = {
	/** The dates that the service filters by are those of the reported period, so the end of the period is found here. */
	pages(client, { from }) {
		const fetchPage = reportPages(client);
		return async (position): Promise<Page<object>> => {
			const { records, next } = await fetchPage(position);
			const recent = records.filter((report) => madeAt(report) >= from.getTime());
			return { records: recent, next: recent.length < records.length ? null : next };
		};
	},
	name: nameSettlementReport,
};

/** By the name that the trigger's parameter `events` uses. */
export const polledSources: Readonly<Record<string, PolledSource>> = { balanceEntry, payin, payout, settlementReport };

/** A short form of an account's name, by which a change of the account is noticed. */
export function accountMark(appId: string): string {
	return sha256(appId).slice(0, 16);
}

/** When a report was made: its own time is assumed, the closing time of its balance is specified. Milliseconds. */
function madeAt(report: object): number {
	const { created_at: created, summary } = asObject(report) ?? {};
	const times = [created, asObject(summary)?.closing_balance_at]
		.map(asText)
		.filter((text) => text !== null)
		.map((text) => Number(canonicalInstant(text).slice(1)))
		.filter(Number.isFinite);
	return Math.max(...times, Number.NEGATIVE_INFINITY);
}

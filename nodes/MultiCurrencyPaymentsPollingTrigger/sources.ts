import { accountTag } from '../../core/service/authorization';
import { listedSources, nameAs, shownBy, type PaymentEvent } from '../../core/events';
import { eventId } from '../../core/events/identity';
import { needsDetail } from '../../core/events/payments';
import type { Source } from '../../core/events/source';
import { balance } from '../../core/events/sources/balance';
import { payin } from '../../core/events/sources/payin';
import { payout } from '../../core/events/sources/payout';
import { settlementReport } from '../../core/events/sources/settlementReport';
import type { FetchPage, Page } from '../../core/service/paging';
import { asObject, textOrNull } from '../../core/service/payload';
import { historyPages, identifyEntry, numberOf, numberOnward, type Twins } from '../service/balances';
import { isChosen } from '../events/emitted';
import { ServiceClient, type ServiceContext } from '../service/client';
import type { PaymentsCredential } from '../service/credential';
import { isRefused } from '../service/failure';
import type { Period } from '../service/period';
import { PAGE_SIZE } from '../service/lists';
import { payinPages, readPayin } from '../service/payins';
import { payoutPages } from '../service/payouts';
import { beginsWithNewest, lacksFile, reportPages, timesOf } from '../service/settlements';

/** 30 days: what was seen is remembered for two days more. */
export const LONGEST_LOOK_BACK_HOURS = 720;

/** A list of the service in which the trigger looks for changes. */
export interface PolledSource {
	/** Its value among the trigger's choices, and the name under which its progress is kept. */
	kind: string;
	/** What its records are about. */
	source: Source;
	/** How long its records are watched at least, in hours, whatever the user asks for. */
	leastLookBack?: number;
	/** The records created in a period, newest first. */
	pages(client: ServiceClient, period: Period): FetchPage<object>;
	/** What tells a record from the others, where its uuid does not. */
	identify?(record: object): string;
	/** Tells the records of a page from those before that look alike. @returns what it needs for the next page */
	numberOnward?(records: readonly object[], before: Twins | undefined): Twins;
	/** Whether records are listed newest first, where the specification does not say so. */
	beginsWithNewest?(records: readonly object[]): boolean;
	/** The events that a record shows, oldest first. */
	name(record: object): PaymentEvent[];
	/** What reads a record of which the list shows too little to name its events, and what identifies it in this state. */
	detail?(record: object): { read(client: ServiceClient): Promise<object>; state: string } | undefined;
}

const polledPayins: PolledSource = {
	kind: 'payin',
	source: payin,
	pages: payinPages,
	name: (record) => shownBy(record, payin.name),
	detail(record) {
		if (!needsDetail(record)) return undefined;
		const { uuid, status } = asObject(record) ?? {};
		return {
			state: JSON.stringify([uuid, status]),
			read: async (client) => await readPayin(client, textOrNull(uuid) ?? ''),
		};
	},
};

const polledPayouts: PolledSource = {
	kind: 'payout',
	source: payout,
	pages: payoutPages,
	name: (record) => shownBy(record, payout.name),
};

const polledBalance: PolledSource = {
	kind: 'balanceEntry',
	source: balance,
	pages: (client, period) => historyPages(client, period, PAGE_SIZE),
	identify: identifyEntry,
	numberOnward,
	name(entry) {
		const event = nameAs(balance, entry);
		const number = numberOf(entry);
		return asList(event && number > 1 ? { ...event, event_id: eventId(event.event_id, String(number)) } : event);
	},
};

const polledReports: PolledSource = {
	kind: 'settlementReport',
	source: settlementReport,
	/** A month: the service may list a report long after it has closed, and need not show when it was made. */
	leastLookBack: LONGEST_LOOK_BACK_HOURS,
	/** The service filters by the reported period, not by creation, so the end of the look is found here. */
	pages(client, { from }) {
		const fetchPage = reportPages(client);
		return async (position): Promise<Page<object>> => {
			const page = await fetchPage(position);
			const times = timesOf(page.records);
			const recent = page.records.filter((_report, index) => Number(times[index]) >= from.getTime());
			const isEnd = recent.length < page.records.length && beginsWithNewest(page.records);
			return { ...page, records: recent, ...(isEnd && { next: null, mayBeCut: false }) };
		};
	},
	beginsWithNewest,
	name: (report) => asList(lacksFile(report) ? null : nameAs(settlementReport, report)),
};

/** In the order of the trigger's choices. */
export const polledSources: readonly PolledSource[] = [polledBalance, polledPayins, polledPayouts, polledReports];

/** A list, and the client of the account that it is read from. */
export interface WatchedList {
	source: PolledSource;
	client: ServiceClient;
}

/**
 * The chosen lists of all accounts. Those of further accounts are kept under names of their own.
 * @param accounts first that of the field App ID
 * @param timeLimit of each request, in milliseconds
 */
export function watchedLists(
	n8n: ServiceContext,
	accounts: readonly PaymentsCredential[],
	chosen: unknown,
	timeLimit: number,
): WatchedList[] {
	const sources = polledSources.filter(({ kind }) => isChosen(chosen, kind));
	return accounts.flatMap((account, index) => {
		const client = new ServiceClient(n8n, account, undefined, { requestTimeout: timeLimit, timeLimit });
		const { currency, appId } = account;
		const own = (source: PolledSource) => ofAccount(source, `${source.kind} ${currency} ${accountTag(appId)}`);
		return sources.map((source) => ({ source: index === 0 ? source : own(source), client }));
	});
}

/** Of what has no uuid, the specification does not say whether the accounts number it by themselves. */
function ofAccount(source: PolledSource, kind: string): PolledSource {
	if (!listedSources.includes(source.source)) return { ...source, kind };
	const own = (event: PaymentEvent) => ({ ...event, event_id: eventId(event.event_id, kind) });
	const name = (record: object) => source.name(record).map(own);
	return { ...source, kind, name };
}

/** What v2 does not offer (specification: "Supported v2 currencies"). A test holds it equal to contract/. */
export const V3_ONLY_CURRENCIES: readonly string[] = ['NZD', 'HKD'];

/** What came of asking an account for a list. */
export interface AccountRead {
	client: ServiceClient;
	failure?: unknown;
}

/**
 * Whether the service has refused a list to an account that need not have it. That must not keep back what other accounts
 * have, if one could be read.
 */
export function mayLack({ client, failure }: AccountRead, all: readonly AccountRead[]): boolean {
	const { currency } = client.credential;
	const isOtherRead = all.some((other) => other.failure === undefined && other.client.credential.currency !== currency);
	return V3_ONLY_CURRENCIES.includes(currency) && isRefused(failure) && isOtherRead;
}

const asList = (event: PaymentEvent | null): PaymentEvent[] => (event === null ? [] : [event]);

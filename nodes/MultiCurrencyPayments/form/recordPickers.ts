import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { moneyInWords, readDecimal } from '../../../core/money';
import type { FetchPage } from '../../../core/service/paging';
import { paymentOf, linkPagesOf, metadataOf } from '../../service/checkoutLinks';
import type { ServiceClient } from '../../service/client';
import { identifyRecord } from '../../service/lists';
import { payinPages } from '../../service/payins';
import { payoutPages } from '../../service/payouts';
import { lookUpPeriod, type Period } from '../../service/period';
import { askAllForEditor } from './designTime';
import { timeOf } from './filters';
import { asText } from '../../../core/text/values';

/** Lists of recent records to choose from; fields name them as their `searchListMethod`. */
export const recordSearch = {
	searchPayins: choicesOf(payinPages, (payin) => ({
		uuid: payin.uuid,
		name: asText(payin.external_id) || asText(payin.name),
		amount: payin.total ?? payin.amount,
		currency: payin.currency,
		status: payin.status,
		createdAt: payin.created_at,
		others: [payin.name, payin.email],
		isOpen: { refund: payin.is_refundable, cancel: payin.is_cancellable },
	})),

	searchPayouts: choicesOf(payoutPages, (batch) => {
		const payments = Array.isArray(batch.payout_transactions) ? batch.payout_transactions : [];
		const [first] = payments;
		return {
			uuid: batch.uuid,
			name: [asText(batch.external_id) || asText(first?.payee), payments.length > 1 && `${payments.length} payees`]
				.filter(Boolean)
				.join(' · '),
			amount: batch.total_amount,
			currency: batch.currency,
			status: batch.status,
			createdAt: first?.created_at,
			others: payments.flatMap(({ uuid, external_id: id, payee, email }) => [uuid, id, payee, email]),
		};
	}),

	searchCheckoutLinks: choicesOf(linkPagesOf, (link) => ({
		uuid: link.uuid,
		name: asText(metadataOf(link)?.external_id) || asText(link.email),
		amount: link.amount,
		...paymentOf(link),
		createdAt: link.created_at,
		others: [link.email, link.transaction_info?.name, link.description],
	})),
};

/** What a list shows of a record. The specification does not show the records of most lists, so that any of it may be missing. */
interface Listed {
	uuid: string;
	/** By what a person knows it. */
	name: string;
	amount: unknown;
	currency: unknown;
	status: unknown;
	createdAt: unknown;
	/** By what it is searched, too. */
	others: readonly unknown[];
	/** Whether an operation can act on it, where the record itself says so. */
	isOpen?: Readonly<Record<string, boolean | undefined>>;
}

/** Statuses of what has not come to its end. */
const OPEN = ['pending', 'waiting', 'authorised', 'created', 'processing', 'scheduled', 'active', ''];

/** The statuses that an operation acts on; any where it is not named. */
const ACTED_ON: Readonly<Record<string, readonly string[]>> = {
	...Object.fromEntries(
		['cancel', 'simulate', 'waitForStatus', 'confirmOtp', 'resendOtp', 'authorizeStk'].map((name) => [name, OPEN]),
	),
	refund: ['received', 'partially_refunded'],
	cancelScheduled: ['scheduled'],
};

/** How many pages are read at most while somebody searches. */
const PAGES = 5;

/** Searches the records of all accounts: first come those that the operation can act on, the newest first. */
function choicesOf<T extends object>(
	pagesOf: (client: ServiceClient, period: Period, externalId?: string) => FetchPage<T>,
	listedOf: (record: T) => Listed,
) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const wanted = filter.trim();
		const operation = asText(this.getCurrentNodeParameter('operation'));
		const read = await askAllForEditor(this, async (client) => {
			const period = lookUpPeriod();
			const recent = await recentOf(pagesOf(client, period), wanted === '' ? 1 : PAGES);
			// The service knows those of any age.
			const named = wanted === '' ? [] : await recentOf(pagesOf(client, period, wanted), 1);
			return [...recent, ...named];
		});
		const once = new Map(read.flat().map((record) => [identifyRecord(record), record]));
		const found = [...once.values()].map(listedOf).filter((listed) => isLike(listed, wanted));
		const since = ({ createdAt }: Listed) => timeOf(createdAt) || 0;
		const rank = (listed: Listed) => (isActedOn(listed, operation) ? 0 : 1);
		found.sort((one, other) => rank(one) - rank(other) || since(other) - since(one));
		const moments = momentsIn(this.getTimezone());
		return { results: found.map((listed) => choiceOf(listed, moments)) };
	};
}

async function recentOf<T>(pages: FetchPage<T>, most: number): Promise<T[]> {
	const records: T[] = [];
	let position: string | number | undefined;
	for (let page = 1; page <= most; page++) {
		const { records: more, next } = await pages(position);
		records.push(...more);
		if (next === null) break;
		position = next;
	}
	return records;
}

function isLike({ uuid, name, others }: Listed, wanted: string): boolean {
	const texts = [uuid, name, ...others].map((text) => asText(text).toLowerCase());
	return texts.some((text) => text.includes(wanted.toLowerCase()));
}

function isActedOn({ status, isOpen }: Listed, operation: string): boolean {
	const word = asText(status).toLowerCase();
	return isOpen?.[operation] !== false && (ACTED_ON[operation]?.includes(word) ?? true);
}

/** Such as "INV-77 · 120.00 AUD · received · 3 Mar 10:12". */
function choiceOf(
	{ uuid, name, amount, currency, status, createdAt }: Listed,
	momentOf: (time: number) => string,
): INodeListSearchItems {
	const decimal = readDecimal(amount);
	const money = decimal === null ? '' : moneyInWords(decimal, asText(currency)).trim();
	const parts = [name || uuid, money, asText(status), momentOf(timeOf(createdAt))];
	return { name: parts.filter((part) => part !== '').join(' · '), value: uuid };
}

/** Writes points in time as people do, in a time zone; empty where one is not known. */
function momentsIn(timeZone: string): (time: number) => string {
	const format = new Intl.DateTimeFormat('en-GB', {
		...{ timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
		hourCycle: 'h23',
	});
	return (time) => (Number.isNaN(time) ? '' : format.format(time).replace(', ', ' '));
}

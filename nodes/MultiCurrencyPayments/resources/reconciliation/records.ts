import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Payin, PayinListed, PayoutBatchDetail, RefundRecord } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import { instantOf } from '../../../../core/time/dates';
import { readDecimal, sumAmounts } from '../../../../core/money';
import { readPages, UnknownListError, untilItHoldsStill } from '../../../../core/service/paging';
import { endedAs, isPaidAs } from '../../../../core/payments/match';
import type { PaymentRecord } from '../../../../core/reconciliation/payments';
import { isShown } from '../../../../core/service/payload';
import { isRefused } from '../../../service/failure';
import { identifyRecord } from '../../../service/lists';
import { linkPagesOf, metadataOf, paymentOf, showsMetadata, type ShownLink } from '../../../service/checkoutLinks';
import { LONGEST_PERIOD } from '../../../service/olderYears';
import { LARGE_PAGE } from '../../../service/pageSize';
import { payinPages } from '../../../service/payins';
import { beginLists, referenceOf, requestsLeft, scanBatches, type BegunList } from '../../../service/payouts';
import type { Period } from '../../../service/period';
import { TimeSlice } from '../../../service/timeSlice';
import { mayBeWithin, timesIn } from '../../form/filters';
import { numberIn, type ItemCall } from '../../run/itemCall';
import { asText } from '../../../../core/text/asText';

/** Payins with these statuses have been paid, whatever came of their refunds and disputes (specification: "Payin status"). */
const RECEIVED: ReadonlySet<string> = new Set([
	'received',
	'partially_refunded',
	'return_pending',
	'return_received',
	'return_expired',
	'return_rejected',
	'in_dispute',
	'dispute_lost',
]);

/** Refunds with these statuses have been paid back: a record may have the status of its payin. */
const RECEIVED_BACK: ReadonlySet<string> = new Set(['received', 'partially_refunded', 'return_received']);

export type ShownRefund = Partial<RefundRecord> & { refund_amount?: unknown };

const DAY = 86_400_000;

export const lookBackField: INodeProperties = {
	displayName: 'Look Back (Days)',
	name: 'lookBackDays',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 7,
	description:
		'How long before the period a payment may have been created that is paid in it, and how long after the period one may be paid that was created in it',
};

/** The days of {@link lookBackField}, in milliseconds. @throws NodeOperationError where an expression gives none */
export function lookBackOf(item: ItemCall): number {
	const days = numberIn(item.options.lookBackDays ?? lookBackField.default);
	if (days >= 0 && days <= MOST_DAYS) return days * DAY;
	throw item.refusal(`Look Back (Days) must be a number from 0 to ${MOST_DAYS}`, 'Correct the expression.');
}

/** Ten years. */
const MOST_DAYS = 3_650;

/** The period of the entries, and before it the days of {@link lookBackField}. */
export const lookingBack = (item: ItemCall, period: Period): Period => ({
	...period,
	from: new Date(period.from.getTime() - lookBackOf(item)),
});

/** The records of lists and refunds are not specified, so neither is the case of their words. */
const statusIn = (value: unknown): string => asText(value).toLowerCase();

const amountIn = (value: unknown): string => readDecimal(value) ?? '';

/** Turns the service's records into those that are compared. */
export class Records {
	constructor(
		readonly period: Period,
		private readonly dayOf: (instant: string) => string,
	) {}

	private ofTime(createdAt: unknown): Pick<PaymentRecord, 'createdAt' | 'day' | 'isOfPeriod'> {
		const text = asText(createdAt);
		const time = instantOf(text);
		if (time === null && text !== '')
			throw new UnknownListError(`a payment has the time ${text}, which cannot be read`);
		const { from, to } = this.period;
		const isOfPeriod = time !== null && time >= from.getTime() && time < to.getTime();
		return { createdAt: text, day: this.dayOf(text), isOfPeriod };
	}

	/** What was paid counts, where it is not what was asked for. The total may include fees (specification: "Payin (v2)"). */
	payin({ uuid, external_id, currency, name, created_at, ...payin }: PayinListed | Payin): PaymentRecord {
		const [amount, total, paid, tax] = [payin.amount, payin.total, payin.paid_amount, payin.gst_amount].map(
			amountIn,
		) as [string, string, string, string];
		const status = statusIn(payin.status);
		const isPaid = RECEIVED.has(status);
		const lacksFacts = amount === '' || status === '';
		const lacks = lacksFacts ? 'facts' : isShown(external_id) ? undefined : 'reference';
		const isWithTax = amount !== '' && tax !== '' && paid === sumAmounts([amount, tax]);
		const whole = isWithTax ? paid : total;
		const isOther = isPaid && paid !== '' && paid !== '0' && paid !== (whole || amount);
		const asked = {
			...{ amount, ...(whole !== '' && { total: whole }) },
			tax: tax || (payin.gst === false ? '0' : ''),
		};
		return {
			...{ kind: 'payin', uuid, externalId: asText(external_id), currency, name: asText(name), status, isPaid },
			...(isOther ? { amount: paid, tax: '', asked } : asked),
			...{ ...this.ofTime(created_at), ...(lacks && { lacks }) },
		};
	}

	/** A checkout link with its payment. The specification names only the status, so anything else may be missing. */
	link(link: ShownLink): PaymentRecord {
		const { transaction_info: payment, sender_info: sender, created_at } = link;
		const { status = '', currency = '' } = paymentOf(link);
		const metadata = metadataOf(link);
		const name = asText(payment?.name) || `${asText(sender?.first_name)} ${asText(sender?.last_name)}`.trim();
		const { uuid, amount: paying, total, paid_amount } = (payment ?? {}) as IDataObject;
		const amount = isShown(link.amount) ? link.amount : paying;
		const facts = {
			uuid: asText(uuid) || link.uuid,
			currency,
			name,
			status: status as Payin['status'],
			external_id: null,
		};
		const record = this.payin({ ...facts, amount, total, paid_amount, created_at } as unknown as PayinListed);
		// Without the status of its payment, it shows at most that of the link.
		const lacksFacts = record.lacks === 'facts' || !isShown(payment?.status);
		const lacks = lacksFacts ? 'facts' : showsMetadata(link) ? undefined : 'reference';
		return { ...record, lacks, externalId: asText(metadata?.external_id), otherIds: [link.uuid] };
	}

	/** The names of its fields are assumed: it may lack its uuid, and be written as the older object. */
	refund(
		{ uuid, amount, refund_amount, external_id, created_at, ...refund }: ShownRefund,
		payin: Pick<PaymentRecord, 'uuid' | 'currency' | 'name'>,
	): PaymentRecord {
		const status = statusIn(refund.status);
		const isPaid = RECEIVED_BACK.has(status) || isPaidAs(status);
		return {
			...{ kind: 'refund', uuid: asText(uuid), externalId: asText(external_id), parent: payin.uuid },
			...{ currency: payin.currency, name: payin.name, status, isPaid },
			...{ amount: amountIn(amount ?? refund_amount), ...this.ofTime(created_at) },
		};
	}

	*payouts(batch: PayoutBatchDetail): Generator<PaymentRecord> {
		const { uuid: parent, currency, status: whole, payout_transactions } = batch;
		for (const transaction of payout_transactions) {
			const { uuid, balance_id, payee, amount, status, created_at, error_message } = transaction;
			const externalId = asText(referenceOf(transaction, batch));
			const ended = endedAs(status, whole, error_message);
			yield {
				...{ kind: 'payout', uuid, externalId, currency, name: asText(payee), parent },
				...{ amount: amountIn(amount), status: ended ?? asText(status), isPaid: ended === null && isPaidAs(status) },
				...(isShown(balance_id) && { balanceId: asText(balance_id) }),
				...this.ofTime(created_at),
			};
		}
	}
}

/**
 * Whether a payin has refunds, which only its detail shows: its status may tell of them, and a received one may have some
 * (specification: States, "Payin status").
 */
export function mayBeRefunded({ kind, status, isPaid }: PaymentRecord): 'refunded' | 'received' | null {
	if (kind !== 'payin') return null;
	if (status === 'partially_refunded' || status.startsWith('return_')) return 'refunded';
	return isPaid ? 'received' : null;
}

/** Hands on every payin and payout that was created in a period: perhaps twice. @throws {ServiceFailure} {PagingError} */
export async function readRecords(
	{ client }: ItemCall,
	period: Period,
	records: Records,
	take: (record: PaymentRecord) => void,
): Promise<void> {
	const slice = new TimeSlice();
	let isUndated = false;
	const readPayins = async (asked: Period, isOfPeriod = false) =>
		await untilItHoldsStill(async () => {
			for await (const page of readPages(payinPages(client, asked, undefined, LARGE_PAGE), identifyRecord)) {
				for (const payin of page) {
					const record = records.payin(payin);
					if (record.createdAt === '') [isUndated, record.isOfPeriod] = [true, isOfPeriod];
					take(record);
					if (slice.isOver) await slice.giveWay();
				}
			}
		});
	await readPayins(period);
	// Only the detail is specified to show created_at. Without it, the list of the period itself tells what belongs to it.
	if (isUndated) await readPayins(records.period, true);
	await readPayouts(await beginLists(client, yearsOf(period)), records, take);
}

async function readPayouts(
	lists: readonly BegunList[],
	records: Records,
	take: (record: PaymentRecord) => void,
): Promise<void> {
	const takeBatch = (batch: PayoutBatchDetail) => {
		for (const record of records.payouts(batch)) take(record);
	};
	await scanBatches(lists, () => true, takeBatch);
}

function yearsOf({ from, to, asked }: Period): Period[] {
	const years: Period[] = [];
	let end = to;
	for (; end.getTime() - from.getTime() > LONGEST_PERIOD; end = new Date(end.getTime() - LONGEST_PERIOD))
		years.push({ from: new Date(end.getTime() - LONGEST_PERIOD), to: end, asked });
	return [...years, { from, to: end, asked }];
}

/**
 * Hands on the checkout links that were created in a period.
 * @returns whether the service lists them
 * @throws {ServiceFailure} {PagingError}
 */
export async function readLinks(
	{ client }: ItemCall,
	period: Period,
	take: (link: ShownLink) => void,
): Promise<boolean> {
	const slice = new TimeSlice();
	const read = await attempt(
		async () =>
			await untilItHoldsStill(async () => {
				for await (const page of readPages(linkPagesOf(client, period, undefined, LARGE_PAGE), identifyRecord)) {
					for (const link of page) {
						// The service might ignore the dates: the specification does not show its filters.
						if (mayBeWithin(period, ...timesIn(link), ...timesIn(link.transaction_info))) take(link);
						if (slice.isOver) await slice.giveWay();
					}
				}
			}),
	);
	if ('value' in read) return true;
	if (isRefused(read.failure) || read.failure instanceof UnknownListError) return false;
	throw read.failure;
}

/**
 * Hands on payouts that were created in the year before a moment.
 * @param most how many requests are allowed after the first one
 * @returns how many more it takes; then nothing is handed on
 * @throws {ServiceFailure} {PagingError}
 */
export async function readEarlierPayouts(
	{ client }: ItemCall,
	to: Date,
	most: number,
	records: Records,
	take: (record: PaymentRecord) => void,
): Promise<number> {
	const year = { from: new Date(to.getTime() - LONGEST_PERIOD), to };
	const begun = await attempt(() => beginLists(client, [year]));
	// A service that does not list so far back refuses. Then there is nothing to find.
	if (!('value' in begun) && isRefused(begun.failure)) return 0;
	if (!('value' in begun)) throw begun.failure;
	const left = requestsLeft(begun.value);
	if (left > most && Number.isFinite(left)) return left;
	await readPayouts(begun.value, records, take);
	return 0;
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Payin, PayinListed, PayoutBatchDetail, RefundRecord } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import { instantOf } from '../../../../core/time/dates';
import { readDecimal, sumAmounts } from '../../../../core/money';
import { readPages, UnknownListError, untilItHoldsStill, type FetchPage } from '../../../../core/service/paging';
import { endedAs, isPaidAs } from '../../../../core/payments/match';
import type { PaymentRecord } from '../../../../core/reconciliation/payments';
import { isShown } from '../../../../core/service/payload';
import { isRefused } from '../../../service/failure';
import { identifyRecord, LARGE_PAGE } from '../../../service/lists';
import { linkPagesOf, metadataOf, paymentOf, showsMetadata, type ShownLink } from '../../../service/checkoutLinks';
import { LONGEST_PERIOD, type Period } from '../../../service/period';
import { payinPages } from '../../../service/payins';
import { beginLists, referenceOf, scanBatches, type BegunList } from '../../../service/payouts';
import { TimeSlice } from '../../../service/time';
import { mayBeWithin, timesIn } from '../../form/filters';
import { numberIn, type ItemCall } from '../../run/itemCall';
import { asText } from '../../../../core/text/values';

/** The status of a payin that has been paid, whatever came of its refunds and disputes (specification: "Payin status"). */
const RECEIVED = /^(received|partially_refunded|return_(pending|received|expired|rejected)|in_dispute|dispute_lost)$/;

/** That of a refund that has been paid back: a record may have the status of its payin. */
const RECEIVED_BACK = /^(received|partially_refunded|return_received)$/;

export type ShownRefund = Partial<RefundRecord> & { refund_amount?: unknown };

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
	if (days >= 0 && days <= MOST_DAYS) return days * 86_400_000;
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
		const amounts = [payin.amount, payin.total, payin.paid_amount, payin.gst_amount].map(amountIn);
		const [amount = '', total = '', paid = '', tax = ''] = amounts;
		const status = statusIn(payin.status);
		const isPaid = RECEIVED.test(status);
		const lacks = amount === '' || status === '' ? 'facts' : isShown(external_id) ? undefined : 'reference';
		const isWithTax = amount !== '' && tax !== '' && paid === sumAmounts([amount, tax]);
		const whole = isWithTax ? paid : total;
		const isOther = isPaid && paid !== '' && paid !== '0' && paid !== (whole || amount);
		const asked = { amount, ...(whole !== '' && { total: whole }), tax: tax || (payin.gst === false ? '0' : '') };
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
		const record = this.payin({
			...{ uuid: asText(uuid) || link.uuid, currency, name, status, external_id: null },
			...{ amount, total, paid_amount, created_at },
		} as unknown as PayinListed);
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
		const isPaid = RECEIVED_BACK.test(status) || isPaidAs(status);
		return {
			...{ kind: 'refund', uuid: asText(uuid), externalId: asText(external_id), parent: payin.uuid },
			...{ currency: payin.currency, name: payin.name, status, isPaid },
			...{ amount: amountIn(amount ?? refund_amount), ...this.ofTime(created_at) },
		};
	}

	payouts(batch: PayoutBatchDetail): PaymentRecord[] {
		const { uuid: parent, currency, status: whole, payout_transactions } = batch;
		return payout_transactions.map((transaction) => {
			const { uuid, balance_id, payee, amount, status, created_at, error_message } = transaction;
			const externalId = asText(referenceOf(transaction, batch));
			const ended = endedAs(status, whole, error_message);
			return {
				...{ kind: 'payout', uuid, externalId, currency, name: asText(payee), parent },
				...{ amount: amountIn(amount), status: ended ?? asText(status), isPaid: ended === null && isPaidAs(status) },
				...(isShown(balance_id) && { balanceId: asText(balance_id) }),
				...this.ofTime(created_at),
			};
		});
	}
}

type TakeRecord = (record: PaymentRecord) => void;

/** Hands on what a list holds: what changes meanwhile is handed on again. */
async function readEach<T extends { uuid: string }>(pages: () => FetchPage<T>, take: (one: T) => void): Promise<void> {
	const slice = new TimeSlice();
	await untilItHoldsStill(async () => {
		for await (const page of readPages(pages(), identifyRecord)) {
			for (const one of page) {
				take(one);
				if (slice.isOver) await slice.giveWay();
			}
		}
	});
}

/** Hands on every payin and payout that was created in a period: perhaps twice. @throws {ServiceFailure} {PagingError} */
export async function readRecords(
	{ client }: ItemCall,
	period: Period,
	records: Records,
	take: TakeRecord,
): Promise<void> {
	let isUndated = false;
	const readPayins = async (asked: Period, isOfPeriod = false) =>
		await readEach(
			() => payinPages(client, asked, undefined, LARGE_PAGE),
			(payin) => {
				const record = records.payin(payin);
				if (record.createdAt === '') [isUndated, record.isOfPeriod] = [true, isOfPeriod];
				take(record);
			},
		);
	await readPayins(period);
	// Only the detail is specified to show created_at. Without it, the list of the period itself tells what belongs to it.
	if (isUndated) await readPayins(records.period, true);
	await readPayouts(await beginLists(client, yearsOf(period)), records, take);
}

/** Hands on the payouts of lists. @throws {ServiceFailure} {PagingError} */
export async function readPayouts(lists: readonly BegunList[], records: Records, take: TakeRecord): Promise<void> {
	const takeBatch = (batch: PayoutBatchDetail) => records.payouts(batch).forEach((record) => take(record));
	await scanBatches(lists, () => true, takeBatch);
}

/** A list takes no longer period than a year. */
function yearsOf(period: Period): Period[] {
	const start = new Date(period.to.getTime() - LONGEST_PERIOD);
	return start > period.from ? [{ ...period, from: start }, ...yearsOf({ ...period, to: start })] : [period];
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
	// The service might ignore the dates: the specification does not show its filters.
	const mayBeMeant = (link: ShownLink) => mayBeWithin(period, ...timesIn(link), ...timesIn(link.transaction_info));
	const pages = () => linkPagesOf(client, period, undefined, LARGE_PAGE);
	const read = await attempt(() => readEach(pages, (link) => mayBeMeant(link) && take(link)));
	if ('value' in read) return true;
	if (isRefused(read.failure) || read.failure instanceof UnknownListError) return false;
	throw read.failure;
}

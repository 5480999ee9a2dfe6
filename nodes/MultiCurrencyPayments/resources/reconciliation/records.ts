import type { INodeProperties } from 'n8n-workflow';
import type { Payin, PayinListed, PayoutBatchDetail, RefundRecord } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import { instantOf } from '../../../../core/dates';
import { readDecimal } from '../../../../core/money';
import { readPages, UnknownListError, untilItHoldsStill } from '../../../../core/paging';
import { inLanes } from '../../../../core/parallelPages';
import { endedAs, isPaidAs } from '../../../../core/paymentMatch';
import type { PaymentRecord } from '../../../../core/reconciliation/matching';
import { isNotFound, isRefused } from '../../../service/failure';
import { identifyRecord, LANES } from '../../../service/lists';
import { LONGEST_PERIOD } from '../../../service/olderYears';
import { LARGE_PAGE } from '../../../service/pageSize';
import { payinPages, readPayin } from '../../../service/payins';
import { beginLists, scanBatches } from '../../../service/payouts';
import type { Period } from '../../../service/period';
import { TimeSlice } from '../../../service/timeSlice';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';

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

type ShownRefund = Partial<RefundRecord> & { refund_amount?: unknown };

const DAY = 86_400_000;

export const lookBackField: INodeProperties = {
	displayName: 'Look Back (Days)',
	name: 'lookBackDays',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 7,
	description: 'How long before the period a payment may have been created that is paid in it',
};

/** The period of the entries, and before it the days of {@link lookBackField}. */
export function lookingBack(item: ItemCall, period: Period): Period {
	const { lookBackDays = lookBackField.default } = item.collection('options');
	return { ...period, from: new Date(period.from.getTime() - Math.max(0, Number(lookBackDays)) * DAY) };
}

const amountIn = (value: unknown): string => readDecimal(value) ?? '';

/** Turns the service's records into those that are compared. */
export class Records {
	/** @param from start of the period, in milliseconds since 1970 */
	constructor(
		private readonly from: number,
		private readonly dayOf: (instant: string) => string,
	) {}

	private ofTime(createdAt: unknown): Pick<PaymentRecord, 'createdAt' | 'day' | 'isOfPeriod'> {
		const text = asText(createdAt);
		const time = instantOf(text);
		if (time === null && text !== '')
			throw new UnknownListError(`a payment has the time ${text}, which cannot be read`);
		return { createdAt: text, day: this.dayOf(text), isOfPeriod: time !== null && time >= this.from };
	}

	/** What was paid counts, where it is not what was asked for. */
	payin({ uuid, external_id, currency, name, created_at, ...payin }: PayinListed | Payin): PaymentRecord {
		const [amount, total, paid] = [payin.amount, payin.total, payin.paid_amount].map(amountIn) as [
			string,
			string,
			string,
		];
		const isPaid = RECEIVED.has(payin.status);
		const lacksFacts = amount === '' || asText(payin.status) === '';
		const lacks = lacksFacts ? 'facts' : external_id === undefined ? 'reference' : undefined;
		const isOther = isPaid && paid !== '' && paid !== '0' && paid !== total && paid !== amount;
		return {
			...{ kind: 'payin', uuid, externalId: asText(external_id), currency, name: asText(name), status: payin.status },
			...{ isPaid, ...(isOther ? { amount: paid } : { amount, ...(total !== '' && { total }) }) },
			...{ tax: amountIn(payin.gst_amount) || '0', ...this.ofTime(created_at), ...(lacks && { lacks }) },
		};
	}

	/** The names of its fields are assumed: it may lack its uuid, and be written as the older object. */
	refund({ uuid, amount, refund_amount, status, external_id, created_at }: ShownRefund, payin: Payin): PaymentRecord {
		const isPaid = RECEIVED_BACK.has(asText(status)) || isPaidAs(status);
		return {
			...{ kind: 'refund', uuid: asText(uuid), externalId: asText(external_id), parent: payin.uuid },
			...{ currency: payin.currency, name: asText(payin.name), status: asText(status), isPaid },
			...{ amount: amountIn(amount ?? refund_amount), ...this.ofTime(created_at) },
		};
	}

	*payouts({
		uuid: parent,
		currency,
		status: whole,
		payout_transactions,
	}: PayoutBatchDetail): Generator<PaymentRecord> {
		for (const { uuid, balance_id, payee, amount, status, external_id, created_at } of payout_transactions) {
			yield {
				...{ kind: 'payout', uuid, externalId: asText(external_id), currency, name: asText(payee), parent },
				...{ amount: amountIn(amount), status: endedAs(status, whole) ?? status, isPaid: isPaidAs(status) },
				...(balance_id !== null && balance_id !== undefined && { balanceId: balance_id }),
				...this.ofTime(created_at),
			};
		}
	}
}

/** Hands on every payin and payout that was created in a period: perhaps twice. @throws {ServiceFailure} {PagingError} */
export async function readRecords(
	{ client }: ItemCall,
	period: Period,
	records: Records,
	take: (record: PaymentRecord) => void,
): Promise<void> {
	const slice = new TimeSlice();
	await untilItHoldsStill(async () => {
		for await (const page of readPages(payinPages(client, period, undefined, LARGE_PAGE), identifyRecord)) {
			for (const payin of page) {
				take(records.payin(payin));
				if (slice.isOver) await slice.giveWay();
			}
		}
	});
	const every = () => true;
	await scanBatches(await beginLists(client, yearsOf(period)), every, (batch) => {
		for (const record of records.payouts(batch)) take(record);
	});
}

function yearsOf({ from, to, asked }: Period): Period[] {
	const years: Period[] = [];
	let end = to;
	for (; end.getTime() - from.getTime() > LONGEST_PERIOD; end = new Date(end.getTime() - LONGEST_PERIOD))
		years.push({ from: new Date(end.getTime() - LONGEST_PERIOD), to: end, asked });
	return [...years, { from, to: end, asked }];
}

/** Hands on payins by their uuid, with their refunds, one request each. What is no payin is left out. @throws {ServiceFailure} */
export async function readPayins(
	{ client }: ItemCall,
	uuids: readonly string[],
	records: Records,
	take: (record: PaymentRecord) => void,
): Promise<void> {
	await inLanes(uuids, LANES, async (uuid) => {
		const read = await attempt(async () => await readPayin(client, uuid));
		if ('value' in read) {
			take(records.payin(read.value));
			const refunds: unknown = read.value.refunds;
			if (Array.isArray(refunds)) for (const refund of refunds) take(records.refund(refund as ShownRefund, read.value));
		} else if (!isNotFound(read.failure) && !isRefused(read.failure)) throw read.failure;
	});
}

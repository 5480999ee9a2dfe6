import type { IDataObject } from 'n8n-workflow';
import type { AudPayout, AudPayoutCreateBody, NotificationTarget } from '../../../../contract';
import { compareAmounts, readDecimal } from '../../../../core/money';
import { isSameName } from '../../../../core/payeeName';
import { identifies, isObject } from '../../../service/answers';
import type { BatchKind, Payment, Together } from '../../money/batchKind';
import { payeeFact } from '../../money/payment';
import { presentAudPayment } from './audPayoutRecord';
import type { AudPayoutRequest } from './audPayoutRequest';
import { audPayoutRequestOf } from './audPayoutRequest';

/** AUD payouts of v1, alone or many in a batch. The service cannot be asked for them. */
export const audPayoutBatch: BatchKind<AudPayoutRequest> = {
	name: 'AUD payout',
	read: audPayoutRequestOf,
	// One addressing method per request (specification: "v1: AUD payouts").
	sharedInRequest: ({ addressing, description = '', scheduledAt = '', isRetry }) => [
		addressing,
		description,
		scheduledAt,
		String(isRetry),
	],
	path: '/v1/payouts',
	bodyOf,
	recordsIn,
	found: null,
	present: ({ item }, record) => presentAudPayment(item, record),
};

/** The body of `POST /v1/payouts` (specification: "v1: AUD payouts"). */
function bodyOf(
	payments: Together<AudPayoutRequest>,
	batchKey: string,
	target: NotificationTarget,
): AudPayoutCreateBody {
	const [{ request }] = payments;
	const { description, scheduledAt, isRetry } = request;
	return {
		payout_transaction_details: payments.map(({ request: { detail }, key }) => ({ ...detail, external_id: key })),
		...(description !== undefined && { description }),
		...(scheduledAt !== undefined && { scheduled_at: scheduledAt }),
		is_retry: isRetry,
		external_id: batchKey,
		...target,
	};
}

/**
 * The record of each payment; null unless the service says that it took the batch. The specification does not show the
 * fields of the answer ("v1 AUD payout record fields"). Transactions that it shows must be those sent. If it shows
 * none, they are reported as sent, because the service took the whole batch.
 */
function recordsIn(answer: object, payments: Together<AudPayoutRequest>): IDataObject[] | null {
	const { payout_transactions: transactions, ...batch } = answer as Partial<AudPayout>;
	if (!identifies(answer)) return null;
	const told = transactions ?? [];
	if (!Array.isArray(told) || (told.length > 0 && told.length !== payments.length)) return null;
	const left = [...told];
	const records: IDataObject[] = [];
	for (const { request, key } of payments) {
		const at = left.findIndex((each) => isAsSent({ request, key }, each));
		const [transaction] = at < 0 ? [] : left.splice(at, 1);
		if (told.length > 0 && !transaction) return null;
		records.push({ ...(transaction ?? { ...request.detail, external_id: key }), batch } as IDataObject);
	}
	return records;
}

/**
 * Whether a transaction of the answer may be this payment, by what it shows: without its key, by its payee. The service may
 * put them in another order.
 */
function isAsSent({ request: { amount, payee, email }, key }: Payment<AudPayoutRequest>, told: unknown): boolean {
	if (!isObject(told)) return false;
	const { external_id: id, amount: shown } = told;
	const booked = readDecimal(shown);
	if (shown !== undefined && (booked === null || compareAmounts(amount ?? booked, booked) !== 0)) return false;
	if (id) return id === key;
	if (told.payee !== undefined) return isSameName(told.payee, payee);
	return told.email === undefined || payeeFact(told.email) === payeeFact(email);
}

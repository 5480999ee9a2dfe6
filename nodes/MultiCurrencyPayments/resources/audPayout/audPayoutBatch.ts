import type { IDataObject } from 'n8n-workflow';
import type { AudPayoutCreateBody, NotificationTarget } from '../../../../contract';
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
 * fields of the answer ("v1 AUD payout record fields"), so a transaction that is not told apart from the others is
 * reported as it was sent. Only a list that lacks one of them leaves the outcome open.
 */
function recordsIn(answer: object, payments: Together<AudPayoutRequest>): IDataObject[] | null {
	const { payout_transactions: transactions, ...batch } = answer as Record<string, unknown>;
	if (!identifies(answer)) return null;
	const told: unknown[] = Array.isArray(transactions) ? transactions : [];
	if (told.length > 0 && told.length !== payments.length) return null;
	const byKey = new Map(told.filter(isObject).map((transaction) => [transaction.external_id, transaction]));
	const named = payments.filter(({ key }) => byKey.has(key)).length;
	if (named > 0 && named < payments.length) return null;
	const left = [...told];
	const taken = payments.map((payment) => {
		const at = left.findIndex((each) => mayBe(payment, each));
		return at < 0 ? undefined : left.splice(at, 1)[0];
	});
	// Where one cannot be told, the others may be mistaken as well.
	const areTold = taken.every((transaction) => transaction !== undefined);
	return payments.map(({ request: { detail }, key }, index) => {
		const transaction = byKey.get(key) ?? (areTold ? taken[index] : undefined);
		return (transaction ? { ...transaction, batch } : { ...detail, external_id: key, batch: answer }) as IDataObject;
	});
}

/**
 * Whether a transaction of the answer may be this payment, by what it shows. The service may put them in another order, and
 * show no key of theirs.
 */
function mayBe({ request: { amount, payee, email } }: Payment<AudPayoutRequest>, told: unknown): boolean {
	if (!isObject(told)) return false;
	const booked = readDecimal(told.amount);
	const isShown = told.amount !== undefined && amount !== undefined;
	if (isShown && (booked === null || compareAmounts(amount, booked) !== 0)) return false;
	if (told.payee !== undefined) return isSameName(told.payee, payee);
	return told.email === undefined || payeeFact(told.email) === payeeFact(email);
}

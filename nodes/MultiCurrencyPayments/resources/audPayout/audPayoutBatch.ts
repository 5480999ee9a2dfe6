import type { IDataObject } from 'n8n-workflow';
import type { AudPayoutCreateBody, NotificationTarget } from '../../../../contract';
import { endOfRecord, shownKey } from '../../../../core/payments/match';
import { identifies } from '../../../service/answers';
import { isObject } from '../../../../core/objects';
import type { BatchKind, Together } from '../../money/batchKind';
import { batchIn, endIn, showsEnd, transactionsIn, withEnd, withoutField, type Fields } from './audPayoutAnswer';
import { presentAudPayment } from './audPayoutRecord';
import { audPayoutRequestOf, type AudPayoutRequest } from './audPayoutRequest';
import { tellApart } from './tellApart';

/** AUD payouts of v1, alone or many in a batch. The service cannot be asked for them. */
export const audPayoutBatch: BatchKind<AudPayoutRequest> = {
	read: audPayoutRequestOf,
	// One addressing method per request (specification: "v1: AUD payouts").
	sharedInRequest: ({ detail: { payid }, description = '', scheduledAt = '', isRetry }) =>
		[payid === undefined, description, scheduledAt, isRetry].map(String),
	path: '/v1/payouts',
	bodyOf,
	recordsIn,
	found: null,
	present: ({ item }, record) => presentAudPayment(item, record),
};

/** The body of `POST /v1/payouts` (specification: "v1: AUD payouts"). */
function bodyOf(
	payments: Together<AudPayoutRequest>,
	reference: string,
	target: NotificationTarget,
): AudPayoutCreateBody {
	const [{ description, scheduledAt, isRetry }] = payments;
	return {
		payout_transaction_details: payments.map(({ detail, externalId }) => ({ ...detail, external_id: externalId })),
		description,
		scheduled_at: scheduledAt,
		is_retry: isRetry,
		external_id: reference,
		...target,
	};
}

/**
 * The record of each payment; null unless the service says that it took the batch. The specification does not show the
 * fields of the answer ("v1 AUD payout record fields"), so a transaction that is not told apart from the others is
 * reported as it was sent. Only a list that lacks one of them, or a failure that may be of any, leaves the outcome open.
 */
function recordsIn(answer: object, payments: Together<AudPayoutRequest>): IDataObject[] | null {
	const whole = withEnd(batchIn(answer, payments.length));
	const isList = Array.isArray(answer) && answer.length === payments.length && answer.every(identifies);
	if (!isList && !identifies(whole)) return null;
	const told = transactionsIn(whole, payments.length);
	if (told.length > 0 && told.length !== payments.length) return null;
	const byKey = new Map(told.filter(isObject).map((transaction) => [shownKey(transaction.external_id), transaction]));
	const named = payments.filter(({ externalId }) => byKey.has(externalId)).length;
	if (named > 0 && named < payments.length) return null;
	const transactions = named > 0 ? payments.map(({ externalId }) => byKey.get(externalId)) : unnamed(payments, told);
	if (transactions.includes(undefined) && endOfRecord({ batch: whole }) === null && showsEnd(answer)) return null;
	const batch = withoutField(whole, 'payout_transactions');
	return payments.map(({ detail, externalId }, index) => {
		const transaction = transactions[index];
		const shown = transaction ? { ...withEnd(transaction), batch } : { batch: whole };
		return { ...detail, external_id: externalId, ...shown } as IDataObject;
	});
}

/** The transaction of each payment where none shows a key. A failure of the only one is its payment's, whatever else it shows. */
function unnamed(payments: Together<AudPayoutRequest>, told: readonly unknown[]): (Fields | undefined)[] {
	const only = payments.length === 1 ? told.filter(isObject).find((each) => endIn(each) !== undefined) : undefined;
	return only ? [only] : tellApart(payments, told);
}

import type { IDataObject } from 'n8n-workflow';
import type { AudPayoutCreateBody, NotificationTarget } from '../../../../contract';
import { compareAmounts, readDecimal } from '../../../../core/money';
import { isSameName } from '../../../../core/payeeName';
import { endOfRecord, shownKey } from '../../../../core/payments/match';
import { identifies } from '../../../service/answers';
import { isObject } from '../../../../core/objects';
import type { BatchKind, Together } from '../../money/batchKind';
import { asText } from '../../form/itemCall';
import { payeeFact } from '../../../../core/payments/facts';
import type { Fields } from './audPayoutAnswer';
import { batchIn, endIn, showsEnd, transactionsIn, withEnd, withoutField } from './audPayoutAnswer';
import { presentAudPayment } from './audPayoutRecord';
import type { AudPayoutRequest } from './audPayoutRequest';
import { audPayoutRequestOf } from './audPayoutRequest';

/** AUD payouts of v1, alone or many in a batch. The service cannot be asked for them. */
export const audPayoutBatch: BatchKind<AudPayoutRequest> = {
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
	reference: string,
	target: NotificationTarget,
): AudPayoutCreateBody {
	const [{ description, scheduledAt, isRetry }] = payments;
	return {
		payout_transaction_details: payments.map(({ detail, externalId }) => ({ ...detail, external_id: externalId })),
		...(description !== undefined && { description }),
		...(scheduledAt !== undefined && { scheduled_at: scheduledAt }),
		...(isRetry !== undefined && { is_retry: isRetry }),
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
	// Where one fits no payment, the others may be mistaken as well.
	const areTold = payments.every((payment) => told.some((each) => mayBe(payment, each)));
	// A failure of the only one is this payment's, whatever else it shows.
	const only = payments.length === 1 ? told.filter(isObject).find((each) => endIn(each) !== undefined) : undefined;
	const transactions: (Fields | undefined)[] = payments.map(
		(payment) => byKey.get(payment.externalId) ?? only ?? (areTold ? theOnly(payment, payments, told) : undefined),
	);
	if (transactions.includes(undefined) && endOfRecord({ batch: whole }) === null && showsEnd(answer)) return null;
	const batch = withoutField(whole, 'payout_transactions');
	return payments.map(({ detail, externalId }, index) => {
		const transaction = transactions[index];
		const shown = transaction ? { ...withEnd(transaction), batch } : { batch: whole };
		return { ...detail, external_id: externalId, ...shown } as IDataObject;
	});
}

/** The transaction that can be this payment alone; undefined where two payments are alike in all that is shown. */
function theOnly(
	payment: AudPayoutRequest,
	payments: Together<AudPayoutRequest>,
	told: readonly unknown[],
): Record<string, unknown> | undefined {
	for (const fits of [mayBe, mayBeAt]) {
		const [one, another] = told.filter((each) => fits(payment, each));
		if (isObject(one) && another === undefined && payments.filter((each) => fits(each, one)).length === 1) return one;
	}
	return undefined;
}

/** Like {@link mayBe}, with the address as well. It may be shown without its first characters, or without signs in it. */
function mayBeAt(payment: AudPayoutRequest, told: unknown): boolean {
	const { detail, email } = payment;
	const sent: Record<string, unknown> = { ...detail, email };
	return (
		mayBe(payment, told) &&
		['payid', 'bsb', 'account_number', 'email'].every((field) => {
			const shown = plain((told as Record<string, unknown>)[field]);
			return shown === '' || plain(sent[field]).endsWith(shown);
		})
	);
}

const plain = (value: unknown): string =>
	asText(value)
		.toLowerCase()
		.replace(/[^\p{L}\p{N}@]/gu, '');

/**
 * Whether a transaction of the answer may be this payment, by what it shows. The service may put them in another order, and
 * show no key of theirs.
 */
function mayBe({ amount, payee, email }: AudPayoutRequest, told: unknown): boolean {
	if (!isObject(told)) return false;
	const booked = readDecimal(told.amount);
	const isShown = told.amount !== undefined && amount !== undefined;
	if (isShown && (booked === null || compareAmounts(amount, booked) !== 0)) return false;
	if (told.payee !== undefined) return isSameName(told.payee, payee);
	return told.email === undefined || payeeFact(told.email) === payeeFact(email);
}

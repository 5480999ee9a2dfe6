import type { IDataObject } from 'n8n-workflow';
import type { AudPayoutCreateBody, AudPayoutTransactionDetail, NotificationTarget } from '../../../../contract';
import { amountAsJsonNumber } from '../../../../core/money';
import { isObject } from '../../../../core/objects';
import { facts, payeeFact } from '../../../../core/payments/facts';
import { wordsOf } from '../../../../core/payments/guards';
import { faultOfEmail } from '../../../../core/payments/identifiers';
import { destinationOf, endOfRecord, shownKey } from '../../../../core/payments/match';
import { doubtfulIdentifiers } from '../../../../core/payments/methodParameters';
import { cleanedAudName } from '../../../../core/payments/payeeName';
import { asText } from '../../../../core/text/values';
import { asUtcWithoutOffset } from '../../../../core/time/dates';
import { identifies } from '../../../service/answers';
import { checkedIdentifier, requiredBsb, requiredIdentifier } from '../../form/identifiers';
import type { BatchKind, PaymentRequest, Together } from '../../money/batchKind';
import { externalIdOf, listOf } from '../../money/externalId';
import { paymentOf } from '../../money/setting';
import type { ItemCall } from '../../run/itemCall';
import { readAll } from '../../run/readAll';
import { lookItUp, pastSchedule } from '../payout/payoutBatch';
import { batchIn, endIn, type Fields, showsEnd, transactionsIn, withEnd, withoutField } from './audPayoutAnswer';
import { presentAudPayment } from './audPayoutRecord';
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

const PAYID_TYPES = ['abn', 'email', 'org_id', 'phone'] as const;

interface AudPayoutRequest extends PaymentRequest {
	amount: string;
	/** What looks wrong with its account. */
	description: string | undefined;
	scheduledAt: string | undefined;
	/** undefined where the item leaves it to the service. */
	isRetry: boolean | undefined;
	/** Its element in the body of a request, without the key. */
	detail: AudPayoutTransactionDetail;
}

/**
 * Reads the form of a new AUD payout. The specification ("v1: AUD payouts") states one rule, how payees are addressed, so
 * everything else goes to the service as it was given.
 */
async function audPayoutRequestOf(item: ItemCall): Promise<AudPayoutRequest> {
	const { amount, externalId, list, payee, email, address, scheduled, isRetry } = await readAll(item, {
		externalId: () => externalIdOf(item),
		amount: () => item.amount('amount'),
		payee: () => payeeOf(item),
		email: () => checkedIdentifier(item, item.text('email'), 'Email', faultOfEmail),
		address: () => addressOf(item),
		list: () => listOf(item),
		scheduled: () => item.parsedDate(item.additionalFields.scheduledAt, 'Scheduled At'),
		isRetry: () => isRetryOf(item),
	});
	const asked = facts({
		amount,
		currency: 'AUD',
		payee: payeeFact(payee),
		'payee email': payeeFact(email),
		address: Object.values(address).join(' '),
	});
	// A number may have been another text.
	const given = { payid: item.value('payid'), bsb: item.value('bsb'), account_number: item.value('accountNumber') };
	return {
		...paymentOf(item, { kind: 'AUD payout', list, externalId, facts: asked }),
		item,
		destination: `AUD ${destinationOf({ ...address })}`,
		destinationWords: () => wordsOf({ ...address }),
		payee,
		email,
		amount,
		currency: 'AUD',
		doubts: () => [...doubtfulIdentifiers(given).map(lookItUp), ...pastSchedule(scheduled)],
		description: item.text('paymentDescription') || undefined,
		scheduledAt: scheduled && asUtcWithoutOffset(scheduled),
		isRetry,
		detail: {
			payee,
			address: item.added('address') || undefined,
			...(email !== '' && { email }),
			amount: amountAsJsonNumber(amount),
			...address,
		},
	};
}

/** Whether the service tries again; undefined where the form does not say. The specification does not show the field. */
export function isRetryOf(item: ItemCall): boolean | undefined {
	const { isRetry } = item.additionalFields;
	return isRetry === undefined ? undefined : item.parsedFlag(isRetry, 'Retry Until Funded');
}

/** An expression that finds no payee must not pay anybody. */
function payeeOf(item: ItemCall): string {
	const payee = item.requiredText('payee', 'Payee');
	return (item.parsedFlag(item.options.cleanNames, 'Clean Names') && cleanedAudName(payee)) || payee;
}

/**
 * Where an item's payee is paid, by one of the two kinds (specification: "v1: AUD payouts").
 * @throws when both kinds are given, the address is incomplete, or is not what was typed
 */
function addressOf(item: ItemCall): Omit<AudPayoutTransactionDetail, 'payee' | 'amount'> {
	// A field of the other kind has a value only where an expression decides on the addressing.
	const [payid, ...account] = ['payid', 'bsb', 'accountNumber'].map((name) => asText(item.value(name)));
	if (payid !== '' && account.some(Boolean)) {
		throw item.refusal(
			'The transaction has both a PayID and a bank account',
			'Leave one of them empty: the payment service takes one address per transaction.',
		);
	}
	const addressing = item.text('addressing') && item.choice('addressing', 'Addressing', ['payid', 'bankAccount']);
	if (addressing === 'bankAccount') {
		const bsb = requiredBsb(item, 'bsb', 'BSB');
		return { bsb, account_number: requiredIdentifier(item, 'accountNumber', 'Account Number') };
	}
	const address = requiredIdentifier(item, 'payid', 'PayID');
	item.requiredText('payidType', 'PayID Type');
	return {
		payid: address,
		payid_type: item.choice('payidType', 'PayID Type', PAYID_TYPES),
	};
}

import type { AudPayoutTransactionDetail } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/time/dates';
import { wordsOf } from '../../../../core/payments/guards';
import { amountAsJsonNumber } from '../../../../core/money';
import { cleanedAudName } from '../../../../core/payments/payeeName';
import { doubtfulIdentifiers } from '../../../../core/payments/methodParameters';
import { facts, payeeFact } from '../../../../core/payments/facts';
import { destinationOf } from '../../../../core/payments/match';
import { checkedIdentifier } from '../../form/identifiers';
import type { ItemCall } from '../../run/itemCall';
import { beginReading, type Reading } from '../../run/readAll';
import type { PaymentRequest } from '../../money/batchKind';
import { externalIdOf, listOf } from '../../money/externalId';
import { paymentOf } from '../../money/setting';
import type { Reason } from '../../preview/row';
import { lookItUp } from '../payout/payoutDoubt';
import { addressOf, givenAddressOf } from './payeeAddress';

/** One payee as an item asks for it. */
export interface AudPayoutRequest extends PaymentRequest {
	amount: string;
	addressing: 'payid' | 'bankAccount';
	/** What looks wrong with its account. */
	doubts: Reason[];
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
export function audPayoutRequestOf(item: ItemCall): Reading<AudPayoutRequest> {
	const form = formOf(item);
	return async () => requestOf(item, await form());
}

function formOf(item: ItemCall) {
	const fields = item.additionalFields;
	return beginReading(
		item,
		{
			amount: () => item.amount('amount'),
			externalId: () => externalIdOf(item),
			list: () => listOf(item),
			payee: () => payeeOf(item),
			email: () => checkedIdentifier(item, item.text('email'), 'Email'),
			payeeAddress: () => addressOf(item),
			scheduled: () => item.parsedDate(fields.scheduledAt, 'Scheduled At'),
			isRetry: () => isRetryOf(item),
		},
		() => ({}),
	);
}

function requestOf(item: ItemCall, form: Awaited<ReturnType<ReturnType<typeof formOf>>>): AudPayoutRequest {
	const { externalId, list, payee, amount, scheduled, isRetry } = form;
	const { email } = form;
	const { addressing, ...address } = form.payeeAddress;
	const asked = facts({
		amount,
		currency: 'AUD',
		payee: payeeFact(payee),
		'payee email': payeeFact(email),
		address: Object.values(address).join(' '),
	});
	return {
		...paymentOf(item, { kind: 'AUD payout', list, externalId, facts: asked }),
		item,
		destination: `AUD ${destinationOf({ ...address })}`,
		destinationWords: wordsOf({ ...address }),
		payee,
		email,
		amount,
		currency: 'AUD',
		addressing,
		doubts: doubtfulIdentifiers(givenAddressOf(item)).map(lookItUp),
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

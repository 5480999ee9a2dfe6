import type { AudPayoutTransactionDetail } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/dates';
import { amountAsJsonNumber, compareAmounts } from '../../../../core/money';
import { destinationOf } from '../../../../core/paymentMatch';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';
import type { PaymentRequest } from '../../money/batchKind';
import { facts, payeeFact } from '../../money/payment';
import { addressOf } from './payeeAddress';

/** Lengths of a description (public reference). */
const DESCRIPTION = { shortest: 5, longest: 140 };

/** Letters, digits, space, apostrophe (public reference). */
const PAYEE = /^[\p{L}\p{M}\p{Nd}' ]+$/u;

/** Least amount of a PayID payout, in AUD (specification: "Limits", au_payid_npp_aud). */
const LEAST_PAYID_AMOUNT = '1';

/** One payee as an item asks for it. */
export interface AudPayoutRequest extends PaymentRequest {
	addressing: 'payid' | 'bankAccount';
	description: string;
	scheduledAt: string | undefined;
	isRetry: boolean;
	/** Its element in the body of a request, without the key. */
	detail: AudPayoutTransactionDetail;
}

/** Reads and checks the form of a new AUD payout (specification: "v1: AUD payouts"). */
export async function audPayoutRequestOf(item: ItemCall): Promise<AudPayoutRequest> {
	const description = descriptionOf(item);
	const payee = item.requiredText('payee', 'Payee').replace(/’/g, "'");
	if (!PAYEE.test(payee)) {
		throw item.refusal(
			`Payee may hold letters, digits, spaces and apostrophes only, not “${payee}”`,
			'Write the name without other punctuation: the payment service refuses anything else.',
		);
	}
	const email = item.requiredText('email', 'Email');
	const amount = item.amount('amount');
	const { addressing, ...address } = addressOf(item);
	if (addressing === 'payid' && compareAmounts(amount, LEAST_PAYID_AMOUNT) < 0) {
		throw item.refusal(
			`The amount ${amount} is less than a PayID payout allows`,
			`Pay at least ${LEAST_PAYID_AMOUNT} AUD, or address the payee by bank account.`,
		);
	}
	const fields = item.collection('additionalFields');
	const scheduled = item.parsedDate(fields.scheduledAt, 'Scheduled At');
	return {
		item,
		externalId: item.text('externalId'),
		// Nobody can ask for a batch of v1, so there is no field for a reference of it.
		batchKey: '',
		destination: `AUD ${destinationOf({ ...address })}`,
		payee,
		email,
		amount,
		facts: facts({
			amount,
			currency: 'AUD',
			payee: payeeFact(payee, email),
			address: Object.values(address).join(' '),
		}),
		addressing,
		description,
		scheduledAt: scheduled && asUtcWithoutOffset(scheduled),
		isRetry: fields.isRetry === true,
		detail: {
			payee,
			address: asText(fields.address) || undefined,
			email,
			amount: amountAsJsonNumber(amount),
			...address,
		},
	};
}

/** The description of a payout, be it of a file or of transactions. */
export function descriptionOf(item: ItemCall): string {
	const description = item.longText('paymentDescription', 'Description', DESCRIPTION.shortest);
	if (description.length > DESCRIPTION.longest) {
		throw item.refusal(
			`Description must have at most ${DESCRIPTION.longest} characters, not ${description.length}`,
			'Write a shorter description: the payment service refuses longer ones.',
		);
	}
	return description;
}

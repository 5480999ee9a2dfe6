import type { AudPayoutTransactionDetail } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/dates';
import { wordsOf } from '../../../../core/guards';
import { amountAsJsonNumber } from '../../../../core/money';
import { AUD_PAYEE_NAME, cleanedAudName } from '../../../../core/payeeName';
import { destinationOf } from '../../../../core/paymentMatch';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';
import { readAll } from '../../form/readAll';
import type { PaymentRequest } from '../../money/batchKind';
import { facts, payeeFact } from '../../money/payment';
import { addressOf } from './payeeAddress';

/** Lengths of a description (public reference). */
const DESCRIPTION = { shortest: 5, longest: 140 };

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
	const fields = item.collection('additionalFields');
	const form = await readAll(item, {
		description: () => descriptionOf(item),
		payee: () => payeeOf(item),
		email: () => item.requiredText('email', 'Email'),
		amount: () => item.amount('amount'),
		payeeAddress: () => addressOf(item),
		scheduled: () => item.parsedDate(fields.scheduledAt, 'Scheduled At'),
	});
	const { description, payee, email, amount, scheduled } = form;
	const { addressing, ...address } = form.payeeAddress;
	return {
		item,
		externalId: item.reference(item.value('externalId')),
		// v1 batches cannot be looked up, so there is no field for their reference.
		batchKey: '',
		destination: `AUD ${destinationOf({ ...address })}`,
		destinationWords: wordsOf({ ...address }),
		payee,
		email,
		amount,
		currency: 'AUD',
		facts: facts({
			amount,
			currency: 'AUD',
			payee: payeeFact(payee),
			'payee email': payeeFact(email),
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

function payeeOf(item: ItemCall): string {
	const written = item.requiredText('payee', 'Payee').replace(/’/g, "'");
	const payee = item.collection('options').cleanNames === true ? cleanedAudName(written) : written;
	if (!AUD_PAYEE_NAME.test(payee)) {
		throw item.refusal(
			`Payee may hold letters, digits, spaces and apostrophes only, not “${written}”`,
			'Write the name without other punctuation, or switch Clean Names on in Options: the payment service refuses anything else.',
		);
	}
	return payee;
}

/** The description of a payout, from a file or from items. */
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

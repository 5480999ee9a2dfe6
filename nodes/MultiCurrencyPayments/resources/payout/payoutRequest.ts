import type { PayoutTransactionDetail } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/dates';
import { digestOf } from '../../../../core/idempotency';
import { amountAsJsonNumber, compareAmounts } from '../../../../core/money';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';
import { methodAmountOf } from '../../form/methodFields';
import { checkLimits, methodOf, methodParametersOf } from '../../form/methodParameters';
import type { PaymentRequest } from '../../money/batchKind';
import { keyOf } from '../../money/keys';
import { facts, payeeFact } from '../../money/payment';

/** Fewest characters of a payout's description (specification: "Limits"). */
const SHORTEST_DESCRIPTION = 5;

/** Letters, digits, single spaces (specification: "Element of payout_transaction_details"). */
const PAYEE_NAME = /^[\p{L}\p{M}\p{N}]+( [\p{L}\p{M}\p{N}]+)*$/u;

/** Above this amount a VND payout needs a branch code (specification: "Limits"). */
const BRANCH_CODE_ABOVE = '300000000';

/** One payee as an item asks for it. */
export interface PayoutRequest extends PaymentRequest {
	method: string;
	currency: string;
	description: string;
	scheduledAt: string | undefined;
	/** Its element in the body of a request, without the key. */
	detail: PayoutTransactionDetail;
}

/** Reads and checks the form of a new payout (specification: "v2: create payout"). */
export async function payoutRequestOf(item: ItemCall): Promise<PayoutRequest> {
	const description = item.longText('description', 'Description', SHORTEST_DESCRIPTION);
	const firstName = payeeName(item, 'firstName', 'First Name');
	const lastName = payeeName(item, 'lastName', 'Last Name');
	const email = item.requiredText('email', 'Email');
	const name = item.text('payoutMethodName');
	const amount = methodAmountOf(item, name);
	const { scheduledAt, batchExternalId } = item.collection('additionalFields');
	const scheduled = item.parsedDate(scheduledAt, 'Scheduled At');
	const method = await methodOf(item, 'payout');
	if (amount !== undefined) checkLimits(item, amount, method, name);
	const parameters = methodParametersOf(item, method);
	if (
		name === 'vn_bank_vnd' &&
		amount !== undefined &&
		compareAmounts(amount, BRANCH_CODE_ABOVE) > 0 &&
		!parameters.branch_code
	) {
		throw item.refusal(
			'Payouts above 300,000,000 VND need a branch code',
			'Add branch_code to the method parameters; Payout Method → Get Branch Codes lists them.',
		);
	}
	const payee = payeeFact(firstName, lastName, email);
	const batchKey = asText(batchExternalId);
	const currency = (item.text('currency') || method.currency).toUpperCase();
	return {
		item,
		key: keyOf(item, item.text('externalId') || keyWithin(item, batchKey, payee)),
		batchKey,
		amount,
		facts: facts({ amount, currency, method: method.payout_method_name, payee }),
		method: method.payout_method_name,
		currency,
		description,
		scheduledAt: scheduled && asUtcWithoutOffset(scheduled),
		detail: {
			first_name: firstName,
			last_name: lastName,
			email,
			...(amount !== undefined && { amount: amountAsJsonNumber(amount) }),
			payout_method_params: parameters,
		},
	};
}

/**
 * The key of a payee without a reference of its own, in a batch that has one. A new execution recognises the payee by it
 * in whatever order the items come. Somebody who is to be paid twice in one batch needs references.
 */
function keyWithin(item: ItemCall, batchKey: string, payee: string): string {
	return batchKey && item.text('batchMode') === 'allItems' ? `${batchKey}-${digestOf(payee)}` : '';
}

function payeeName(item: ItemCall, name: string, label: string): string {
	const text = item.requiredText(name, label);
	if (!PAYEE_NAME.test(text)) {
		throw item.refusal(
			`${label} may hold letters, digits and single spaces only, not “${text}”`,
			'Write the name without punctuation: the payment service refuses anything else.',
		);
	}
	return text;
}

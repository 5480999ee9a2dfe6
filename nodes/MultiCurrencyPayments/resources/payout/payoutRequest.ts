import type { PayoutTransaction, PayoutTransactionDetail } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/dates';
import type { Facts } from '../../../../core/idempotency';
import { digestOf } from '../../../../core/idempotency';
import { amountAsJsonNumber, compareAmounts } from '../../../../core/money';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';
import { methodAmountOf } from '../../form/methodFields';
import { checkLimits, methodOf, methodParametersOf } from '../../form/methodParameters';
import { bookedAmount, facts, keyOf, payeeFact } from '../../money/payment';

/** Fewest characters of a payout's description (specification: "Limits"). */
const SHORTEST_DESCRIPTION = 5;

/** Letters, digits, single spaces (specification: "Element of payout_transaction_details"). */
const PAYEE_NAME = /^[\p{L}\p{M}\p{N}]+( [\p{L}\p{M}\p{N}]+)*$/u;

/** Above this amount a VND payout needs a branch code (specification: "Limits"). */
const BRANCH_CODE_ABOVE = '300000000';

/** One payee as an item asks for it, checked before anything is sent. */
export interface PayoutRequest {
	item: ItemCall;
	/** The transaction's `external_id`. */
	key: string;
	method: string;
	currency: string;
	description: string;
	scheduledAt: string | undefined;
	/** The user's own `external_id` of the batch; empty when none was given. */
	batchKey: string;
	amount: string | undefined;
	payee: string;
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
	const key = keyOf(item, item.text('externalId') || keyWithin(item, batchKey, payee));
	return {
		item,
		key,
		method: method.payout_method_name,
		currency: (item.text('currency') || method.currency).toUpperCase(),
		description,
		scheduledAt: scheduled && asUtcWithoutOffset(scheduled),
		batchKey,
		amount,
		payee,
		detail: {
			first_name: firstName,
			last_name: lastName,
			email,
			...(amount !== undefined && { amount: amountAsJsonNumber(amount) }),
			payout_method_params: parameters,
			external_id: key,
		},
	};
}

/**
 * The key of a payee without a reference of its own in a batch that has one: by it a new execution recognises the payee,
 * whatever became of the order of the items. Somebody who is in one batch twice needs references.
 */
function keyWithin(item: ItemCall, batchKey: string, payee: string): string {
	return batchKey && item.text('batchMode') === 'allItems' ? `${batchKey}-${digestOf(payee)}` : '';
}

/** What a transaction found under the request's key has to agree with. */
export function intendedFacts({ amount, currency, method, payee }: PayoutRequest): Facts {
	return facts({ amount, currency, method, payee });
}

/** The same facts, read from a transaction of the service. */
export function transactionFacts(
	{ amount }: PayoutRequest,
	transaction: PayoutTransaction,
	batch: { currency: string; payout_method_name: string },
): Facts {
	return facts({
		amount: amount === undefined ? undefined : bookedAmount(amount, transaction.amount, batch.currency),
		currency: batch.currency,
		method: batch.payout_method_name,
		payee: payeeFact(transaction.payee, transaction.email),
	});
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

import type { IDataObject } from 'n8n-workflow';
import type {
	NotificationTarget,
	PayoutCreateBody,
	PayoutCreated,
	PayoutMethodRecord,
	PayoutTransactionDetail,
} from '../../../../contract';
import { amountAsJsonNumber, bookable, compareAmounts } from '../../../../core/money';
import { bookedAmount, isBooked, roundingNote } from '../../../../core/payments/booked';
import { facts, payeeFact } from '../../../../core/payments/facts';
import { wordsOf } from '../../../../core/payments/guards';
import {
	destinationOf,
	endedAs,
	isOtherSpelling,
	parameterFacts,
	shownKey,
	shownParameterFacts,
} from '../../../../core/payments/match';
import { doubtfulIdentifiers, unlistedBank, unlistedChoices } from '../../../../core/payments/methodParameters';
import { cleanedName, isSameName, PAYEE_NAME } from '../../../../core/payments/payeeName';
import { asText } from '../../../../core/text/values';
import { asUtcWithoutOffset } from '../../../../core/time/dates';
import { echoes } from '../../../service/answers';
import { referenceOf } from '../../../service/payouts';
import { lookUpPeriod } from '../../../service/period';
import { requiredEmail } from '../../form/identifiers';
import {
	amountWithinLimits,
	currencyOf,
	methodOf,
	methodParametersOf,
	parametersIn,
	untypedParametersOf,
} from '../../form/methodParameters';
import type { BatchKind, PaymentRequest, Together } from '../../money/batchKind';
import { externalIdOf, listOf } from '../../money/externalId';
import { paymentOf } from '../../money/setting';
import type { Reason } from '../../preview/preview';
import type { ItemCall } from '../../run/itemCall';
import { readAll } from '../../run/readAll';
import { paymentRecord, presentPayment } from './payoutRecord';

/** Payouts of v2, alone or many in a batch. */
export const payoutBatch: BatchKind<PayoutRequest> = {
	read: async (item) => requestOf(item, await formOf(item)),
	sharedInRequest: ({ method, currency, description, scheduledAt = '' }) => [
		method,
		currency,
		description,
		scheduledAt,
	],
	path: '/v2/payouts',
	bodyOf,
	recordsIn,
	found(request, { transaction, batch }) {
		const { amount, parameters } = request;
		const currency = asText(batch.currency).toUpperCase();
		const payee = isSameName(transaction.payee, request.payee) ? request.payee : transaction.payee;
		const ended = endedAs(transaction.status, batch.status, transaction.error_message);
		const isOtherBatch = request.list !== '' && isOtherSpelling(request.list, batch.external_id);
		const { external_id: shown } = isOtherBatch ? batch : transaction;
		return {
			record: { ...paymentRecord(transaction, batch), ...roundingNote(amount, transaction.amount, currency) },
			facts: facts({
				...shownParameterFacts(parameters, transaction.payout_method_params),
				amount: amount === undefined ? undefined : bookedAmount(amount, transaction.amount, currency),
				currency: currency || undefined,
				method: batch.payout_method_name,
				payee: payeeFact(payee),
				'payee email': payeeFact(transaction.email) || undefined,
			}),
			externalId: asText(request.list === '' ? referenceOf(transaction, batch) : shown) || undefined,
			ended: ended ?? undefined,
		};
	},
	present: ({ item }, record) => presentPayment(item, record),
};

/** The body of `POST /v2/payouts` (specification: "v2: create payout"). */
function bodyOf(payments: Together<PayoutRequest>, reference: string, target: NotificationTarget): PayoutCreateBody {
	const [{ method, currency, description, scheduledAt }] = payments;
	return {
		payout_method_name: method,
		currency,
		description,
		payout_transaction_details: payments.map(({ detail, externalId }) => ({ ...detail, external_id: externalId })),
		webhook_notification: target,
		scheduled_at: scheduledAt,
		external_id: reference,
	};
}

/** The record of each payment; null unless the service says that it took exactly these (specification: "Payout batch"). */
function recordsIn(answer: object, payments: Together<PayoutRequest>, reference: string): IDataObject[] | null {
	const { uuid, external_id: shownAs, payout_transactions: transactions } = answer as Partial<PayoutCreated>;
	// Under another reference they would not be found again.
	if (!echoes(shownAs, reference) || !isUuid(uuid)) return null;
	if (!Array.isArray(transactions) || transactions.length !== payments.length) return null;
	const batch = answer as PayoutCreated;
	if (String(batch.currency).toUpperCase() !== payments[0].currency) return null;
	const byKey = new Map(
		batch.payout_transactions.map((transaction) => [shownKey(transaction?.external_id), transaction]),
	);
	const records: IDataObject[] = [];
	for (const { amount, currency, externalId } of payments) {
		const transaction = byKey.get(externalId);
		if (!transaction || !isUuid(transaction.uuid) || !isBooked(amount, transaction.amount, currency)) return null;
		records.push({ ...paymentRecord(transaction, batch), ...roundingNote(amount, transaction.amount, currency) });
	}
	return records;
}

const isUuid = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Fewest characters of a payout's description (specification: "Limits"). */
const SHORTEST_DESCRIPTION = 5;

/** Above this amount a VND payout needs a branch code (specification: "Limits"). */
const BRANCH_CODE_ABOVE = '300000000';

interface PayoutRequest extends PaymentRequest {
	method: string;
	parameters: IDataObject;
	/** Whether the method needs a contact with the email of the payee. */
	needsContact: boolean;
	description: string;
	scheduledAt: string | undefined;
	/** Its element in the body of a request, without the key. */
	detail: PayoutTransactionDetail;
}

/** Reads and checks the form of a new payout (specification: "v2: create payout"). */
async function formOf(item: ItemCall) {
	const asked = methodOf(item, 'payout');
	return await readAll(item, {
		method: async () => await asked,
		externalId: () => externalIdOf(item),
		amount: async () => await amountWithinLimits(item, 'payout', asked),
		firstName: () => payeeName(item, 'firstName', 'First Name'),
		lastName: () => payeeName(item, 'lastName', 'Last Name'),
		email: () => requiredEmail(item, 'email', 'Email'),
		parameters: async () => methodParametersOf(item, await asked),
		description: () => item.longText('paymentDescription', 'Description', SHORTEST_DESCRIPTION),
		list: () => listOf(item),
		scheduled: () => item.parsedDate(item.additionalFields.scheduledAt, 'Scheduled At'),
	});
}

function requestOf(item: ItemCall, form: Awaited<ReturnType<typeof formOf>>): PayoutRequest {
	const { externalId, list, description, firstName, lastName, email, amount, scheduled, method, parameters } = form;
	if (
		method.payout_method_name === 'vn_bank_vnd' &&
		amount !== undefined &&
		compareAmounts(bookable(amount, 'VND').least, BRANCH_CODE_ABOVE) > 0 &&
		!parameters.branch_code
	) {
		throw item.refusal(
			'Payouts above 300,000,000 VND need a branch code',
			'Add branch_code to the method parameters; Payout Method → Get Branch Codes lists them.',
		);
	}
	const payee = `${firstName} ${lastName}`;
	const currency = currencyOf(item, method);
	const asked = facts({
		...parameterFacts(parameters),
		amount,
		currency,
		method: method.payout_method_name,
		payee: payeeFact(payee),
		'payee email': payeeFact(email),
	});
	return {
		...paymentOf(item, { kind: 'payout', list, externalId, facts: asked }),
		item,
		// The specification does not show by which day payouts are listed.
		isListedLate: scheduled !== undefined && scheduled > lookUpPeriod().to,
		destination: `${method.payout_method_name} ${destinationOf(parameters) || payeeFact(payee, email)}`,
		destinationWords: () => wordsOf(parameters, email, parametersIn(method)),
		payee,
		email,
		amount,
		currency,
		parameters,
		method: method.payout_method_name,
		needsContact: method.require_contact,
		doubts: () => [...doubtsOf(item, method, parameters), ...pastSchedule(scheduled)],
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

function payeeName(item: ItemCall, name: string, label: string): string {
	const text = item.text(name, label);
	if (text === '') {
		const why = item.whyEmpty(name);
		throw item.refusal(
			`${label} is empty`,
			`The payment service wants a first and a last name of every payee. Where somebody has one name only, give it in both fields.${why}`,
		);
	}
	const sent = item.parsedFlag(item.options.cleanNames, 'Clean Names') ? cleanedName(text) : text;
	if (!PAYEE_NAME.test(sent)) {
		throw item.refusal(
			`${label} may hold letters, digits and single spaces only, not “${text}”`,
			'Write the name without punctuation, or switch Clean Names on in Options: the payment service refuses anything else.',
		);
	}
	return sent;
}

/** What looks wrong with an account, though only the service or its owner can say. The service refuses a list as a whole. */
function doubtsOf(item: ItemCall, method: PayoutMethodRecord, parameters: IDataObject): Reason[] {
	const bank = unlistedBank(method.banks, parameters, parametersIn(method));
	const unlisted = {
		reason: `${method.payout_method_name} lists no bank ${bank}`,
		remedy: 'Payout Method: Get shows its banks with their codes.',
	};
	const unknown = unlistedChoices(parameters, parametersIn(method)).map((reason) => ({
		reason,
		remedy: 'Correct it, unless the service takes others, too.',
	}));
	const given = untypedParametersOf(item, method);
	return [...(bank === undefined ? [] : [unlisted]), ...unknown, ...doubtfulIdentifiers(given).map(lookItUp)];
}

/** A payout cannot be sent at a time that is over. What the service makes of it, the specification does not show. */
export const pastSchedule = (scheduled: Date | undefined): Reason[] =>
	scheduled === undefined || scheduled.getTime() > Date.now()
		? []
		: [{ reason: 'Scheduled At lies in the past', remedy: 'Correct it, or leave it empty to pay at once.' }];

/** A doubt about an identifier with what to do. */
export const lookItUp = (reason: string): Reason => ({
	reason,
	remedy: 'Compare it with what the payee gave, and keep its column as text.',
});

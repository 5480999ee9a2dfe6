import type { IDataObject } from 'n8n-workflow';
import type { PayoutMethodRecord, PayoutTransactionDetail } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/time/dates';
import { amountAsJsonNumber, bookable, compareAmounts } from '../../../../core/money';
import { doubtfulIdentifiers, unlistedBank, unlistedChoices } from '../../../../core/payments/methodParameters';
import { cleanedName, PAYEE_NAME } from '../../../../core/payments/payeeName';
import { wordsOf } from '../../../../core/payments/guards';
import { facts, payeeFact } from '../../../../core/payments/facts';
import { destinationOf, parameterFacts } from '../../../../core/payments/match';
import { lookUpPeriod } from '../../../service/period';
import { requiredEmail } from '../../form/identifiers';
import type { ItemCall } from '../../run/itemCall';
import {
	checkLimits,
	currencyOf,
	givenParametersOf,
	methodAmountOf,
	methodOf,
	methodParametersOf,
	parametersIn,
	untypedParametersOf,
} from '../../form/methodParameters';
import { beginReading, type Reading } from '../../run/readAll';
import type { PaymentRequest } from '../../money/batchKind';
import { externalIdOf, listOf } from '../../money/externalId';
import { paymentOf } from '../../money/setting';
import type { Reason } from '../../preview/row';

/** Fewest characters of a payout's description (specification: "Limits"). */
const SHORTEST_DESCRIPTION = 5;

/** Above this amount a VND payout needs a branch code (specification: "Limits"). */
const BRANCH_CODE_ABOVE = '300000000';

/** One payee as an item asks for it. */
export interface PayoutRequest extends PaymentRequest {
	method: string;
	/** What the method asks for, such as the account number. */
	parameters: IDataObject;
	/** Whether the method needs a contact with the email of the payee. */
	needsContact: boolean;
	/** What looks wrong with its account. */
	doubts: Reason[];
	description: string;
	scheduledAt: string | undefined;
	/** Its element in the body of a request, without the key. */
	detail: PayoutTransactionDetail;
}

/** Reads and checks the form of a new payout (specification: "v2: create payout"). */
export function payoutRequestOf(item: ItemCall): Reading<PayoutRequest> {
	const form = formOf(item);
	return async () => requestOf(item, await form());
}

function formOf(item: ItemCall) {
	const { scheduledAt } = item.additionalFields;
	const methodName = () => item.text('payoutMethodName');
	return beginReading(
		item,
		{
			externalId: () => externalIdOf(item),
			list: () => listOf(item),
			amount: () => methodAmountOf(item, methodName()),
			firstName: () => payeeName(item, 'firstName', 'First Name'),
			lastName: () => payeeName(item, 'lastName', 'Last Name'),
			email: () => requiredEmail(item, 'email', 'Email'),
			given: () => givenParametersOf(item),
		},
		({ amount, given }) => {
			let method: PayoutMethodRecord | undefined;
			return {
				method: async () => (method = await methodOf(item, 'payout')),
				limits: () => {
					if (method && amount !== undefined) checkLimits(item, amount, method, methodName());
				},
				parameters: () => (method && given ? methodParametersOf(item, method, given) : {}),
				description: () => item.longText('paymentDescription', 'Description', SHORTEST_DESCRIPTION),
				scheduled: () => item.parsedDate(scheduledAt, 'Scheduled At'),
			};
		},
		[
			...(['method', 'externalId', 'amount', 'limits', 'firstName', 'lastName', 'email'] as const),
			...(['given', 'parameters', 'description', 'list', 'scheduled'] as const),
		],
	);
}

function requestOf(item: ItemCall, form: Awaited<ReturnType<ReturnType<typeof formOf>>>): PayoutRequest {
	const { externalId, list, description, firstName, lastName, email, amount, scheduled, method, parameters, given } =
		form;
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
		destinationWords: wordsOf(parameters, email, parametersIn(method)),
		payee,
		email,
		amount,
		currency,
		parameters,
		method: method.payout_method_name,
		needsContact: method.require_contact,
		doubts: [...doubtsOf(method, parameters, untypedParametersOf(item, method, given)), ...pastSchedule(scheduled)],
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

/**
 * What looks wrong with an account, though only the service or its owner can say. The service refuses a list as a whole.
 * @param given the parameters as the item has them, before they get the types that the service names
 */
function doubtsOf(method: PayoutMethodRecord, parameters: IDataObject, given: IDataObject): Reason[] {
	const bank = unlistedBank(method.banks, parameters, parametersIn(method));
	const unlisted = {
		reason: `${method.payout_method_name} lists no bank ${bank}`,
		remedy: 'Payout Method: Get shows its banks with their codes.',
	};
	const unknown = unlistedChoices(parameters, parametersIn(method)).map((reason) => ({
		reason,
		remedy: 'Correct it, unless the service takes others, too.',
	}));
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

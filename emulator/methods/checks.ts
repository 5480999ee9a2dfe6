import { acceptAmount, AmountError, parseMoney, type Money } from '../ledger/money';
import type { PayinMethod, PayoutMethod } from './method';
import { checkParameters } from './parameters';

/** What is wrong with a request, by field. */
export type Problems = Record<string, string>;

/** The contact queries of methods that require a contact. */
export interface ContactRegister {
	/** The contact with this email, if there is one. */
	find(email: string): object | undefined;
	/** Whether the identity of this contact is confirmed. */
	isVerified(email: string): boolean;
}

const describeRange = ({ min, max, currency }: PayinMethod | PayoutMethod): string =>
	`must be between ${min} and ${max} ${currency}`;

/** The accepted amount; adds a problem under `field`. Zero when the method allows a request without an amount. */
export function checkAmount(
	method: PayinMethod | PayoutMethod,
	submitted: number | undefined,
	field: string,
	problems: Problems,
): Money {
	if (submitted === undefined) {
		if (!method.amountOptional) problems[field] = "can't be blank";
		return 0n;
	}
	try {
		const amount = acceptAmount(submitted, method.currency);
		if (amount < parseMoney(method.min) || amount > parseMoney(method.max)) problems[field] = describeRange(method);
		return amount;
	} catch (error) {
		if (!(error instanceof AmountError)) throw error;
		problems[field] = error.problem;
		return 0n;
	}
}

/** Checks mandatory keys, types and the chosen bank; adds problems under `place.key`. */
export function checkMethodParameters(
	method: PayinMethod | PayoutMethod,
	given: Readonly<Record<string, unknown>>,
	place: string,
	problems: Problems,
): void {
	for (const [key, problem] of Object.entries(checkParameters(method.parameters, given)))
		problems[`${place}.${key}`] = problem;
	const chosen = given[method.providerKey];
	if (
		method.providers.length > 0 &&
		chosen !== undefined &&
		chosen !== null &&
		!method.providers.some(({ code }) => code === String(chosen))
	) {
		problems[`${place}.${method.providerKey}`] ??= 'is not in the list of banks';
	}
}

/** Methods with require_contact need a contact with this email; those with require_kyc need a verified contact. */
export function checkContact(
	contacts: ContactRegister,
	method: PayinMethod | PayoutMethod,
	email: string,
	field: string,
	problems: Problems,
): void {
	if (!method.requireContact && !method.requireKyc) return;
	if (!contacts.find(email)) problems[field] = 'must equal the email of a contact: create the contact first';
	else if (method.requireKyc && !contacts.isVerified(email))
		problems[field] = 'belongs to a contact whose identity is not verified';
}

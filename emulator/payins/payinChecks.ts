import type { BodyOf } from '../../contract/endpoints';
import { limits } from '../../contract/limits';
import type { Account } from '../account';
import { unprocessable } from '../http/errors';
import { findMethod } from '../methods/catalogue';
import { isKatakana, isRomaji } from '../methods/katakana';
import type { PayinMethod, PayoutMethod } from '../methods/method';
import { checkParameters } from '../methods/parameters';
import { acceptAmount, AmountError, parseMoney, roundMoney, type Money } from '../ledger/money';
import { currencyFacts } from '../ledger/currencies';
import { utcMoment } from '../engine/timestamps';

type Problems = Record<string, string>;

/** GST on top of the amount, in percent. */
const GST_PERCENT = 10n;

const describeRange = ({ min, max, currency }: PayinMethod | PayoutMethod): string =>
	`must be between ${min} and ${max} ${currency}`;

/** The accepted amount; a problem is noted under `field`. A method that allows it may come without one: then it is zero. */
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

/** Mandatory keys, types and the chosen bank; problems are noted under `place.key`. */
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

/** A method with require_contact needs a contact under this very email; with require_kyc an identified one. */
export function checkContact(
	account: Account,
	method: PayinMethod | PayoutMethod,
	email: string,
	field: string,
	problems: Problems,
): void {
	if (!method.requireContact && !method.requireKyc) return;
	const contact = account.contacts.find(email);
	if (!contact) problems[field] = 'must equal the email of a contact: create the contact first';
	else if (method.requireKyc && contact.identity?.kyc_statuses.at(-1)?.status !== 'approved')
		problems[field] = 'belongs to a contact whose identity is not verified';
}

/** Names of jp_bank_jpy: romaji when they are to be transliterated, otherwise full-width katakana. */
function checkKatakanaNames(parameters: Readonly<Record<string, unknown>>, problems: Problems): void {
	const transliterate = parameters.transliterate === true;
	for (const key of ['first_name', 'last_name']) {
		const name = parameters[key];
		if (typeof name !== 'string' || name === '') continue;
		if (transliterate ? !isRomaji(name) : !isKatakana(name)) {
			problems[`payin_method_params.${key}`] = transliterate
				? 'must be Latin-letter romaji to be transliterated'
				: 'must be full-width katakana';
		}
	}
}

/** Only the bank QR method of VND heeds `expired_at`; every other method has its own lifetime. */
function expiryOf(method: PayinMethod, submitted: string | undefined, now: number, problems: Problems): number {
	if (!method.heedsExpiry || submitted === undefined) return now + method.lifetimeMinutes * 60_000;
	const expiry = utcMoment(submitted).getTime();
	if (expiry < now + limits.payinExpiryMinimumMinutes * 60_000) {
		problems.expired_at = `must be at least ${limits.payinExpiryMinimumMinutes} minutes in the future`;
	}
	return expiry;
}

/** Checks the business rules of a payin. @throws ServiceError 422 with every field that breaks one. */
export function checkPayin(account: Account, body: BodyOf<'v2.payins.create'>, now: number) {
	const method = findMethod(account.currency, 'payin', body.payin_method_name);
	if (!method) throw unprocessable({ payin_method_name: 'is not available for this account' });
	const problems: Problems = {};
	if (body.currency !== account.currency)
		problems.currency = `must be ${account.currency}, the currency of this account`;
	if (body.gst && !(account.currency === 'AUD' && account.australian))
		problems.gst = 'can be true only for AUD transactions of Australian merchants';
	const amount = checkAmount(method, body.amount, 'amount', problems);
	checkMethodParameters(method, body.payin_method_params, 'payin_method_params', problems);
	if (method.name === 'jp_bank_jpy') checkKatakanaNames(body.payin_method_params, problems);
	checkContact(account, method, body.email, 'email', problems);
	const expiresAt = expiryOf(method, body.expired_at, now, problems);
	if (Object.keys(problems).length > 0) throw unprocessable(problems);
	const gstAmount = body.gst ? roundMoney((amount * GST_PERCENT) / 100n, currencyFacts(account.currency).decimals) : 0n;
	return { method, amount, gstAmount, expiresAt };
}

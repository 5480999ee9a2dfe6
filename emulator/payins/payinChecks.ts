import type { BodyOf } from '../../contract/endpoints';
import { limits } from '../../contract/limits';
import type { Merchant } from '../engine/merchant';
import { unprocessable } from '../engine/serviceError';
import { utcMoment } from '../engine/timestamps';
import { currencyRules } from '../ledger/currencies';
import { roundMoney } from '../ledger/money';
import { findMethod } from '../methods/catalogue';
import {
	checkAmount,
	checkContact,
	checkMethodParameters,
	type ContactRegister,
	type Problems,
} from '../methods/checks';
import { isKatakana, isRomaji } from '../methods/katakana';
import type { PayinMethod } from '../methods/method';

/** GST on top of the amount, in percent. */
const GST_PERCENT = 10n;

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

/** Only the bank QR method of VND honours `expired_at`; every other method has a fixed lifetime. */
function expiryOf(method: PayinMethod, submitted: string | undefined, now: number, problems: Problems): number {
	if (!method.heedsExpiry || submitted === undefined) return now + method.lifetimeMinutes * 60_000;
	const expiry = utcMoment(submitted).getTime();
	if (expiry < now + limits.payinExpiryMinimumMinutes * 60_000) {
		problems.expired_at = `must be at least ${limits.payinExpiryMinimumMinutes} minutes in the future`;
	}
	return expiry;
}

/** Checks the business rules of a payin. @throws ServiceError 422 with every field that breaks a rule. */
export function checkPayin(
	{ currency, australian }: Pick<Merchant, 'currency' | 'australian'>,
	contacts: ContactRegister,
	body: BodyOf<'v2.payins.create'>,
	now: number,
) {
	const method = findMethod(currency, 'payin', body.payin_method_name);
	if (!method) throw unprocessable({ payin_method_name: 'is not available for this account' });
	const problems: Problems = {};
	if (body.currency !== currency) problems.currency = `must be ${currency}, the currency of this account`;
	if (body.gst && !(currency === 'AUD' && australian))
		problems.gst = 'can be true only for AUD transactions of Australian merchants';
	const amount = checkAmount(method, body.amount, 'amount', problems);
	checkMethodParameters(method, body.payin_method_params, 'payin_method_params', problems);
	if (method.name === 'jp_bank_jpy') checkKatakanaNames(body.payin_method_params, problems);
	checkContact(contacts, method, body.email, 'email', problems);
	const expiresAt = expiryOf(method, body.expired_at, now, problems);
	if (Object.keys(problems).length > 0) throw unprocessable(problems);
	const gstAmount = body.gst ? roundMoney((amount * GST_PERCENT) / 100n, currencyRules(currency).decimals) : 0n;
	return { method, amount, gstAmount, expiresAt };
}

export type CheckedPayin = ReturnType<typeof checkPayin>;

import type { BodyOf } from '../../contract/endpoints';
import { limits } from '../../contract/limits';
import { unprocessable } from '../engine/serviceError';
import { utcMoment } from '../engine/timestamps';
import { parseMoney, type Money } from '../ledger/money';
import { findMethod } from '../methods/catalogue';
import {
	checkAmount,
	checkContact,
	checkMethodParameters,
	type ContactRegister,
	type Problems,
} from '../methods/checks';
import type { PayoutMethod } from '../methods/method';
import { branchesOf, branchMethod } from './bankLookups';

type Detail = BodyOf<'v2.payouts.create'>['payout_transaction_details'][number];

/** The format of a PayID by its upper-case `pay_id_type`. */
const payIdForms: Readonly<Record<string, RegExp>> = {
	EMAIL: /^[^\s@]+@[^\s@]+$/,
	PHONE: /^\+\d{1,3}-?\d{6,12}$/,
	ABN: /^(\d{9}|\d{11})$/,
};

const textOf = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function checkAustralianAddress(given: Detail['payout_method_params'], place: string, problems: Problems): void {
	const payId = textOf(given.pay_id);
	if (payId !== '' && payIdForms[textOf(given.pay_id_type)]?.test(payId) === false)
		problems[`${place}.pay_id`] = `is no PayID of type ${textOf(given.pay_id_type)}`;
	const bsb = textOf(given.bsb);
	if (bsb !== '' && !/^\d{3}-?\d{3}$/.test(bsb)) problems[`${place}.bsb`] = 'must have six digits';
}

/** vn_bank_vnd needs a branch code above 300,000,000 VND, or when the bank requires one (section "v2: create payout"). */
function checkBranch(
	method: PayoutMethod,
	given: Detail['payout_method_params'],
	amount: Money,
	place: string,
	problems: Problems,
): void {
	const bank = method.providers.find(({ code }) => code === given.bank_code);
	if (!bank) return;
	const branch = textOf(given.branch_code);
	if (branch === '') {
		if (bank.needsBranchCode) problems[`${place}.branch_code`] = `can't be blank for ${bank.name}`;
		else if (amount > parseMoney(limits.branchCodeAboveVnd))
			problems[`${place}.branch_code`] = `can't be blank above ${limits.branchCodeAboveVnd} VND`;
	} else if (!branchesOf(bank).some(({ code }) => code === branch)) {
		problems[`${place}.branch_code`] = `is no branch of ${bank.name}`;
	}
}

/**
 * Checks the business rules of a payout and its transactions. One invalid transaction makes the whole request invalid.
 * @throws ServiceError 422 with every field that breaks a rule.
 */
export function checkPayout(
	currency: string,
	contacts: ContactRegister,
	body: BodyOf<'v2.payouts.create'>,
	now: number,
) {
	const method = findMethod(currency, 'payout', body.payout_method_name);
	if (!method) throw unprocessable({ payout_method_name: 'is not available for this account' });
	const problems: Problems = {};
	if (body.currency !== currency) problems.currency = `must be ${currency}, the currency of this account`;
	const scheduledAt = body.scheduled_at === undefined ? null : utcMoment(body.scheduled_at).getTime();
	if (scheduledAt !== null && scheduledAt <= now) problems.scheduled_at = 'must be in the future';
	const amounts = body.payout_transaction_details.map((detail, index) => {
		const place = `payout_transaction_details[${index}]`;
		const amount = checkAmount(method, detail.amount, `${place}.amount`, problems);
		const parameters = `${place}.payout_method_params`;
		checkMethodParameters(method, detail.payout_method_params, parameters, problems);
		if (method.currency === 'AUD') checkAustralianAddress(detail.payout_method_params, parameters, problems);
		if (method.name === branchMethod) checkBranch(method, detail.payout_method_params, amount, parameters, problems);
		checkContact(contacts, method, detail.email, `${place}.email`, problems);
		return amount;
	});
	if (Object.keys(problems).length > 0) throw unprocessable(problems);
	return { method, scheduledAt, amounts };
}

export type CheckedPayout = ReturnType<typeof checkPayout>;

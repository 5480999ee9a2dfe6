/**
 * A payout transaction fails when its account number, wallet number or PayID has one of these endings, so that a test can
 * provoke a failure. In an email address, the part before the @ counts. Applies to every v2 payout method.
 */
const failingEndings: Readonly<Record<string, string>> = {
	'90001': 'Account not found',
	'90002': 'Blocked by a compliance check',
	'90003': 'The bank of the payee could not be reached',
};

/** Why a payment to this payee fails, or null when it succeeds. */
export function failureOf(parameters: Readonly<Record<string, unknown>>): string | null {
	const address = String(parameters.account_number ?? parameters.pay_id ?? '').replace(/@.*$/, '');
	return failingEndings[address.slice(-5)] ?? null;
}

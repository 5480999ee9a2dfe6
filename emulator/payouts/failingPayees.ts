/**
 * Endings of an account number, wallet number or PayID (of an email address: of the part before the @) that make a payout
 * transaction fail, so that a failure can be had at will. They go for every v2 payout method.
 */
export const failingEndings: Readonly<Record<string, string>> = {
	'90001': 'Account not found',
	'90002': 'Blocked by a compliance check',
	'90003': 'The bank of the payee could not be reached',
};

/** Why a payment to this payee fails, or null when it does not. */
export function failureOf(parameters: Readonly<Record<string, unknown>>): string | null {
	const address = String(parameters.account_number ?? parameters.pay_id ?? '').replace(/@.*$/, '');
	return failingEndings[address.slice(-5)] ?? null;
}

import type { AudPayoutTransactionDetail } from '../../contract/audPayouts';

const payidPatterns: Readonly<Record<string, { pattern: RegExp; problem: string }>> = {
	email: { pattern: /^[^\sA-Z@]+@[^\sA-Z@]+\.[^\sA-Z@]+$/, problem: 'must be a lower-case email address' },
	phone: { pattern: /^\+61-4\d{8}$/, problem: 'must be an Australian mobile number such as +61-412345678' },
	abn: { pattern: /^(\d{9}|\d{11})$/, problem: 'must have 9 or 11 digits' },
	org_id: { pattern: /^\S{3,256}$/, problem: 'must have 3 to 256 characters without spaces' },
};

/** What is wrong with the address of an AUD payout; undefined when nothing is. */
export function addressProblem({
	payid,
	payid_type,
	account_number,
}: AudPayoutTransactionDetail): { field: string; problem: string } | undefined {
	const rule = payidPatterns[payid_type ?? ''];
	if (payid !== undefined && rule && !rule.pattern.test(payid)) return { field: 'payid', problem: rule.problem };
	if (account_number !== undefined && !/^\d{5,9}$/.test(account_number)) {
		return { field: 'account_number', problem: 'must have 5 to 9 digits' };
	}
	return undefined;
}

/**
 * Why a payment to this address fails, or null when it succeeds. Two kinds of address fail, so that a test can provoke a
 * failure: a PayID that begins with "unknown", and an account number of zeros only.
 */
export function addressFailure({ payid, account_number }: AudPayoutTransactionDetail): string | null {
	if (payid?.startsWith('unknown')) return 'PayID not found';
	if (account_number !== undefined && /^0+$/.test(account_number)) return 'Account not found';
	return null;
}

import type { AudPayoutTransactionDetail } from '../../contract/audPayouts';

/**
 * Why a payment to this address fails, or null when it succeeds. Two kinds of address fail, so that a test can provoke a
 * failure: a PayID that begins with "unknown", and an account number of zeros only.
 */
export function addressFailure({ payid, account_number }: AudPayoutTransactionDetail): string | null {
	if (payid?.startsWith('unknown')) return 'PayID not found';
	if (account_number !== undefined && /^0+$/.test(account_number)) return 'Account not found';
	return null;
}

/**
 * The Limits table of the specification, one constant per row; none for TLS, which is a matter of the user's own server.
 * The unit is in the name or the comment.
 */
export const limits = {
	/** Gateway link token. */
	accessTokenSeconds: 3600,
	/** v3 payin link `expires_in`, seconds. */
	linkExpiry: { defaultSeconds: 1800, minimumSeconds: 900 },
	/** v2 payin `expired_at`, honoured by vn_<qr_scheme>_vnd only. */
	payinExpiryMinimumMinutes: 15,
	webhookRetries: { count: 3, minutesApart: 15 },
	/** A refund still pending after this time becomes return_expired. */
	refundExpiryDays: 10,
	/**
	 * A partial refund becomes possible this long after completion: not before `earliest`, and by `latest` at the latest
	 * (assumption `partialRefundWindow`).
	 */
	partialRefundMinutes: { earliest: 30, latest: 60 },
	payoutDescriptionMinimumLength: 5,
	refundReasonMinimumLength: 5,
	payoutListMaximumYears: 1,
	/** payins/all and v1 history; page starts at 1. */
	pageSize: 20,
	balanceHistorySize: 20,
	staticPayidPrefixLength: { minimum: 3, maximum: 35 },
	/** VND. Above this, a vn_bank_vnd payout needs a branch_code. */
	branchCodeAboveVnd: 300_000_000,
	thBankPayoutThb: { minimum: 300, maximum: 2_000_000 },
	/** Payin and payout. */
	ugBankUgx: { minimum: 15_000, maximum: 36_000_000 },
	auPayidPayoutMinimumAud: 1,
	/** v3 NZD and HKD card payments. */
	cardMaximum: { NZD: 10_000, HKD: 10_000 },
	/** Every MWK method, mw_bank_mwk included. */
	mwkMinimum: 2_000,
	settlementFileMinutes: 3,
} as const;

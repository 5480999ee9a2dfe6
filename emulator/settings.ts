/** How the emulated service behaves; each may be given at the start and changed while it runs. */
export interface Settings {
	/** Sandbox-only operations answer 404 in production. */
	environment: 'sandbox' | 'production';
	/** Everything random follows from it: credentials, ids, chance. */
	seed: number;
	/** Virtual milliseconds per step of a payout: created → processing → completed. */
	payoutDelayMs: number;
	/** Virtual milliseconds from a refund request to its result. */
	refundDelayMs: number;
	/** Virtual milliseconds until the payment credentials of late methods (jp_bank_jpy, …) are notified. */
	latePayCodeDelayMs: number;
	/** What each account owns at the start, in the currency's base unit. */
	openingBalance: string;
	/** Accounts belong to an Australian merchant: `gst` may be true for AUD. */
	australian: boolean;
	/** Payouts wait for a decision (payout approvals). */
	approvals: boolean;
	/** Merchant-level key that signs notifications; null sends them unsigned. */
	webhookSecretKey: string | null;
	/** Header that carries the signature (assumed: the specification does not show it). */
	signatureHeader: string;
	/** How long a receiver may take to answer a notification, in real milliseconds. */
	notificationTimeoutMs: number;
	/** Notifications under way at the same time. */
	notificationConcurrency: number;
	/** Repeats of a notification that was not answered with 200 (section Events: 3). */
	notificationRetries: number;
	/** Virtual milliseconds between these repeats (section Events: 15 minutes). */
	notificationRetryMs: number;
}

/** The behaviour when nothing else is asked for. */
export const defaultSettings: Settings = {
	environment: 'sandbox',
	seed: 1,
	payoutDelayMs: 1_000,
	refundDelayMs: 1_000,
	latePayCodeDelayMs: 1_000,
	openingBalance: '10000000',
	australian: true,
	approvals: false,
	webhookSecretKey: null,
	signatureHeader: 'x-signature',
	notificationTimeoutMs: 10_000,
	notificationConcurrency: 64,
	notificationRetries: 3,
	notificationRetryMs: 15 * 60_000,
};

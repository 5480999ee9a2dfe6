import { z } from 'zod/v4';
import { ASSUMED } from '../../contract/assumptions';
import { defaultMoneySettings, type MoneySettings } from '../ledger/moneySettings';

/** How the emulated service behaves; each may be given at the start. */
export interface Settings extends MoneySettings {
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
	...defaultMoneySettings,
	environment: 'sandbox',
	seed: 1,
	payoutDelayMs: 1_000,
	refundDelayMs: 1_000,
	latePayCodeDelayMs: 1_000,
	openingBalance: '10000000',
	australian: true,
	approvals: false,
	webhookSecretKey: null,
	signatureHeader: ASSUMED.signatureHeader,
	notificationTimeoutMs: 10_000,
	notificationConcurrency: 64,
	notificationRetries: 3,
	notificationRetryMs: 15 * 60_000,
};

const milliseconds = z.number().min(0);

/** What may be changed while the emulator runs; the rest takes part in how its world was made. */
export const settingsChange = z
	.strictObject({
		environment: z.enum(['sandbox', 'production']),
		payoutDelayMs: milliseconds,
		refundDelayMs: milliseconds,
		latePayCodeDelayMs: milliseconds,
		listLagMs: milliseconds,
		settlementDelayMs: milliseconds,
		payoutWindowMs: milliseconds,
		promptLifetimeMs: milliseconds,
		signatureHeader: z.string().min(1),
		notificationTimeoutMs: milliseconds,
		notificationRetries: z.number().int().min(0),
		notificationRetryMs: milliseconds,
	})
	.partial();

import { z } from 'zod/v4';
import { ASSUMED } from '../../contract/assumed';
import { limits } from '../../contract/limits';

/** How the emulated service behaves. Each setting can be given at the start. */
export interface Settings {
	/** In production, sandbox-only operations answer 404. */
	environment: 'sandbox' | 'production';
	/** Determines credentials, ids and random choices. */
	seed: number;

	// Contract terms of the merchants.
	/** What each account holds at the start, in the currency's base unit. */
	openingBalance: string;
	/** The merchants are Australian, so `gst` may be true for AUD. */
	australian: boolean;
	/** The account type that the balance history shows (section Balance history entry). */
	accountType: 'aggregated' | 'dedicated';
	/** Payouts wait for an approver's decision (payout approvals). */
	approvals: boolean;
	/** Which payin statuses v2 records show: the eight of section States, or all thirteen that notifications carry. */
	recordStatuses: 'eight' | 'thirteen';
	/** Partial refunds are possible only from 30 to 60 minutes after completion, not from 30 minutes on (section Limits allows both readings). */
	partialRefundsEnd: boolean;
	/** Whether lists take a period that ends in the future. */
	futurePeriods: 'taken' | 'refused';
	/** Whether settlement reports can be listed without a period. */
	reportPeriods: 'optional' | 'required';
	/** Ids of assumptions (contract/assumptions.ts) that are wrong in this service; see emulator/otherwise. */
	wrongGuesses: readonly string[];
	/** Signs notifications; null sends them unsigned. */
	webhookSecretKey: string | null;

	// How fast payments move, in virtual milliseconds.
	/** A new record appears in lists only after this time. Its detail is available at once. */
	listLagMs: number;
	/** Each step of a payout: created → processing → completed. */
	payoutDelayMs: number;
	/** A payout that finds no funds expires after this time. */
	payoutWindowMs: number;
	/** From a refund request to its result. */
	refundDelayMs: number;
	/** How long a received payment stays in the incoming balance before it becomes available. */
	settlementDelayMs: number;
	/** How long a card payment of the hosted checkout waits for settlement before it is received. */
	cardSettlementMs: number;
	/** Time until the payment credentials of late methods (jp_bank_jpy, …) are notified. */
	latePayCodeDelayMs: number;
	/** A payment fails when nobody answers the prompt on the handset within this time. */
	promptLifetimeMs: number;

	// How notifications are delivered.
	/** Header that carries the signature (assumed: the specification does not show it). */
	signatureHeader: string;
	signatureEncoding: 'hex' | 'base64';
	signatureAlgorithm: 'sha256' | 'sha512';
	/** Real milliseconds a receiver may take to answer. */
	notificationTimeoutMs: number;
	/** Maximum number of concurrent deliveries. */
	notificationConcurrency: number;
	/** Retries when a receiver does not answer 200 (section Events: 3). */
	notificationRetries: number;
	/** Virtual milliseconds between attempts (section Events: 15 minutes). */
	notificationRetryMs: number;
}

/** The defaults, except that `startEmulator` derives a webhook secret key from the seed. */
export const defaultSettings: Settings = {
	environment: 'sandbox',
	seed: 1,
	openingBalance: '10000000',
	australian: true,
	accountType: 'aggregated',
	approvals: false,
	recordStatuses: 'eight',
	wrongGuesses: [],
	partialRefundsEnd: false,
	futurePeriods: 'taken',
	reportPeriods: 'optional',
	webhookSecretKey: null,
	listLagMs: 0,
	payoutDelayMs: 1_000,
	payoutWindowMs: 5 * 24 * 60 * 60_000,
	refundDelayMs: 1_000,
	settlementDelayMs: 0,
	cardSettlementMs: 0,
	latePayCodeDelayMs: 1_000,
	promptLifetimeMs: 2 * 60_000,
	signatureHeader: ASSUMED.signatureHeader,
	signatureEncoding: ASSUMED.signatureEncoding,
	signatureAlgorithm: ASSUMED.signatureAlgorithm,
	notificationTimeoutMs: 10_000,
	notificationConcurrency: 64,
	notificationRetries: limits.webhookRetries.count,
	notificationRetryMs: limits.webhookRetries.minutesApart * 60_000,
};

const milliseconds = z.number().min(0);

/** What may change at run time. The other settings are fixed when the world is created. */
export const settingsChange = z
	.strictObject({
		environment: z.enum(['sandbox', 'production']),
		recordStatuses: z.enum(['eight', 'thirteen']),
		partialRefundsEnd: z.boolean(),
		listLagMs: milliseconds,
		payoutDelayMs: milliseconds,
		payoutWindowMs: milliseconds,
		refundDelayMs: milliseconds,
		settlementDelayMs: milliseconds,
		cardSettlementMs: milliseconds,
		latePayCodeDelayMs: milliseconds,
		promptLifetimeMs: milliseconds,
		signatureHeader: z.string().min(1),
		notificationTimeoutMs: milliseconds,
		notificationRetries: z.number().int().min(0),
		notificationRetryMs: milliseconds,
	})
	.partial();

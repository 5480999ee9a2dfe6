import { createHash } from 'crypto';
import type { World } from './world';

/** Count and sum of one kind of payment, as the books show it. `sum` is a decimal string in the account's currency. */
export interface BookLine {
	count: number;
	sum: string;
	byStatus: Record<string, number>;
}

/** A payment as the overview page lists it. */
export interface RecentPayment {
	kind: string;
	uuid: string;
	status: string;
	amount: string;
	externalId?: string | null;
	createdAt: Date;
}

/** What the books and the overview ask of a room; both are optional. */
export interface Room {
	/** By kind: `{ payins: …, refunds: … }`. */
	summary?(): Record<string, BookLine>;
	/** Newest first, at most `limit`. */
	recent?(limit: number): RecentPayment[];
}

/** A merchant's account: one pair of credentials, one currency (section Authentication). */
export interface Account {
	readonly appId: string;
	readonly secretKey: string;
	readonly currency: string;
	/** Signs this merchant's notifications; null leaves them unsigned. */
	webhookSecretKey: string | null;
	/** Payouts wait for a decision before anything is sent. */
	approvals: boolean;
	/** The merchant is Australian: `gst` may be true for AUD. */
	australian: boolean;
}

/** One account per currency of the specification; NZD and HKD (and UGX) exist for hosted checkout. The first is the default. */
export const accountCurrencies = [
	'AUD', 'IDR', 'INR', 'JPY', 'KHR', 'KRW', 'MYR', 'PHP', 'THB', 'VND',
	'BWP', 'GHS', 'KES', 'MWK', 'NGN', 'TZS', 'XAF', 'XOF', 'ZAR',
	'ARS', 'BRL', 'CAD', 'USD', 'USDC', 'UGX', 'NZD', 'HKD',
] as const;

const derive = (...parts: Array<string | number>): string => createHash('sha256').update(parts.join(':')).digest('hex');

/** Credentials follow from the seed alone: they survive a reset and a restart. */
export function createAccounts(world: World): Account[] {
	const { seed, environment, webhookSecretKey, approvals, australian } = world.settings;
	return accountCurrencies.map((currency) => {
		const account: Account = {
			appId: `app-${derive(seed, currency, 'app').slice(0, 32)}`,
			secretKey: `${environment}_${derive(seed, currency, 'secret', environment)}`,
			currency,
			webhookSecretKey,
			approvals,
			australian,
		};
		return account;
	});
}

/** Every room of an account that can be asked for its books or its latest payments. */
export function roomsOf(account: Account): Room[] {
	return Object.values(account).filter((member): member is Room => typeof member === 'object' && member !== null);
}

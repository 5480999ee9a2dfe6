import { createHash } from 'crypto';
import { v2Currencies } from '../contract/currencies';
import { createAudPayouts } from './audPayouts/audPayouts';
import { createCards } from './cards/cards';
import { createCashbacks } from './cards/cashbacks';
import { createCheckoutSessions } from './checkout/checkoutSessions';
import { createContacts } from './contacts/contacts';
import { createDeposits } from './ledger/deposits';
import { createGateway } from './checkout/gateway';
import { createLedger } from './ledger/ledger';
import { createLinks } from './checkout/links';
import { createOneTimePayids } from './payids/oneTimePayids';
import { createPayins } from './payins/payins';
import { createPayouts } from './payouts/payouts';
import { createSettlements } from './settlements/settlements';
import { createStaticPayids } from './payids/staticPayids';
import { createTransfers } from './ledger/transfers';
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

/** What the books, the overview and the control interface ask of a room; each is optional. */
export interface Room {
	/** By kind: `{ payins: …, refunds: … }`. */
	summary?(): Record<string, BookLine>;
	/** Newest first, at most `limit`. */
	recent?(limit: number): RecentPayment[];
	/** Decides on a payout that approvals hold. Throws 404 when this room did not make it, another refusal when it is decided already. */
	decide?(uuid: string, decision: 'approve' | 'reject'): unknown;
}

/** Who an account belongs to, and what was agreed with its merchant. */
interface Identity {
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

/** What an account can do, one room each. */
interface Rooms {
	readonly ledger: ReturnType<typeof createLedger>;
	readonly contacts: ReturnType<typeof createContacts>;
	readonly payins: ReturnType<typeof createPayins>;
	readonly payouts: ReturnType<typeof createPayouts>;
	readonly checkoutSessions: ReturnType<typeof createCheckoutSessions>;
	readonly links: ReturnType<typeof createLinks>;
	readonly gateway: ReturnType<typeof createGateway>;
	readonly staticPayids: ReturnType<typeof createStaticPayids>;
	readonly oneTimePayids: ReturnType<typeof createOneTimePayids>;
	readonly audPayouts: ReturnType<typeof createAudPayouts>;
	readonly deposits: ReturnType<typeof createDeposits>;
	readonly transfers: ReturnType<typeof createTransfers>;
	readonly cards: ReturnType<typeof createCards>;
	readonly cashbacks: ReturnType<typeof createCashbacks>;
	readonly settlements: ReturnType<typeof createSettlements>;
}

/** A merchant's account: one pair of credentials, one currency (section Authentication). */
export interface Account extends Identity, Rooms {}

/** One account per currency of the specification; NZD and HKD (and UGX) exist for hosted checkout. The first is the default. */
export const accountCurrencies = [...v2Currencies, 'NZD', 'HKD'] as const;

const derive = (...parts: (string | number)[]): string => createHash('sha256').update(parts.join(':')).digest('hex');

/** Credentials follow from the seed alone: they survive a reset and a restart. */
export function createAccounts(world: World): Account[] {
	const { seed, environment, webhookSecretKey, approvals, australian } = world.settings;
	return accountCurrencies.map((currency) => {
		const identity: Identity = {
			appId: `app-${derive(seed, currency, 'app').slice(0, 32)}`,
			secretKey: `${environment}_${derive(seed, currency, 'secret', environment)}`,
			currency,
			webhookSecretKey,
			approvals,
			australian,
		};
		return furnish(world, identity);
	});
}

// In this order: a room may use those before it from its start.
const factories: { [Name in keyof Rooms]: (world: World, account: Account) => Rooms[Name] } = {
	ledger: createLedger,
	contacts: createContacts,
	payins: createPayins,
	payouts: createPayouts,
	checkoutSessions: createCheckoutSessions,
	links: createLinks,
	gateway: createGateway,
	staticPayids: createStaticPayids,
	oneTimePayids: createOneTimePayids,
	audPayouts: createAudPayouts,
	deposits: createDeposits,
	transfers: createTransfers,
	cards: createCards,
	cashbacks: createCashbacks,
	settlements: createSettlements,
};

function furnish(world: World, identity: Identity): Account {
	const account = identity as Account;
	for (const [name, create] of Object.entries(factories)) Object.assign(account, { [name]: create(world, account) });
	return account;
}

/** The secret that signs a merchant's notifications, the same after each start with the same seed. */
export const derivedWebhookSecretKey = (seed: number): string => `webhook_${derive(seed, 'webhook')}`;

/** Every room of an account that can be asked for its books or its latest payments. */
export function roomsOf(account: Account): Room[] {
	return Object.values(account).filter((member): member is Room => typeof member === 'object' && member !== null);
}

import { createHash } from 'crypto';
import { v2Currencies } from '../contract/currencies';
import { createAudPayouts, type AudPayouts } from './audPayouts/audPayouts';
import { createCards, type Cards } from './cards/cards';
import { createCashbacks, type Cashbacks } from './cards/cashbacks';
import { createCheckoutSessions, type CheckoutSessions } from './checkout/checkoutSessions';
import { createGateway, type Gateway } from './checkout/gateway';
import { createLinks, type Links } from './checkout/links';
import { createContacts, type Contacts } from './contacts/contacts';
import type { Engine } from './engine/engine';
import type { Merchant } from './engine/merchant';
import type { Notify } from './engine/notifications';
import type { Reporting } from './ledger/books';
import { createLedger, type Ledger } from './ledger/ledger';
import { createOneTimePayids, type OneTimePayids } from './payids/oneTimePayids';
import { createStaticPayids, type StaticPayids } from './payids/staticPayids';
import { createPayins, type Payins } from './payins/payins';
import { createPayouts, type Payouts } from './payouts/payouts';
import { createSettlements, type Settlements } from './settlements/settlements';
import { createDeposits, type Deposits } from './treasury/deposits';
import { createTransfers, type Transfers } from './treasury/transfers';

/** A merchant's account: one pair of credentials, one currency (section Authentication), and everything it can do. */
export interface Account extends Merchant {
	readonly ledger: Ledger;
	readonly contacts: Contacts;
	readonly payins: Payins;
	readonly payouts: Payouts;
	readonly checkoutSessions: CheckoutSessions;
	readonly links: Links;
	readonly gateway: Gateway;
	readonly staticPayids: StaticPayids;
	readonly oneTimePayids: OneTimePayids;
	readonly audPayouts: AudPayouts;
	readonly deposits: Deposits;
	readonly transfers: Transfers;
	readonly cards: Cards;
	readonly cashbacks: Cashbacks;
	readonly settlements: Settlements;
	/** Domains that report to the books, in display order. */
	readonly reporting: readonly Reporting[];
}

/** One account per currency of the specification; NZD and HKD exist for hosted checkout. The first is the default. */
export const accountCurrencies = [...v2Currencies, 'NZD', 'HKD'] as const;

const derive = (...parts: (string | number)[]): string => createHash('sha256').update(parts.join(':')).digest('hex');

/** The secret that signs notifications. The same seed gives the same secret. */
export const derivedWebhookSecretKey = (seed: number): string => `webhook_${derive(seed, 'webhook')}`;

/** App ID and secret key follow from seed, currency and environment alone, so a restart with the same seed keeps them. */
function createMerchant({ settings }: Engine, currency: string): Merchant {
	const { seed, environment, webhookSecretKey, approvals, australian } = settings;
	return {
		appId: `app-${derive(seed, currency, 'app').slice(0, 32)}`,
		secretKey: `${environment}_${derive(seed, currency, 'secret', environment)}`,
		currency,
		webhookSecretKey,
		approvals,
		australian,
	};
}

/** Builds the account of one currency: its ledger, then each domain with what it needs. */
export function createAccount(engine: Engine, currency: string): Account {
	const { clock, random, settings, addressOf } = engine;
	const merchant = createMerchant(engine, currency);
	const notify: Notify = (notification) => engine.notifications.send(merchant, notification);
	const ledger = createLedger({ clock, random, merchant, settings });
	const common = { clock, random, settings, addressOf, merchant, notify, ledger };

	const contacts = createContacts(common);
	const payins = createPayins({ ...common, contacts });
	const payouts = createPayouts({ ...common, contacts });
	const checkoutSessions = createCheckoutSessions(common);
	const links = createLinks({ ...common, checkoutSessions });
	const gateway = createGateway({ ...common, checkoutSessions });
	const staticPayids = createStaticPayids(common);
	const oneTimePayids = createOneTimePayids(common);
	const audPayouts = createAudPayouts(common);
	const deposits = createDeposits(common);
	const transfers = createTransfers(common);
	const cards = createCards(common);
	const cashbacks = createCashbacks(common);
	const settlements = createSettlements(common);

	// The merchant object itself becomes the account, so that every domain sees what `/_control` changes on it.
	return Object.assign(merchant, {
		ledger,
		contacts,
		payins,
		payouts,
		checkoutSessions,
		links,
		gateway,
		staticPayids,
		oneTimePayids,
		audPayouts,
		deposits,
		transfers,
		cards,
		cashbacks,
		settlements,
		reporting: [
			contacts,
			payins,
			payouts,
			links,
			gateway,
			staticPayids,
			oneTimePayids,
			audPayouts,
			deposits,
			transfers,
			cards,
			cashbacks,
		],
	});
}

import type { Resource } from '../operation';
import { audBalance } from './audBalance';
import { audPayout } from './audPayout';
import { balance } from './balance';
import { bankAccount } from './bankAccount';
import { checkoutLink } from './checkoutLink';
import { contact } from './contact';
import { gatewayLink } from './gatewayLink';
import { oneTimePayid } from './oneTimePayid';
import { payin } from './payin';
import { payinMethod } from './payinMethod';
import { payout } from './payout';
import { payoutMethod } from './payoutMethod';
import { reconciliation } from './reconciliation';
import { settlementReport } from './settlementReport';
import { staticPayid } from './staticPayid';
import { transfer } from './transfer';
import { treasuryDeposit } from './treasuryDeposit';

/**
 * The registry: what the drop-downs show and what a run chooses from, in the order in which people need them. Adding a
 * resource takes one line here.
 */
export const resources: Resource[] = [
	payout,
	payin,
	checkoutLink,
	balance,
	settlementReport,
	contact,
	payoutMethod,
	payinMethod,
	reconciliation,
	bankAccount,
	staticPayid,
	oneTimePayid,
	audPayout,
	audBalance,
	gatewayLink,
	transfer,
	treasuryDeposit,
];

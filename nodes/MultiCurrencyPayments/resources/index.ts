import type { Resource } from '../operation';
import { balance } from './balance';
import { payin } from './payin';
import { payinMethod } from './payinMethod';
import { payout } from './payout';
import { payoutMethod } from './payoutMethod';
import { settlementReport } from './settlementReport';

/** The registry: what the drop-downs show and what a run dispatches to. Adding a resource is one line here. */
export const resources: Resource[] = [balance, payin, payinMethod, payout, payoutMethod, settlementReport];

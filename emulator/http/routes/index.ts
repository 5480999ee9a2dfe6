import type { Handlers } from '../handlers';
import { cardsHandlers } from './cards';
import { cashbacksHandlers } from './cashbacks';
import { v1Handlers } from './v1';
import { v2BalancesHandlers } from './v2Balances';
import { v2BanksHandlers } from './v2Banks';
import { v2ContactsHandlers } from './v2Contacts';
import { v2PayinsHandlers } from './v2Payins';
import { v2PayoutsHandlers } from './v2Payouts';
import { v2ReportsHandlers } from './v2Reports';
import { v3Handlers } from './v3';

/** The handlers of all endpoints. */
export const handlers: Handlers = {
	...v1Handlers,
	...v2PayinsHandlers,
	...v2PayoutsHandlers,
	...v2BalancesHandlers,
	...v2BanksHandlers,
	...v2ContactsHandlers,
	...v2ReportsHandlers,
	...v3Handlers,
	...cardsHandlers,
	...cashbacksHandlers,
};

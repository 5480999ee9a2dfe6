import { authentication, events, versioning } from './behaviour';
import {
	everyEndpoint,
	v1Balances,
	v1Deposit,
	v1Gateway,
	v1OneTimePayid,
	v1Payouts,
	v1StaticPayid,
} from './endpointsV1';
import { v2Balances, v2Reporting } from './endpointsV2Accounts';
import { v2CreatePayin, v2PayinActions, v2PayinMethods } from './endpointsV2Payins';
import { v2CreatePayout, v2PayoutActions, v2PayoutMethods } from './endpointsV2Payouts';
import { v3Checkout } from './endpointsV3';
import { errors, limits } from './errorsAndLimits';
import { currencies, methodIdentifiers } from './identifiers';
import { notShown } from './notShown';
import { contacts, payidObject, paymentLink, settlementReport, staticPayid, webhookObject } from './otherRecords';
import { conventions, purpose } from './purpose';
import { balance, balanceHistory, payin, payinMethodRecord, payout, payoutMethodRecord } from './records';
import type { Section } from './row';
import { otherStates, payinStates, payoutStates } from './states';

/** The specification in its own order. */
export const specification: Section[] = [
	conventions,
	purpose,
	currencies,
	methodIdentifiers,
	payinMethodRecord,
	payoutMethodRecord,
	payin,
	payout,
	balance,
	balanceHistory,
	staticPayid,
	payidObject,
	webhookObject,
	paymentLink,
	settlementReport,
	contacts,
	payinStates,
	payoutStates,
	...otherStates,
	everyEndpoint,
	v1StaticPayid,
	v1Gateway,
	v1OneTimePayid,
	v1Balances,
	v1Deposit,
	v1Payouts,
	v2PayinMethods,
	v2CreatePayin,
	v2PayinActions,
	v2PayoutMethods,
	v2CreatePayout,
	v2PayoutActions,
	v2Balances,
	v2Reporting,
	v3Checkout,
	authentication,
	events,
	errors,
	limits,
	versioning,
	notShown,
];

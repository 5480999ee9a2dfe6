/**
 * The one place that names events: the webhook trigger, the polling trigger and waiting executions all ask here what a
 * body is about. Specification: Events, the table of sources. A new source is a file in `sources/` and a line here.
 */

import { binding } from './binding';
import { confirming } from './confirming';
import type { EventRegistry } from './eventRegistry';
import { KnownSources } from './knownSources';
import { lateness } from './lateness';
import { naming } from './naming';
import { balance } from './sources/balance';
import { card } from './sources/card';
import { checkoutLink } from './sources/checkoutLink';
import { gatewayLink } from './sources/gatewayLink';
import { identityCheck } from './sources/identityCheck';
import { payid } from './sources/payid';
import { payin } from './sources/payin';
import { payinCredentials } from './sources/payinCredentials';
import { payout } from './sources/payout';
import { settlementReport } from './sources/settlementReport';

export type { Binding, Confirmation, Notified } from './eventRegistry';
export type { PaymentEvent } from './event';
export { nameAs } from './event';

/** No body names its source, so the sources are asked in turn: those with distinctive fields come before the payments. */
export const notificationSources = [
	checkoutLink,
	payout,
	payid,
	gatewayLink,
	identityCheck,
	card,
	payinCredentials,
	payin,
];

const sources = new KnownSources(notificationSources);

const registry: EventRegistry = {
	notificationSources,
	isFamilyOf: (event, source) => sources.isFamilyOf(event, source),
	...naming(sources),
	...confirming(sources),
	...binding(sources),
	...lateness(sources),
};

export const {
	nameEvent,
	nameOwnEvent,
	nameOtherwise,
	eventsOf,
	shownBy,
	confirmEvent,
	mayStandFor,
	mayBeStoodFor,
	idsInPart,
	recordLagsBehind,
	recordAddress,
	hidesEvent,
	isFamilyOf,
	bindingOf,
	bindTo,
	bindByValue,
	isRecordOf,
	isBeginning,
	milestone,
	comesTooLate,
} = registry;

/** Sources that only lists show: the service sends no notifications about them. */
export const listedSources = [balance, settlementReport];

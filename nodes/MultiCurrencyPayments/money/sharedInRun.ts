import { attemptNow } from '../../../core/attempt';
import type { ServiceClient } from '../../service/client';
import type { ItemCall } from '../form/itemCall';
import type { Run } from '../form/run';
import { Asked } from './asked';
import type { BatchKind, PaymentRequest } from './batchKind';
import { EarlierPayouts } from './earlierPayouts';
import { termsOf } from './payment';

/** What the items of a run share, whether they are sent together or one by one. */
export interface Shared<R extends PaymentRequest = PaymentRequest> {
	/** The answers of the service about earlier payouts. */
	payouts: EarlierPayouts;
	/** The moment from which these answers count. Milliseconds since 1970. */
	since: number;
	/** All identified payments. */
	asked: Asked<R>;
	/** The keys of payees that are identified by their account alone, by everything else that is known of them. */
	payees: Map<string, string>;
	/** The first item with such a payee, by identity. */
	namedBy: Map<string, number>;
}

/** The longest time for which an answer about earlier payouts counts, in milliseconds. */
export const FRESH = 30_000;

/** From when on answers count: the list of this run may take hours, and others pay meanwhile. */
export const freshSince = ({ since }: Shared): number => Math.max(since, Date.now() - FRESH);

const sharedInRuns = new WeakMap<Run, object>();

/**
 * A run pays by one kind.
 * @param client with the time limits that the first item asks for
 */
export function sharedIn<R extends PaymentRequest>(run: Run, client: ServiceClient): Shared<R> {
	const shared = (sharedInRuns.get(run) as Shared<R> | undefined) ?? {
		payouts: new EarlierPayouts(client),
		since: Date.now(),
		asked: new Asked<R>(),
		payees: new Map(),
		namedBy: new Map(),
	};
	sharedInRuns.set(run, shared);
	return shared;
}

/** Asks ahead for earlier payments where a list will need them, while its items are still being read. */
export function lookAhead<R extends PaymentRequest>({ found }: BatchKind<R>, first: ItemCall): void {
	const isSought = attemptNow(
		() =>
			found !== null &&
			first.text('externalId') !== '' &&
			first.additionalFields.batchExternalId === undefined &&
			termsOf(first).preventDuplicates,
	);
	if (!('value' in isSought && isSought.value)) return;
	const { payouts, since } = sharedIn(first.run, first.client);
	payouts.begin(since);
}

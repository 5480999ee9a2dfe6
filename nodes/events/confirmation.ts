import { attempt } from '../../core/attempt';
import type { Reference } from '../../core/service/authorization';
import {
	confirmEvent,
	isRecordOf,
	recordAddress,
	recordLagsBehind,
	type Notified,
	type PaymentEvent,
} from '../../core/events';
import { withNotified } from '../../core/events/details';
import type { RecordAddress } from '../../core/events/source';
import { textOrNull } from '../../core/service/payload';
import { recordIn } from '../service/answers';
import { isRefused, isUnauthorised } from '../service/failure';
import { pause } from '../service/time';
import { ServiceClient, type ServiceContext } from '../service/client';
import { readAccounts } from '../service/credential';
import { findTransaction } from '../service/payouts';

/** How long a delivery waits for the record in all, in milliseconds. Meanwhile the service waits for the answer. */
const PATIENCE = 8_000;

/** Pause before a record that lags behind its notification is asked for again, in milliseconds. */
const PAUSE = 500;

/** How often a record is asked for. */
const MOST_LOOKS = 3;

/** Events as the service's record shows them, and the record with what only the notification carried (a card token). */
export interface Confirmed {
	events: PaymentEvent[];
	payload: object;
	/** Whether the record shows the payment that the notification is bound to. */
	isBound: boolean;
	/** Whether it shows this status as well. */
	confirmed: boolean;
	record: object;
}

/**
 * What the service's record says about a notification:
 * - `confirmed`: the events and the record,
 * - `noRecord`: the service has none to ask for (PayIDs, gateway links, identity checks, bare credentials), or none where
 *   one is only assumed (cards, v1 payouts),
 * - `anotherPayment`: the record is not that of the payment whose authorization value the notification carries,
 * - `later`: the record could not be read, or does not yet show what was notified.
 */
export type Answer =
	| ({ outcome: 'confirmed' } & Confirmed)
	| { outcome: 'noRecord' }
	| { outcome: 'anotherPayment' }
	/** @property hasRecord whether the service has a record, where it said so */
	| { outcome: 'later'; hasRecord?: boolean };

/** Whether the service said that it has no record. */
export const isUnknown = (answer: Answer): boolean => answer.outcome === 'later' && answer.hasRecord === false;

/**
 * Asks the service for the current record of what a notification is about. Never throws.
 * @param source whose record to ask for, where that is known: a notification may look like another source's
 */
export async function confirm(n8n: ServiceContext, notified: BoundNotification, source?: string): Promise<Answer> {
	const deadline = Date.now() + PATIENCE;
	const answer = await ask(n8n, notified, deadline, source);
	if (answer.outcome !== 'noRecord' || source !== undefined || notified.event.source !== 'card') return answer;
	// A payin that was paid by card has a record of its own.
	const asPayin = await ask(n8n, notified, deadline, 'payin');
	return isUnknown(asPayin) ? answer : asPayin;
}

/** Asks one account after the other. Never throws. */
async function ask(
	n8n: ServiceContext,
	notified: BoundNotification,
	deadline: number,
	source: string | undefined,
): Promise<Answer> {
	try {
		const accounts = await readAccounts(n8n);
		const { event, body, appId } = notified;
		const { uuid } = event;
		const address = source === undefined ? recordAddress(event, body) : recordAddress({ ...event, source }, {});
		if (uuid === null || address === null) return { outcome: 'noRecord' };
		let answer: Answer = { outcome: 'later' };
		let hasFailed = false;
		// An accepted value names no account, so each is asked until one knows the record.
		for (const account of accounts.filter((each) => appId === undefined || each.appId === appId)) {
			const client = new ServiceClient(n8n, account);
			const asked = await attempt(() => confirmByRecord(client, notified, { ...address, uuid }, deadline));
			hasFailed ||= 'failure' in asked && !isRefused(asked.failure);
			answer = 'value' in asked ? asked.value : { outcome: 'later', hasRecord: false };
			if (answer.outcome !== 'noRecord' && !isUnknown(answer)) return answer;
		}
		// An account that could not be asked may have it.
		return hasFailed ? { outcome: 'later' } : answer;
	} catch {
		return { outcome: 'later' };
	}
}

/**
 * A notification, with the payment that its authorization value is bound to and the account that it names. An accepted value
 * is bound to no payment and names no account.
 */
export type BoundNotification = Notified & { reference?: Reference; appId?: string };

async function confirmByRecord(
	client: ServiceClient,
	notified: BoundNotification,
	{ uuid, isAssumed, isPart, ...request }: RecordAddress & { uuid: string },
	deadline: number,
): Promise<Answer> {
	const { event: seen, body, reference } = notified;
	let hasRecord: true | undefined;
	for (let look = 1; look <= MOST_LOOKS; look++) {
		if (look > 1) await pause(PAUSE, undefined);
		// Looking in another account may have taken all the time.
		const timeLimit = deadline - Date.now();
		if (timeLimit <= 0) break;
		const patient = client.with({ requestTimeout: timeLimit, timeLimit });
		// Where the record is a guess, neither a refusal nor a door that is closed to the account says anything about the payment.
		const saysNothing = (failure: unknown) => isRefused(failure) || (isAssumed === true && isUnauthorised(failure));
		const searched = await attempt(async () => {
			const read = await attempt(() => patient.read<object>(request));
			if ('failure' in read) {
				if (!isPart || !saysNothing(read.failure)) throw read.failure;
				return await transactionRecord(patient, uuid, notified, isAssumed);
			}
			const record = recordIn(read.value, uuid);
			return { record, isOwn: reference === undefined || isRecordOf(seen, record, reference) };
		});
		if ('failure' in searched && !(isAssumed && saysNothing(searched.failure))) throw searched.failure;
		const found = 'value' in searched ? searched.value : null;
		if (!found) return isAssumed ? { outcome: 'noRecord' } : { outcome: 'later', hasRecord: false };
		const { record, isOwn } = found;
		if (isOwn === false) return { outcome: 'anotherPayment' };
		const confirmation = confirmEvent(notified, record);
		if (confirmation === null) return { outcome: isAssumed ? 'noRecord' : 'later' };
		hasRecord = true;
		if (recordLagsBehind(seen, confirmation)) continue;
		const { events, isShown } = confirmation;
		const payload = withNotified({ ...body }, { ...record });
		const isBound = isOwn === true;
		return { outcome: 'confirmed', events, payload, isBound, confirmed: isShown && isBound, record };
	}
	return { outcome: 'later', hasRecord };
}

/**
 * The value is bound to the batch, which the body does not name. Null when no batch has the transaction: neither those of
 * the value nor, where it may be one of v1, any other.
 */
async function transactionRecord(
	client: ServiceClient,
	uuid: string,
	{ body, reference }: BoundNotification,
	isAssumed?: boolean,
): Promise<{ record: object; isOwn: boolean } | null> {
	const createdAt = 'created_at' in body ? textOrNull(body.created_at) : null;
	const key = reference?.externalId ?? undefined;
	const bound = await findTransaction(client, uuid, { key, createdAt });
	const found = bound ?? (isAssumed && key !== undefined ? await findTransaction(client, uuid, { createdAt }) : null);
	if (!found) return null;
	const { batch, transaction } = found;
	return { record: transaction, isOwn: reference === undefined || reference.is(textOrNull(batch.external_id)) };
}

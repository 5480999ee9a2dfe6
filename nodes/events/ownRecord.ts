import type { Reference } from '../../core/service/authorization';
import { isRecordOf, type PaymentEvent } from '../../core/events';
import { textOrNull } from '../../core/service/payload';
import type { ServiceClient } from '../service/client';
import { findTransaction } from '../service/payouts';

/** A record, and whether it is that of the payment an authorization value is bound to; null when it does not show it. */
interface OwnRecord {
	record: object;
	isOwn: boolean | null;
}

export function ownRecord(event: PaymentEvent, record: object, reference?: Reference): OwnRecord {
	return { record, isOwn: reference === undefined || isRecordOf(event, record, reference) };
}

/**
 * The value is bound to the batch, which the body does not name. Null when no batch has the transaction: neither those of
 * the value nor, where it may be one of v1, any other.
 */
export async function transactionRecord(
	client: ServiceClient,
	uuid: string,
	{ body, isAssumed }: { body: object; isAssumed?: boolean },
	reference?: Reference,
): Promise<OwnRecord | null> {
	const createdAt = 'created_at' in body ? textOrNull(body.created_at) : null;
	const key = reference?.externalId ?? undefined;
	const bound = await findTransaction(client, uuid, { key, createdAt });
	const found = bound ?? (isAssumed && key !== undefined ? await findTransaction(client, uuid, { createdAt }) : null);
	if (!found) return null;
	const { batch, transaction } = found;
	return { record: transaction, isOwn: reference === undefined || reference.is(textOrNull(batch.external_id)) };
}

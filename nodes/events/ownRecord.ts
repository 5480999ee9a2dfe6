import type { Reference } from '../../core/authorization';
import type { PaymentEvent } from '../../core/events';
import { isRecordOf } from '../../core/events';
import { asText } from '../../core/payload';
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

/** The value is bound to the batch, which the body does not name. @throws when no batch has the transaction */
export async function transactionRecord(
	client: ServiceClient,
	uuid: string,
	body: object,
	reference?: Reference,
): Promise<OwnRecord> {
	const createdAt = 'created_at' in body ? asText(body.created_at) : null;
	const key = reference?.externalId ?? undefined;
	const { batch, transaction } = await findTransaction(client, uuid, { key, createdAt });
	return { record: transaction, isOwn: reference === undefined || reference.is(asText(batch.external_id)) };
}

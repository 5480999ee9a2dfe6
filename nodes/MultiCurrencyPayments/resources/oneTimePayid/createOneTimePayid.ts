import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget, OneTimePayidCreateBody, PayidObject } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/dates';
import { amountAsJsonNumber } from '../../../../core/money';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';
import { keyOf } from '../../money/keys';
import { facts, payeeFact, payOnce } from '../../money/payment';
import { withIdempotency } from '../../form/presentation';

/** How far ahead `expired_at` has to lie, in milliseconds. */
const EXPIRY_AHEAD = 15 * 60_000;

const EMAIL = /^[^\s@,]+@[^\s@,]+$/;

type OneTimePayidRequest = Omit<
	OneTimePayidCreateBody,
	'payment_request_notification' | 'external_id' | 'amount' | 'expired_at'
> & { amount: string; expiry: Date | undefined };

/** Reads and checks the form of a new one-time PayID (specification: "v1: one-time PayID"; its fields are from the public reference). */
function oneTimePayidOf(item: ItemCall): OneTimePayidRequest {
	const { expiredAt, metadata } = item.collection('additionalFields');
	const expiry = item.parsedDate(expiredAt, 'Expired At');
	if (expiry && expiry.getTime() < Date.now() + EXPIRY_AHEAD) {
		throw item.refusal('Expired At must lie at least 15 minutes ahead', 'Choose a later time or leave it empty.');
	}
	const ownData = item.object(metadata, 'Metadata');
	return {
		name: item.requiredText('name', 'Name'),
		emails: emailsOf(item),
		amount: item.amount('amount'),
		gst: item.flag('gst'),
		description: item.requiredText('description', 'Description'),
		expiry,
		...(ownData && { metadata: ownData }),
	};
}

/** One text of addresses, as the service wants it. */
function emailsOf(item: ItemCall): string {
	const emails = item
		.requiredText('emails', 'Emails')
		.split(',')
		.map((email) => email.trim());
	const wrong = emails.find((email) => !EMAIL.test(email) || email !== email.toLowerCase());
	if (wrong !== undefined) {
		throw item.refusal(
			`Emails must be lower-case addresses separated by commas, not “${wrong}”`,
			'Correct the address: the payment service refuses capital letters.',
		);
	}
	return emails.join(',');
}

/** Creates the PayID. The service cannot be asked for PayIDs, so an unclear send is reported and never repeated. */
export async function createOneTimePayid(item: ItemCall, target: NotificationTarget): Promise<IDataObject> {
	const { amount, expiry, ...request } = oneTimePayidOf(item);
	const key = keyOf(item, asText(item.collection('additionalFields').externalId));
	const settled = await payOnce(item, {
		key,
		facts: facts({ amount, currency: 'AUD', payer: payeeFact(request.name, request.emails) }),
		send: async (externalId) => {
			const body: OneTimePayidCreateBody = {
				...request,
				amount: amountAsJsonNumber(amount),
				...(expiry && { expired_at: asUtcWithoutOffset(expiry) }),
				external_id: externalId,
				payment_request_notification: target,
			};
			const path = '/v1/merchants/create_payment';
			return (await item.client.write<PayidObject>({ method: 'POST', path, body })) as IDataObject;
		},
		lookUp: null,
	});
	return withIdempotency(settled, asText(settled.record.external_id) || key);
}

import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget, StaticPayid, StaticPayidCreateBody } from '../../../../contract';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';
import { keyOf } from '../../money/keys';
import { facts, payeeFact, payOnce } from '../../money/payment';
import { withIdempotency } from '../../form/presentation';

/** The specification's own pattern (specification: "v1: static PayID"). */
const NAME = /^(?![! ](?![!]*$))[a-zA-Z0-9 ]*(?![ ])$/;

/** "3 to 35 chars of lowercase letters, digits, dots" (specification: "v1: static PayID"). */
const PREFIX = /^[a-z0-9.]{3,35}$/;

/** Reads and checks the form of a new static PayID. */
function staticPayidOf(item: ItemCall): Omit<StaticPayidCreateBody, 'customer_notification' | 'external_id'> {
	const name = item.requiredText('name', 'Name');
	if (!NAME.test(name)) {
		throw item.refusal(
			`Name may hold letters without accents, digits and spaces only, not “${name}”`,
			'Write the name without accents and punctuation: the payment service refuses anything else.',
		);
	}
	const prefix = item.requiredText('prefixStaticPayid', 'Prefix of the PayID');
	if (!PREFIX.test(prefix)) {
		throw item.refusal(
			`Prefix of the PayID must be 3 to 35 lower-case letters, digits and dots, not “${prefix}”`,
			'Choose a prefix such as nathan.smith.',
		);
	}
	const fields = item.collection('additionalFields');
	const text = (field: string) => asText(fields[field]) || undefined;
	return {
		name,
		email: item.requiredText('email', 'Email'),
		prefix_static_payid: prefix,
		address: text('address'),
		city: text('city'),
		state: text('state'),
		zip_code: text('zipCode'),
		phone: text('phone'),
	};
}

/** Creates the PayID. The service cannot be asked for PayIDs, so an unclear send is reported and never repeated. */
export async function createStaticPayid(item: ItemCall, target: NotificationTarget): Promise<IDataObject> {
	const request = staticPayidOf(item);
	const key = keyOf(item, asText(item.collection('additionalFields').externalId));
	const settled = await payOnce(item, {
		key,
		facts: facts({ prefix: request.prefix_static_payid, customer: payeeFact(request.name, request.email) }),
		send: async (externalId) => {
			const body: StaticPayidCreateBody = { ...request, external_id: externalId, customer_notification: target };
			const path = '/v1/customers/create_static_open_payid';
			return (await item.client.write<StaticPayid>({ method: 'POST', path, body })) as IDataObject;
		},
		lookUp: null,
	});
	return withIdempotency(settled, asText(settled.record.external_id) || key);
}

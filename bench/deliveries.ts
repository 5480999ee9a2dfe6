import { randomUUID } from 'node:crypto';
import { deriveAuthorization } from '../core/service/authorization';

/** A notification as the service posts it. */
export interface Delivery {
	body: string;
	headers: Record<string, string>;
}

/** A genuine notification of a received payin. Each is about another payment. */
export function deliveryOf({ appId, secretKey }: { appId: string; secretKey: string }): Delivery {
	const externalId = randomUUID();
	const authorization = deriveAuthorization({ secret: secretKey, appId, externalId });
	const body = JSON.stringify({
		uuid: randomUUID(),
		status: 'received',
		amount: '25.5',
		currency: 'AUD',
		external_id: externalId,
		payin_method_name: 'au_bank_aud',
		name: 'Ada Byron',
		email: 'ada@shop.example',
		description: 'Order 77',
		refunds: [],
		created_at: '2026-01-01T00:00:00Z',
	});
	return { body, headers: { 'content-type': 'application/json', authorization } };
}

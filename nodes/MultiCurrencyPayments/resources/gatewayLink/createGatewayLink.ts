import type { IDataObject } from 'n8n-workflow';
import type { GatewayLink, GatewayLinkCreateBody, NotificationTarget } from '../../../../contract';
import { amountAsJsonNumber } from '../../../../core/money';
import type { ItemCall } from '../../form/itemCall';
import { facts, payOnce } from '../../money/payment';
import { withIdempotency } from '../../form/presentation';
import { withAccessToken } from './accessToken';
import { orderDetailsOf } from './orderDetails';

/**
 * Creates the link (specification: "v1: payment gateway link"; its fields are from the public reference). The order's
 * own number is its key. The service cannot be asked for links, so an unclear send is reported and never repeated.
 */
export async function createGatewayLink(item: ItemCall, target: NotificationTarget): Promise<IDataObject> {
	const orderId = item.requiredText('orderId', 'Order ID');
	const amount = item.amount('amount');
	const request = {
		order_id: orderId,
		description: item.requiredText('description', 'Description'),
		order_success_url: item.requiredText('orderSuccessUrl', 'Order Success URL'),
		order_details: orderDetailsOf(item),
	};
	const { client } = item;
	const settled = await payOnce(item, {
		key: orderId,
		facts: facts({ amount, currency: 'AUD', order: orderId }),
		send: async () => {
			const body: GatewayLinkCreateBody = {
				...request,
				amount: amountAsJsonNumber(amount),
				payment_gateway_notification: target,
			};
			const created = await withAccessToken(client, async (token) => {
				const headers = { 'access-token': token };
				return await client.write<GatewayLink>({
					method: 'POST',
					path: '/v1/payment_gateways/create_payment',
					body,
					headers,
				});
			});
			return created as IDataObject;
		},
		lookUp: null,
	});
	return withIdempotency(settled, orderId);
}

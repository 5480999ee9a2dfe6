import type { IDataObject } from 'n8n-workflow';
import type { GatewayLink, GatewayLinkCreateBody, OrderDetails } from '../../../../contract';
import { amountAsJsonNumber } from '../../../../core/money';
import { facts, payeeFact } from '../../../../core/payments/facts';
import { damagedIdentifiers } from '../../../../core/payments/methodParameters';
import { asText } from '../../../../core/text/values';
import { echoes, fieldsOf, holdsAddress, perhapsWrapped } from '../../../service/answers';
import { audAmountField, recordOptions, successUrlField, textField, writeOptions } from '../../form/fields';
import { isEmpty, type ItemCall } from '../../run/itemCall';
import { readAll } from '../../run/readAll';
import { notificationFields, notificationTarget, withTriggerPath, type Notify } from '../../form/notification';
import { asItems, paymentRow, withOutcome } from '../../form/presentation';
import { keyOf } from '../../money/externalId';
import { requestFor } from '../../money/failures';
import { payOnce } from '../../money/payOnce';
import type { Operation, Resource } from '../../operation';
import { withAccessToken } from './accessToken';

/** The names are from the public reference and client code: the specification does not show them. */
const EXAMPLE: OrderDetails = {
	billing_details: {
		first_name: 'Nathan',
		last_name: 'Smith',
		phone: '+61-412345678',
		email: 'nathan@example.com',
		country_code: 'AU',
		state: 'NSW',
		postal_code: '2000',
		city: 'Sydney',
		address: '12 Harbour Road',
	},
	items: [{ id: 'tea-1', name: 'Tea', quantity: '2', price: '12.50' }],
};

/** What the form shows until the user replaces it. */
export const EXAMPLE_ORDER_DETAILS = JSON.stringify(EXAMPLE, null, 2);

/** The fields are from the public reference: the specification ("v1: payment gateway link") does not show them. */
const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create gateway link',
	verb: 'created',
	isAskedFor: true,
	description: 'Make a payment gateway link for an order, in AUD',
	properties: [
		textField('Order ID', 'orderId', 'e.g. A-77', {
			required: true,
			description:
				'Your own number of the order. One Order ID is one link, for ever: a repeat finds it instead of making another.',
		}),
		audAmountField,
		textField('Description', 'paymentDescription', 'e.g. Order A-77', {
			description: 'What the payment is for. The service may demand it.',
		}),
		{
			...successUrlField,
			name: 'orderSuccessUrl',
			description: `${successUrlField.description} The service may demand it.`,
		},
		{
			displayName: 'Order Details',
			name: 'orderDetails',
			type: 'json',
			typeOptions: { rows: 10 },
			default: EXAMPLE_ORDER_DETAILS,
			description:
				'Who pays and what for; replace the example. The service may demand billing_details and items; shipping_details is optional, with the same fields as billing_details. Write quantity and price as text.',
		},
		...notificationFields,
		...recordOptions(withTriggerPath(writeOptions)),
	],
	async execute(item) {
		const record = await createGatewayLink(item, notificationTarget(item));
		return asItems(item.isSimple ? rowOf(record) : record);
	},
};

function rowOf(link: IDataObject): IDataObject {
	return paymentRow(link, 'customer', {
		currency: link.currency ?? 'AUD',
		// As text: so its events name it.
		uuid: asText(link.payment_id),
		created_at: link.created_at,
		payment_url: link.redirect_url,
		order_id: link.order_id ?? link.external_id,
		description: link.description,
	});
}

/** @throws NodeOperationError when it is missing, or could stand for several payments or none */
function orderIdOf(item: ItemCall): string {
	if (!isEmpty(item.value('orderId')))
		return keyOf(item, item.requiredText('orderId', 'Order ID'), 'Order ID', 'orderId');
	throw item.refusal(
		'Order ID is missing',
		`Give this payment a reference of its own, such as an invoice number. The node makes one payment per Order ID; to pay once more, use another one.${item.whyEmpty('orderId')}`,
		'orderId',
	);
}

/**
 * The order's details as the item gives them; undefined when it gives none. The service decides which are required. The
 * example of the form must not stand for a customer. @throws NodeOperationError
 */
function orderDetailsOf(item: ItemCall): OrderDetails | undefined {
	const details = item.object(item.value('orderDetails'), 'Order Details');
	if (item.run.credential.environment === 'production' && JSON.stringify(details) === JSON.stringify(EXAMPLE)) {
		throw item.refusal('Order Details is still the example', 'Replace the example by who pays and what for.');
	}
	const [damaged] = damagedIdentifiers(details ?? {});
	if (damaged !== undefined) throw item.refusal(`Order Details: ${damaged}`, 'Correct it where it comes from.');
	return details as unknown as OrderDetails | undefined;
}

/** Creates the link once. The order's own number is its key. The service cannot be asked for links. */
async function createGatewayLink(item: ItemCall, notify: Notify): Promise<IDataObject> {
	const { orderId, amount, details } = await readAll(item, {
		orderId: () => orderIdOf(item),
		amount: () => item.amount('amount'),
		details: () => orderDetailsOf(item),
	});
	// The specification shows no body, so the service decides what it needs beyond the amount and the key.
	const body: GatewayLinkCreateBody = {
		description: item.text('paymentDescription') || undefined,
		order_success_url: item.text('orderSuccessUrl') || undefined,
		order_details: details,
		order_id: orderId,
		amount: amountAsJsonNumber(amount),
		payment_gateway_notification: notify(orderId),
	};
	const { client } = item;
	const path = '/v1/payment_gateways/create_payment';
	const { email, first_name, last_name } = details?.billing_details ?? {};
	const result = await payOnce(item, {
		subject: requestFor('gateway link', 'Order ID'),
		kind: 'gateway link',
		externalId: orderId,
		facts: facts({
			amount,
			currency: 'AUD',
			order: orderId,
			payer: payeeFact(email, first_name, last_name) || undefined,
		}),
		send: async () =>
			await withAccessToken(client, async (token) => {
				const headers = { 'access-token': token };
				const isOfOrder = (answer: unknown) => echoes(fieldsOf(answer).order_id, orderId);
				const isLink = (answer: unknown) => holdsAddress(answer) && isOfOrder(answer);
				return (await client.write<GatewayLink>(
					{ method: 'POST', path, body, headers, moves: [] },
					(answer) => isOfOrder(answer) && perhapsWrapped(isLink)(answer),
				)) as IDataObject;
			}),
		find: null,
	});
	// The answer holds little more than the address. Of a link that was found, it is not known what was asked for then.
	const customer = [first_name, last_name].filter(Boolean).join(' ') || null;
	const asked = { customer, amount: body.amount, currency: 'AUD', description: body.description ?? null };
	const record = item.isSimple && result.outcome === 'created' ? { ...asked, ...result.record } : result.record;
	return withOutcome({ ...result, record }, orderId);
}

export const gatewayLink: Resource = {
	value: 'gatewayLink',
	name: 'Gateway Link (V1)',
	description: 'Links for shops that use the older payment gateway (AUD). Otherwise choose Checkout Link.',
	operations: [create],
	defaultOperation: 'create',
	currency: 'AUD',
};

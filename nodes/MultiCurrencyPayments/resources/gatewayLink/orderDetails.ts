import type { OrderDetails } from '../../../../contract';
import { damagedIdentifiers } from '../../../../core/payments/methodParameters';
import type { ItemCall } from '../../run/itemCall';

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

/**
 * The order's details as the item gives them; undefined when it gives none. The service decides which are required. The
 * example of the form must not stand for a customer. @throws NodeOperationError
 */
export function orderDetailsOf(item: ItemCall): OrderDetails | undefined {
	const details = item.object(item.value('orderDetails'), 'Order Details');
	if (item.run.credential.environment === 'production' && JSON.stringify(details) === JSON.stringify(EXAMPLE)) {
		throw item.refusal('Order Details is still the example', 'Replace the example by who pays and what for.');
	}
	const [damaged] = damagedIdentifiers(details ?? {});
	if (damaged !== undefined) throw item.refusal(`Order Details: ${damaged}`, 'Correct it where it comes from.');
	return details as unknown as OrderDetails | undefined;
}

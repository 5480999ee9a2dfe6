import { z } from 'zod/v4';
import { ASSUMED } from './assumed';
import { limits } from './limits';
import { requestAmount } from './money';
import { notificationTarget } from './notificationTarget';

/** `expires_in` in seconds, one hour. Spec: v1: payment gateway link. */
export const accessToken = z.object({
	access_token: z.string().min(1),
	expires_in: z.literal(limits.accessTokenSeconds),
});

const text = z.string().optional();

const addressDetails = z.looseObject({
	first_name: text,
	last_name: text,
	phone: text,
	email: text,
	company: text,
	country_code: text,
	state: text,
	postal_code: text,
	city: text,
	address: text,
});

/** Quantity and price are strings. */
const orderItem = z.looseObject({
	id: z.union([z.string(), z.number()]).optional(),
	name: text,
	variant_id: z.union([z.string(), z.number()]).optional(),
	image_url: text,
	quantity: text,
	price: text,
	enable_cashback: z.boolean().optional(),
});

const orderDetails = z.looseObject({
	billing_details: addressDetails.optional(),
	shipping_details: addressDetails.optional(),
	items: z.array(orderItem).optional(),
});

/** Amount in AUD; needs the access-token header as well. No line states what else is required. Spec: v1: payment gateway link (body not shown). */
export const gatewayLinkCreateBody = z.object({
	order_id: z.string().min(1),
	amount: requestAmount,
	description: text,
	order_success_url: text,
	[ASSUMED.gatewayNotificationField]: notificationTarget,
	order_details: orderDetails.optional(),
});

export const gatewayLink = z.object({
	redirect_url: z.url(),
	payment_id: z.number().int(),
	order_id: z.string(),
});

/** Spec: v1: payment gateway link (notification not shown). */
export const gatewayLinkNotification = z.object({
	payment_id: z.number().int(),
	order_id: z.string(),
	status: z.string().min(1),
});

export type AccessToken = z.infer<typeof accessToken>;
export type OrderDetails = z.infer<typeof orderDetails>;
export type GatewayLinkCreateBody = z.input<typeof gatewayLinkCreateBody>;
export type GatewayLink = z.infer<typeof gatewayLink>;

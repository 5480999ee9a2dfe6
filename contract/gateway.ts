import { z } from 'zod/v4';
import { ASSUMED } from './assumed';
import { email } from './common';
import { limits } from './limits';
import { requestAmount } from './money';
import { notificationTarget } from './notificationTarget';

/** `expires_in` in seconds, one hour. Spec: v1: payment gateway link. */
export const accessToken = z.object({
	access_token: z.string().min(1),
	expires_in: z.literal(limits.accessTokenSeconds),
});

const addressDetails = z.looseObject({
	first_name: z.string().min(1),
	last_name: z.string().min(1),
	phone: z.string(),
	email,
	company: z.string().optional(),
	country_code: z.string(),
	state: z.string(),
	postal_code: z.string(),
	city: z.string(),
	address: z.string(),
});

/** Quantity and price are strings. */
const orderItem = z.looseObject({
	id: z.union([z.string(), z.number()]),
	name: z.string(),
	variant_id: z.union([z.string(), z.number()]).optional(),
	image_url: z.string().optional(),
	quantity: z.string(),
	price: z.string(),
	enable_cashback: z.boolean().optional(),
});

const orderDetails = z.looseObject({
	billing_details: addressDetails,
	shipping_details: addressDetails.optional(),
	items: z.array(orderItem).optional(),
});

/** Amount in AUD; needs the access-token header as well. Spec: v1: payment gateway link (body not shown). */
export const gatewayLinkCreateBody = z.object({
	order_id: z.string().min(1),
	amount: requestAmount,
	description: z.string().min(1),
	order_success_url: z.url(),
	[ASSUMED.gatewayNotificationField]: notificationTarget,
	order_details: orderDetails,
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

import { z } from 'zod/v4';
import { email, page } from './common';
import { smallestUnitAmount } from './money';
import { endpointUrl } from './notificationTarget';
import { timestamp } from './timestamps';

/** Spec: What the service does, 4 (endpoints not shown; public reference), as everything in this file. */
export const campaignStatuses = ['active', 'scheduled', 'inactive'] as const;

export const cashbackActivateBody = z.object({
	user_id: z.string().min(1),
	first_name: z.string().min(1),
	last_name: z.string().min(1),
	email: email.optional(),
	phone: z.string().optional(),
});

export const cashbackUser = z.object({
	user_id: z.string(),
	site_id: z.union([z.string(), z.number()]),
	first_name: z.string(),
	last_name: z.string(),
	email: z.string().nullish(),
	phone: z.string().nullish(),
	created_at: timestamp,
	updated_at: timestamp,
});

/** Amount in the smallest unit. Unlike elsewhere, the currency is in lower case and the authorization field in the plural. */
export const cashbackDeliverBody = z.object({
	user_id: z.string().min(1),
	payment_method: z.string().min(1),
	client_transaction_id: z.string().min(1),
	purchase_amount: smallestUnitAmount,
	transaction_date: z.string().optional(),
	transaction_time: z.string().optional(),
	campaign_id: z.union([z.string().min(1), z.number()]),
	currency: z.string().regex(/^[a-z]{3,4}$/, 'must be a lower-case currency code, such as aud'),
	webhook_notification: z.object({ endpoint_url: endpointUrl, authorization_headers: z.string().min(1) }).optional(),
});

/** Amounts in the base unit. */
export const cashbackTransaction = z.object({
	id: z.union([z.string(), z.number()]),
	user_id: z.string(),
	client_transaction_id: z.string(),
	campaign_id: z.union([z.string(), z.number()]),
	payment_method: z.string(),
	purchase_amount: z.number(),
	cashback_amount: z.number(),
	currency: z.string(),
	status: z.string().min(1),
	created_at: timestamp,
});

const cashbackCampaign = z.object({
	merchant_id: z.union([z.string(), z.number()]),
	site_id: z.union([z.string(), z.number()]),
	campaign_id: z.union([z.string(), z.number()]),
	name: z.string(),
	max_payable_cashback_amount: z.object({
		in_whole_campaign_duration: z.number().nullable(),
		per_transaction: z.number().nullable(),
		per_user: z.number().nullable(),
	}),
	time_schedule_response: z.record(z.string(), z.unknown()),
	payment_methods: z.array(z.string()),
	status: z.enum(campaignStatuses),
	tiers: z.array(
		z.object({ id: z.union([z.string(), z.number()]), cashback_type: z.string(), cashback_value: z.number() }),
	),
});

/** Ten campaigns a page. */
export const campaignListQuery = z.object({
	page,
	per_page: z.coerce.number<string | number>().int().min(1).default(10),
	status: z.enum(campaignStatuses).optional(),
});

export const campaignList = z.object({
	page: z.number().int(),
	per_page: z.number().int(),
	next_page: z.number().int().nullable(),
	total_page: z.number().int(),
	total_count: z.number().int(),
	records: z.array(cashbackCampaign),
});

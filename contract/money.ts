import { z } from 'zod/v4';

/** Amount in an answer or notification: a decimal string in the currency's base unit. Spec: Resources, Payin (v2), Webhook object. */
export const amountText = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal string, such as "80.0"');

/** Amount in a request: a JSON number above zero in the currency's base unit. Spec: v2: create payin, "currency base unit". */
export const requestAmount = z.number().positive();

/** Amount in the smallest unit of the currency, as the Card and Cashback APIs expect it. */
export const smallestUnitAmount = z.number().int().positive();

import { z } from 'zod/v4';
import { limits } from './limits';

/** Short upper-case identifier of a payin, payout, link or card payment. Its format is not promised, so any text passes. */
export const uuid = z.string().min(1);

/** The spec asks only for a string. This rejects what cannot be an email address. */
export const email = z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address');

/** The merchant's own reference, null when none was given. */
export const echoedExternalId = z.string().nullish();

/** Key-value pairs that come back unchanged. Spec: Resources, Payin (v2). */
export const metadata = z.record(z.string(), z.unknown());

/** Spec: Limits, "page defaults to 1". */
export const page = z.coerce.number<string | number>().int().min(1).default(1);

/** Spec: Limits, "Default page size". */
export const perPage = z.coerce.number<string | number>().int().min(1).default(limits.pageSize);

/** Body of the calls that need nothing but the record's identifier. */
export const uuidBody = z.object({ uuid });

/** Answer of an action. The spec shows `Ok` (authorise-STK); other calls write it in upper or lower case. */
export const okAnswer = z.object({ status: z.string().regex(/^ok$/i, 'must be Ok') });

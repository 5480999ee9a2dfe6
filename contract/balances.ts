import { z } from 'zod/v4';
import { page, perPage } from './common';
import { currencyCode } from './currencies';
import { limits } from './limits';
import { balanceFlowStatuses } from './statuses';
import { isoDate, timestamp, zuluDateTime } from './timestamps';

/** Spec: Resources, Balance history entry, v2. */
export const transactionTypes = [
	'payment',
	'payout',
	'settlement',
	'refund',
	'topup',
	'withdrawal',
	'dispute',
	'dispute_fee',
	'cashback_payout',
	'transfer_in',
	'transfer_out',
] as const;

/** Spec: Resources, Balance history entry, v2. */
export const requestTypes = ['money_in', 'money_out'] as const;

/** Spec: Resources, Balance history entry, v2 envelope. */
export const accountTypes = ['aggregated', 'dedicated'] as const;

/** Examples only; others are tolerated. Spec: Resources, Balance history entry, v1. */
export const v1EntryTypes = ['payment_received', 'refund_issued', 'top_up', 'payout'] as const;

/** Numbers in the base unit. Spec: Resources, Balance. */
export const balance = z.object({
	currency: currencyCode,
	available_balance: z.number(),
	incoming_balance: z.number(),
	outgoing_balance: z.number(),
	rolling_reserve_balance: z.number(),
	withdrawable_balance: z.number(),
});

/** v1 is always AUD and carries the time of reading. Spec: Resources, Balance. */
export const audBalance = balance.extend({ currency: z.literal('AUD'), retrieved_at: timestamp });

/** Spec: v2: balances, detail. */
export const balanceQuery = z.object({ currency: currencyCode });

/** Signed amount: credits positive, debits negative, AUD. Spec: Resources, Balance history entry, v1. */
export const audBalanceHistoryEntry = z.object({
	id: z.string(),
	type: z.string().min(1),
	amount: z.number(),
	balance_after: z.number(),
	reference_id: z.string().nullable(),
	description: z.string().nullable(),
	created_at: timestamp,
});

/** Spec: Resources, Balance history entry, v1 envelope. */
export const audBalanceHistory = z.object({
	data: z.array(audBalanceHistoryEntry),
	total: z.number().int(),
	page: z.number().int(),
});

/** Spec: v1: balances, history. */
export const audBalanceHistoryQuery = z.object({ from_date: isoDate, to_date: isoDate, page, per_page: perPage });

/** Unsigned net amount, direction in request_type. Spec: Resources, Balance history entry, v2. */
export const balanceHistoryEntry = z.object({
	id: z.string(),
	amount: z.number().nonnegative(),
	request_type: z.enum(requestTypes),
	transaction_type: z.enum(transactionTypes),
	currency: currencyCode,
	payment_method: z.string(),
	status: z.enum(balanceFlowStatuses),
	reference_id: z.string(),
	balance_detail: z.object({ outgoing: z.number(), total: z.number(), fees: z.number() }),
	created_at: timestamp,
});

/** `next_cursor` is null exactly when has_more is false. Spec: v2: balances, history. */
export const balanceHistory = z
	.object({
		from_date: timestamp,
		to_date: timestamp,
		account_type: z.enum(accountTypes),
		size: z.number().int(),
		next_cursor: z.string().nullable(),
		has_more: z.boolean(),
		records: z.array(balanceHistoryEntry),
	})
	.refine((history) => history.has_more === (history.next_cursor !== null), {
		path: ['next_cursor'],
		message: 'must be null exactly when has_more is false',
	});

/** Spec: v2: balances, history. */
export const balanceHistoryQuery = z.object({
	from_date: zuluDateTime,
	to_date: zuluDateTime,
	cursor: z.string().min(1).optional(),
	size: z.coerce.number<string | number>().int().min(1).default(limits.balanceHistorySize),
});

export type Balance = z.infer<typeof balance>;
export type AudBalance = z.infer<typeof audBalance>;
export type AudBalanceHistoryEntry = z.infer<typeof audBalanceHistoryEntry>;
export type AudBalanceHistory = z.infer<typeof audBalanceHistory>;
export type BalanceHistoryEntry = z.infer<typeof balanceHistoryEntry>;
export type BalanceHistory = z.infer<typeof balanceHistory>;
export type TransactionType = (typeof transactionTypes)[number];
export type RequestType = (typeof requestTypes)[number];

import { z } from 'zod/v4';
import { currencyCode } from './currencies';
import { filterDate, timestamp } from './timestamps';

/** Spec: Resources, Settlement report entry. */
export const reportFrequencies = ['daily', 'monthly'] as const;

/** Amounts in the base unit; `file_url` is pre-signed for 3 minutes. Spec: Resources, Settlement report entry; Limits. */
export const settlementReport = z.object({
	id: z.string(),
	file_name: z.string(),
	file_type: z.string(),
	currency: currencyCode,
	report_frequency: z.enum(reportFrequencies),
	period_start: timestamp,
	period_end: timestamp,
	created_at: timestamp,
	summary: z.object({
		settlement_count: z.number().int(),
		settled_amount: z.number(),
		settled_fee: z.number(),
		closing_balance: z.number(),
		closing_balance_at: timestamp,
	}),
	file_url: z.url(),
});

/** Spec: v2: contacts and reporting, settlements (only size and report_frequency are shown). */
export const settlementListQuery = z.object({
	report_frequency: z.enum(reportFrequencies).optional(),
	from_date: filterDate.optional(),
	to_date: filterDate.optional(),
	cursor: z.string().min(1).optional(),
	size: z.coerce.number<string | number>().int().min(1).default(20),
});

/** Spec: v2: contacts and reporting, settlements (envelope not shown). */
export const settlementList = z.object({
	size: z.number().int(),
	next_cursor: z.string().nullable(),
	has_more: z.boolean(),
	records: z.array(settlementReport),
});

export type ReportFrequency = (typeof reportFrequencies)[number];
export type SettlementReport = z.infer<typeof settlementReport>;
export type SettlementList = z.infer<typeof settlementList>;

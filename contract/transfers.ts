import { z } from 'zod/v4';
import { simulationOutcome } from './statuses';

/** `uuid` is the Balance ID of the transfer. Spec: v2: payout queries and actions, transfers/simulate (sandbox only). */
export const transferSimulateBody = z.object({ uuid: z.string().min(1), status: simulationOutcome });

/** The amount is a string, in whole yen for JPY accounts. Spec: v1: sandbox deposit simulation. */
export const depositSimulateBody = z.object({
	account_number: z.string().min(1),
	amount: z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal string, such as "5000"'),
	remitter_name: z.string().optional(),
	remitter_bank_name: z.string().optional(),
	remitter_branch_name: z.string().optional(),
	remarks: z.string().optional(),
});

export type DepositSimulateBody = z.input<typeof depositSimulateBody>;

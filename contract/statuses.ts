import { z } from 'zod/v4';
import { ASSUMED } from './assumed';

/** Payin statuses of v2 answers and notifications. Spec: States, "Payin status". */
export const payinStatuses = [
	'pending',
	'waiting',
	'received',
	'expired',
	'return_pending',
	'return_received',
	'return_expired',
	'return_rejected',
] as const;

/** Payin statuses that only notifications use. Spec: States, "Webhooks additionally use". */
export const webhookOnlyPayinStatuses = [
	'authorised',
	'partially_refunded',
	'failed',
	'in_dispute',
	'dispute_lost',
] as const;

/** All thirteen statuses. Spec: States, the table of meanings. */
export const allPayinStatuses = [...payinStatuses, ...webhookOnlyPayinStatuses] as const;

/** Status a simulated failure leads to. Spec: States, "exact status not shown". */
export const simulatedFailureStatus = ASSUMED.simulatedFailureStatus satisfies (typeof allPayinStatuses)[number];

/** Spec: States, "Stage". */
export const stages = ['normal_stage', 'authorize_otp', 'authorize_stk'] as const;

/** Spec: States, "Payout batch status (v2)". */
export const payoutBatchStatuses = ['created', 'processing', 'scheduled', 'completed', 'expired'] as const;

/** Batch statuses in the answer of the create call. Spec: v2: create payout, Response. */
export const createdPayoutBatchStatuses = ['created', 'processing', 'scheduled', 'completed'] as const;

/** `Rejected` when an approver declines, `failed` after a simulated failure; the word for cancelled is assumed. Spec: States, payout transitions. */
export const exceptionalPayoutBatchStatuses = [ASSUMED.cancelledPayoutStatus, 'Rejected', 'failed'] as const;

/** Every status a batch can show. */
export const allPayoutBatchStatuses = [...payoutBatchStatuses, ...exceptionalPayoutBatchStatuses] as const;

/** The spec does not show them, so schemas accept others too. */
export const payoutTransactionStatuses = ASSUMED.payoutTransactionStatuses;

/** Outcome of payin, payout and transfer simulation. Spec: v2 simulate endpoints. */
export const simulationOutcomes = ['completed', 'failed'] as const;

/** Spec: States, "Static PayID status". */
export const staticPayidStatuses = ['active', 'expired'] as const;

/** Statuses of a PayID payment, from the public reference; others are tolerated. */
export const payidPaymentStatuses = [
	'pending',
	'received',
	'expired',
	'return_pending',
	'return_received',
	'return_expired',
	'return_rejected',
] as const;

/** Spec: States, "Balance flow status (v2 history)". */
export const balanceFlowStatuses = ['waiting', 'done', 'failed'] as const;

/** Identity check of a contact, from the public reference. */
export const kycStatuses = ['pending', 'approved', 'failed'] as const;

export const payinStatus = z.enum(payinStatuses);
export const anyPayinStatus = z.enum(allPayinStatuses);
export const payinStage = z.enum(stages);
export const payoutBatchStatus = z.enum(allPayoutBatchStatuses);
export const simulationOutcome = z.enum(simulationOutcomes);
export const kycStatus = z.enum(kycStatuses);

export type PayinStatus = (typeof payinStatuses)[number];
export type AnyPayinStatus = (typeof allPayinStatuses)[number];
export type Stage = (typeof stages)[number];
export type PayoutBatchStatus = (typeof allPayoutBatchStatuses)[number];
export type PayoutTransactionStatus = (typeof payoutTransactionStatuses)[number];
export type BalanceFlowStatus = (typeof balanceFlowStatuses)[number];
export type KycStatus = (typeof kycStatuses)[number];

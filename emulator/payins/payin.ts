import type { BodyOf } from '../../contract/endpoints';
import type { NotificationTarget } from '../../contract/notificationTarget';
import type { PayCode, RefundRecord } from '../../contract/payins';
import type { AnyPayinStatus, Stage } from '../../contract/statuses';
import { shareOf, type Money } from '../ledger/money';
import type { Filed } from '../ledger/records';
import type { PayinMethod } from '../methods/method';
import type { CheckedPayin } from './payinChecks';

/** One refund of a payin. */
export interface Refund {
	readonly uuid: string;
	readonly amount: Money;
	readonly description: string;
	readonly externalId: string | null;
	readonly createdAt: number;
	status: RefundRecord['status'];
	/** The Balance ID, set when money is reserved for it. */
	entryId: string | null;
}

/** A payin as the service keeps it. Times are in milliseconds. */
export interface Payin extends Filed {
	readonly method: PayinMethod;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly name: string;
	readonly email: string;
	readonly description: string;
	readonly gst: boolean;
	readonly amount: Money;
	readonly gstAmount: Money;
	readonly total: Money;
	readonly metadata: Record<string, unknown> | null;
	readonly target: NotificationTarget;
	readonly expiresAt: number;
	readonly refunds: Refund[];
	status: AnyPayinStatus;
	stage: Stage;
	payCode: PayCode | null;
	paid: Money;
	/** When the payment was received. */
	completedAt: number | null;
	/** The Balance ID of the open dispute. */
	disputeEntryId: string | null;
}

/** The service's fee on a payin, in basis points. */
const FEE_BASIS_POINTS = 250;

/** The fee on an amount of a payin's currency. */
export const payinFee = (amount: Money, { method }: Payin): Money => shareOf(amount, FEE_BASIS_POINTS, method.currency);

/** The payin for a checked request, still without its pay code. */
export const newPayin = (
	body: BodyOf<'v2.payins.create'>,
	{ method, amount, gstAmount, expiresAt }: CheckedPayin,
	made: { uuid: string; createdAt: number },
): Payin => ({
	...made,
	externalId: body.external_id ?? null,
	method,
	parameters: body.payin_method_params,
	name: body.name,
	email: body.email,
	description: body.description,
	gst: body.gst,
	amount,
	gstAmount,
	total: amount + gstAmount,
	metadata: body.metadata ?? null,
	target: body.webhook_notification,
	expiresAt,
	refunds: [],
	status: 'pending',
	stage: method.stage,
	payCode: null,
	paid: 0n,
	completedAt: null,
	disputeEntryId: null,
});

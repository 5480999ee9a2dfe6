import { ExplainedError } from '../../../core/text/explained';
import { ServiceFailure } from '../../service/failure';
import type { PaymentRequest } from '../money/batchKind';
import type { ItemCall } from '../run/itemCall';

/**
 * What would become of a payment, from the least grave on:
 * - `pay`: it would be sent
 * - `check`: it would be sent, but looks like another one, or its contact is not found
 * - `paid_before`: it exists, so it would not be sent again
 * - `stop`: it would be refused before anything is sent
 */
export const VERDICTS = ['pay', 'check', 'paid_before', 'stop'] as const;

export type PreviewVerdict = (typeof VERDICTS)[number];

export interface Reason {
	reason: string;
	remedy: string;
}

/** A row of a list that is checked. */
export interface Row<R = PaymentRequest> {
	item: ItemCall;
	/** undefined where the item cannot be read. */
	request?: R;
	verdict: PreviewVerdict;
	/** Why it is not simply paid, and what to do. */
	reasons: Reason[];
}

/** A row that can be read. */
export type Readable<R = PaymentRequest> = Row<R> & { request: R };

/** The gravest verdict stays. */
export function judge(row: Row<unknown>, verdict: PreviewVerdict, reason: Reason): void {
	if (VERDICTS.indexOf(verdict) > VERDICTS.indexOf(row.verdict)) row.verdict = verdict;
	row.reasons.push(reason);
}

/** Notes why a row would be refused. @throws the failure when it is none that concerns this row */
export function refuse(row: Row<unknown>, failure: unknown): void {
	const isOwn = row.item.isRefusal(failure);
	judge(row, 'stop', isOwn ? { reason: failure.message, remedy: failure.description ?? '' } : reasonOf(failure));
}

/** Why the node itself would send nothing. @throws the failure when it is none of that kind */
export function reasonOf(failure: unknown): Reason {
	if (!(failure instanceof ExplainedError) || failure instanceof ServiceFailure) throw failure;
	const { message, description } = failure.explanation;
	return { reason: message, remedy: description };
}

import { limits } from '../../contract/limits';
import type { Settings } from '../engine/settings';

const MINUTE = 60_000;
const { earliest, latest } = limits.partialRefundMinutes;

/**
 * Why only the full amount can be refunded now; undefined when a partial refund is possible. The specification leaves open
 * whether "30 to 60 minutes" is when partial refunds begin or a window that closes; the setting decides (section Limits,
 * "Partial refund timing"). Times are in milliseconds.
 */
export function partialRefundProblem(
	completedAt: number,
	now: number,
	{ partialRefundsEnd }: Pick<Settings, 'partialRefundsEnd'>,
): string | undefined {
	const tooEarly = now < completedAt + earliest * MINUTE;
	const tooLate = partialRefundsEnd && now > completedAt + latest * MINUTE;
	if (!tooEarly && !tooLate) return undefined;
	return `must be the full amount: a partial refund is possible ${earliest} to ${latest} minutes after completion`;
}

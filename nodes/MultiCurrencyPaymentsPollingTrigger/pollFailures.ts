import type { IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { explain } from '../service/explain';
import type { Seen } from './look';
import type { PollState } from './pollState';

/**
 * A failure shows as a failed execution, or stops the publishing. It is only logged where that would lose what was found, or
 * would deactivate the trigger when n8n starts. The next poll then goes on where this one failed.
 */
export function reportFailures(
	n8n: IPollFunctions,
	state: PollState,
	looks: { kind: string; seen: Seen }[],
	hasItems: boolean,
): void {
	const onlyLog = hasItems || startsWithoutUser(n8n, state);
	for (const { kind, seen } of looks) {
		if (seen.isCut) {
			n8n.logger.warn(
				`The payment service does not say whether its list of ${kind} events goes on, and all that it shows is new. The polling trigger may have missed some before that. Look for them with Get Many.`,
			);
		}
		if (seen.failure === undefined) continue;
		const error: NodeApiError | NodeOperationError = explain(seen.failure, n8n.getNode());
		if (!onlyLog) throw error;
		n8n.logger.warn(`The payments polling trigger could not look for ${kind} events: ${error.message}`);
	}
}

/** Says in n8n's log what is not watched any more because more was seen than can be remembered. */
export function tellOfForgotten(n8n: IPollFunctions, state: PollState): void {
	const until = state.giveUpForgotten();
	if (until === null) return;
	const time = new Date(until).toISOString();
	n8n.logger.warn(
		`The payments polling trigger has seen more than it can remember. What was created before ${time} is no longer watched for changes. Lower Look Back (Hours), or choose fewer Events.`,
	);
}

/** Whether n8n makes this poll because it starts, and not because a user publishes the workflow. */
function startsWithoutUser(n8n: IPollFunctions, { isFirstOfContext }: PollState): boolean {
	return isFirstOfContext && ['init', 'leadershipChange'].includes(n8n.getActivationMode());
}

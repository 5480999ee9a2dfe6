import type { IPollFunctions } from 'n8n-workflow';
import { explain } from '../service/explain';
import type { ServiceClient } from '../service/client';
import { isRefused } from '../service/failure';
import type { Look } from './look';
import type { PollState } from './watch';

/** What v2 does not offer (specification: "Supported v2 currencies"). A test holds it equal to contract/. */
export const V3_ONLY_CURRENCIES: readonly string[] = ['NZD', 'HKD'];

/** What came of asking an account for a list. */
export interface AccountRead {
	client: ServiceClient;
	failure?: unknown;
}

/**
 * Whether the service has refused a list to an account that need not have it. That must not keep back what other accounts
 * have, if one could be read.
 */
export function mayLack({ client, failure }: AccountRead, all: readonly AccountRead[]): boolean {
	const { currency } = client.credential;
	const read = all.filter((each) => each.failure === undefined);
	const isOtherRead = read.some((other) => other.client.credential.currency !== currency);
	return V3_ONLY_CURRENCIES.includes(currency) && isRefused(failure) && isOtherRead;
}

/**
 * A failure shows as a failed execution, or stops the publishing. It is only logged where that would lose what was found or
 * deactivate the trigger when n8n starts, and where an account may lack the list. The next poll then goes on from there.
 */
export function reportFailures(n8n: IPollFunctions, state: PollState, looks: Look[], hasItems: boolean): void {
	// A poll that n8n makes because it starts, and not because a user publishes the workflow.
	const isOwnStart = state.isFirstOfContext && ['init', 'leadershipChange'].includes(n8n.getActivationMode());
	for (const look of looks) {
		const { source, isCut, failure } = look;
		if (isCut) {
			n8n.logger.warn(
				`The payment service does not say whether its list of ${source.kind} events goes on, and all that it shows is new. The polling trigger may have missed some before that. Look for them with Get Many.`,
			);
		}
		if (failure === undefined) continue;
		const error = explain(failure, n8n.getNode());
		if (!hasItems && !isOwnStart && !mayLack(look, looks)) throw error;
		n8n.logger.warn(`The payments polling trigger could not look for ${source.kind} events: ${error.message}`);
	}
}

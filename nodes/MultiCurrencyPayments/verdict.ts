import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ExplainedError, type Effect } from '../../core/text/explained';
import type { ItemCall } from './run/itemCall';
import type { Operation } from './operation';

const AFTERWARDS =
	'The service had accepted the request before that, and what came of it is unknown: look at the record before you run this again.';

/** Where not even a request has left. */
export const NOT_SENT = 'Nothing was sent.';

/**
 * What a failure has changed, in a sentence: whoever reads it must know whether the item may be sent again. Empty for what
 * only reads, and where the message says it itself.
 * @param sent what became of the writes of its item so far
 */
export function verdictOn(failure: unknown, verb: Operation['verb'], sent: ItemCall['sent']): string {
	if (verb === undefined) return '';
	const effect = effectOf(failure, sent);
	if (effect === 'told') return '';
	if (effect === 'afterwards') return AFTERWARDS;
	return effect === 'notSent' ? NOT_SENT : `Nothing was ${verb}.`;
}

function effectOf(failure: unknown, sent: ItemCall['sent']): Effect | 'afterwards' {
	const effect = failure instanceof ExplainedError ? (failure.explanation.effect ?? 'notSent') : 'notSent';
	if (effect === 'told') return effect;
	const isExpected =
		failure instanceof ExplainedError || failure instanceof NodeOperationError || failure instanceof NodeApiError;
	return sent === 'accepted' || (sent === 'something' && !isExpected) ? 'afterwards' : effect;
}

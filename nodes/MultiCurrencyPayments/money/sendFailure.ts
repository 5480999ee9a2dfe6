import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ExplainedError } from '../../../core/text/explained';
import { tellsTaken } from '../../service/answers';
import { ServiceFailure } from '../../service/failure';
import { LeftOut } from '../run/lanes';

/**
 * Whether the failure of a request proves that nothing was carried out. Anything but a refusal of the service, of n8n or of
 * the node may have come up after the request had left.
 */
export function isWithoutEffect(failure: unknown): boolean {
	if (failure instanceof ServiceFailure) return !failure.unclear;
	return [ExplainedError, NodeOperationError, NodeApiError, LeftOut].some((kind) => failure instanceof kind);
}

/** Whether the service has answered that it took a request, but without the record that was asked for. */
export const saysTaken = (failure: unknown): boolean =>
	failure instanceof ServiceFailure && failure.outcome === 'unreadableAnswer' && tellsTaken(failure.details.answer);

import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describeFacts } from '../../core/idempotency';
import { PagingError } from '../../core/paging';
import type { Outcome } from '../../core/retryPolicy';
import { KeyTaken, UnknownOutcome } from './money/once';
import { ServiceFailure } from '../service/failure';

/** For actions that are not payments; those become an {@link UnknownOutcome} with its key. */
const MAY_HAVE_HAPPENED =
	'The service may have carried the request out all the same: look at the record before sending it again.';

interface Explanation {
	message: string;
	description: string;
}

/**
 * Turns whatever stopped an item into one of n8n's errors: what happened, to which item, and what to do.
 * Carries neither the request nor anything secret.
 */
export function explain(thrown: unknown, node: INode, itemIndex?: number): NodeApiError | NodeOperationError {
	const item = { itemIndex };
	const named = itemIndex === undefined ? '' : ` [Item ${itemIndex}]`;
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) {
		thrown.context.itemIndex ??= itemIndex;
		return thrown;
	}
	if (thrown instanceof ServiceFailure) {
		const { message, description } = explainFailure(thrown);
		const { status, answer } = thrown.details;
		return new NodeApiError(node, (typeof answer === 'object' ? (answer ?? {}) : {}) as JsonObject, {
			...item,
			message: message + named,
			description: thrown.unclear ? `${description} ${MAY_HAVE_HAPPENED}` : description,
			httpCode: status === undefined ? undefined : String(status),
		});
	}
	const told = explainOwn(thrown);
	if (told)
		return new NodeOperationError(node, told.message + named, {
			...item,
			description: told.description,
		});
	return new NodeOperationError(node, thrown instanceof Error ? thrown : String(thrown), item);
}

/** The key of a payment whose outcome is unknown, for the item that reports it. */
export function unknownKeyOf(thrown: unknown): string | undefined {
	return thrown instanceof UnknownOutcome ? thrown.key : undefined;
}

function explainOwn(thrown: unknown): Explanation | null {
	if (thrown instanceof UnknownOutcome) return explainUnknown(thrown);
	if (thrown instanceof KeyTaken) {
		const { key, intended, found, differing } = thrown;
		return {
			message: `The external ID ${key} belongs to another payment; nothing was sent`,
			description: `Asked for: ${describeFacts(intended, differing)}. Found at the service: ${describeFacts(found, differing)}. If this is a new payment, give it an external ID of its own; if it is the same, correct the values of this item.`,
		};
	}
	if (thrown instanceof PagingError) {
		return {
			message: 'The list could not be read completely, so nothing of it is returned',
			description: `While reading it, ${thrown.message}. Run the node again, for a period that lies in the past if possible.`,
		};
	}
	return null;
}

function explainUnknown({ key, lookedUp, cause }: UnknownOutcome): Explanation {
	const why = cause instanceof ServiceFailure ? ` ${explainFailure(cause).message}.` : '';
	const asked = lookedUp
		? 'The service was asked for it and does not know it so far.'
		: 'The service could not be asked for it.';
	return {
		message: `It is unknown whether the payment ${key} was made`,
		description: `The request was sent, but no usable answer came.${why} ${asked} Look for the external ID ${key} in the merchant dashboard before anything else: sending it again without looking may pay twice.`,
	};
}

/** A sentence on what happened and one on what to do, for each way a request can end. */
function explainFailure(failure: ServiceFailure): Explanation {
	const { outcome, reason, details } = failure;
	const said = reason ? ` The service says: ${reason}.`.replace(/\.\.$/, '.') : '';
	const tries = details.attempts > 1 ? ` (tried ${details.attempts} times)` : '';
	const texts: Record<Outcome, Explanation> = {
		answered: { message: 'The payment service answered', description: '' },
		unreadableAnswer: {
			message: `The payment service sent an answer that cannot be read${tries}`,
			description:
				'The answer was cut short or is not JSON. Run the node again; if it stays, check what stands between n8n and the service.',
		},
		redirected: {
			message: 'The payment service redirected the request to another address',
			description:
				'Redirects are not followed, so that the credential stays with the service. Check the base URL of the credential.',
		},
		unauthorised: {
			message: 'The payment service did not accept the credential',
			description: `Check the app ID and the secret key, and that they belong to the environment of the base URL.${said}`,
		},
		requestTimeout: {
			message: `The payment service gave up waiting for the request${tries}`,
			description: `Run the node again later.${said}`,
		},
		rateLimited: {
			message: `The payment service is receiving too many requests${tries}`,
			description: `Nothing was carried out. Run the node again later, or send less at once.${said}`,
		},
		refused: explainRefusal(failure, said),
		serviceFailure: {
			message: `The payment service failed with status ${details.status}${tries}`,
			description: `Run the node again later.${said}`,
		},
		connectionRefused: {
			message: `Nothing answers at the base URL of the credential${tries}`,
			description: 'Nothing was sent. Check the base URL, and that n8n can reach that host.',
		},
		nameNotFound: {
			message: `The host of the base URL cannot be found${tries}`,
			description:
				'Nothing was sent. Check the base URL for a typing slip, and the name resolution of the machine n8n runs on.',
		},
		certificateRefused: {
			message: 'The certificate of the payment service was not accepted',
			description: `Nothing was sent. Code: ${details.code ?? 'unknown'}. Check the base URL and the certificates that n8n trusts.`,
		},
		connectionLost: {
			message: `The connection to the payment service broke${tries}`,
			description: `Run the node again.${details.code ? ` Code: ${details.code}.` : ''}`,
		},
		timedOut: {
			message: `The payment service did not answer in time${tries}`,
			description: 'Run the node again later, or allow more time in Options.',
		},
		cancelled: { message: 'The execution was stopped', description: 'A request was under way when it was stopped.' },
	};
	return texts[outcome];
}

function explainRefusal({ details: { status }, request }: ServiceFailure, said: string): Explanation {
	if (status === 404) {
		return {
			message: 'The payment service does not know what was asked for',
			description: `Check the identifier, and that it belongs to the account of this credential.${said} (${request.method} ${request.path})`,
		};
	}
	return {
		message: `The payment service refused the request with status ${status}`,
		description: said.trim() || 'It gave no reason. Check the values of this item against the method’s form.',
	};
}

import { ExplainedError, type Effect, type Explanation } from '../../core/text/explained';
import { anyReason, namedReason, onlyAbout, placesIn } from '../../core/service/refusalReason';
import type { RequestOutcome } from '../../core/service/retryPolicy';
import { failureText } from './failureTexts';
import { EMPTY_BODY, fieldsOf } from './answers';
import { formLabel } from './fieldLabels';
import { isObject } from '../../core/objects';

/** Failures with which the request did not leave n8n. */
const NOT_SENT: readonly RequestOutcome[] = ['connectionRefused', 'nameNotFound', 'certificateRefused'];

/** Outcomes that mean that the service is down. A service that is busy or slow is given more time. */
const DOWN: readonly RequestOutcome[] = ['serviceFailure', 'connectionRefused', 'nameNotFound'];

/** A request whose answer cannot be accepted. */
export class ServiceFailure extends ExplainedError {
	constructor(
		readonly outcome: RequestOutcome,
		/** Whether the service may have carried the request out nevertheless. */
		readonly unclear: boolean,
		readonly request: { method: string; path: string },
		readonly details: {
			status?: number;
			answer?: unknown;
			code?: string;
			attempts: number;
			retryAfter?: string;
			/** The time of the service, as the answer tells it. */
			date?: string;
		},
	) {
		super(`${request.method} ${request.path}: ${outcome}`);
		this.name = 'ServiceFailure';
	}

	/** The service's own words about a refusal, in one line; empty when it gave none. */
	get reason(): string {
		return this.reasonWith();
	}

	private reasonWith(nameOf?: (field: string) => string): string {
		const { status = 0, answer } = this.details;
		const reason = namedReason(answer, nameOf);
		// Only of a refusal is it sure that it holds nothing but its reason.
		return reason === '' && status >= 400 && status < 500 ? anyReason(answer, nameOf) : reason;
	}

	/** Whether a refusal names a payment of a list. @param place of the payment in its request, from 0 */
	names(place: number): boolean {
		return placesIn(this.details.answer).has(place);
	}

	/** The same failure, with what it says about one payment of a list. */
	about(place: number): ServiceFailure {
		const { outcome, unclear, request, details } = this;
		return new ServiceFailure(outcome, unclear, request, { ...details, answer: onlyAbout(details.answer, place) });
	}

	/** Whether the service is down, or says why it does not answer: more of the same is to be expected. */
	get isOutage(): boolean {
		return DOWN.includes(this.outcome) || (this.outcome === 'unreadableAnswer' && this.reason !== '');
	}

	private get effect(): Effect {
		// n8n goes on with the tries of a node that was stopped: what an earlier one has sent is not known here.
		if (this.unclear || this.outcome === 'cancelled') return 'told';
		return this.request.method === 'GET' || NOT_SENT.includes(this.outcome) ? 'notSent' : 'notDone';
	}

	get explanation(): Explanation {
		const { details, reason, unclear, effect } = this;
		const labelled = this.reasonWith((field) => formLabel(this.request.path, field));
		const text = failureText(this.outcome, { ...this.request, ...details, reason, labelled, unclear });
		return { ...text, effect, response: { status: details.status, body: details.answer } };
	}
}

/** Whether the service looked at a request and refused it, for another reason than the credential or its pace. */
export const isRefused = (failure: unknown): failure is ServiceFailure =>
	failure instanceof ServiceFailure && failure.outcome === 'refused';

/** Whether the service did not accept the credential. */
export const isUnauthorised = (failure: unknown): boolean =>
	failure instanceof ServiceFailure && failure.outcome === 'unauthorised';

/** Whether the service does not know what it was asked for. */
export const isNotFound = (failure: unknown): failure is ServiceFailure =>
	failure instanceof ServiceFailure && failure.details.status === 404;

/**
 * The same in the form of the service's errors: so it is no proxy that says it. Those of v2 have `errors`, and those of v1 name
 * the status in one word (specification: "Errors"). @param path that of a v1 list, where its form counts as well
 */
export const tellsNotFound = (failure: unknown, path = ''): boolean =>
	isNotFound(failure) &&
	((path.startsWith('/v1/') && fieldsOf(failure.details.answer).error === 'NotFound') || isRefusalOfValues(failure));

/**
 * Whether the service itself did not take the values of a request. A proxy refuses with a page, or for other reasons. The
 * specification does not show most error bodies: they may be empty.
 */
export function isRefusalOfValues(failure: unknown): failure is ServiceFailure {
	if (!isRefused(failure)) return false;
	const { status = 0, answer } = failure.details;
	if (![400, 422].includes(status)) return isObject(answer) && isObject(answer.errors);
	return answer === EMPTY_BODY || isObject(answer);
}

/** The failure of a write whose answer lacks what it must contain. The write may have been carried out nevertheless. */
export const unusableAnswer = (request: { method: string; path: string }, answer: unknown): ServiceFailure =>
	new ServiceFailure('unreadableAnswer', true, request, { answer, attempts: 1 });

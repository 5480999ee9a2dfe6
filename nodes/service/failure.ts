import { attempt } from '../../core/attempt';
import { ExplainedError, type Effect, type Explanation } from '../../core/text/explained';
import { anyReason, namedReason, onlyAbout, placesIn } from '../../core/service/refusalReason';
import type { RequestOutcome } from '../../core/service/retryPolicy';
import { EMPTY_BODY, fieldsOf, LARGEST_ANSWER } from './answers';
import { formLabel } from '../../core/text/words';
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
		const { details, effect } = this;
		const labelled = this.reasonWith((field) => formLabel(this.request.path, field));
		return { ...textOf(this, labelled), effect, response: { status: details.status, body: details.answer } };
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

/** Does some work, of which failures of one kind are an answer. @returns undefined after one of those @throws any other */
export async function exceptWhere<T>(
	isAnswer: (failure: unknown) => boolean,
	work: () => Promise<T>,
): Promise<T | undefined> {
	const done = await attempt(work);
	if ('value' in done) return done.value;
	if (!isAnswer(done.failure)) throw done.failure;
	return undefined;
}

/** The failure of a write whose answer lacks what it must contain. The write may have been carried out nevertheless. */
export const unusableAnswer = (request: { method: string; path: string }, answer: unknown): ServiceFailure =>
	new ServiceFailure('unreadableAnswer', true, request, { answer, attempts: 1 });

/** What to do about an unclear write that is not looked up afterwards. One that is looked up ends as UnknownOutcome with its key. */
const LOOK_FIRST =
	'It is unknown whether the service carried the request out: look at the record before you send it again.';

const MEGABYTES = LARGEST_ANSWER / 2 ** 20;

/**
 * What is told of each way in which a request can end.
 * @param labelled the reason of the service, with the labels of the form in place of the names of fields
 */
function textOf(failure: ServiceFailure, labelled: string): Explanation {
	const { outcome, unclear, reason } = failure;
	const { status, code, attempts } = failure.details;
	const next = unclear ? LOOK_FIRST : 'Run the node again later.';
	const said = reason ? ` The service says: ${reason}.`.replace(/\.\.$/, '.') : '';
	const tries = attempts > 1 ? ` (tried ${attempts} times)` : '';
	const texts: Record<RequestOutcome, Explanation> = {
		answered: { message: 'The payment service answered', description: '' },
		unreadableAnswer: {
			message: `The payment service sent an answer that cannot be ${labelled ? `used: ${labelled}` : 'read'}${tries}`,
			description: `The answer was cut short, is not JSON, or lacks what it must contain. ${next} If it stays, check what stands between n8n and the service.${said}`,
		},
		tooLarge: {
			message: 'The payment service sent an answer that is too large',
			description: `It has more than ${MEGABYTES} MB and was not read. ${unclear ? LOOK_FIRST : 'Ask for less at once: a shorter period, or a smaller limit.'} If it stays, check what stands between n8n and the service.`,
		},
		redirected: {
			message: 'The payment service redirected the request to another address',
			description:
				`Redirects are not followed, so that the credential stays with the service. Check the base URL of the credential. ${unclear ? LOOK_FIRST : ''}`.trim(),
		},
		unauthorised: {
			message: 'The payment service did not accept the credential',
			description: `Check the app ID and the secret key, and that they belong to the environment of the base URL.${said}`,
		},
		requestTimeout: {
			message: `The payment service gave up waiting for the request${tries}`,
			description: `${next}${said}`,
		},
		rateLimited: {
			message: `The payment service is receiving too many requests${tries}`,
			description: `Run the node again later, or send less at once.${said}`,
		},
		refused: refusalText(failure, labelled, said),
		serviceFailure: {
			message: `The payment service failed with status ${status}${tries}`,
			description: `${next}${said}`,
		},
		connectionRefused: {
			message: `Nothing answers at the base URL of the credential${tries}`,
			description: 'The request did not leave n8n. Check the base URL, and that n8n can reach that host.',
		},
		nameNotFound: {
			message: `The host of the base URL cannot be found${tries}`,
			description:
				'The request did not leave n8n. Check the base URL for a typing slip, and the name resolution of the machine n8n runs on.',
		},
		certificateRefused: {
			message: 'The certificate of the payment service was not accepted',
			description: `The request did not leave n8n. Code: ${code ?? 'unknown'}. Check the base URL and the certificates that n8n trusts.`,
		},
		connectionLost: {
			message: `The connection to the payment service broke${tries}`,
			description: `${next}${code ? ` Code: ${code}.` : ''}`,
		},
		timedOut: {
			message: `The payment service did not answer in time${tries}`,
			description: unclear ? LOOK_FIRST : 'Run the node again later, or allow more time in Options.',
		},
		cancelled: {
			message: 'The execution was stopped',
			description: unclear ? LOOK_FIRST : 'No further request was sent after that.',
		},
	};
	return texts[outcome];
}

/** The requests of a list share its Batch External ID, which a service may take only once. */
const SHARED_REFERENCE =
	'If a list went in several requests, the service may take its Batch External ID only once: raise Max per Batch, or choose One Request per Item.';

const NAMES_REFERENCE = /external.?id|batch identifier|already|duplicate|unique/i;

function refusalText({ request, details }: ServiceFailure, labelled: string, said: string): Explanation {
	const { method, path } = request;
	const { status } = details;
	if (status === 404) {
		return {
			message: 'The payment service has no such record',
			description: `Check the ID, and that it belongs to the account of this credential.${said} (${method} ${path})`,
		};
	}
	const advice =
		status === 403
			? 'Check the app ID and the secret key, and what the account may do; otherwise correct the values of this item.'
			: 'Correct the values of this item.';
	if (labelled === '') {
		return {
			message: `The payment service refused the request with status ${status}`,
			description: `It gave no reason. ${advice}`,
		};
	}
	const more =
		method === 'POST' && path === '/v2/payouts' && NAMES_REFERENCE.test(labelled) ? ` ${SHARED_REFERENCE}` : '';
	return { message: `The payment service refused this: ${labelled}`, description: `${advice}${more}${said}` };
}

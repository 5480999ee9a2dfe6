/**
 * When a request may be repeated. One table decides for every request of the package (method × outcome), because
 * a repeat that is harmless for a read can pay somebody twice for a write.
 */

/** A read changes nothing at the service; a write may move money. */
export type RequestKind = 'read' | 'write';

/** How one attempt ended. */
export type RequestOutcome =
	/** 2xx with a body that could be read. */
	| 'answered'
	/** 2xx whose body could not be read: not JSON, or cut short. */
	| 'unreadableAnswer'
	/** Any status, with a body that is longer than what is held in memory. Nothing of it was used. */
	| 'tooLarge'
	/** 3xx: redirects are never followed with credentials. */
	| 'redirected'
	/** 401. */
	| 'unauthorised'
	/** 408. */
	| 'requestTimeout'
	/** 429. */
	| 'rateLimited'
	/** Every other 4xx: the service looked at the request and refused it. */
	| 'refused'
	/** 5xx. */
	| 'serviceFailure'
	/** Nothing listens at the address: the request never left. */
	| 'connectionRefused'
	/** The host name could not be resolved: the request never left. */
	| 'nameNotFound'
	/** The certificate was not accepted, so nothing was sent. */
	| 'certificateRefused'
	/** The connection broke, or failed with a code that is not known here. */
	| 'connectionLost'
	/** No answer in time. */
	| 'timedOut'
	/** The user stopped the execution. */
	| 'cancelled';

/** What to do next: take the answer, send again, ask the service what happened, or report. */
export type Decision = 'accept' | 'repeat' | 'lookUp' | 'giveUp';

/**
 * The decision table. A write is repeated only where the first attempt provably had no effect; where the effect is
 * unknown the service has to be asked.
 */
export const RETRY_TABLE: Readonly<Record<RequestKind, Readonly<Record<RequestOutcome, Decision>>>> = {
	read: {
		answered: 'accept',
		unreadableAnswer: 'repeat',
		tooLarge: 'giveUp',
		redirected: 'giveUp',
		unauthorised: 'giveUp',
		requestTimeout: 'repeat',
		rateLimited: 'repeat',
		refused: 'giveUp',
		serviceFailure: 'repeat',
		connectionRefused: 'repeat',
		nameNotFound: 'repeat',
		certificateRefused: 'giveUp',
		connectionLost: 'repeat',
		timedOut: 'repeat',
		cancelled: 'giveUp',
	},
	write: {
		answered: 'accept',
		unreadableAnswer: 'lookUp',
		tooLarge: 'lookUp',
		redirected: 'lookUp',
		unauthorised: 'giveUp',
		requestTimeout: 'lookUp',
		rateLimited: 'repeat',
		refused: 'giveUp',
		serviceFailure: 'lookUp',
		connectionRefused: 'repeat',
		nameNotFound: 'repeat',
		certificateRefused: 'giveUp',
		connectionLost: 'lookUp',
		timedOut: 'lookUp',
		cancelled: 'lookUp',
	},
};

/** The outcome of an HTTP status, given a body that could be read. */
export function outcomeOfStatus(status: number): RequestOutcome {
	if (status >= 200 && status < 300) return 'answered';
	if (status >= 300 && status < 400) return 'redirected';
	if (status === 401) return 'unauthorised';
	if (status === 408) return 'requestTimeout';
	if (status === 429) return 'rateLimited';
	if (status >= 400 && status < 500) return 'refused';
	return 'serviceFailure';
}

/** The code of the failure to read an answer that is too large. Not one of Node's. */
export const TOO_LARGE = 'ERR_ANSWER_TOO_LARGE';

const OUTCOME_OF_CODE: ReadonlyMap<string | undefined, RequestOutcome> = new Map<string, RequestOutcome>([
	[TOO_LARGE, 'tooLarge'],
	['ECONNREFUSED', 'connectionRefused'],
	['ENOTFOUND', 'nameNotFound'],
	['EAI_AGAIN', 'nameNotFound'],
	['ECONNABORTED', 'timedOut'],
	['ETIMEDOUT', 'timedOut'],
	['ESOCKETTIMEDOUT', 'timedOut'],
	['ERR_CANCELED', 'cancelled'],
	['CERT_HAS_EXPIRED', 'certificateRefused'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificateRefused'],
	['SELF_SIGNED_CERT_IN_CHAIN', 'certificateRefused'],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificateRefused'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificateRefused'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'certificateRefused'],
]);

/**
 * The outcome of a failed connection, by its code (Node's system error codes, and {@link TOO_LARGE}).
 * An unknown code counts as a lost connection: for a write that means "ask", never "send again".
 */
export function outcomeOfFailure(code: string | undefined): RequestOutcome {
	return OUTCOME_OF_CODE.get(code) ?? 'connectionLost';
}

/** First and longest pause between two attempts, in milliseconds. */
export const BACKOFF = { first: 500, longest: 20_000 } as const;

/**
 * How long to wait before attempt `attempt + 1`, in milliseconds: full jitter below an exponential ceiling, so that
 * executions that failed together do not retry together.
 * @param attempt number of attempts made so far, from 1
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function backoff(attempt: number, random: number): number {
	const ceiling = Math.min(BACKOFF.longest, BACKOFF.first * 2 ** (attempt - 1));
	return Math.floor(random * ceiling);
}

/**
 * The pause a `Retry-After` header asks for, in milliseconds: a number of seconds or an HTTP date.
 * @returns null when there is none or it cannot be read; 0 for a date that has passed
 */
export function retryAfter(header: string | undefined, now: number): number | null {
	if (header === undefined) return null;
	const text = header.trim();
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	// Without its zone the date would be read as local time.
	if (!/^[A-Za-z]+, .* GMT$/.test(text)) return null;
	const date = Date.parse(text);
	return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** The pause before the next attempt, or null when no time is left for one. All times in milliseconds. */
export function pauseBeforeRepeat(given: {
	attempt: number;
	random: number;
	retryAfterHeader: string | undefined;
	now: number;
	deadline: number;
}): number | null {
	const asked = retryAfter(given.retryAfterHeader, given.now);
	const pause = Math.max(asked ?? 0, backoff(given.attempt, given.random));
	return given.now + pause < given.deadline ? pause : null;
}

/** The pause after so many look-ups, in milliseconds: short at first, because most records appear at once. */
export function pauseBetweenLookUps(lookUps: number): number {
	return Math.min(5000, 250 * 2 ** (lookUps - 1));
}
